// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponentials, logarithms, rounding to integers, tanh and erf. (Division is in
// Division.cpp, sine and cosine in Trigonometry.cpp.)

#include "targets/npu/MathFunctions.h"

#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

static constexpr float infinity = std::numeric_limits<float>::infinity();

Value kiln::npu::number(const Exec &exec, float value) { return exec.constant(scalarBits(value)); }

Value kiln::npu::polynomial(const Exec &exec, Value x, ArrayRef<float> coefficients) {
  Value sum = exec.vector("vmsv", number(exec, coefficients.back()));
  for (float c : llvm::reverse(coefficients.drop_back()))
    sum = exec.vector("vfma.vvs", {sum, x, number(exec, c)});
  return sum;
}

Value kiln::npu::powerOfTwo(const Exec &exec, Value n) {
  Value biased = exec.vector("viadd.vs", {n, exec.constant(127)});
  return exec.vector("vishl.vs", {biased, exec.constant(23)});
}

Value kiln::npu::withSignOf(const Exec &exec, Value magnitude, Value sign) {
  Value bit = exec.vector("viand.vs", {sign, exec.constant(std::numeric_limits<int32_t>::min())});
  return exec.vector("vior", {exec.vector("vfabs", magnitude), bit});
}

Value kiln::npu::unlessNan(const Exec &exec, Value x, Value otherwise) {
  Value isNumber = exec.predicate("vcmp.f.ord", {x, x});
  return exec.vector("vsel", {isNumber, otherwise, x});
}

/// The nearest integer to x log2 e, and x less that many ln 2, which is taken in
/// two parts: the product of the first, of 15 bits, is exact.
static std::pair<Value, Value> reduceByLn2(const Exec &exec, Value x) {
  Value scaled = exec.vector("vfmul.vs", {x, number(exec, 1.44269504f)});
  Value n = exec.vector("vcvt.i32.f32.rne", scaled);
  Value whole = exec.vector("vcvt.f32.i32", n);
  Value rest = exec.vector("vfnma.vsv", {whole, number(exec, 0.693145752f), x});
  return {n, exec.vector("vfnma.vsv", {whole, number(exec, 1.42860677e-6f), rest})};
}

/// exp(x) = 2^n * 2^f with n = round(x log2 e) and f = x log2 e - n, where
/// log2 e is taken in two parts so that f keeps its bits. 2^n is applied in two
/// halves: the result may be subnormal while one factor alone would be 0.
Value kiln::npu::emitExp(const Exec &exec, Value x) {
  constexpr double log2e = 1.4426950408889634;
  constexpr float high = static_cast<float>(log2e);
  constexpr float low = static_cast<float>(log2e - static_cast<double>(high));
  Value scaled = exec.vector("vfmul.vs", {x, number(exec, high)});
  Value n = exec.vector("vcvt.i32.f32.rne", scaled);
  Value rounded = exec.vector("vcvt.f32.i32", n);
  Value f = exec.vector("vfms.vsv", {x, number(exec, high), rounded});
  f = exec.vector("vfma.vsv", {x, number(exec, low), f});
  Value power = exec.vector("vsfu.exp2", f);
  n = exec.vector("vimax.vs", {n, exec.constant(-252)});
  n = exec.vector("vimin.vs", {n, exec.constant(254)});
  Value half = exec.vector("visra.vs", {n, exec.constant(1)});
  Value rest = exec.vector("visub", {n, half});
  power = exec.vector("vfmul", {power, powerOfTwo(exec, half)});
  return exec.vector("vfmul", {power, powerOfTwo(exec, rest)});
}

/// With x = n ln 2 + r: expm1(x) = 2^n expm1(r) + (2^n - 1), at half the size so
/// that 2^128 does not overflow on the way.
Value kiln::npu::emitExpm1(const Exec &exec, Value x) {
  Value bounded = exec.vector("vfmin.vs", {exec.vector("vfmax.vs", {x, number(exec, -30.0f)}), number(exec, 89.0f)});
  auto [n, r] = reduceByLn2(exec, bounded);
  // expm1(r) = r + r^2 q(r), of the series.
  Value q = polynomial(exec, r, {0.5f, 1.0f / 6, 1.0f / 24, 1.0f / 120, 1.0f / 720, 1.0f / 5040});
  Value small = exec.vector("vfma", {exec.vector("vfmul", {r, r}), q, r});
  Value halfPower = powerOfTwo(exec, exec.vector("visub.vs", {n, exec.constant(1)}));
  Value offset = exec.vector("vfsub.vs", {halfPower, number(exec, 0.5f)});
  Value half = exec.vector("vfma", {halfPower, small, offset});
  Value result = exec.vector("vfadd", {half, half});
  // Where n is 0 the sum above would lose a subnormal's last bit, and the sign of 0.
  Value isSmall = exec.predicate("vcmp.i.eq.vs", {n, exec.constant(0)});
  result = exec.vector("vsel", {isSmall, withSignOf(exec, small, x), result});
  return unlessNan(exec, x, result);
}

namespace {
/// x = (1 + f) 2^n with 1 + f from sqrt(1/2) to sqrt(2).
struct LogParts {
  Value n, f;
};
} // namespace

/// Of positive numbers that are not subnormal.
static LogParts splitForLog(const Exec &exec, Value x, int64_t bias) {
  // Bits of sqrt(1/2): the exponent of x over it is what has to go.
  constexpr int64_t root = 0x3f3504f3;
  Value over = exec.vector("visub.vs", {x, exec.constant(root)});
  Value n = exec.vector("visra.vs", {over, exec.constant(23)});
  Value mantissa = exec.vector("visub", {x, exec.vector("vishl.vs", {n, exec.constant(23)})});
  n = exec.vector("visub.vs", {n, exec.constant(bias)});
  return {exec.vector("vcvt.f32.i32", n), exec.vector("vfsub.vs", {mantissa, number(exec, 1.0f)})};
}

/// log(1 + f) - f for f from sqrt(1/2) - 1 to sqrt(2) - 1 (coefficients of
/// Cephes' logf, S. Moshier).
static Value logTail(const Exec &exec, Value f) {
  Value p = polynomial(exec, f,
                       {3.3333331174e-1f, -2.4999993993e-1f, 2.0000714765e-1f, -1.6668057665e-1f, 1.4249322787e-1f,
                        -1.2420140846e-1f, 1.1676998740e-1f, -1.1514610310e-1f, 7.0376836292e-2f});
  Value square = exec.vector("vfmul", {f, f});
  Value cubic = exec.vector("vfmul", {exec.vector("vfmul", {square, f}), p});
  return exec.vector("vfnma.vsv", {square, number(exec, 0.5f), cubic});
}

/// Subnormal numbers are raised by 2^23 first; `finish` makes the result from the
/// parts. Then the ends: log(0), log(infinity), and below 0.
static Value emitLogOf(const Exec &exec, Value x, llvm::function_ref<Value(LogParts)> finish) {
  Value isTiny = exec.predicate("vcmp.f.lt.vs", {x, number(exec, std::numeric_limits<float>::min())});
  Value raised = exec.vector("vfmul.vs", {x, number(exec, 8388608.0f)});
  LogParts parts = splitForLog(exec, exec.vector("vsel", {isTiny, raised, x}), 0);
  Value lowered = exec.vector("vfsub.vs", {parts.n, number(exec, 23.0f)});
  parts.n = exec.vector("vsel", {isTiny, lowered, parts.n});
  Value result = finish(parts);
  Value isZero = exec.predicate("vcmp.f.eq.vs", {x, number(exec, 0)});
  result = exec.vector("vsel", {isZero, exec.vector("vmsv", number(exec, -infinity)), result});
  Value isNegative = exec.predicate("vcmp.f.lt.vs", {x, number(exec, 0)});
  result = exec.vector("vsel", {isNegative, exec.vector("vmsv", exec.constant(0x7fc00000)), result});
  Value isInfinite = exec.predicate("vcmp.f.eq.vs", {x, number(exec, infinity)});
  return unlessNan(exec, x, exec.vector("vsel", {isInfinite, x, result}));
}

/// n ln 2 + log(1 + f), with ln 2 in two parts of which the first has 9 bits.
static Value sumOfLog(const Exec &exec, Value n, Value f, Value tail) {
  Value low = exec.vector("vfma.vsv", {n, number(exec, -2.12194440e-4f), tail});
  Value sum = exec.vector("vfadd", {f, low});
  return exec.vector("vfma.vsv", {n, number(exec, 0.693359375f), sum});
}

Value kiln::npu::emitLog(const Exec &exec, Value x) {
  return emitLogOf(exec, x, [&](LogParts p) { return sumOfLog(exec, p.n, p.f, logTail(exec, p.f)); });
}

/// (f + tail) log2 e + n, with log2 e as 1 + 0.4427.
Value kiln::npu::emitLog2(const Exec &exec, Value x) {
  return emitLogOf(exec, x, [&](LogParts p) {
    constexpr float excess = 0.44269504088896340736f;
    Value tail = logTail(exec, p.f);
    Value sum = exec.vector("vfmul.vs", {tail, number(exec, excess)});
    sum = exec.vector("vfma.vsv", {p.f, number(exec, excess), sum});
    sum = exec.vector("vfadd", {sum, tail});
    sum = exec.vector("vfadd", {sum, p.f});
    return exec.vector("vfadd", {sum, p.n});
  });
}

/// log(x) log10(e), with log10(e) in two parts.
Value kiln::npu::emitLog10(const Exec &exec, Value x) {
  Value natural = emitLog(exec, x);
  Value isInfinite = exec.predicate("vcmp.f.eq.vs", {exec.vector("vfabs", natural), number(exec, infinity)});
  Value low = exec.vector("vfmul.vs", {natural, number(exec, -1.01030503e-8f)});
  Value result = exec.vector("vfma.vsv", {natural, number(exec, 0.434294492f), low});
  return exec.vector("vsel", {isInfinite, natural, result});
}

/// log(u) with u = 1 + x, corrected by what the sum lost: log(u + c) is nearly
/// log(u) + c / u. Near 0, where u keeps no bits of x, f is x itself.
Value kiln::npu::emitLog1p(const Exec &exec, Value x) {
  Value u = exec.vector("vfadd.vs", {x, number(exec, 1.0f)});
  LogParts parts = splitForLog(exec, u, 0);
  Value isNear = exec.predicate("vcmp.f.eq.vs", {parts.n, number(exec, 0)});
  Value f = exec.vector("vsel", {isNear, x, parts.f});
  // The exact error of the sum (Knuth's two-sum).
  Value back = exec.vector("vfsub.vs", {u, number(exec, 1.0f)});
  Value ofOne = exec.vector("vfrsub.vs", {exec.vector("vfsub", {u, back}), number(exec, 1.0f)});
  Value lost = exec.vector("vfadd", {exec.vector("vfsub", {x, back}), ofOne});
  Value correction = exec.vector("vfmul", {lost, exec.vector("vsfu.rcp", u)});
  Value tail = logTail(exec, f);
  Value far = exec.vector("vfadd", {tail, correction});
  Value result = sumOfLog(exec, parts.n, f, exec.vector("vsel", {isNear, tail, far}));
  Value isEnd = exec.predicate("vcmp.f.eq.vs", {x, number(exec, -1.0f)});
  result = exec.vector("vsel", {isEnd, exec.vector("vmsv", number(exec, -infinity)), result});
  Value isOutside = exec.predicate("vcmp.f.lt.vs", {x, number(exec, -1.0f)});
  result = exec.vector("vsel", {isOutside, exec.vector("vmsv", exec.constant(0x7fc00000)), result});
  Value isInfinite = exec.predicate("vcmp.f.eq.vs", {x, number(exec, infinity)});
  Value isZero = exec.predicate("vcmp.f.eq.vs", {x, number(exec, 0)});
  Value itself = exec.predicate("por", {isInfinite, isZero});
  return unlessNan(exec, x, exec.vector("vsel", {itself, x, result}));
}

/// tanh |x| = t / (t + 2) with t = expm1(2 |x|), which is 1 long before t
/// overflows.
Value kiln::npu::emitTanh(const Exec &exec, Value x) {
  Value magnitude = exec.vector("vfmin.vs", {exec.vector("vfabs", x), number(exec, 20.0f)});
  Value t = emitExpm1(exec, exec.vector("vfadd", {magnitude, magnitude}));
  Value quotient = emitDiv(exec, t, exec.vector("vfadd.vs", {t, number(exec, 2.0f)}));
  return unlessNan(exec, x, withSignOf(exec, quotient, x));
}

/// Near 0 a polynomial; beyond, 1 - exp of one (both after N. Juffa).
Value kiln::npu::emitErf(const Exec &exec, Value x) {
  Value t = exec.vector("vfmin.vs", {exec.vector("vfabs", x), number(exec, 4.0f)});
  Value s = exec.vector("vfmul", {t, t});
  Value inner = polynomial(
      exec, s, {1.28379166e-1f, -3.76125336e-1f, 1.12819925e-1f, -2.67681349e-2f, 4.99119423e-3f, -5.96761703e-4f});
  inner = exec.vector("vfma", {inner, t, t});
  Value outer = polynomial(exec, t,
                           {-1.28717512e-1f, -6.34846687e-1f, -1.06777877e-1f, 2.42546219e-2f, -3.88396438e-3f,
                            3.83197126e-4f, -1.72853470e-5f});
  outer = exec.vector("vfms", {outer, t, t});
  outer = exec.vector("vfrsub.vs", {emitExp(exec, outer), number(exec, 1.0f)});
  Value isOuter = exec.predicate("vcmp.f.gt.vs", {t, number(exec, 0.927734375f)});
  return unlessNan(exec, x, withSignOf(exec, exec.vector("vsel", {isOuter, outer, inner}), x));
}

/// From 2^23 on every number is an integer; the rest goes through `toInteger`.
/// The result keeps the sign, also of 0.
static Value emitInteger(
    const Exec &exec, Value x, StringRef toInteger,
    llvm::function_ref<Value(Value)> adjust = [](Value v) { return v; }) {
  Value whole = exec.vector("vcvt.f32.i32", exec.vector(toInteger, x));
  Value result = withSignOf(exec, adjust(whole), x);
  Value hasFraction = exec.predicate("vcmp.f.lt.vs", {exec.vector("vfabs", x), number(exec, 8388608.0f)});
  return exec.vector("vsel", {hasFraction, result, x});
}

Value kiln::npu::emitTrunc(const Exec &exec, Value x) { return emitInteger(exec, x, "vcvt.i32.f32.rtz"); }

Value kiln::npu::emitRoundEven(const Exec &exec, Value x) { return emitInteger(exec, x, "vcvt.i32.f32.rne"); }

Value kiln::npu::emitFloor(const Exec &exec, Value x) {
  return emitInteger(exec, x, "vcvt.i32.f32.rtz", [&](Value whole) {
    Value isAbove = exec.predicate("vcmp.f.gt", {whole, x});
    return exec.vector("vsel", {isAbove, exec.vector("vfsub.vs", {whole, number(exec, 1.0f)}), whole});
  });
}

Value kiln::npu::emitCeil(const Exec &exec, Value x) {
  return emitInteger(exec, x, "vcvt.i32.f32.rtz", [&](Value whole) {
    Value isBelow = exec.predicate("vcmp.f.lt", {whole, x});
    return exec.vector("vsel", {isBelow, exec.vector("vfadd.vs", {whole, number(exec, 1.0f)}), whole});
  });
}

/// Halves away from zero.
Value kiln::npu::emitRound(const Exec &exec, Value x) {
  return emitInteger(exec, x, "vcvt.i32.f32.rtz", [&](Value whole) {
    Value rest = exec.vector("vfabs", exec.vector("vfsub", {x, whole}));
    Value isHalf = exec.predicate("vcmp.f.ge.vs", {rest, number(exec, 0.5f)});
    Value magnitude = exec.vector("vfabs", whole);
    return exec.vector("vsel", {isHalf, exec.vector("vfadd.vs", {magnitude, number(exec, 1.0f)}), magnitude});
  });
}

/// sqrt(x), correctly rounded: g = x / sqrt(x) improved once, then corrected by
/// the exact residual x - g^2. Tiny arguments are scaled by 2^96 first.
Value kiln::npu::emitSqrt(const Exec &exec, Value x) {
  constexpr float up = 79228162514264337593543950336.0f, tiny = 1 / up, down = 1 / 281474976710656.0f;
  Value isTiny = exec.predicate("vcmp.f.lt.vs", {x, number(exec, tiny)});
  Value raised = exec.vector("vfmul.vs", {x, number(exec, up)});
  Value a = exec.vector("vsel", {isTiny, raised, x});
  Value r = exec.vector("vsfu.rsqrt", a);
  Value g = exec.vector("vfmul", {a, r}), h = exec.vector("vfmul.vs", {r, number(exec, 0.5f)});
  Value halves = exec.vector("vmsv", number(exec, 0.5f));
  Value e = exec.vector("vfnma", {h, g, halves});
  g = exec.vector("vfma", {g, e, g});
  h = exec.vector("vfma", {h, e, h});
  Value residual = exec.vector("vfnma", {g, g, a});
  g = exec.vector("vfma", {residual, h, g});
  Value lowered = exec.vector("vfmul.vs", {g, number(exec, down)});
  g = exec.vector("vsel", {isTiny, lowered, g});
  // 0 and infinity are their own roots; a negative number has none.
  Value isZero = exec.predicate("vcmp.f.eq.vs", {x, number(exec, 0)});
  Value isInfinite = exec.predicate("vcmp.f.eq.vs", {x, number(exec, std::numeric_limits<float>::infinity())});
  Value itself = exec.predicate("por", {isZero, isInfinite});
  return exec.vector("vsel", {itself, x, g});
}

/// From 2^(log2 |x| / 3) by one step of Newton's method, whose residual is exact but
/// for the rounding of one square.
Value kiln::npu::emitCbrt(const Exec &exec, Value x) {
  Value magnitude = exec.vector("vfabs", x);
  Value isTiny = exec.predicate("vcmp.f.lt.vs", {magnitude, number(exec, 0x1p-90f)});
  Value raised = exec.vector("vfmul.vs", {magnitude, number(exec, 0x1p96f)});
  Value a = exec.vector("vsel", {isTiny, raised, magnitude});
  Value third = exec.vector("vfmul.vs", {emitLog2(exec, a), number(exec, 1.0f / 3)});
  Value root = exec.vector("vsfu.exp2", third);
  Value square = exec.vector("vfmul", {root, root});
  Value residual = exec.vector("vfms", {square, root, a});
  Value slope = exec.vector("vsfu.rcp", exec.vector("vfmul.vs", {square, number(exec, 3.0f)}));
  root = exec.vector("vfnma", {residual, slope, root});
  root = exec.vector("vsel", {isTiny, exec.vector("vfmul.vs", {root, number(exec, 0x1p-32f)}), root});
  // 0 and infinity are their own roots.
  Value isZero = exec.predicate("vcmp.f.eq.vs", {x, number(exec, 0)});
  Value isInfinite = exec.predicate("vcmp.f.eq.vs", {magnitude, number(exec, infinity)});
  Value itself = exec.predicate("por", {isZero, isInfinite});
  return unlessNan(exec, x, exec.vector("vsel", {itself, x, withSignOf(exec, root, x)}));
}
