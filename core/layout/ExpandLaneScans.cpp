// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-lane-scans: scans over the lanes of native vectors, for combiners that
// a target has no instruction for.

#include "core/layout/Combiner.h"
#include "core/layout/Passes.h"

namespace kiln::layout {
#define GEN_PASS_DEF_EXPANDLANESCANSPASS
#include "core/layout/Passes.h.inc"
} // namespace kiln::layout

using namespace mlir;
using namespace kiln;
using namespace kiln::layout;

namespace {

struct ExpandLaneScans : layout::impl::ExpandLaneScansPassBase<ExpandLaneScans> {
  using ExpandLaneScansPassBase::ExpandLaneScansPassBase;

  bool stays(tile::ScanOp op) {
    if (widestElement(op.getInputs()) <= widerThan)
      return true;
    return isKept(keep, op.getCombiner());
  }

  /// True in the first `count` lanes.
  static Value firstLanes(OpBuilder &builder, Location loc, int64_t lanes, int64_t count) {
    Value low = arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), 0);
    Value high = arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), count);
    return tile::BoxMaskOp::create(builder, loc, VectorType::get({lanes}, builder.getI1Type()), low, high);
  }

  LogicalResult expand(tile::ScanOp op) {
    auto type = cast<VectorType>(op.getInputs()[0].getType());
    if (type.getRank() != 1)
      return op.emitError() << "a scan of " << type << " is not one of a native vector";
    OpBuilder builder(op);
    Location loc = op.getLoc();
    int64_t lanes = type.getNumElements();
    SmallVector<Value> values(op.getInputs());
    for (int64_t distance = 1; distance < lanes; distance *= 2) {
      SmallVector<Value> partners;
      for (Value value : values)
        partners.push_back(shiftLanes(builder, loc, value, op.getReverse() ? distance : -distance));
      SmallVector<Value> combined = combineLanes(builder, op.getCombiner(), partners, values);
      if (combined.empty())
        return failure();
      // The first lanes have no partner; in reverse, all but the last ones have.
      Value first = firstLanes(builder, loc, lanes, op.getReverse() ? lanes - distance : distance);
      for (auto [value, with] : llvm::zip(values, combined))
        value = op.getReverse() ? arith::SelectOp::create(builder, loc, first, with, value)
                                : arith::SelectOp::create(builder, loc, first, value, with);
    }
    op->replaceAllUsesWith(values);
    op.erase();
    return success();
  }

  void runOnOperation() override {
    SmallVector<tile::ScanOp> scans;
    getOperation().walk([&](tile::ScanOp op) {
      if (!stays(op))
        scans.push_back(op);
    });
    for (tile::ScanOp op : scans)
      if (failed(expand(op)))
        return signalPassFailure();
  }
};

} // namespace
