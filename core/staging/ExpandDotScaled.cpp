// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-dot-scaled: both operands become f32, each element times its scale;
// what is left is a tile.dot.

#include "core/staging/Expansion.h"
#include "core/staging/Passes.h"

namespace kiln::staging {
#define GEN_PASS_DEF_EXPANDDOTSCALEDPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

/// A format of up to eight bits in which every pattern is finite.
struct SmallFormat {
  unsigned fraction, bias, width;
};

std::optional<SmallFormat> smallFormat(tile::ScaledFormat format) {
  switch (format) {
  case tile::ScaledFormat::E2M1:
    return SmallFormat{1, 1, 4};
  case tile::ScaledFormat::E2M3:
    return SmallFormat{3, 1, 6};
  case tile::ScaledFormat::E3M2:
    return SmallFormat{2, 3, 6};
  default:
    return std::nullopt;
  }
}

/// Ops on whole tiles at one place.
class Decoder {
public:
  Decoder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  /// The elements of an operand as f32. `minor`: two elements of a byte are
  /// neighbours along the minor dimension, else along the other one.
  Value decode(Value operand, tile::ScaledFormat format, bool minor) {
    if (format == tile::ScaledFormat::E2M1)
      operand = unpack(operand, minor);
    if (std::optional<SmallFormat> small = smallFormat(format))
      return decodeSmall(operand, *small);
    auto type = cast<VectorType>(operand.getType());
    if (isa<IntegerType>(type.getElementType()))
      operand = arith::BitcastOp::create(builder, loc, type.clone(elementOf(format)), operand);
    return arith::ExtFOp::create(builder, loc, type.clone(builder.getF32Type()), operand);
  }

  /// `scales` has a row for each row of the left or column of the right operand;
  /// the result is one for each of its elements, of `shape`.
  Value spreadScales(Value scales, ArrayRef<int64_t> shape, bool isLeft) {
    auto type = cast<VectorType>(scales.getType());
    int64_t rows = type.getDimSize(0), groups = type.getDimSize(1);
    VectorType f32 = type.clone(builder.getF32Type());
    scales = isa<IntegerType>(type.getElementType()) ? decodeExponent(scales, f32)
                                                     : arith::ExtFOp::create(builder, loc, f32, scales).getResult();
    int64_t each = shape[isLeft ? 1 : 0] / groups;
    SmallVector<int64_t> one = {rows, groups, 1}, all = {rows, groups, each};
    if (!isLeft) {
      scales = vector::TransposeOp::create(builder, loc, scales, ArrayRef<int64_t>{1, 0});
      one = {groups, 1, rows};
      all = {groups, each, rows};
    }
    scales = reshape(scales, one);
    scales = vector::BroadcastOp::create(builder, loc, VectorType::get(all, f32.getElementType()), scales);
    return reshape(scales, shape);
  }

private:
  Value splat(Type type, int64_t value) {
    auto tile = cast<VectorType>(type);
    return arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(tile, builder.getIntegerAttr(tile.getElementType(), value)));
  }
  Value shiftLeft(Value value, int64_t by) {
    return tile::ShlIOp::create(builder, loc, value, splat(value.getType(), by));
  }
  Value shiftRight(Value value, int64_t by) {
    return tile::ShrUIOp::create(builder, loc, value, splat(value.getType(), by));
  }
  Value masked(Value value, int64_t mask) {
    return arith::AndIOp::create(builder, loc, value, splat(value.getType(), mask));
  }
  Value reshape(Value value, ArrayRef<int64_t> shape) {
    Type element = getElementTypeOrSelf(value.getType());
    return vector::ShapeCastOp::create(builder, loc, VectorType::get(shape, element), value);
  }

  Type elementOf(tile::ScaledFormat format) {
    switch (format) {
    case tile::ScaledFormat::E5M2:
      return builder.getType<Float8E5M2Type>();
    case tile::ScaledFormat::BF16:
      return builder.getBF16Type();
    case tile::ScaledFormat::FP16:
      return builder.getF16Type();
    default:
      return builder.getType<Float8E4M3FNType>();
    }
  }

  /// The element of even index is in the low half of the byte.
  Value unpack(Value bytes, bool minor) {
    auto type = cast<VectorType>(bytes.getType());
    Value low = masked(bytes, 15), high = shiftRight(bytes, 4);
    if (minor)
      return vector::InterleaveOp::create(builder, loc, low, high);
    int64_t rows = type.getDimSize(0), columns = type.getDimSize(1);
    VectorType pairs = VectorType::get({rows, 2, columns}, type.getElementType());
    Value both = ub::PoisonOp::create(builder, loc, pairs);
    for (auto [i, half] : llvm::enumerate(ArrayRef<Value>{low, high}))
      both = vector::InsertStridedSliceOp::create(builder, loc, reshape(half, {rows, 1, columns}), both,
                                                  ArrayRef<int64_t>{0, static_cast<int64_t>(i), 0},
                                                  ArrayRef<int64_t>{1, 1, 1});
    return reshape(both, {2 * rows, columns});
  }

  /// Exponent and fraction moved to their places in an f32 are a number that is
  /// too small by the difference of the biases; subnormal ones too.
  Value decodeSmall(Value bytes, SmallFormat format) {
    auto type = cast<VectorType>(bytes.getType());
    VectorType i32 = type.clone(builder.getI32Type()), f32 = type.clone(builder.getF32Type());
    Value bits = arith::ExtUIOp::create(builder, loc, i32, bytes);
    Value magnitude = masked(bits, (1 << (format.width - 1)) - 1);
    Value moved = shiftLeft(magnitude, 23 - format.fraction);
    FloatAttr factor = builder.getF32FloatAttr(std::ldexp(1.0f, 127 - static_cast<int>(format.bias)));
    Value scale = arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(f32, Attribute(factor)));
    Value value = arith::MulFOp::create(builder, loc, arith::BitcastOp::create(builder, loc, f32, moved), scale);
    Value sign = shiftLeft(masked(shiftRight(bits, format.width - 1), 1), 31);
    Value signedBits = arith::OrIOp::create(builder, loc, arith::BitcastOp::create(builder, loc, i32, value), sign);
    return arith::BitcastOp::create(builder, loc, f32, signedBits);
  }

  /// e8m0: 2^(s - 127), where 0 gives a subnormal f32 and 255 is NaN.
  Value decodeExponent(Value bytes, VectorType f32) {
    constexpr int64_t least = 0x00400000, nan = 0x7fc00000, nanExponent = 255;
    VectorType i32 = f32.clone(builder.getI32Type());
    Value exponent = arith::ExtUIOp::create(builder, loc, i32, bytes);
    Value bits = shiftLeft(exponent, 23);
    for (auto [at, instead] : {std::pair(int64_t(0), least), std::pair(nanExponent, nan)}) {
      Value is = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, exponent, splat(i32, at));
      bits = arith::SelectOp::create(builder, loc, is, splat(i32, instead), bits);
    }
    return arith::BitcastOp::create(builder, loc, f32, bits);
  }

  OpBuilder &builder;
  Location loc;
};

struct ExpandDotScaled : staging::impl::ExpandDotScaledPassBase<ExpandDotScaled> {
  using ExpandDotScaledPassBase::ExpandDotScaledPassBase;

  Value scaled(OpBuilder &builder, Location loc, Value values, Value scales, bool isLeft) {
    if (!scales)
      return values;
    Value spread = Decoder(builder, loc).spreadScales(scales, cast<VectorType>(values.getType()).getShape(), isLeft);
    return arith::MulFOp::create(builder, loc, values, spread);
  }

  void expand(tile::DotScaledOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Decoder decoder(builder, loc);
    Value lhs = decoder.decode(op.getLhs(), op.getLhsFormat(), !op.getLhsNotPackedAlongK());
    Value rhs = decoder.decode(op.getRhs(), op.getRhsFormat(), op.getRhsNotPackedAlongK());
    lhs = scaled(builder, loc, lhs, op.getLhsScale(), /*isLeft=*/true);
    rhs = scaled(builder, loc, rhs, op.getRhsScale(), /*isLeft=*/false);
    op.replaceAllUsesWith(tile::DotOp::create(builder, loc, lhs, rhs, op.getInit(), tile::Precision::Ieee).getResult());
    op.erase();
  }

  void runOnOperation() override {
    for (tile::DotScaledOp op : opsToExpand<tile::DotScaledOp>(getOperation(), keep))
      expand(op);
  }
};

} // namespace
