// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-narrow-floats: arithmetic on floats below 32 bits, for machines that
// have none. What a format is, its semantics in LLVM say: precision, exponents,
// infinities. No format is special here but by those.

#include "core/lowering/Passes.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace kiln::lowering {
#define GEN_PASS_DEF_EXPANDNARROWFLOATSPASS
#include "core/lowering/Passes.h.inc"
} // namespace kiln::lowering

using namespace mlir;
using namespace kiln;

namespace {

FloatType floatOf(Type type) { return dyn_cast<FloatType>(getElementTypeOrSelf(type)); }

bool isNarrow(Type type) {
  FloatType element = floatOf(type);
  return element && element.getWidth() < 32;
}

std::string nameOf(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return name;
}

/// The bits and numbers that describe a float format.
struct Format {
  explicit Format(FloatType type)
      : semantics(type.getFloatSemantics()), width(type.getWidth()),
        fraction(llvm::APFloat::semanticsPrecision(semantics) - 1),
        bias(1 - llvm::APFloat::semanticsMinExponent(semantics)), hasInf(llvm::APFloat::semanticsHasInf(semantics)) {}

  uint64_t largest() const { return bits(llvm::APFloat::getLargest(semantics)); }
  uint64_t nan() const { return bits(llvm::APFloat::getQNaN(semantics)); }
  uint64_t infinity() const {
    return bits(hasInf ? llvm::APFloat::getInf(semantics) : llvm::APFloat::getQNaN(semantics));
  }
  /// The formats whose NaN is the pattern of -0 have no -0.
  bool hasNegativeZero() const { return nan() != uint64_t(1) << (width - 1); }

  const llvm::fltSemantics &semantics;
  unsigned width, fraction;
  int bias;
  bool hasInf;

private:
  static uint64_t bits(const llvm::APFloat &value) { return value.bitcastToAPInt().getZExtValue(); }
};

/// What lies beyond a format becomes.
enum class Overflow { Infinite, Largest };

/// Conversions on scalars or vectors, as integer arithmetic on bits.
class FloatCaster {
public:
  FloatCaster(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  /// The same value as f32; exact.
  Value widen(Value value) {
    FloatType from = floatOf(value.getType());
    if (from.getWidth() >= 32)
      return value;
    like = tile::withElementType(value.getType(), builder.getI32Type());
    return widenBits(arith::ExtUIOp::create(builder, loc, like, toBits(value)), from);
  }

  /// The same for the bits of a `from` in an i32.
  Value widenBits(Value bits, FloatType from) {
    Format format(from), f32(builder.getF32Type());
    like = bits.getType();
    Value magnitude = andi(bits, number((uint64_t(1) << (format.width - 1)) - 1));
    // As bits of f32 the exponent is too small by the difference of the biases.
    Value moved = shl(magnitude, f32.fraction - format.fraction);
    Value result = moved;
    if (int difference = f32.bias - format.bias) {
      Value scale = real(builder.getF32Type(), std::ldexp(1.0, difference));
      result = toBits(arith::MulFOp::create(builder, loc, fromBits(builder.getF32Type(), moved), scale));
    }
    if (format.hasInf) {
      Value special = arith::OrIOp::create(builder, loc, moved, number(f32.infinity()));
      result = select(compare(arith::CmpIPredicate::uge, magnitude, number(format.infinity())), special, result);
    } else {
      Value isNan = format.hasNegativeZero() ? compare(arith::CmpIPredicate::eq, magnitude, number(format.nan()))
                                             : compare(arith::CmpIPredicate::eq, bits, number(format.nan()));
      result = select(isNan, number(f32.nan()), result);
    }
    Value sign = shl(shr(bits, format.width - 1), 31);
    return fromBits(builder.getF32Type(), arith::OrIOp::create(builder, loc, result, sign));
  }

  /// f32 or f64 rounded once into a narrower format.
  Value narrow(Value value, FloatType to, tile::Rounding rounding, Overflow overflow) {
    Value bits = narrowBits(value, to, rounding, overflow);
    if (getElementTypeOrSelf(bits.getType()).getIntOrFloatBitWidth() != to.getWidth())
      bits = truncated(bits, to.getWidth());
    return fromBits(to, bits);
  }

  Value truncated(Value bits, unsigned width) {
    return arith::TruncIOp::create(builder, loc, tile::withElementType(bits.getType(), builder.getIntegerType(width)),
                                   bits);
  }

  /// The bits of the narrower format, in an integer of the width of `value`.
  Value narrowBits(Value value, FloatType to, tile::Rounding rounding, Overflow overflow) {
    FloatType from = floatOf(value.getType());
    Format wide(from), format(to);
    like = tile::withElementType(value.getType(), builder.getIntegerType(wide.width));
    Value bits = toBits(value), signBit = number(uint64_t(1) << (wide.width - 1));
    Value magnitude = andi(bits, arith::XOrIOp::create(builder, loc, signBit, number(~uint64_t(0))));
    uint64_t smallestNormal = uint64_t(wide.bias + 1 - format.bias) << wide.fraction;
    Value isSmall = compare(arith::CmpIPredicate::ult, magnitude, number(smallestNormal));
    Value result = select(isSmall, narrowSubnormal(from, magnitude, wide, format, rounding),
                          narrowNormal(magnitude, wide, format, rounding));
    Value beyond = number(overflow == Overflow::Largest ? format.largest() : format.infinity());
    if (rounding == tile::Rounding::Zero && overflow == Overflow::Infinite)
      beyond = select(compare(arith::CmpIPredicate::eq, magnitude, number(wide.infinity())), beyond,
                      number(format.largest()));
    result = select(compare(arith::CmpIPredicate::ugt, result, number(format.largest())), beyond, result);
    Value sign = shl(shr(bits, wide.width - 1), format.width - 1);
    Value isNan = compare(arith::CmpIPredicate::ugt, magnitude, number(wide.infinity()));
    if (!format.hasNegativeZero())
      sign = select(compare(arith::CmpIPredicate::eq, result, number(0)), number(0), sign);
    return select(isNan, number(format.nan()), arith::OrIOp::create(builder, loc, result, sign));
  }

  Value toBits(Value value) {
    Type bits = builder.getIntegerType(floatOf(value.getType()).getWidth());
    return arith::BitcastOp::create(builder, loc, tile::withElementType(value.getType(), bits), value);
  }
  Value fromBits(FloatType type, Value bits) {
    return arith::BitcastOp::create(builder, loc, tile::withElementType(bits.getType(), type), bits);
  }

  /// A number in every lane of a value like the last one converted.
  Value real(FloatType type, double value) { return constant(builder.getFloatAttr(type, value)); }

  Value constant(TypedAttr attr) {
    if (auto shaped = dyn_cast<ShapedType>(tile::withElementType(like, attr.getType())))
      return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(shaped, Attribute(attr)));
    return arith::ConstantOp::create(builder, loc, attr);
  }

  /// What `number` makes constants of.
  Type like;

  Value number(uint64_t value) {
    auto type = cast<IntegerType>(getElementTypeOrSelf(like));
    return constant(IntegerAttr::get(type, APInt(type.getWidth(), value, /*isSigned=*/false, /*implicitTrunc=*/true)));
  }
  Value andi(Value a, Value b) { return arith::AndIOp::create(builder, loc, a, b); }
  Value shl(Value value, unsigned count) { return shifted<arith::ShLIOp>(value, count); }
  Value shr(Value value, unsigned count) { return shifted<arith::ShRUIOp>(value, count); }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value select(Value condition, Value a, Value b) { return arith::SelectOp::create(builder, loc, condition, a, b); }

private:
  template <typename OpT>
  Value shifted(Value value, unsigned count) {
    auto op = OpT::create(builder, loc, value, number(count));
    op->setAttr("tile.proof", builder.getStringAttr("const"));
    return op;
  }

  /// The exponent gets the other bias; the fraction is cut, after half a unit (a
  /// bit less where the digit before is even) was added. A carry moves on into
  /// the exponent, as it has to.
  Value narrowNormal(Value magnitude, const Format &wide, const Format &format, tile::Rounding rounding) {
    unsigned cut = wide.fraction - format.fraction;
    Value rounded = magnitude;
    if (rounding == tile::Rounding::Nearest && cut) {
      Value odd = andi(shr(magnitude, cut), number(1));
      Value half = arith::AddIOp::create(builder, loc, odd, number((uint64_t(1) << (cut - 1)) - 1));
      rounded = arith::AddIOp::create(builder, loc, magnitude, half);
    }
    Value rebias = number(uint64_t(wide.bias - format.bias) << wide.fraction);
    return shr(arith::SubIOp::create(builder, loc, rounded, rebias), cut);
  }

  /// Added to a number whose last digit is worth the least subnormal, the value
  /// rounds to a multiple of that; the digits that the sum has more are the result.
  Value narrowSubnormal(FloatType from, Value magnitude, const Format &wide, const Format &format,
                        tile::Rounding rounding) {
    double base = std::ldexp(1.0, 1 - format.bias + static_cast<int>(wide.fraction - format.fraction));
    Value baseReal = real(from, base), value = fromBits(from, magnitude);
    Value sum = arith::AddFOp::create(builder, loc, value, baseReal);
    Value digits = arith::SubIOp::create(builder, loc, toBits(sum), toBits(baseReal));
    if (rounding == tile::Rounding::Nearest)
      return digits;
    Value back = arith::SubFOp::create(builder, loc, sum, baseReal);
    Value up = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT, back, value);
    return select(up, arith::SubIOp::create(builder, loc, digits, number(1)), digits);
  }

  OpBuilder &builder;
  Location loc;
};

class NarrowExpander {
public:
  NarrowExpander(Operation *op, ArrayRef<std::string> keep)
      : op(op), keep(keep), builder(op), caster(builder, op->getLoc()) {}

  /// Ops that compute with formats that do not stay; selects and bitcasts move.
  bool isChosen() {
    // A cast into fp8 saturates, which arith has no word for: it stays with the format.
    if (isa<tile::CastOp>(op)) {
      Type to = op->getResult(0).getType();
      return !(stays(to) && floatOf(to).getWidth() == 8);
    }
    if (!op->hasTrait<OpTrait::Elementwise>() || !isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
        isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(op))
      return false;
    auto goes = [&](Type type) { return isNarrow(type) && !stays(type); };
    return llvm::any_of(op->getOperandTypes(), goes) || llvm::any_of(op->getResultTypes(), goes);
  }

  void expand() {
    if (auto cast = dyn_cast<tile::CastOp>(op))
      return replace(convert(cast.getSource(), cast.getRounding(), saturates(cast.getType())));
    if (isa<arith::ExtFOp, arith::TruncFOp>(op))
      return replace(convert(op->getOperand(0), tile::Rounding::Nearest, Overflow::Infinite));
    if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
      return fromInteger();
    if (isa<arith::NegFOp, math::AbsFOp>(op))
      return changeSign();
    computeWide(isa<math::FmaOp>(op) ? builder.getF64Type() : builder.getF32Type());
  }

private:
  /// The target converts between this format and f32 itself.
  bool stays(Type type) const { return llvm::is_contained(keep, nameOf(getElementTypeOrSelf(type))); }

  Value widen(Value value) {
    if (!isNarrow(value.getType()) || !stays(value.getType()))
      return caster.widen(value);
    return extendTo(value, builder.getF32Type());
  }

  /// Where the target has the format, it rounds to nearest; what the bits were
  /// rounded to otherwise is exact in it.
  Value narrow(Value wide, FloatType to, tile::Rounding rounding, Overflow overflow) {
    if (!isNarrow(to) || !stays(to))
      return caster.narrow(wide, to, rounding, overflow);
    if (rounding != tile::Rounding::Nearest) {
      Value bits = caster.narrowBits(wide, to, rounding, overflow);
      if (!getElementTypeOrSelf(bits.getType()).isInteger(32))
        bits = caster.truncated(bits, 32);
      wide = caster.widenBits(bits, to);
    }
    return arith::TruncFOp::create(builder, op->getLoc(), tile::withElementType(wide.getType(), to), wide);
  }

  void replace(Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }

  static Overflow saturates(Type type) {
    return floatOf(type).getWidth() == 8 ? Overflow::Largest : Overflow::Infinite;
  }

  Value convert(Value source, tile::Rounding rounding, Overflow overflow) {
    FloatType from = floatOf(source.getType()), to = floatOf(op->getResult(0).getType());
    if (from == to)
      return source;
    Value wide = widen(source);
    if (to.getWidth() >= floatOf(wide.getType()).getWidth())
      return extendTo(wide, to);
    return narrow(wide, to, rounding, overflow);
  }

  Value extendTo(Value value, FloatType to) {
    if (floatOf(value.getType()) == to)
      return value;
    return arith::ExtFOp::create(builder, op->getLoc(), tile::withElementType(value.getType(), to), value);
  }

  Value narrowResult(Value wide, Type type) {
    if (!isNarrow(type))
      return wide;
    return narrow(wide, floatOf(type), tile::Rounding::Nearest, Overflow::Infinite);
  }

  /// Every integer of up to 53 bits is a f64. Of a wider one the last bits,
  /// which are far behind those that count, become one that says whether there
  /// were any.
  void fromInteger() {
    Value source = op->getOperand(0);
    unsigned width = getElementTypeOrSelf(source.getType()).getIntOrFloatBitWidth();
    constexpr unsigned exact = 53, dropped = 12;
    if (width > exact) {
      caster.like = source.getType();
      Value low = caster.andi(source, caster.number((uint64_t(1) << dropped) - 1));
      Value some = caster.select(caster.compare(arith::CmpIPredicate::ne, low, caster.number(0)),
                                 caster.number(uint64_t(1) << (dropped - 1)), caster.number(0));
      Value high = arith::SubIOp::create(builder, op->getLoc(), source, low);
      Value sticky = arith::OrIOp::create(builder, op->getLoc(), high, some);
      bool isSigned = isa<arith::SIToFPOp>(op);
      Value magnitude = isSigned ? math::AbsIOp::create(builder, op->getLoc(), source).getResult() : source;
      Value isLong = caster.compare(arith::CmpIPredicate::ugt, magnitude, caster.number(uint64_t(1) << exact));
      source = caster.select(isLong, sticky, source);
    }
    Type f64 = tile::withElementType(source.getType(), builder.getF64Type());
    Value wide = isa<arith::SIToFPOp>(op) ? arith::SIToFPOp::create(builder, op->getLoc(), f64, source).getResult()
                                          : arith::UIToFPOp::create(builder, op->getLoc(), f64, source).getResult();
    replace(narrowResult(wide, op->getResult(0).getType()));
  }

  /// Keeps every other bit, those of a NaN too.
  void changeSign() {
    auto type = op->getResult(0).getType();
    Value bits = caster.toBits(op->getOperand(0));
    caster.like = bits.getType();
    uint64_t sign = uint64_t(1) << (floatOf(type).getWidth() - 1);
    Value changed = isa<arith::NegFOp>(op)
                        ? arith::XOrIOp::create(builder, op->getLoc(), bits, caster.number(sign)).getResult()
                        : caster.andi(bits, caster.number(sign - 1));
    replace(caster.fromBits(floatOf(type), changed));
  }

  /// The op itself, on wide operands.
  void computeWide(FloatType element) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(isNarrow(operand.getType()) ? extendTo(widen(operand), element) : operand);
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(operands);
    state.addAttributes(op->getAttrs());
    for (Type type : op->getResultTypes())
      state.addTypes(isNarrow(type) ? tile::withElementType(type, element) : type);
    Operation *wide = builder.create(state);
    for (auto [old, result] : llvm::zip(op->getResults(), wide->getResults()))
      old.replaceAllUsesWith(narrowResult(result, old.getType()));
    op->erase();
  }

  Operation *op;
  ArrayRef<std::string> keep;
  OpBuilder builder;
  FloatCaster caster;
};

struct ExpandNarrowFloats : lowering::impl::ExpandNarrowFloatsPassBase<ExpandNarrowFloats> {
  using ExpandNarrowFloatsPassBase::ExpandNarrowFloatsPassBase;

  void runOnOperation() override {
    SmallVector<std::string> kept(keep.begin(), keep.end());
    SmallVector<Operation *> chosen;
    getOperation().walk([&](Operation *op) {
      if (NarrowExpander(op, kept).isChosen())
        chosen.push_back(op);
    });
    for (Operation *op : chosen)
      NarrowExpander(op, kept).expand();
  }
};

} // namespace
