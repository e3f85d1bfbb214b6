// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division of f32, correctly rounded for all operands.

#include "targets/npu/MathFunctions.h"

#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {
/// 2^48 for magnitudes below 2^-48, 2^-48 for those above 2^48, else 1; and
/// the inverse. Scaled by it, a number is far from both ends of the range.
struct Scale {
  Value factor, inverse;
};
} // namespace

static Scale scaleOf(const Exec &exec, Value x) {
  constexpr float big = 281474976710656.0f, small = 1 / big;
  Value magnitude = exec.vector("vfabs", x), one = number(exec, 1);
  Value isSmall = exec.predicate("vcmp.f.lt.vs", {magnitude, number(exec, small)});
  Value isBig = exec.predicate("vcmp.f.gt.vs", {magnitude, number(exec, big)});
  Value ones = exec.vector("vmsv", one);
  Value bigs = exec.vector("vmsv", number(exec, big)), smalls = exec.vector("vmsv", number(exec, small));
  Value factor = exec.vector("vsel", {isSmall, bigs, exec.vector("vsel", {isBig, smalls, ones})});
  return {factor, exec.vector("vsel", {isSmall, smalls, exec.vector("vsel", {isBig, bigs, ones})})};
}

/// True where x is finite and not 0.
static Value isOrdinary(const Exec &exec, Value x) {
  Value magnitude = exec.vector("vfabs", x);
  Value positive = exec.predicate("vcmp.f.gt.vs", {magnitude, number(exec, 0)});
  Value finite = exec.predicate("vcmp.f.lt.vs", {magnitude, number(exec, std::numeric_limits<float>::infinity())});
  return exec.predicate("pand", {positive, finite});
}

/// A subnormal quotient was rounded twice: by the division and by `unscale`. The
/// exact residual of what came out, x - y q, tells whether q is more than half a
/// unit off; then the next number is the nearest. (An exact tie was never rounded
/// by the division, so that the second rounding settled it.)
static Value roundOnce(const Exec &exec, Value q, Value x, Value y, Value unscale, Value scale) {
  Value residual = exec.vector("vfnma", {y, exec.vector("vfmul", {q, scale}), x});
  // Half a unit, 2^-150, at the size of x / y, and times |y|.
  Value half = exec.vector("vfmul.vs", {scale, number(exec, 0x1p-75f)});
  half = exec.vector("vfmul.vs", {half, number(exec, 0x1p-75f)});
  Value limit = exec.vector("vfmul", {exec.vector("vfabs", y), half});
  Value isOff = exec.predicate("vcmp.f.gt", {exec.vector("vfabs", residual), limit});
  Value isSubnormal =
      exec.predicate("vcmp.f.le.vs", {exec.vector("vfabs", q), number(exec, std::numeric_limits<float>::min())});
  Value isScaled = exec.predicate("vcmp.f.lt.vs", {unscale, number(exec, 1.0f)});
  Value applies = exec.predicate("pand", {isOff, exec.predicate("pand", {isSubnormal, isScaled})});
  Value step = withSignOf(exec, exec.vector("vmsv", exec.constant(1)), exec.vector("vixor", {residual, y}));
  return exec.vector("vsel", {applies, exec.vector("vfadd", {q, step}), q});
}

/// a / b by Markstein's scheme: two Newton steps on 1/b, then one correction by
/// the exact residual.
Value kiln::npu::emitDiv(const Exec &exec, Value a, Value b) {
  auto [scaleA, inverseA] = scaleOf(exec, a);
  auto [scaleB, inverseB] = scaleOf(exec, b);
  Value x = exec.vector("vfmul", {a, scaleA}), y = exec.vector("vfmul", {b, scaleB});
  Value ones = exec.vector("vmsv", number(exec, 1));
  Value first = exec.vector("vsfu.rcp", y), reciprocal = first;
  for (int step = 0; step < 2; ++step) {
    Value error = exec.vector("vfnma", {y, reciprocal, ones});
    reciprocal = exec.vector("vfma", {error, reciprocal, reciprocal});
  }
  // The scheme needs 1/y correctly rounded, and where all bits of y are ones the
  // steps end just below: at a tie that went to even.
  Value mantissa = exec.vector("viand.vs", {y, exec.constant(0x7fffff)});
  Value isAllOnes = exec.predicate("vcmp.i.eq.vs", {mantissa, exec.constant(0x7fffff)});
  reciprocal = exec.vector("viadd", {reciprocal, exec.vector("ptov", isAllOnes)});
  Value quotient = exec.vector("vfmul", {x, reciprocal});
  Value residual = exec.vector("vfnma", {y, quotient, x});
  Value corrected = exec.vector("vfma", {residual, reciprocal, quotient});
  // Zeros, infinities and NaN come out of the plain product.
  Value plain = exec.vector("vfmul", {x, first});
  Value isPlain = isOrdinary(exec, plain);
  Value result = exec.vector("vsel", {isPlain, corrected, plain});
  Value unscale = exec.vector("vfmul", {inverseA, scaleB});
  result = exec.vector("vfmul", {result, unscale});
  Value rounded = roundOnce(exec, result, x, y, unscale, exec.vector("vfmul", {scaleA, inverseB}));
  return exec.vector("vsel", {isPlain, rounded, result});
}
