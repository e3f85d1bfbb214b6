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

  /// `values` combined with `others`, `distance` lanes further on; empty where
  /// the combiner has no form for lanes.
  SmallVector<Value> combineShifted(OpBuilder &builder, tile::ReduceOp op, ArrayRef<Value> values,
                                    ArrayRef<Value> others, int64_t distance) {
    SmallVector<Value> shifted;
    for (Value value : others)
      shifted.push_back(shiftLanes(builder, op.getLoc(), value, distance));
    return combineLanes(builder, op.getCombiner(), values, shifted);
  }

  /// Steps 1, 2, 4, ..: lane i then holds lanes i to i + 2^k - 1, in order, as
  /// far as they exist; only lane 0 counts. Where the lanes are no power of two,
  /// the runs that the lower bits of their number stand for follow the longest.
  LogicalResult expand(tile::ReduceOp op) {
    auto type = cast<VectorType>(op.getInputs()[0].getType());
    if (type.getRank() != 1)
      return op.emitError() << "a reduction of " << type << " cannot be expanded; expected one dimension";
    OpBuilder builder(op);
    int64_t lanes = type.getNumElements();
    SmallVector<SmallVector<Value>> runs = {SmallVector<Value>(op.getInputs())};
    for (int64_t distance = 1; distance * 2 <= lanes; distance *= 2) {
      runs.push_back(combineShifted(builder, op, runs.back(), runs.back(), distance));
      if (runs.back().empty())
        return failure();
    }
    SmallVector<Value> values = runs.back();
    int64_t done = int64_t(1) << (runs.size() - 1);
    for (int64_t k = int64_t(runs.size()) - 2; k >= 0; --k) {
      if (!((lanes >> k) & 1))
        continue;
      values = combineShifted(builder, op, values, runs[k], done);
      if (values.empty())
        return failure();
      done += int64_t(1) << k;
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
