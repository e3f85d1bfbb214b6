// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-histograms: for few bins the whole tile is compared with one bin after
// the other; for many, each element is counted where it belongs.

#include "core/staging/Expansion.h"
#include "core/staging/Passes.h"

namespace kiln::staging {
#define GEN_PASS_DEF_EXPANDHISTOGRAMSPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

struct ExpandHistograms : staging::impl::ExpandHistogramsPassBase<ExpandHistograms> {
  using ExpandHistogramsPassBase::ExpandHistogramsPassBase;

  /// Up to so many bins a vector op for each of them is cheaper than three
  /// accesses to scalars for each element.
  static constexpr int64_t wholeTileBins = 256;

  /// How many lanes of `on` are true: at most 2^20, so that 32 bits do.
  Value count(OpBuilder &builder, Location loc, Value on) {
    Type i32 = builder.getI32Type();
    Value ones = arith::ExtUIOp::create(builder, loc, cast<VectorType>(on.getType()).clone(i32), on);
    auto sum = tile::ReduceOp::create(builder, loc, TypeRange(i32), ones, /*axis=*/0);
    OpBuilder::InsertionGuard guard(builder);
    Block *body = builder.createBlock(&sum.getCombiner(), {}, {i32, i32}, {loc, loc});
    Value added = arith::AddIOp::create(builder, loc, body->getArgument(0), body->getArgument(1));
    tile::YieldOp::create(builder, loc, added);
    return sum.getResult(0);
  }

  /// For each bin, the number of elements that are equal to it, as numbers
  /// without sign.
  void countByBin(OpBuilder &builder, tile::HistogramOp op, Value bins) {
    Location loc = op.getLoc();
    auto source = cast<VectorType>(op.getSource().getType());
    Value values = op.getSource();
    if (source.getElementTypeBitWidth() < 32) {
      source = source.clone(builder.getI32Type());
      values = arith::ExtUIOp::create(builder, loc, source, values);
    }
    forEachElement(builder, loc, cast<MemRefType>(bins.getType()).getShape(), [&](ValueRange at) {
      Value bin = arith::IndexCastOp::create(builder, loc, source.getElementType(), at[0]);
      Value on =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, values, inAllElements(builder, bin, source));
      if (op.getMask())
        on = arith::AndIOp::create(builder, loc, on, op.getMask());
      Value sum = count(builder, loc, on);
      Type element = getElementTypeOrSelf(op.getType());
      if (element.getIntOrFloatBitWidth() < 32)
        sum = arith::TruncIOp::create(builder, loc, element, sum);
      else if (element != sum.getType())
        sum = arith::ExtUIOp::create(builder, loc, element, sum);
      storeElement(builder, loc, sum, bins, at);
    });
  }

  /// For each element, one more in its bin, if there is such a bin.
  void countByElement(OpBuilder &builder, tile::HistogramOp op, Value bins) {
    Location loc = op.getLoc();
    auto source = cast<VectorType>(op.getSource().getType()), type = cast<VectorType>(op.getType());
    Value values = inBuffer(builder, op.getSource(), space);
    Value mask = op.getMask() ? inBuffer(builder, op.getMask(), space) : Value();
    writeTile(builder, loc, arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type)), bins);
    forEachElement(builder, loc, source.getShape(), [&](ValueRange at) {
      Value value = loadElement(builder, loc, values, at, source.getElementType());
      Value bin = arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), value);
      Value end = arith::ConstantIndexOp::create(builder, loc, type.getNumElements());
      Value on = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, bin, end);
      if (mask)
        on = arith::AndIOp::create(builder, loc, on, loadElement(builder, loc, mask, at, builder.getI1Type()));
      auto counts = scf::IfOp::create(builder, loc, on, /*withElseRegion=*/false);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(counts.thenBlock());
      Value before = loadElement(builder, loc, bins, bin, type.getElementType());
      Value one = arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type.getElementType(), 1));
      storeElement(builder, loc, arith::AddIOp::create(builder, loc, before, one), bins, bin);
    });
  }

  void expand(tile::HistogramOp op) {
    OpBuilder builder(op);
    auto type = cast<VectorType>(op.getType());
    Value bins = allocateTile(builder, op.getLoc(), type, space);
    if (type.getNumElements() <= wholeTileBins)
      countByBin(builder, op, bins);
    else
      countByElement(builder, op, bins);
    op.replaceAllUsesWith(readTile(builder, op.getLoc(), type, bins));
    op.erase();
  }

  void runOnOperation() override {
    for (tile::HistogramOp op : opsToExpand<tile::HistogramOp>(getOperation(), keep))
      expand(op);
  }
};

} // namespace
