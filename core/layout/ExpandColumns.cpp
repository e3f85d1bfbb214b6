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

  static void expand(vector::TransferReadOp op) {
    OpBuilder builder(op);
    unsigned dimension = op.getPermutationMap().getDimPosition(0);
    SmallVector<Value> elements, at(op.getIndices());
    for (int64_t lane = 0; lane < op.getVectorType().getNumElements(); ++lane) {
      Value distance = arith::ConstantIndexOp::create(builder, op.getLoc(), lane);
      at[dimension] = arith::AddIOp::create(builder, op.getLoc(), op.getIndices()[dimension], distance);
      elements.push_back(memref::LoadOp::create(builder, op.getLoc(), op.getBase(), at));
    }
    op.replaceAllUsesWith(
        vector::FromElementsOp::create(builder, op.getLoc(), op.getVectorType(), elements).getResult());
    op.erase();
  }

  void runOnOperation() override {
    getOperation().walk([](vector::TransferReadOp op) {
      AffineMap map = op.getPermutationMap();
      if (map.getNumResults() == 1 && isa<AffineDimExpr>(map.getResult(0)) && !op.getMask() &&
          !op.hasOutOfBoundsDim() && isa<MemRefType>(op.getBase().getType()))
        expand(op);
    });
  }
};

} // namespace
