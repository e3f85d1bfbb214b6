// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-transposes: what was a column becomes a row, which slicing can read
// only from a buffer.

#include "core/staging/Expansion.h"
#include "core/staging/Passes.h"
#include "kiln/tile/Buffers.h"

namespace kiln::staging {
#define GEN_PASS_DEF_EXPANDTRANSPOSESPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

struct ExpandTransposes : staging::impl::ExpandTransposesPassBase<ExpandTransposes> {
  using ExpandTransposesPassBase::ExpandTransposesPassBase;

  /// The dimensions with more than one element stay in their order.
  static bool movesUnitsOnly(vector::TransposeOp op) {
    SmallVector<int64_t> moved = llvm::filter_to_vector(
        op.getPermutation(), [&](int64_t d) { return op.getSourceVectorType().getDimSize(d) != 1; });
    return llvm::is_sorted(moved);
  }

  static bool movesMinor(vector::TransposeOp op) {
    VectorType type = op.getResultVectorType();
    return type.getRank() > 0 && op.getPermutation().back() != type.getRank() - 1 && type.getShape().back() != 1;
  }

  /// In memory a boolean is a byte, so bytes are what is transposed.
  void expand(vector::TransposeOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    VectorType type = op.getSourceVectorType(), result = op.getResultVectorType();
    Value buffer = inBuffer(builder, op.getVector(), space);
    Type stored = cast<MemRefType>(buffer.getType()).getElementType();
    Value tile = readTile(builder, loc, VectorType::get(type.getShape(), stored), buffer);
    tile = vector::TransposeOp::create(builder, loc, tile, op.getPermutation());
    op.replaceAllUsesWith(tile::fromMemory(builder, loc, tile, result.getElementType()));
    op.erase();
  }

  void runOnOperation() override {
    for (auto op : opsToExpand<vector::TransposeOp>(getOperation(), keep)) {
      if (movesUnitsOnly(op)) {
        OpBuilder builder(op);
        op.replaceAllUsesWith(
            vector::ShapeCastOp::create(builder, op.getLoc(), op.getResultVectorType(), op.getVector()).getResult());
        op.erase();
      } else if (movesMinor(op)) {
        expand(op);
      }
    }
  }
};

} // namespace
