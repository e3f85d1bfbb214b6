// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Value ranges of division and remainder, which have a result for a divisor of
// 0 as well. A range of divisors is looked at in parts: 0, those above and, with
// signs, those below.

#include "kiln/tile/Tile.h"

using namespace mlir;
using namespace kiln::tile;

namespace {

/// The union of the results over the parts of the divisor's range.
struct PartUnion {
  std::optional<ConstantIntRanges> range;

  void add(const ConstantIntRanges &part) { range = range ? range->rangeUnion(part) : part; }
};

/// Divisors of one sign.
struct SignedPart {
  APInt low, high;
};

bool hasZero(const ConstantIntRanges &range) {
  return range.umin().isZero() && !range.smin().isStrictlyPositive() && !range.smax().isNegative();
}

SmallVector<SignedPart> signedParts(const ConstantIntRanges &range) {
  unsigned width = range.smin().getBitWidth();
  SmallVector<SignedPart> parts;
  if (range.smin().isNegative())
    parts.push_back({range.smin(), llvm::APIntOps::smin(range.smax(), APInt::getAllOnes(width))});
  if (range.smax().isStrictlyPositive())
    parts.push_back({llvm::APIntOps::smax(range.smin(), APInt(width, 1)), range.smax()});
  return parts;
}

} // namespace

/// With divisors of one sign the quotient is monotone along each operand, so that
/// its extremes are at the corners.
static ConstantIntRanges quotientRange(const ConstantIntRanges &lhs, const SignedPart &divisors) {
  unsigned width = lhs.smin().getBitWidth();
  if (divisors.high.isAllOnes() && lhs.smin().isMinSignedValue()) // wraps for -1
    return ConstantIntRanges::maxRange(width);
  APInt corners[] = {lhs.smin().sdiv(divisors.low), lhs.smin().sdiv(divisors.high), lhs.smax().sdiv(divisors.low),
                     lhs.smax().sdiv(divisors.high)};
  auto isLess = [](const APInt &a, const APInt &b) { return a.slt(b); };
  auto [least, most] = std::minmax_element(std::begin(corners), std::end(corners), isLess);
  return ConstantIntRanges::fromSigned(*least, *most);
}

/// A remainder has the dividend's sign; it is no farther from 0 than the dividend,
/// and nearer than the divisor.
static ConstantIntRanges remainderRange(const ConstantIntRanges &lhs, const SignedPart &divisors) {
  APInt zero = APInt::getZero(lhs.smin().getBitWidth());
  bool isPositive = divisors.low.isStrictlyPositive();
  APInt most = isPositive ? divisors.high - 1 : ~divisors.low, least = isPositive ? divisors.low - 1 : ~divisors.high;
  if (lhs.smin().sge(-least) && lhs.smax().sle(least))
    return lhs;
  APInt low = lhs.smin().isNegative() ? llvm::APIntOps::smax(lhs.smin(), -most) : zero;
  APInt high = lhs.smax().isStrictlyPositive() ? llvm::APIntOps::smin(lhs.smax(), most) : zero;
  return ConstantIntRanges::fromSigned(low, high);
}

void DivSIOp::inferResultRanges(ArrayRef<ConstantIntRanges> operands, SetIntRangeFn setRange) {
  PartUnion result;
  if (hasZero(operands[1]))
    result.add(ConstantIntRanges::constant(APInt::getAllOnes(operands[1].smin().getBitWidth())));
  for (const SignedPart &part : signedParts(operands[1]))
    result.add(quotientRange(operands[0], part));
  setRange(getResult(), *result.range);
}

void RemSIOp::inferResultRanges(ArrayRef<ConstantIntRanges> operands, SetIntRangeFn setRange) {
  PartUnion result;
  if (hasZero(operands[1]))
    result.add(operands[0]);
  for (const SignedPart &part : signedParts(operands[1]))
    result.add(remainderRange(operands[0], part));
  setRange(getResult(), *result.range);
}

void DivUIOp::inferResultRanges(ArrayRef<ConstantIntRanges> operands, SetIntRangeFn setRange) {
  const APInt &most = operands[1].umax();
  APInt least = llvm::APIntOps::umax(operands[1].umin(), APInt(most.getBitWidth(), 1));
  PartUnion result;
  if (hasZero(operands[1]))
    result.add(ConstantIntRanges::constant(APInt::getAllOnes(most.getBitWidth())));
  if (!most.isZero())
    result.add(ConstantIntRanges::fromUnsigned(operands[0].umin().udiv(most), operands[0].umax().udiv(least)));
  setRange(getResult(), *result.range);
}

void RemUIOp::inferResultRanges(ArrayRef<ConstantIntRanges> operands, SetIntRangeFn setRange) {
  const APInt &most = operands[1].umax();
  APInt least = llvm::APIntOps::umax(operands[1].umin(), APInt(most.getBitWidth(), 1));
  PartUnion result;
  if (hasZero(operands[1]))
    result.add(operands[0]);
  if (!most.isZero()) {
    bool isDividend = operands[0].umax().ult(least);
    APInt high = llvm::APIntOps::umin(operands[0].umax(), most - 1);
    result.add(isDividend ? operands[0] : ConstantIntRanges::fromUnsigned(APInt::getZero(most.getBitWidth()), high));
  }
  setRange(getResult(), *result.range);
}
