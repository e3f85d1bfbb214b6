// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions and corner cases of the machine's arithmetic, against definitions
// that share no code with it.

#include "sim/Numerics.h"

#include <gtest/gtest.h>
#include <random>

using namespace kiln::npu;

namespace {

/// Rounds to `mantissa` bits with least exponent `low` and overflow at
/// 2^`high`, in double, by scaling to an integer.
double roundTo(double v, int mantissa, int low, int high) {
  if (v == 0 || std::isinf(v))
    return v;
  int exponent;
  std::frexp(v, &exponent);
  int place = std::max(exponent - 1, low) - mantissa;
  double scaled = std::ldexp(v, -place);
  double rounded = std::nearbyint(scaled); // the host rounds to even
  double r = std::ldexp(rounded, place);
  return std::fabs(r) >= std::ldexp(1.0, high) ? std::copysign(INFINITY, v) : r;
}

std::vector<uint32_t> interestingFloats() {
  std::vector<uint32_t> v = {0,          1,          0x7fffff,   0x800000,   0x3f800000, 0x7f7fffff, 0x7f800000,
                             0x477fefff, 0x477ff000, 0x33000000, 0x33000001, 0x38800000, 0x387fffff, 0x387fe000};
  std::mt19937 rng(7);
  for (int i = 0; i < 300000; ++i) {
    uint32_t x = rng();
    if (i % 2) // near the range of f16
      x = (x & 0x807fffff) | (100 + rng() % 45) << 23;
    if (i % 3 == 0) // ties
      x = (x & ~0xffffu) | 0x8000;
    if (i % 5 == 0)
      x = (x & ~0x1fffu) | 0x1000;
    v.push_back(x);
  }
  size_t n = v.size();
  for (size_t i = 0; i < n; ++i)
    v.push_back(v[i] ^ 0x80000000);
  return v;
}

TEST(NumericsTest, NarrowFloatsRoundToNearestEven) {
  for (uint32_t x : interestingFloats()) {
    if (isNan(x))
      continue;
    double v = toFloat(x);
    EXPECT_EQ(double(toFloat(fromBf16(toBf16(x)))), roundTo(v, 7, -126, 128)) << std::hex << x;
    EXPECT_EQ(double(toFloat(fromF16(toF16(x)))), roundTo(v, 10, -14, 16)) << std::hex << x;
    EXPECT_EQ(double(toFloat(toTf32(x))), roundTo(v, 10, -126, 128)) << std::hex << x;
    EXPECT_EQ(fromBf16(toBf16(x)) >> 31, x >> 31);
    EXPECT_EQ(fromF16(toF16(x)) >> 31, x >> 31);
  }
}

TEST(NumericsTest, EveryHalfSurvivesARoundTrip) {
  for (uint32_t h = 0; h < 65536; ++h) {
    EXPECT_EQ(toF16(fromF16(uint16_t(h))), h) << "payloads are kept too";
    EXPECT_EQ(toBf16(fromBf16(uint16_t(h))), h);
  }
  // A payload that would vanish leaves a NaN all the same.
  EXPECT_TRUE(isNan(fromF16(toF16(0x7f800001))));
  EXPECT_TRUE(isNan(fromBf16(toBf16(0xff800001))));
  EXPECT_EQ(roundF16(0xffc12345), canonicalNan);
  EXPECT_EQ(roundBf16(0x7f800001), canonicalNan);
}

TEST(NumericsTest, FloatToInteger) {
  struct {
    float value;
    uint32_t i, u, iEven, uEven;
  } const rows[] = {
      {0.5f, 0, 0, 0, 0},
      {1.5f, 1, 1, 2, 2},
      {2.5f, 2, 2, 2, 2},
      {-0.5f, 0, 0, 0, 0},
      {-1.5f, uint32_t(-1), 0, uint32_t(-2), 0},
      {-2.5f, uint32_t(-2), 0, uint32_t(-2), 0},
      {3e9f, 0x7fffffff, 3000000000u, 0x7fffffff, 3000000000u},
      {-3e9f, 0x80000000, 0, 0x80000000, 0},
      {1e20f, 0x7fffffff, 0xffffffff, 0x7fffffff, 0xffffffff},
      {INFINITY, 0x7fffffff, 0xffffffff, 0x7fffffff, 0xffffffff},
      {-INFINITY, 0x80000000, 0, 0x80000000, 0},
      {NAN, 0, 0, 0, 0},
      {16777215.0f, 16777215, 16777215, 16777215, 16777215},
      {-2147483648.0f, 0x80000000, 0, 0x80000000, 0},
  };
  for (const auto &row : rows) {
    uint32_t x = toBits(row.value);
    EXPECT_EQ(i32FromF32Rtz(x), row.i) << row.value;
    EXPECT_EQ(u32FromF32Rtz(x), row.u) << row.value;
    EXPECT_EQ(i32FromF32Rne(x), row.iEven) << row.value;
    EXPECT_EQ(u32FromF32Rne(x), row.uEven) << row.value;
  }
  EXPECT_EQ(saturate<int64_t>(9.3e18), INT64_MAX);
  EXPECT_EQ(saturate<int64_t>(-9.3e18), INT64_MIN);
}

TEST(NumericsTest, MinimumAndMaximumPreferNumbers) {
  uint32_t one = toBits(1), nan = 0x7fa00000, minusZero = 0x80000000;
  EXPECT_EQ(fMin(nan, one), one);
  EXPECT_EQ(fMin(one, nan), one);
  EXPECT_EQ(fMax(nan, one), one);
  EXPECT_EQ(fMax(nan, nan), canonicalNan);
  EXPECT_EQ(fMin(nan, nan), canonicalNan);
  EXPECT_EQ(fMin(0, minusZero), minusZero);
  EXPECT_EQ(fMin(minusZero, 0), minusZero);
  EXPECT_EQ(fMax(0, minusZero), 0u);
  EXPECT_EQ(fMax(minusZero, 0), 0u);
  EXPECT_EQ(fMin(toBits(-2), toBits(-1)), toBits(-2));
  EXPECT_EQ(fMax(toBits(-INFINITY), toBits(-1)), toBits(-1));
}

TEST(NumericsTest, ArithmeticMakesCanonicalNans) {
  uint32_t nan = 0xff812345, inf = 0x7f800000, one = toBits(1);
  EXPECT_EQ(fAdd(nan, one), canonicalNan);
  EXPECT_EQ(fSub(inf, inf), canonicalNan);
  EXPECT_EQ(fMul(0, inf), canonicalNan);
  EXPECT_EQ(fFma(0, inf, one), canonicalNan);
  EXPECT_EQ(fFms(one, one, nan), canonicalNan);
  EXPECT_EQ(fNeg(nan), 0x7f812345u) << "a sign change is no arithmetic";
  EXPECT_EQ(fAbs(nan), 0x7f812345u);
}

TEST(NumericsTest, ComparisonsWithNan) {
  uint32_t nan = canonicalNan, one = toBits(1), two = toBits(2);
  EXPECT_FALSE(fEq(nan, nan));
  EXPECT_TRUE(fNe(nan, nan));
  EXPECT_FALSE(fOne(nan, one));
  EXPECT_TRUE(fOne(one, two));
  EXPECT_TRUE(fUeq(nan, one));
  EXPECT_FALSE(fUeq(one, two));
  for (auto ordered : {fLt, fLe, fGt, fGe, fOrd, fEq})
    EXPECT_FALSE(ordered(nan, one));
  for (auto unordered : {fUlt, fUle, fUgt, fUge, fUno, fUeq})
    EXPECT_TRUE(unordered(one, nan));
  EXPECT_TRUE(fUlt(one, two) && fUle(one, one) && fUgt(two, one));
  EXPECT_TRUE(fEq(0, 0x80000000));
}

TEST(NumericsTest, IntegerArithmeticIsTotal) {
  using I = Int<uint32_t>;
  uint32_t low = 0x80000000, minusOne = ~0u;
  EXPECT_EQ(I::div(7, 0), minusOne);
  EXPECT_EQ(I::div(low, minusOne), low);
  EXPECT_EQ(I::div(uint32_t(-7), 2), uint32_t(-3));
  EXPECT_EQ(I::rem(7, 0), 7u);
  EXPECT_EQ(I::rem(low, minusOne), 0u);
  EXPECT_EQ(I::rem(uint32_t(-7), 2), uint32_t(-1));
  EXPECT_EQ(I::divu(7, 0), minusOne);
  EXPECT_EQ(I::remu(7, 0), 7u);
  EXPECT_EQ(I::shl(1, 33), 2u);
  EXPECT_EQ(I::sra(low, 31), minusOne);
  EXPECT_EQ(I::shr(low, 63), 1u);
  EXPECT_EQ(I::mulh(low, low), 0x40000000u);
  EXPECT_EQ(I::mulhu(minusOne, minusOne), 0xfffffffeu);
  EXPECT_EQ(Int<uint64_t>::mulhu(~0ull, ~0ull), ~0ull - 1);
  EXPECT_EQ(Int<uint64_t>::mulh(~0ull, ~0ull), 0u);
}

} // namespace
