// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores and atomics through pointers.

#include "core/triton/Convert.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::triton;

namespace {
/// How a tile access names its lanes: one pointer with offsets, a tile of
/// pointers, or the one pointer of a scalar access.
struct Access {
  Value pointer, offsets;
};
} // namespace

static Access accessThrough(Converter &c, Value pointers) {
  Pointer parts = c.pointer(pointers);
  if (parts.lanes)
    return {parts.lanes, {}};
  Value base = c.address(parts, c.convertType(pointerIn(pointers.getType()).getPointee()));
  auto tensor = dyn_cast<RankedTensorType>(pointers.getType());
  return {base, tensor ? c.offsets(parts, tensor.getShape()) : Value()};
}

/// Hints of the access, and those that the kernel gave for its pointers (whose
/// op may not exist any more).
static void keepAccessHints(Converter &c, Operation *from, Operation *to, Value pointers, Cache cache, Evict evict) {
  // A loop or a branch that gives pointers has hints of its own.
  if (Operation *origin = pointers.getDefiningOp(); origin && origin->getNumRegions() == 0)
    c.keepHints(origin, to);
  c.keepHints(from, to);
  if (cache != Cache::None)
    to->setDiscardableAttr("tile.hint_cache", c.builder.getStringAttr(stringifyCache(cache)));
  if (evict != Evict::Normal)
    to->setDiscardableAttr("tile.hint_evict", c.builder.getStringAttr(stringifyEvict(evict).drop_front(6)));
}

static Value optional(Converter &c, Value value) { return value ? c.plain(value) : Value(); }

/// The mask of an atomic; Triton prints one for scalars that is always true.
static Value maskOf(Converter &c, Value mask) {
  Value made = optional(c, mask);
  return made && matchPattern(made, m_One()) ? Value() : made;
}

static LogicalResult convertLoad(Converter &c, LoadOp op) {
  if (isBlockPointer(op.getPtr().getType()))
    return convertBlockLoad(c, op);
  Access access = accessThrough(c, op.getPtr());
  Value mask = optional(c, op.getMask());
  // Without a mask no lane takes its `other`.
  Value other = mask ? optional(c, op.getOther()) : Value();
  auto load = tile::LoadOp::create(c.builder, c.loc, c.convertType(op.getType()), access.pointer, access.offsets, mask,
                                   other, op.getIsVolatile());
  keepAccessHints(c, op, load, op.getPtr(), op.getCache(), op.getEvict());
  c.setLoaded(op.getResult(), load);
  return success();
}

static LogicalResult convertStore(Converter &c, StoreOp op) {
  if (isBlockPointer(op.getPtr().getType()))
    return convertBlockStore(c, op);
  Access access = accessThrough(c, op.getPtr());
  auto store = tile::StoreOp::create(c.builder, c.loc, c.plain(op.getValue()), access.pointer, access.offsets,
                                     optional(c, op.getMask()), /*isVolatile=*/false);
  keepAccessHints(c, op, store, op.getPtr(), op.getCache(), op.getEvict());
  return success();
}

//===-- atomics ------------------------------------------------------------===//

static tile::Ordering orderingOf(Order order) {
  switch (order) {
  case Order::Relaxed:
    return tile::Ordering::Relaxed;
  case Order::Acquire:
    return tile::Ordering::Acquire;
  case Order::Release:
    return tile::Ordering::Release;
  case Order::AcqRel:
    break;
  }
  return tile::Ordering::AcqRel;
}

static tile::Scope scopeOf(Scope scope) {
  switch (scope) {
  case Scope::Cta:
    return tile::Scope::Program;
  case Scope::Gpu:
    return tile::Scope::Device;
  case Scope::Sys:
    break;
  }
  return tile::Scope::System;
}

static tile::Atomic atomicOf(Atomic kind, bool isFloat) {
  switch (kind) {
  case Atomic::And:
    return tile::Atomic::And;
  case Atomic::Or:
    return tile::Atomic::Or;
  case Atomic::Xor:
    return tile::Atomic::Xor;
  case Atomic::Add:
    return isFloat ? tile::Atomic::FAdd : tile::Atomic::Add;
  case Atomic::FAdd:
    return tile::Atomic::FAdd;
  case Atomic::Max:
    return isFloat ? tile::Atomic::FMax : tile::Atomic::Max;
  case Atomic::Min:
    return isFloat ? tile::Atomic::FMin : tile::Atomic::Min;
  case Atomic::UMax:
    return tile::Atomic::UMax;
  case Atomic::UMin:
    return tile::Atomic::UMin;
  case Atomic::Exch:
    break;
  }
  return tile::Atomic::Xchg;
}

/// The accessed values are of the pointee type.
static LogicalResult checkAccessed(Operation *op, Value pointers, TypeRange types) {
  Type expected = pointeeOf(pointers.getType());
  for (Type type : types)
    if (type != expected)
      return refuse(op) << "expected values of type " << expected << " for " << pointers.getType() << " but got "
                        << type;
  return success();
}

static LogicalResult convertAtomicRmw(Converter &c, AtomicRmwOp op) {
  if (failed(checkAccessed(op, op.getPtr(), {op.getVal().getType(), op.getType()})))
    return failure();
  if (isPointer(op.getVal().getType()))
    return refuse(op) << "of pointers is not supported; convert them with 'tt.ptr_to_int'";
  Access access = accessThrough(c, op.getPtr());
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(op.getVal()));
  auto atomic = tile::AtomicRmwOp::create(c.builder, c.loc, op.getType(), atomicOf(op.getAtomicRmwOp(), isFloat),
                                          orderingOf(op.getSem()), scopeOf(op.getScope()), c.plain(op.getVal()),
                                          access.pointer, access.offsets, maskOf(c, op.getMask()));
  c.keepHints(op, atomic);
  c.set(op.getResult(), atomic.getResult());
  return success();
}

static LogicalResult convertAtomicCas(Converter &c, AtomicCasOp op) {
  if (failed(checkAccessed(op, op.getPtr(), {op.getCmp().getType(), op.getVal().getType(), op.getType()})))
    return failure();
  if (isPointer(op.getVal().getType()))
    return refuse(op) << "of pointers is not supported; convert them with 'tt.ptr_to_int'";
  Access access = accessThrough(c, op.getPtr());
  auto atomic =
      tile::AtomicCasOp::create(c.builder, c.loc, op.getType(), orderingOf(op.getSem()), scopeOf(op.getScope()),
                                c.plain(op.getCmp()), c.plain(op.getVal()), access.pointer, access.offsets, Value());
  c.keepHints(op, atomic);
  c.set(op.getResult(), atomic.getResult());
  return success();
}

/// A loop of volatile loads that ends when the value is there, and then a fence
/// of the op's ordering. There is no clock, so no timeout.
static LogicalResult convertAtomicPoll(Converter &c, AtomicPollOp op) {
  if (op.getTimeout())
    return refuse(op) << "has a timeout, which is not supported; poll without one";
  Type type = op.getExpected().getType();
  if (!type.isSignlessInteger())
    return refuse(op) << "expected to poll an integer but got " << type;
  if (failed(checkAccessed(op, op.getPtr(), type)))
    return failure();
  Access access = accessThrough(c, op.getPtr());
  Value expected = c.plain(op.getExpected());
  scf::WhileOp::create(
      c.builder, c.loc, TypeRange(), ValueRange(),
      [&](OpBuilder &builder, Location loc, ValueRange) {
        Value seen = tile::LoadOp::create(builder, loc, type, access.pointer, Value(), Value(), Value(), true);
        Value differs = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, seen, expected);
        scf::ConditionOp::create(builder, loc, differs, ValueRange());
      },
      [&](OpBuilder &builder, Location loc, ValueRange) { scf::YieldOp::create(builder, loc); });
  if (op.getSem() != Order::Relaxed)
    tile::FenceOp::create(c.builder, c.loc, orderingOf(op.getSem()), scopeOf(op.getScope()));
  if (!op.getType().isInteger(1))
    return refuse(op) << "expected a result of type i1 but got " << op.getType();
  c.set(op.getResult(), c.constant(op.getType(), 1));
  return success();
}

/// Launches of one stream are in order, so there is nothing to wait for and
/// nobody to wake.
static LogicalResult dropWait(Converter &, GridDependencyWaitOp) { return success(); }
static LogicalResult dropLaunch(Converter &, GridDependencyLaunchOp) { return success(); }

void kiln::triton::addMemoryHandlers(Converter &converter) {
  converter.add<LoadOp>(convertLoad);
  converter.add<StoreOp>(convertStore);
  converter.add<AtomicRmwOp>(convertAtomicRmw);
  converter.add<AtomicCasOp>(convertAtomicCas);
  converter.add<AtomicPollOp>(convertAtomicPoll);
  converter.add<GridDependencyWaitOp>(dropWait);
  converter.add<GridDependencyLaunchOp>(dropLaunch);
}
