// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of strided accesses.

#include "core/lowering/StridedAccess.h"
#include "core/analysis/UniformTile.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::analysis;
using namespace kiln::lowering;

//===-- memory -------------------------------------------------------------===//

Type lowering::memoryType(Type element) {
  return element.isInteger(1) ? IntegerType::get(element.getContext(), 8) : element;
}

static Value fromMemory(OpBuilder &builder, Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(value.getType()));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value, zero);
}

Value lowering::toMemory(OpBuilder &builder, Location loc, Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  if (!element.isInteger(1))
    return value;
  return arith::ExtUIOp::create(builder, loc, tile::withElementType(value.getType(), memoryType(element)), value);
}

static Value constant64(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), value);
}

/// The shape of the plan's view.
static SmallVector<int64_t> viewShape(const StridedPlan &plan) {
  return llvm::map_to_vector(plan.kept, [&](int64_t d) { return plan.tile.getDimSize(d); });
}

Value StridedEmitter::view(OpBuilder &builder, Location loc, Value pointer, const StridedPlan &plan) const {
  SmallVector<Value> strides;
  for (int64_t d : plan.kept)
    strides.push_back(tiles.materialize(builder, loc, plan.strideOf(d)));
  SmallVector<int64_t> dynamic(strides.size(), ShapedType::kDynamic);
  auto layout = StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, dynamic);
  auto space = tile::SpaceAttr::get(builder.getContext(), cast<tile::PtrType>(pointer.getType()).getSpace());
  auto type = MemRefType::get(viewShape(plan), memoryType(plan.tile.getElementType()), layout, space);
  Value offset = tiles.materialize(builder, loc, plan.offsets.uniform);
  return tile::ViewOp::create(builder, loc, type, pointer, offset, strides);
}

//===-- masks --------------------------------------------------------------===//

Value StridedEmitter::limit(OpBuilder &builder, Location loc, ArrayRef<AffineExpr> limits, bool isLower,
                            int64_t extent) const {
  if (limits.empty())
    return constant64(builder, loc, isLower ? 0 : extent);
  Value limit;
  for (AffineExpr expr : limits) {
    Value next = tiles.materialize(builder, loc, expr);
    if (!limit)
      limit = next;
    else if (isLower)
      limit = arith::MaxSIOp::create(builder, loc, limit, next);
    else
      limit = arith::MinSIOp::create(builder, loc, limit, next);
  }
  limit = arith::MaxSIOp::create(builder, loc, limit, constant64(builder, loc, 0));
  return arith::MinSIOp::create(builder, loc, limit, constant64(builder, loc, extent));
}

SmallVector<Value> StridedEmitter::conditions(OpBuilder &builder, Location loc, const StridedPlan &plan) const {
  SmallVector<Value> conditions(plan.box.conditions);
  for (auto [d, extent] : llvm::enumerate(plan.tile.getShape())) {
    ArrayRef<AffineExpr> lower = plan.box.lower[d], upper = plan.box.upper[d];
    if (llvm::is_contained(plan.kept, static_cast<int64_t>(d)) || (lower.empty() && upper.empty()))
      continue;
    Value from = limit(builder, loc, lower, true, extent), to = limit(builder, loc, upper, false, extent);
    conditions.push_back(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, from, to));
  }
  for (const UniformCompare &compare : plan.box.compares)
    conditions.push_back(arith::CmpIOp::create(builder, loc, compare.predicate,
                                               tiles.materialize(builder, loc, compare.lhs),
                                               tiles.materialize(builder, loc, compare.rhs)));
  return conditions;
}

/// The mask of the transfer: null where every lane is on.
Value StridedEmitter::mask(OpBuilder &builder, Location loc, const StridedPlan &plan, Value original) const {
  if (!original)
    return {};
  if (!plan.box.isBox())
    return original;
  SmallVector<Value> low, high;
  for (int64_t d : plan.kept) {
    low.push_back(limit(builder, loc, plan.box.lower[d], true, plan.tile.getDimSize(d)));
    high.push_back(limit(builder, loc, plan.box.upper[d], false, plan.tile.getDimSize(d)));
  }
  for (Value condition : conditions(builder, loc, plan))
    high[0] = arith::SelectOp::create(builder, loc, condition, high[0], constant64(builder, loc, 0));
  auto type = VectorType::get(viewShape(plan), builder.getI1Type());
  return tile::BoxMaskOp::create(builder, loc, type, low, high);
}

/// `form` lies in its range at both of its extremes over the tile.
Value StridedEmitter::test(OpBuilder &builder, Location loc, const RangeGuard &guard) const {
  using P = arith::CmpIPredicate;
  Value low = tiles.materialize(builder, loc, guard.form.uniform), high = low;
  if (guard.least == guard.most && guard.form.isUniform())
    return arith::CmpIOp::create(builder, loc, P::eq, low, tiles.materialize(builder, loc, guard.least));
  Value zero = constant64(builder, loc, 0);
  for (auto [d, c] : llvm::enumerate(guard.form.coefficients)) {
    if (!guard.form.dependsOn(d) || guard.shape[d] == 1)
      continue;
    Value reach = tiles.materialize(builder, loc, c * (guard.shape[d] - 1));
    low = arith::AddIOp::create(builder, loc, low, arith::MinSIOp::create(builder, loc, reach, zero));
    high = arith::AddIOp::create(builder, loc, high, arith::MaxSIOp::create(builder, loc, reach, zero));
  }
  Value above = arith::CmpIOp::create(builder, loc, P::sge, low, tiles.materialize(builder, loc, guard.least));
  Value below = arith::CmpIOp::create(builder, loc, P::sle, high, tiles.materialize(builder, loc, guard.most));
  return arith::AndIOp::create(builder, loc, above, below);
}

Value StridedEmitter::guard(OpBuilder &builder, Location loc, ArrayRef<RangeGuard> guards) const {
  Value all;
  for (const RangeGuard &guard : guards) {
    Value one = test(builder, loc, guard);
    all = all ? arith::AndIOp::create(builder, loc, all, one).getResult() : one;
  }
  return all;
}

//===-- accesses -----------------------------------------------------------===//

/// Indices, map and bounds of a transfer of a whole view.
static std::tuple<SmallVector<Value>, AffineMapAttr, ArrayAttr> wholeView(OpBuilder &builder, Location loc,
                                                                          int64_t rank) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return {SmallVector<Value>(rank, zero), AffineMapAttr::get(builder.getMultiDimIdentityMap(rank)),
          builder.getBoolArrayAttr(SmallVector<bool>(rank, true))};
}

/// A tile of the view's dimensions for the whole tile: those left out come back
/// with extent 1 and are broadcast.
static Value restoreDimensions(OpBuilder &builder, Location loc, Value value, const StridedPlan &plan) {
  if (plan.keepsAll())
    return value;
  SmallVector<int64_t> shape(plan.tile.getRank(), 1);
  for (int64_t d : plan.kept)
    shape[d] = plan.tile.getDimSize(d);
  Type element = getElementTypeOrSelf(value.getType());
  value = vector::ShapeCastOp::create(builder, loc, VectorType::get(shape, element), value);
  return vector::BroadcastOp::create(builder, loc, VectorType::get(plan.tile.getShape(), element), value);
}

/// Lanes that are off though the element they share was read, because a limit
/// is along a dimension that the view does not have.
static bool limitsLeftOut(const StridedPlan &plan) {
  for (int64_t d = 0; d < plan.tile.getRank(); ++d)
    if (!llvm::is_contained(plan.kept, d) && plan.tile.getDimSize(d) > 1 &&
        !(plan.box.lower[d].empty() && plan.box.upper[d].empty()))
      return true;
  return false;
}

/// All lanes read one element: it, where any of them is on.
Value StridedEmitter::loadShared(OpBuilder &builder, tile::LoadOp op, const StridedPlan &plan) const {
  Location loc = op.getLoc();
  Type element = plan.tile.getElementType();
  Value any;
  for (Value condition : conditions(builder, loc, plan))
    any = any ? arith::AndIOp::create(builder, loc, any, condition).getResult() : condition;
  auto branch = any ? scf::IfOp::create(builder, loc, element, any, /*withElse=*/true) : scf::IfOp();
  OpBuilder inner = branch ? branch.getThenBodyBuilder() : builder;
  Value place = view(inner, loc, op.getPointer(), plan);
  Value value = fromMemory(inner, loc, memref::LoadOp::create(inner, loc, place, ValueRange{}), element);
  if (branch) {
    scf::YieldOp::create(inner, loc, value);
    OpBuilder inElse = branch.getElseBodyBuilder();
    scf::YieldOp::create(inElse, loc, arith::ConstantOp::create(inElse, loc, inElse.getZeroAttr(element)).getResult());
    value = branch.getResult(0);
  }
  value = vector::BroadcastOp::create(builder, loc, plan.tile, value);
  if (!op.getMask() || (!op.getOther() && !limitsLeftOut(plan)))
    return value;
  Value other = op.getOther();
  if (!other)
    other = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(plan.tile));
  return arith::SelectOp::create(builder, loc, op.getMask(), value, other);
}

Value StridedEmitter::load(OpBuilder &builder, tile::LoadOp op, const StridedPlan &plan) const {
  if (plan.kept.empty())
    return loadShared(builder, op, plan);
  Location loc = op.getLoc();
  Type element = plan.tile.getElementType();
  auto memory = VectorType::get(viewShape(plan), memoryType(element));
  Value place = view(builder, loc, op.getPointer(), plan);
  Value viewMask = mask(builder, loc, plan, op.getMask());
  Value other = op.getOther();
  Value pad = other && memoryType(element) == element ? uniformValue(builder, loc, other) : Value();
  bool merge = (other && !pad) || limitsLeftOut(plan);
  if (!pad)
    pad = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(memory.getElementType()));
  auto [indices, map, inBounds] = wholeView(builder, loc, memory.getRank());
  Value value = vector::TransferReadOp::create(builder, loc, memory, place, indices, map, pad, viewMask, inBounds);
  value = fromMemory(builder, loc, value, memory.clone(element));
  value = restoreDimensions(builder, loc, value, plan);
  if (!merge)
    return value;
  if (!other)
    other = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(plan.tile));
  Value on = plan.keepsAll() ? viewMask : op.getMask();
  return arith::SelectOp::create(builder, loc, on, value, other);
}

void StridedEmitter::store(OpBuilder &builder, tile::StoreOp op, const StridedPlan &plan) const {
  Location loc = op.getLoc();
  Value value = toMemory(builder, loc, op.getValue());
  if (!plan.keepsAll())
    value = vector::ShapeCastOp::create(builder, loc,
                                        VectorType::get(viewShape(plan), getElementTypeOrSelf(value.getType())), value);
  Value place = view(builder, loc, op.getPointer(), plan);
  Value viewMask = mask(builder, loc, plan, op.getMask());
  auto [indices, map, inBounds] = wholeView(builder, loc, plan.kept.size());
  vector::TransferWriteOp::create(builder, loc, value, place, indices, map, viewMask, inBounds);
}

//===-- scalars --------------------------------------------------------------===//

/// The plan of one element: a view without dimensions.
static StridedPlan scalarPlan(OpBuilder &builder, Type element) {
  StridedPlan plan;
  plan.tile = VectorType::get({}, element);
  plan.offsets.uniform = builder.getAffineConstantExpr(0);
  return plan;
}

Value StridedEmitter::loadScalar(OpBuilder &builder, Location loc, Value pointer, Type element) const {
  Value place = view(builder, loc, pointer, scalarPlan(builder, element));
  return fromMemory(builder, loc, memref::LoadOp::create(builder, loc, place, ValueRange{}), element);
}

void StridedEmitter::storeScalar(OpBuilder &builder, Location loc, Value value, Value pointer) const {
  Value place = view(builder, loc, pointer, scalarPlan(builder, value.getType()));
  memref::StoreOp::create(builder, loc, toMemory(builder, loc, value), place, ValueRange{});
}
