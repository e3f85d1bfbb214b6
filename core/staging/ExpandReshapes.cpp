// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-reshapes: the elements of a contiguous buffer are in row-major order,
// so another shape is another view of it.

#include "core/staging/Expansion.h"
#include "core/staging/Passes.h"

namespace kiln::staging {
#define GEN_PASS_DEF_EXPANDRESHAPESPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

struct ExpandReshapes : staging::impl::ExpandReshapesPassBase<ExpandReshapes> {
  using ExpandReshapesPassBase::ExpandReshapesPassBase;

  /// Unit dimensions come and go without a view, but a row of elements has to
  /// stay a row of elements.
  static bool keepsRows(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
    auto isLong = [](int64_t extent) { return extent != 1; };
    bool unitsOnly = llvm::equal(llvm::make_filter_range(from, isLong), llvm::make_filter_range(to, isLong));
    bool isRow = !to.empty() && to.back() != 1;
    return unitsOnly && (!isRow || (!from.empty() && from.back() == to.back()));
  }

  static Value inShape(OpBuilder &builder, Location loc, Value buffer, ArrayRef<int64_t> shape) {
    if (cast<MemRefType>(buffer.getType()).getRank() == 0)
      return memref::ExpandShapeOp::create(builder, loc, shape, buffer, ArrayRef<ReassociationIndices>());
    Value row = inRow(builder, loc, buffer);
    if (shape.empty())
      return memref::CollapseShapeOp::create(builder, loc, row, ArrayRef<ReassociationIndices>());
    if (shape.size() == 1)
      return row;
    SmallVector<ReassociationIndices> all = {llvm::to_vector(llvm::seq<int64_t>(shape.size()))};
    return memref::ExpandShapeOp::create(builder, loc, shape, row, all);
  }

  void expand(vector::ShapeCastOp op) {
    OpBuilder builder(op);
    VectorType type = op.getResultVectorType();
    Value buffer = inBuffer(builder, op.getSource(), space);
    Value view = inShape(builder, op.getLoc(), buffer, type.getShape());
    op.replaceAllUsesWith(readTile(builder, op.getLoc(), type, view));
    op.erase();
  }

  void runOnOperation() override {
    for (auto op : opsToExpand<vector::ShapeCastOp>(getOperation(), keep))
      if (!keepsRows(op.getSourceVectorType().getShape(), op.getResultVectorType().getShape()))
        expand(op);
  }
};

} // namespace
