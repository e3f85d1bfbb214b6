// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-columns: columns of buffers, an element at a time.

#include "core/layout/Passes.h"

namespace kiln::layout {
#define GEN_PASS_DEF_EXPANDCOLUMNSPASS
#include "core/layout/Passes.h.inc"
} // namespace kiln::layout

using namespace mlir;
using namespace kiln;

namespace {

struct ExpandColumns : layout::impl::ExpandColumnsPassBase<ExpandColumns> {
  using ExpandColumnsPassBase::ExpandColumnsPassBase;

  /// The indices of lane `lane`.
  template <typename TransferOp>
  static SmallVector<Value> indicesOf(OpBuilder &builder, TransferOp op, int64_t lane) {
    SmallVector<Value> at(op.getIndices());
    Value &index = at[op.getPermutationMap().getDimPosition(0)];
    Value distance = arith::ConstantIndexOp::create(builder, op.getLoc(), lane);
    index = arith::AddIOp::create(builder, op.getLoc(), index, distance);
    return at;
  }

  static void expand(vector::TransferReadOp op) {
    OpBuilder builder(op);
    SmallVector<Value> elements;
    for (int64_t lane = 0; lane < op.getVectorType().getNumElements(); ++lane)
      elements.push_back(memref::LoadOp::create(builder, op.getLoc(), op.getBase(), indicesOf(builder, op, lane)));
    op.replaceAllUsesWith(
        vector::FromElementsOp::create(builder, op.getLoc(), op.getVectorType(), elements).getResult());
    op.erase();
  }

  static void expand(vector::TransferWriteOp op) {
    OpBuilder builder(op);
    for (int64_t lane = 0; lane < op.getVectorType().getNumElements(); ++lane) {
      Value element = vector::ExtractOp::create(builder, op.getLoc(), op.getValueToStore(), lane);
      memref::StoreOp::create(builder, op.getLoc(), element, op.getBase(), indicesOf(builder, op, lane));
    }
    op.erase();
  }

  template <typename TransferOp>
  static bool isColumn(TransferOp op) {
    AffineMap map = op.getPermutationMap();
    return map.getNumResults() == 1 && isa<AffineDimExpr>(map.getResult(0)) && !op.getMask() &&
           !op.hasOutOfBoundsDim() && isa<MemRefType>(op.getBase().getType());
  }

  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (auto read = dyn_cast<vector::TransferReadOp>(op); read && isColumn(read))
        expand(read);
      else if (auto write = dyn_cast<vector::TransferWriteOp>(op); write && isColumn(write))
        expand(write);
    });
  }
};

} // namespace
