// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-contractions: a sum over k of columns times rows, each a product of
// whole tiles, in ascending k and in the accumulator's type as the reference
// does it. The fallback for products that no target has planned.

#include "core/staging/Expansion.h"
#include "core/staging/Passes.h"

namespace kiln::staging {
#define GEN_PASS_DEF_EXPANDCONTRACTIONSPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

struct ExpandContractions : staging::impl::ExpandContractionsPassBase<ExpandContractions> {
  using ExpandContractionsPassBase::ExpandContractionsPassBase;

  /// `value` with elements of the accumulator's type.
  static Value converted(OpBuilder &builder, Location loc, Value value, Type element) {
    auto from = cast<VectorType>(value.getType());
    VectorType to = from.clone(element);
    unsigned width = from.getElementTypeBitWidth(), wanted = element.getIntOrFloatBitWidth();
    if (from == to)
      return value;
    if (isa<FloatType>(element) && width < wanted)
      return arith::ExtFOp::create(builder, loc, to, value);
    // Two formats of one width have a common wider one.
    if (isa<FloatType>(element) && width == wanted)
      return converted(builder, loc, converted(builder, loc, value, builder.getF32Type()), element);
    if (isa<FloatType>(element))
      return arith::TruncFOp::create(builder, loc, to, value);
    if (width < wanted)
      return arith::ExtSIOp::create(builder, loc, to, value);
    return arith::TruncIOp::create(builder, loc, to, value);
  }

  /// Formats that take a dozen ops to decode are decoded once, not in each product.
  static Value decoded(OpBuilder &builder, Location loc, Value operand, Type element) {
    Type own = getElementTypeOrSelf(operand);
    return isa<FloatType>(own) && own.getIntOrFloatBitWidth() < 16 ? converted(builder, loc, operand, element)
                                                                   : operand;
  }

  /// Slice `k` of a buffer along `dimension`, in every element of the result.
  static Value spread(OpBuilder &builder, Location loc, Value buffer, int64_t dimension, Value k, VectorType result) {
    SmallVector<int64_t> sizes(cast<MemRefType>(buffer.getType()).getShape()), strides(sizes.size(), 1);
    SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
    sizes[dimension] = 1;
    offsets[dimension] = k;
    Value part = partOf(builder, loc, buffer, offsets, sizes, strides, sizes);
    Type element = cast<MemRefType>(buffer.getType()).getElementType();
    Value slice = readTile(builder, loc, VectorType::get(sizes, element), part);
    return converted(builder, loc, vector::BroadcastOp::create(builder, loc, result.clone(element), slice),
                     result.getElementType());
  }

  /// A target may leave the product unrounded: the bound of a product allows it.
  static Value addProduct(OpBuilder &builder, Location loc, Value sum, Value a, Value b) {
    if (isa<IntegerType>(getElementTypeOrSelf(sum)))
      return arith::AddIOp::create(builder, loc, sum, arith::MulIOp::create(builder, loc, a, b));
    auto fuses = arith::FastMathFlags::contract;
    Value product = arith::MulFOp::create(builder, loc, a, b, fuses);
    return arith::AddFOp::create(builder, loc, sum, product, fuses);
  }

  void expand(tile::DotOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    auto type = cast<VectorType>(op.getType());
    Type element = type.getElementType();
    int64_t rank = type.getRank(), depth = cast<VectorType>(op.getLhs().getType()).getShape().back();
    Value lhs = inBuffer(builder, decoded(builder, loc, op.getLhs(), element), space);
    Value rhs = inBuffer(builder, decoded(builder, loc, op.getRhs(), element), space);
    Value sums = spillTile(builder, loc, op.getInit(), space);
    forEachElement(builder, loc, {depth}, [&](ValueRange k) {
      Value a = spread(builder, loc, lhs, rank - 1, k[0], type), b = spread(builder, loc, rhs, rank - 2, k[0], type);
      Value sum = readTile(builder, loc, type, sums);
      writeTile(builder, loc, addProduct(builder, loc, sum, a, b), sums);
    });
    op.replaceAllUsesWith(readTile(builder, loc, type, sums));
    op.erase();
  }

  void runOnOperation() override {
    for (tile::DotOp op : opsToExpand<tile::DotOp>(getOperation(), keep))
      expand(op);
  }
};

} // namespace
