// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-lane-reductions: reductions over the lanes of native vectors, for
// combiners that a target has no instruction for.

#include "core/layout/Combiner.h"
#include "core/layout/Passes.h"

namespace kiln::layout {
#define GEN_PASS_DEF_EXPANDLANEREDUCTIONSPASS
#include "core/layout/Passes.h.inc"
} // namespace kiln::layout

using namespace mlir;
using namespace kiln;
using namespace kiln::layout;

namespace {

struct ExpandLaneReductions : layout::impl::ExpandLaneReductionsPassBase<ExpandLaneReductions> {
  using ExpandLaneReductionsPassBase::ExpandLaneReductionsPassBase;

  bool stays(tile::ReduceOp op) {
    if (widestElement(op.getInputs()) <= widerThan)
      return true;
    return isKept(keep, op.getCombiner());
  }

  /// Steps 1, 2, 4, ..: lane i then holds lanes i to i + 2^k - 1, in order, as
  /// far as they exist; only lane 0 counts. It needs a power of two of lanes.
  LogicalResult expand(tile::ReduceOp op) {
    auto type = cast<VectorType>(op.getInputs()[0].getType());
    int64_t lanes = type.getNumElements();
    if (type.getRank() != 1 || !llvm::isPowerOf2_64(lanes))
      return op.emitError() << "a reduction over " << lanes << " lanes of " << type
                            << " cannot be expanded; lanes have to be a power of two";
    OpBuilder builder(op);
    SmallVector<Value> values(op.getInputs());
    for (int64_t distance = 1; distance < lanes; distance *= 2) {
      SmallVector<Value> shifted;
      for (Value value : values)
        shifted.push_back(shiftLanes(builder, op.getLoc(), value, distance));
      values = combineLanes(builder, op.getCombiner(), values, shifted);
      if (values.empty())
        return failure();
    }
    for (auto [result, value] : llvm::zip(op.getResults(), values))
      result.replaceAllUsesWith(vector::ExtractOp::create(builder, op.getLoc(), value, int64_t(0)));
    op.erase();
    return success();
  }

  void runOnOperation() override {
    SmallVector<tile::ReduceOp> reductions;
    getOperation().walk([&](tile::ReduceOp op) {
      if (!stays(op))
        reductions.push_back(op);
    });
    for (tile::ReduceOp op : reductions)
      if (failed(expand(op)))
        return signalPassFailure();
  }
};

} // namespace
