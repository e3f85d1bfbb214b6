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
    StringRef combiner = singleCombiner(op.getCombiner());
    return !combiner.empty() && llvm::is_contained(keep, combiner.str());
  }

  /// True in the lanes that have one `distance` before them (after them, in
  /// reverse).
  static Value hasPartner(OpBuilder &builder, Location loc, int64_t lanes, int64_t distance, bool reverse) {
    auto type = VectorType::get({lanes}, builder.getIndexType());
    Value lane = vector::StepOp::create(builder, loc, type);
    auto limit = DenseElementsAttr::get(type, builder.getIndexAttr(reverse ? lanes - distance : distance));
    return arith::CmpIOp::create(builder, loc, reverse ? arith::CmpIPredicate::slt : arith::CmpIPredicate::sge, lane,
                                 arith::ConstantOp::create(builder, loc, limit));
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
      Value has = hasPartner(builder, loc, lanes, distance, op.getReverse());
      for (auto [value, with] : llvm::zip(values, combined))
        value = arith::SelectOp::create(builder, loc, has, with, value);
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
