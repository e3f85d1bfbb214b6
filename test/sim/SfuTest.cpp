// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The special functions against the host's long double functions. The bounds
// are those of docs/npu-machine.md, and are checked to be tight.

#include "sim/Sfu.h"
#include "sim/Numerics.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace kiln::npu;

namespace {

using Exact = long double (*)(long double);

/// Distance of `got` from `want` in units of the last place of `want`.
double ulps(uint32_t got, long double want) {
  int exponent;
  std::frexp(std::fabs(want), &exponent);
  long double place = std::ldexp(1.0L, std::max(exponent - 24, -149));
  return double(std::fabs(static_cast<long double>(toFloat(got)) - want) / place);
}

/// The largest error over the mantissas of one octave beginning at `first`;
/// every 7th where the host's own function is slow.
template <typename Error>
double largest(uint32_t first, Error error, uint32_t step = 1) {
  double worst = 0;
  for (uint32_t x = first; x < first + (1u << 23); x += step)
    worst = std::max(worst, error(x));
  return worst;
}

template <typename F>
double worstUlps(F f, Exact exact, uint32_t first, uint32_t step = 1) {
  return largest(first, [&](uint32_t x) { return ulps(f(x), exact(toFloat(x))); }, step);
}

template <typename F>
double worstAbsolute(F f, Exact exact, uint32_t first) {
  return largest(
      first, [&](uint32_t x) { return double(std::fabs(static_cast<long double>(toFloat(f(x))) - exact(toFloat(x)))); },
      7);
}

void expectTight(double worst, double bound) {
  EXPECT_LE(worst, bound);
  EXPECT_GE(worst, 0.97 * bound) << "the stated bound can be lowered";
}

constexpr uint32_t one = 0x3f800000;

TEST(SfuTest, Exp2Error) {
  Exact exact = [](long double x) { return std::exp2(x); };
  double worst = 0;
  for (uint32_t first : {one, 0xbf800000u, 0x3f000000u, 0x40000000u})
    worst = std::max(worst, worstUlps(sfuExp2, exact, first, 7));
  expectTight(worst, 0.532);
}

TEST(SfuTest, RcpError) {
  expectTight(worstUlps(sfuRcp, [](long double x) { return 1 / x; }, one), 0.78);
}

TEST(SfuTest, RsqrtError) {
  Exact exact = [](long double x) { return 1 / std::sqrt(x); };
  double worst = std::max(worstUlps(sfuRsqrt, exact, one), worstUlps(sfuRsqrt, exact, one + (1u << 23)));
  expectTight(worst, 0.61);
}

TEST(SfuTest, Log2Error) {
  expectTight(worstAbsolute(sfuLog2, [](long double x) { return std::log2(x); }, one), 3.45e-8);
}

TEST(SfuTest, SinAndCosErrors) {
  // Below 2^-3 turns the octaves only repeat the first segments.
  constexpr long double twoPi = 6.283185307179586476925286766559L;
  Exact sine = [](long double x) { return std::sin(twoPi * x); };
  Exact cosine = [](long double x) { return std::cos(twoPi * x); };
  double worst = 0;
  for (uint32_t first : {0x3e000000u, 0x3e800000u, 0x3f000000u, one}) {
    worst = std::max(worst, worstAbsolute(sfuSin, sine, first));
    worst = std::max(worst, worstAbsolute(sfuCos, cosine, first));
  }
  expectTight(worst, 4.02e-8);
}

TEST(SfuTest, SpecialValues) {
  constexpr uint32_t inf = 0x7f800000, minusInf = 0xff800000, minusZero = 0x80000000, nan = 0xff812345;
  for (auto f : {sfuExp2, sfuLog2, sfuRcp, sfuRsqrt, sfuSin, sfuCos})
    EXPECT_EQ(f(nan), canonicalNan);
  EXPECT_EQ(sfuExp2(inf), inf);
  EXPECT_EQ(sfuExp2(minusInf), 0u);
  EXPECT_EQ(sfuExp2(0), one);
  EXPECT_EQ(sfuExp2(minusZero), one);
  EXPECT_EQ(sfuExp2(toBits(128.0f)), inf);
  EXPECT_EQ(sfuExp2(toBits(-149.0f)), 1u) << "the least subnormal";
  EXPECT_EQ(sfuExp2(toBits(-150.0f)), 0u) << "a tie goes to even";
  EXPECT_EQ(sfuExp2(toBits(-126.0f)), 0x00800000u);
  EXPECT_EQ(sfuLog2(0), minusInf);
  EXPECT_EQ(sfuLog2(minusZero), minusInf);
  EXPECT_EQ(sfuLog2(toBits(-1.0f)), canonicalNan);
  EXPECT_EQ(sfuLog2(inf), inf);
  EXPECT_EQ(sfuLog2(one), 0u);
  EXPECT_EQ(sfuLog2(1), toBits(-149.0f));
  EXPECT_EQ(sfuRcp(0), inf);
  EXPECT_EQ(sfuRcp(minusZero), minusInf);
  EXPECT_EQ(sfuRcp(minusInf), minusZero);
  EXPECT_EQ(sfuRcp(1), inf) << "the reciprocal overflows";
  EXPECT_EQ(sfuRsqrt(0), inf);
  EXPECT_EQ(sfuRsqrt(minusZero), minusInf);
  EXPECT_EQ(sfuRsqrt(inf), 0u);
  EXPECT_EQ(sfuRsqrt(toBits(-2.0f)), canonicalNan);
  EXPECT_EQ(sfuRsqrt(toBits(4.0f)), toBits(0.5f));
  EXPECT_EQ(sfuSin(minusZero), minusZero);
  EXPECT_EQ(sfuSin(inf), canonicalNan);
  EXPECT_EQ(sfuCos(minusInf), canonicalNan);
  EXPECT_EQ(sfuCos(0), one);
  EXPECT_EQ(sfuSin(toBits(0.25f)), one);
  EXPECT_EQ(sfuSin(toBits(-0.25f)), toBits(-1.0f));
  EXPECT_EQ(sfuCos(toBits(0.5f)), toBits(-1.0f));
  EXPECT_EQ(sfuSin(toBits(16777216.0f)), 0u);
}

TEST(SfuTest, PowersOfTwoAreExact) {
  for (int e = -126; e <= 126; ++e) {
    float p = std::ldexp(1.0f, e);
    EXPECT_EQ(sfuExp2(toBits(float(e))), toBits(p));
    EXPECT_EQ(sfuLog2(toBits(p)), toBits(float(e)));
    EXPECT_EQ(sfuRcp(toBits(p)), toBits(std::ldexp(1.0f, -e)));
    if (e % 2 == 0) {
      EXPECT_EQ(sfuRsqrt(toBits(p)), toBits(std::ldexp(1.0f, -e / 2)));
    }
  }
}

TEST(SfuTest, SubnormalsAreNumbers) {
  std::mt19937 rng(5);
  for (int i = 0; i < 100000; ++i) {
    uint32_t x = 1 + rng() % 0x7fffff;
    long double value = toFloat(x);
    EXPECT_LE(ulps(sfuRsqrt(x), 1 / std::sqrt(value)), 0.61);
    if (1 / value < 0x1p127L) {
      EXPECT_LE(ulps(sfuRcp(x), 1 / value), 0.78);
    }
    // Results that are subnormal themselves.
    float y = -126.0f - float(rng() % 23) - float(rng() % 1000) / 1000;
    EXPECT_LE(ulps(sfuExp2(toBits(y)), std::exp2(static_cast<long double>(y))), 0.532);
  }
}

} // namespace
