// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-runs: a loop over the runs of a gather or scatter, with a copy for each.

#include "core/staging/Expansion.h"
#include "core/staging/Passes.h"
#include "kiln/tile/Buffers.h"

namespace kiln::staging {
#define GEN_PASS_DEF_EXPANDRUNSPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

/// What both ops have in common; `tile` is in a buffer.
struct Runs {
  Value buffer, pointer, offset, indices, low, high, mask;
};

template <typename OpT>
Runs runsOf(OpT op, Value buffer) {
  return {buffer, op.getPointer(), op.getOffset(), op.getRuns(), op.getLow(), op.getHigh(), op.getMask()};
}

struct ExpandRuns : staging::impl::ExpandRunsPassBase<ExpandRuns> {
  using ExpandRunsPassBase::ExpandRunsPassBase;

  /// The run of device memory at `pointer` + `offset` + the index at `at`.
  static Value runInMemory(OpBuilder &builder, Location loc, const Runs &runs, Value indices, ValueRange at,
                           VectorType tile) {
    Type i64 = builder.getI64Type();
    Value index = loadElement(builder, loc, indices, at, getElementTypeOrSelf(runs.indices.getType()));
    if (index.getType() != i64)
      index = arith::ExtSIOp::create(builder, loc, i64, index);
    Value start = arith::AddIOp::create(builder, loc, runs.offset, index);
    auto layout = StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, {ShapedType::kDynamic});
    auto space = tile::SpaceAttr::get(builder.getContext(), cast<tile::PtrType>(runs.pointer.getType()).getSpace());
    auto type = MemRefType::get(tile.getShape().back(), tile.getElementType(), layout, space);
    Value one = arith::ConstantIntOp::create(builder, loc, i64, 1);
    return tile::ViewOp::create(builder, loc, type, runs.pointer, start, ValueRange(one));
  }

  /// A copy for each run; into the buffer with zeros in lanes that are off.
  void copyEach(OpBuilder &builder, Location loc, const Runs &runs, VectorType tile, bool toChip) {
    Value indices = inBuffer(builder, runs.indices, space);
    Value mask = runs.mask ? inBuffer(builder, runs.mask, space) : Value();
    Value fill = toChip ? tile::unusedPadding(builder, loc, tile.getElementType()) : Value();
    forEachElement(builder, loc, tile.getShape().drop_back(), [&](ValueRange at) {
      Value device = runInMemory(builder, loc, runs, indices, at, tile), high = runs.high;
      if (mask) {
        Value isOn = loadElement(builder, loc, mask, at, builder.getI1Type());
        Value none = arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), 0);
        high = arith::SelectOp::create(builder, loc, isOn, high, none);
      }
      SmallVector<OpFoldResult> offsets(at.begin(), at.end());
      offsets.push_back(builder.getIndexAttr(0));
      SmallVector<int64_t> sizes(tile.getRank(), 1), ones(tile.getRank(), 1);
      sizes.back() = tile.getShape().back();
      Value chip = partOf(builder, loc, runs.buffer, offsets, sizes, ones, sizes.back());
      tile::CopyOp::create(builder, loc, toChip ? device : chip, toChip ? chip : device, runs.low, high, fill);
    });
  }

  void expand(tile::GatherRunsOp op) {
    OpBuilder builder(op);
    auto type = cast<VectorType>(op.getType());
    Value buffer = allocateTile(builder, op.getLoc(), type, space);
    copyEach(builder, op.getLoc(), runsOf(op, buffer), type, /*toChip=*/true);
    op.replaceAllUsesWith(readTile(builder, op.getLoc(), type, buffer));
    op.erase();
  }

  void expand(tile::ScatterRunsOp op) {
    OpBuilder builder(op);
    Value buffer = inBuffer(builder, op.getValue(), space);
    copyEach(builder, op.getLoc(), runsOf(op, buffer), cast<VectorType>(op.getValue().getType()), /*toChip=*/false);
    op.erase();
  }

  void runOnOperation() override {
    for (tile::GatherRunsOp op : opsToExpand<tile::GatherRunsOp>(getOperation(), keep))
      expand(op);
    for (tile::ScatterRunsOp op : opsToExpand<tile::ScatterRunsOp>(getOperation(), keep))
      expand(op);
  }
};

} // namespace
