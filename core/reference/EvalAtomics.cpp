// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics through pointers. Lanes take effect in ascending order; program
// instances are never in the middle of one, since they run in turns.

#include "core/reference/Atomics.h"
#include "core/reference/Elementwise.h"
#include "core/reference/PointerAccess.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static uint64_t combineFloats(tile::Atomic kind, uint64_t old, uint64_t value, Format format) {
  double x = decode(old, format), y = decode(value, format);
  if (kind == tile::Atomic::FMax)
    return encode(MaxNum()(x, y), format);
  if (kind == tile::Atomic::FMin)
    return encode(MinNum()(x, y), format);
  // Rounding the sum of two floats from double once more is innocuous.
  return encode(x + y, format);
}

/// What memory becomes, for operations on integers and the exchange.
static uint64_t combineInts(tile::Atomic kind, uint64_t old, uint64_t value, unsigned width) {
  int64_t x = signExtend(old, width), y = signExtend(value, width);
  switch (kind) {
  case tile::Atomic::And:
    return old & value;
  case tile::Atomic::Or:
    return old | value;
  case tile::Atomic::Xor:
    return old ^ value;
  case tile::Atomic::Add:
    return zeroExtend(old + value, width);
  case tile::Atomic::Max:
    return x < y ? value : old;
  case tile::Atomic::Min:
    return y < x ? value : old;
  case tile::Atomic::UMax:
    return std::max(old, value);
  case tile::Atomic::UMin:
    return std::min(old, value);
  case tile::Atomic::Inc:
    return old >= value ? 0 : old + 1;
  case tile::Atomic::Dec:
    return old == 0 || old > value ? value : old - 1;
  default:
    return value;
  }
}

uint64_t kiln::reference::combineAtomic(tile::Atomic kind, uint64_t old, uint64_t value, ElementType type) {
  if (kind == tile::Atomic::FAdd || kind == tile::Atomic::FMax || kind == tile::Atomic::FMin)
    return combineFloats(kind, old, value, type.format);
  return combineInts(kind, old, value, type.width);
}

/// Other program instances may come in another order: each sum errs as if its
/// operands were inexact, twice what one rounding of their magnitudes does.
static double boundAtomic(tile::Atomic kind, const Datum &value, int64_t lane, uint64_t old, double oldBound,
                          ElementType type) {
  double bound = std::max(oldBound, value.bound(lane));
  if (kind == tile::Atomic::Xchg)
    return value.bound(lane);
  if (kind != tile::Atomic::FAdd)
    return bound;
  double magnitude = std::abs(decode(old, type.format)) + std::abs(value.number(lane));
  return orUnbounded(oldBound + value.bound(lane) + roundingBound(magnitude, type.format));
}

FailureOr<Datum> kiln::reference::atomicLanes(Instance &instance, const Step &step, const LaneAccess &access,
                                              tile::Atomic kind, const Datum &value) {
  Datum result(access.element, access.shape);
  double *bounds = instance.tracksBounds() ? result.addBounds() : nullptr;
  const ElementType type = access.element;
  instance.sawSynchronization = true;
  for (int64_t lane = 0; lane < access.count(); ++lane) {
    if (!access.isActive(lane))
      continue;
    FailureOr<Allocation *> allocation = locateLane(instance, step, access, lane, "updates");
    if (failed(allocation))
      return failure();
    uint64_t address = access.addresses[lane];
    uint64_t old = loadElement((*allocation)->host(address), type);
    uint64_t combined = combineAtomic(kind, old, value.bits(lane), type);
    storeElement((*allocation)->host(address), combined, type);
    (*allocation)->setWritten(address, type.memoryBytes());
    result.setBits(lane, old);
    instance.madeProgress |= combined != old;
    ++instance.report.atomics;
    if (!bounds)
      continue;
    bounds[lane] = (*allocation)->bound(address);
    (*allocation)->setBound(address, boundAtomic(kind, value, lane, old, bounds[lane], type));
  }
  noteUncertainLanes(instance, step, access);
  return result;
}

static LogicalResult evalAtomicRmw(Instance &instance, const Step &step) {
  auto op = cast<tile::AtomicRmwOp>(step.op);
  const Datum &value = instance.operand(step, 0);
  LaneAccess access = pointerAccess(value.type(), value.shape(), instance.operand(step, 1),
                                    optionalOperand(instance, step, op, 2), optionalOperand(instance, step, op, 3));
  FailureOr<Datum> old = atomicLanes(instance, step, access, op.getKind(), value);
  if (failed(old))
    return failure();
  instance.set(step, 0, std::move(*old));
  return success();
}

FailureOr<Datum> kiln::reference::compareAndSwapLanes(Instance &instance, const Step &step, const LaneAccess &access,
                                                      const Datum &compare, const Datum &value) {
  Datum result(access.element, access.shape);
  instance.sawSynchronization = true;
  for (int64_t lane = 0; lane < access.count(); ++lane) {
    if (!access.isActive(lane))
      continue;
    FailureOr<Allocation *> allocation = locateLane(instance, step, access, lane, "updates");
    if (failed(allocation))
      return failure();
    std::byte *there = (*allocation)->host(access.addresses[lane]);
    uint64_t old = loadElement(there, access.element);
    result.setBits(lane, old);
    ++instance.report.atomics;
    if (old != compare.bits(lane))
      continue;
    storeElement(there, value.bits(lane), access.element);
    (*allocation)->setBound(access.addresses[lane], value.bound(lane));
    instance.madeProgress |= old != value.bits(lane);
  }
  noteUncertainLanes(instance, step, access);
  return result;
}

static LogicalResult evalAtomicCas(Instance &instance, const Step &step) {
  auto op = cast<tile::AtomicCasOp>(step.op);
  const Datum &value = instance.operand(step, 1);
  LaneAccess access = pointerAccess(value.type(), value.shape(), instance.operand(step, 2),
                                    optionalOperand(instance, step, op, 3), optionalOperand(instance, step, op, 4));
  FailureOr<Datum> old = compareAndSwapLanes(instance, step, access, instance.operand(step, 0), value);
  if (failed(old))
    return failure();
  instance.set(step, 0, std::move(*old));
  return success();
}

void kiln::reference::registerAtomics(Registry &registry) {
  registry["tile.atomic_rmw"] = evalAtomicRmw;
  registry["tile.atomic_cas"] = evalAtomicCas;
}
