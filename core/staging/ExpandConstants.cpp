// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-constants: constant tiles with an element of their own in every lane. A
// sequence at equal distances is computed from lane numbers, any other lies in a
// buffer that is filled at the beginning.

#include "core/staging/Expansion.h"
#include "core/staging/Passes.h"

namespace kiln::staging {
#define GEN_PASS_DEF_EXPANDCONSTANTSPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

/// Elements from `first` on, `count` of them, that are the same.
struct Run {
  int64_t first, count;
  Attribute value;
};

SmallVector<Run> runsOf(DenseElementsAttr elements) {
  SmallVector<Run> runs;
  for (auto [i, value] : llvm::enumerate(elements.getValues<Attribute>())) {
    if (runs.empty() || runs.back().value != value)
      runs.push_back({static_cast<int64_t>(i), 0, value});
    ++runs.back().count;
  }
  return runs;
}

struct ExpandConstants : staging::impl::ExpandConstantsPassBase<ExpandConstants> {
  using ExpandConstantsPassBase::ExpandConstantsPassBase;

  /// first + lane * distance, or null where the elements are not at one distance.
  static Value asSequence(OpBuilder &builder, Location loc, DenseElementsAttr elements) {
    auto type = cast<VectorType>(elements.getType());
    if (type.getRank() != 1 || !isa<IntegerType>(type.getElementType()) || type.getElementType().isInteger(1))
      return {};
    SmallVector<APInt> values(elements.getValues<APInt>());
    APInt distance = values[1] - values[0];
    for (size_t i = 1; i < values.size(); ++i)
      if (values[i] - values[i - 1] != distance)
        return {};
    auto splat = [&](const APInt &value) {
      return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, value));
    };
    Value lane = vector::StepOp::create(builder, loc, type.clone(builder.getIndexType()));
    Value number = arith::IndexCastOp::create(builder, loc, type, lane);
    Value moved = arith::MulIOp::create(builder, loc, number, splat(distance));
    return arith::AddIOp::create(builder, loc, moved, splat(values[0]));
  }

  LogicalResult expand(arith::ConstantOp op) {
    auto elements = cast<DenseElementsAttr>(op.getValue());
    auto type = cast<VectorType>(op.getType());
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value tile = asSequence(builder, loc, elements);
    if (!tile) {
      SmallVector<Run> runs = runsOf(elements);
      // The code grows with each run.
      if (runs.size() > mostRuns)
        return op.emitError() << "a constant tile with " << runs.size() << " runs of equal elements, but at most "
                              << mostRuns.getValue() << " are written one by one; load it from memory";
      Value buffer = allocateTile(builder, loc, type, space);
      Value row = inRow(builder, loc, buffer);
      for (const Run &run : runs)
        write(builder, loc, run, type.getElementType(), row);
      tile = readTile(builder, loc, type, buffer);
    }
    op.replaceAllUsesWith(tile);
    op.erase();
    return success();
  }

  static void write(OpBuilder &builder, Location loc, const Run &run, Type element, Value row) {
    OpFoldResult first = builder.getIndexAttr(run.first);
    if (run.count == 1) {
      Value value = arith::ConstantOp::create(builder, loc, cast<TypedAttr>(run.value));
      return storeElement(builder, loc, value, row,
                          arith::ConstantIndexOp::create(builder, loc, run.first).getResult());
    }
    auto same = DenseElementsAttr::get(VectorType::get({run.count}, element), run.value);
    writeTile(builder, loc, arith::ConstantOp::create(builder, loc, same),
              partOf(builder, loc, row, first, run.count, int64_t(1), run.count));
  }

  void runOnOperation() override {
    for (auto op : opsToExpand<arith::ConstantOp>(getOperation(), keep)) {
      auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
      if (elements && isa<VectorType>(op.getType()) && !elements.isSplat() && failed(expand(op)))
        return signalPassFailure();
    }
  }
};

} // namespace
