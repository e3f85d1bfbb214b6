// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of accesses by runs.

#include "core/lowering/RunAccess.h"
#include "kiln/tile/Buffers.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::analysis;
using namespace kiln::lowering;

/// A tile that is the same in all lanes of a run, without its minor dimension.
static Value rowOf(OpBuilder &builder, Value tile) {
  auto type = cast<VectorType>(tile.getType());
  auto rowType = VectorType::get(type.getShape().drop_back(), type.getElementType());
  Operation *op = tile.getDefiningOp();
  Location loc = op->getLoc();
  DenseElementsAttr constant;
  if (matchPattern(tile, m_Constant(&constant)))
    return arith::ConstantOp::create(builder, loc, constant.resizeSplat(rowType));
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op)) {
    Value source = broadcast.getSource();
    auto from = dyn_cast<VectorType>(source.getType());
    if (from && from.getShape().back() != 1)
      source = rowOf(builder, source);
    else if (from && from.getRank() > 1)
      source = vector::ShapeCastOp::create(builder, loc,
                                           VectorType::get(from.getShape().drop_back(), from.getElementType()), source);
    return source.getType() == rowType ? source : vector::BroadcastOp::create(builder, loc, rowType, source);
  }
  IRMapping map;
  for (Value operand : op->getOperands())
    if (isa<VectorType>(operand.getType()) && !map.contains(operand))
      map.map(operand, rowOf(builder, operand));
  Operation *clone = builder.clone(*op, map);
  clone->getResult(0).setType(rowType);
  return clone->getResult(0);
}

static Value constant64(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), value);
}

/// The start of each run, without what all have in common.
Value RunEmitter::starts(OpBuilder &builder, Location loc, const RunPlan &plan) const {
  auto type = VectorType::get(plan.columns.tile.getShape().drop_back(), builder.getI64Type());
  auto extended = [&](Value row, VectorType to) {
    return row.getType() == to ? row : arith::ExtSIOp::create(builder, loc, to, row).getResult();
  };
  if (plan.rows.size() == 1) {
    Value row = rowOf(builder, plan.rows.front());
    bool isNarrow = cast<VectorType>(row.getType()).getElementTypeBitWidth() < 32;
    return isNarrow ? extended(row, type.clone(builder.getI32Type())) : row;
  }
  Value sum;
  for (Value tile : plan.rows) {
    Value row = extended(rowOf(builder, tile), type);
    sum = sum ? arith::AddIOp::create(builder, loc, sum, row).getResult() : row;
  }
  return sum ? sum : arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

/// The runs that are on: null where all are.
Value RunEmitter::mask(OpBuilder &builder, Location loc, const RunPlan &plan) const {
  ArrayRef<int64_t> shape = plan.columns.tile.getShape().drop_back();
  const MaskBox &box = plan.columns.box;
  Value all;
  auto add = [&](Value more) { all = all ? arith::AndIOp::create(builder, loc, all, more).getResult() : more; };
  SmallVector<Value> low, high;
  bool isLimited = false;
  for (auto [d, extent] : llvm::enumerate(shape)) {
    isLimited |= !box.lower[d].empty() || !box.upper[d].empty();
    low.push_back(strided.limit(builder, loc, box.lower[d], true, extent));
    high.push_back(strided.limit(builder, loc, box.upper[d], false, extent));
  }
  if (isLimited)
    add(tile::BoxMaskOp::create(builder, loc, VectorType::get(shape, builder.getI1Type()), low, high));
  for (Value tile : plan.rowMasks)
    add(rowOf(builder, tile));
  return all;
}

RunEmitter::Operands RunEmitter::operands(OpBuilder &builder, Location loc, const RunPlan &plan) const {
  const StridedPlan &columns = plan.columns;
  int64_t length = columns.tile.getShape().back();
  Value low = strided.limit(builder, loc, columns.box.lower.back(), true, length);
  Value high = strided.limit(builder, loc, columns.box.upper.back(), false, length);
  for (Value condition : strided.conditions(builder, loc, columns))
    high = arith::SelectOp::create(builder, loc, condition, high, constant64(builder, loc, 0));
  return {tiles.materialize(builder, loc, columns.offsets.uniform), starts(builder, loc, plan), low, high,
          mask(builder, loc, plan)};
}

Value RunEmitter::load(OpBuilder &builder, tile::LoadOp op, const RunPlan &plan) const {
  Location loc = op.getLoc();
  VectorType type = plan.columns.tile;
  Operands at = operands(builder, loc, plan);
  Value value = tile::GatherRunsOp::create(builder, loc, type.clone(memoryType(type.getElementType())), op.getPointer(),
                                           at.offset, at.runs, at.low, at.high, at.mask);
  value = tile::fromMemory(builder, loc, value, type.getElementType());
  return op.getOther() ? arith::SelectOp::create(builder, loc, op.getMask(), value, op.getOther()).getResult() : value;
}

void RunEmitter::store(OpBuilder &builder, tile::StoreOp op, const RunPlan &plan) const {
  Location loc = op.getLoc();
  Operands at = operands(builder, loc, plan);
  tile::ScatterRunsOp::create(builder, loc, toMemory(builder, loc, op.getValue()), op.getPointer(), at.offset, at.runs,
                              at.low, at.high, at.mask);
}

/// The least or the greatest number of a tile, in 64 bits.
template <typename OpT>
static Value extreme(OpBuilder &builder, Value tile) {
  Location loc = tile.getLoc();
  Type element = getElementTypeOrSelf(tile.getType());
  while (auto type = dyn_cast<VectorType>(tile.getType())) {
    Type reduced = type.getRank() == 1 ? element : type.cloneWith(type.getShape().drop_front(), element);
    auto reduce = tile::ReduceOp::create(builder, loc, TypeRange(reduced), ValueRange(tile), /*axis=*/0);
    OpBuilder::InsertionGuard guard(builder);
    Block *body = builder.createBlock(&reduce.getCombiner(), {}, {element, element}, {loc, loc});
    Value better = OpT::create(builder, loc, body->getArgument(0), body->getArgument(1));
    tile::YieldOp::create(builder, loc, better);
    tile = reduce.getResult(0);
  }
  return arith::ExtSIOp::create(builder, loc, builder.getI64Type(), tile);
}

/// The least and the greatest row, with the extremes of the column, are in range.
Value RunEmitter::test(OpBuilder &builder, Location loc, const RowGuard &guard) const {
  using P = arith::CmpIPredicate;
  Value rows = rowOf(builder, guard.rows);
  Value low = tiles.materialize(builder, loc, guard.column.uniform), high = low, zero = constant64(builder, loc, 0);
  AffineExpr last = guard.column.coefficients.back() * (cast<VectorType>(guard.rows.getType()).getShape().back() - 1);
  Value reach = tiles.materialize(builder, loc, last);
  low = arith::AddIOp::create(builder, loc, low, arith::MinSIOp::create(builder, loc, reach, zero));
  high = arith::AddIOp::create(builder, loc, high, arith::MaxSIOp::create(builder, loc, reach, zero));
  Value least = extreme<arith::MinSIOp>(builder, rows), most = extreme<arith::MaxSIOp>(builder, rows);
  int64_t half = int64_t(1) << (guard.width - 1);
  low = arith::AddIOp::create(builder, loc, low, least);
  high = arith::AddIOp::create(builder, loc, high, most);
  Value above = arith::CmpIOp::create(builder, loc, P::sge, low, constant64(builder, loc, -half));
  Value below = arith::CmpIOp::create(builder, loc, P::sle, high, constant64(builder, loc, half - 1));
  return arith::AndIOp::create(builder, loc, above, below);
}

Value RunEmitter::guard(OpBuilder &builder, Location loc, const RunPlan &plan) const {
  Value all = plan.columns.guards.empty() ? Value() : strided.guard(builder, loc, plan.columns.guards);
  for (const RowGuard &guard : plan.rowGuards) {
    Value one = test(builder, loc, guard);
    all = all ? arith::AndIOp::create(builder, loc, all, one).getResult() : one;
  }
  return all;
}
