// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Value ranges of division and remainder hold for every pair of operands: all pairs
// of ranges of small integers, against results of the definitions in
// docs/semantics.md.

#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "test/reference/Harness.h"

using namespace kiln::reference;
using mlir::ConstantIntRanges;

namespace {

/// The operands lie in [low, high], as signed or as unsigned numbers.
struct Interval {
  int low, high;
};

class TotalRangesTest : public KernelTest {
protected:
  using Function = int (*)(int, int);

  /// Every result of every pair of operands lies in the inferred range.
  void check(const std::string &op, unsigned width, bool isSigned, Function function) {
    std::string type = "i" + std::to_string(width);
    auto kernel = parse("func.func @k(%a: " + type + ", %b: " + type + ") {\n%r = tile." + op + " %a, %b : " + type +
                        "\nreturn\n}");
    auto infer = mlir::cast<mlir::InferIntRangeInterface>(kernel.getFunctionBody().front().front());
    int least = isSigned ? -(1 << (width - 1)) : 0, most = least + (1 << width) - 1;
    std::vector<Interval> intervals;
    for (int low = least; low <= most; ++low)
      for (int high = low; high <= most; ++high)
        intervals.push_back({low, high});
    for (Interval a : intervals)
      for (Interval b : intervals)
        ASSERT_TRUE(holds(infer, width, isSigned, a, b, function))
            << op << " of [" << a.low << ", " << a.high << "] and [" << b.low << ", " << b.high << "]";
  }

private:
  static ConstantIntRanges rangeOf(Interval interval, unsigned width, bool isSigned) {
    auto number = [&](int value) { return llvm::APInt(width, value, /*isSigned=*/isSigned, /*implicitTrunc=*/true); };
    return isSigned ? ConstantIntRanges::fromSigned(number(interval.low), number(interval.high))
                    : ConstantIntRanges::fromUnsigned(number(interval.low), number(interval.high));
  }

  static bool holds(mlir::InferIntRangeInterface infer, unsigned width, bool isSigned, Interval a, Interval b,
                    Function function) {
    int low = 0, high = 0, unsignedLow = 0, unsignedHigh = 0;
    infer.inferResultRanges({rangeOf(a, width, isSigned), rangeOf(b, width, isSigned)},
                            [&](mlir::Value, const ConstantIntRanges &range) {
                              low = range.smin().getSExtValue();
                              high = range.smax().getSExtValue();
                              unsignedLow = range.umin().getZExtValue();
                              unsignedHigh = range.umax().getZExtValue();
                            });
    int mask = (1 << width) - 1, half = 1 << (width - 1);
    for (int x = a.low; x <= a.high; ++x)
      for (int y = b.low; y <= b.high; ++y) {
        int bits = function(x, y) & mask, number = bits >= half ? bits - mask - 1 : bits;
        if (number < low || number > high || bits < unsignedLow || bits > unsignedHigh)
          return false;
      }
    return true;
  }
};

int divide(int x, int y) { return y == 0 ? -1 : x / y; }
int modulo(int x, int y) { return y == 0 ? x : x % y; }

TEST_F(TotalRangesTest, SignedQuotients) {
  check("divsi", 4, true, divide);
  check("divsi", 5, true, divide);
}

TEST_F(TotalRangesTest, UnsignedQuotients) {
  check("divui", 4, false, divide);
  check("divui", 5, false, divide);
}

TEST_F(TotalRangesTest, SignedRemainders) {
  check("remsi", 4, true, modulo);
  check("remsi", 5, true, modulo);
}

TEST_F(TotalRangesTest, UnsignedRemainders) {
  check("remui", 4, false, modulo);
  check("remui", 5, false, modulo);
}

} // namespace
