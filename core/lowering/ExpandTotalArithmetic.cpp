// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-total-arithmetic: the ops of tile that have a result for every operand,
// by the partial ones of arith. Operands are made harmless before the partial op
// sees them: a compiler below may take it that what an op got was in range, so a
// select behind it does not protect.

#include "core/lowering/Passes.h"
#include "kiln/tile/Tile.h"
#include "llvm/ADT/TypeSwitch.h"

namespace kiln::lowering {
#define GEN_PASS_DEF_EXPANDTOTALARITHMETICPASS
#include "core/lowering/Passes.h.inc"
} // namespace kiln::lowering

using namespace mlir;
using namespace kiln;

namespace {

class TotalExpander {
public:
  explicit TotalExpander(Operation *op) : builder(op), loc(op->getLoc()), type(op->getResult(0).getType()) {
    if (auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type)))
      width = integer.getWidth();
  }

  Value expand(tile::DivSIOp op) { return divide<arith::DivSIOp>(op, /*isSigned=*/true); }
  Value expand(tile::DivUIOp op) { return divide<arith::DivUIOp>(op, /*isSigned=*/false); }
  Value expand(tile::RemSIOp op) { return remainder<arith::RemSIOp>(op, /*isSigned=*/true); }
  Value expand(tile::RemUIOp op) { return remainder<arith::RemUIOp>(op, /*isSigned=*/false); }
  Value expand(tile::ShlIOp op) { return shift<arith::ShLIOp>(op); }
  Value expand(tile::ShrUIOp op) { return shift<arith::ShRUIOp>(op); }

  /// A count of width - 1 leaves the sign in every bit.
  Value expand(tile::ShrSIOp op) {
    Value count = select(countFits(op.getRhs()), op.getRhs(), integer(width - 1));
    return guarded<arith::ShRSIOp>(op.getLhs(), count);
  }

  Value expand(tile::FPToSIOp op) {
    double limit = std::ldexp(1.0, width - 1);
    return toInteger<arith::FPToSIOp>(op.getSource(), arith::CmpFPredicate::OGE, -limit, limit,
                                      APInt::getSignedMinValue(width), APInt::getSignedMaxValue(width));
  }

  /// Between -1 and 0 the nearest integer toward zero is 0.
  Value expand(tile::FPToUIOp op) {
    return toInteger<arith::FPToUIOp>(op.getSource(), arith::CmpFPredicate::OGT, -1.0, std::ldexp(1.0, width),
                                      APInt::getZero(width), APInt::getMaxValue(width));
  }

  Value expand(tile::ClampOp op) {
    if (op.getNan() == tile::NanRule::Propagate) {
      Value low = arith::MaximumFOp::create(builder, loc, op.getSource(), op.getLow());
      return arith::MinimumFOp::create(builder, loc, low, op.getHigh());
    }
    Value low = arith::MaxNumFOp::create(builder, loc, op.getSource(), op.getLow());
    return arith::MinNumFOp::create(builder, loc, low, op.getHigh());
  }

private:
  /// `attr` in every lane of a value like `like`.
  Value constant(Type like, TypedAttr attr) {
    if (auto shaped = dyn_cast<ShapedType>(tile::withElementType(like, attr.getType())))
      return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(shaped, Attribute(attr)));
    return arith::ConstantOp::create(builder, loc, attr);
  }
  Value integer(APInt value) { return constant(type, IntegerAttr::get(getElementTypeOrSelf(type), value)); }
  Value integer(uint64_t value) { return integer(APInt(width, value)); }

  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value select(Value condition, Value a, Value b) { return arith::SelectOp::create(builder, loc, condition, a, b); }

  template <typename PartialOp, typename... Operands>
  Value guarded(Operands... operands) {
    auto op = PartialOp::create(builder, loc, type, operands...);
    op->setAttr("tile.proof", builder.getStringAttr("guard"));
    return op;
  }

  /// 1 where the divisor is 0, or -1 under the least value: the quotient is the
  /// dividend then, which is right for the second case.
  Value safeDivisor(Value dividend, Value divisor, Value isZero, bool isSigned) {
    Value unsafe = isZero;
    if (isSigned) {
      Value least = compare(arith::CmpIPredicate::eq, dividend, integer(APInt::getSignedMinValue(width)));
      Value minusOne = compare(arith::CmpIPredicate::eq, divisor, integer(APInt::getAllOnes(width)));
      unsafe = arith::OrIOp::create(builder, loc, isZero, arith::AndIOp::create(builder, loc, least, minusOne));
    }
    return select(unsafe, integer(1), divisor);
  }

  template <typename PartialOp, typename OpT>
  Value divide(OpT op, bool isSigned) {
    Value ones = integer(APInt::getAllOnes(width)), zero = integer(0);
    Value isZero = compare(arith::CmpIPredicate::eq, op.getRhs(), zero);
    // One bit has no 1 that is not -1; x / 1 = x in both readings.
    if (width == 1)
      return select(isZero, ones, op.getLhs());
    Value quotient = guarded<PartialOp>(op.getLhs(), safeDivisor(op.getLhs(), op.getRhs(), isZero, isSigned));
    return select(isZero, ones, quotient);
  }

  template <typename PartialOp, typename OpT>
  Value remainder(OpT op, bool isSigned) {
    Value isZero = compare(arith::CmpIPredicate::eq, op.getRhs(), integer(0));
    if (width == 1)
      return select(isZero, op.getLhs(), integer(0));
    Value rest = guarded<PartialOp>(op.getLhs(), safeDivisor(op.getLhs(), op.getRhs(), isZero, isSigned));
    return select(isZero, op.getLhs(), rest);
  }

  Value countFits(Value count) { return compare(arith::CmpIPredicate::ult, count, integer(width)); }

  template <typename PartialOp, typename OpT>
  Value shift(OpT op) {
    Value fits = countFits(op.getRhs()), zero = integer(0);
    return select(fits, guarded<PartialOp>(op.getLhs(), select(fits, op.getRhs(), zero)), zero);
  }

  /// The conversion where `source` lies between two limits (the first by
  /// `aboveLow`), else the nearest integer; NaN meets no limit and gives 0.
  template <typename PartialOp>
  Value toInteger(Value source, arith::CmpFPredicate aboveLow, double low, double high, APInt least, APInt most) {
    auto element = cast<FloatType>(getElementTypeOrSelf(source.getType()));
    // The limits of wide integers are no numbers of narrow floats.
    if (element.getWidth() < 32) {
      element = builder.getF32Type();
      source = arith::ExtFOp::create(builder, loc, tile::withElementType(source.getType(), element), source);
    }
    auto number = [&](double value) { return constant(source.getType(), builder.getFloatAttr(element, value)); };
    auto test = [&](arith::CmpFPredicate predicate, double limit) -> Value {
      return arith::CmpFOp::create(builder, loc, predicate, source, number(limit));
    };
    Value isHigh = test(arith::CmpFPredicate::OGE, high);
    Value isLow =
        test(aboveLow == arith::CmpFPredicate::OGE ? arith::CmpFPredicate::OLT : arith::CmpFPredicate::OLE, low);
    Value inRange = arith::AndIOp::create(builder, loc, test(aboveLow, low), test(arith::CmpFPredicate::OLT, high));
    Value converted = guarded<PartialOp>(select(inRange, source, number(0.0)));
    return select(isHigh, integer(most), select(isLow, integer(least), converted));
  }

  OpBuilder builder;
  Location loc;
  Type type;
  unsigned width = 0;
};

struct ExpandTotalArithmetic : lowering::impl::ExpandTotalArithmeticPassBase<ExpandTotalArithmetic> {
  using ExpandTotalArithmeticPassBase::ExpandTotalArithmeticPassBase;

  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case<tile::DivSIOp, tile::DivUIOp, tile::RemSIOp, tile::RemUIOp, tile::ShlIOp, tile::ShrUIOp, tile::ShrSIOp,
                tile::FPToSIOp, tile::FPToUIOp, tile::ClampOp>([](auto total) {
            total.replaceAllUsesWith(TotalExpander(total).expand(total));
            total.erase();
          });
    });
  }
};

} // namespace
