// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element conversions against llvm::APFloat: every code of every narrow
// format, and values around every rounding border.

#include "core/reference/Element.h"
#include "llvm/ADT/APFloat.h"
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace kiln::reference;
using llvm::APFloat;

namespace {
struct NarrowFormat {
  Format format;
  unsigned width;
  const llvm::fltSemantics *semantics;
  const char *name;
};

std::vector<NarrowFormat> narrowFormats() {
  return {{Format::F16, 16, &APFloat::IEEEhalf(), "f16"},
          {Format::BF16, 16, &APFloat::BFloat(), "bf16"},
          {Format::F8E4M3FN, 8, &APFloat::Float8E4M3FN(), "f8E4M3FN"},
          {Format::F8E4M3FNUZ, 8, &APFloat::Float8E4M3FNUZ(), "f8E4M3FNUZ"},
          {Format::F8E5M2, 8, &APFloat::Float8E5M2(), "f8E5M2"},
          {Format::F8E5M2FNUZ, 8, &APFloat::Float8E5M2FNUZ(), "f8E5M2FNUZ"}};
}

double decodeByAPFloat(uint64_t bits, const NarrowFormat &f) {
  APFloat value(*f.semantics, llvm::APInt(f.width, bits));
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return value.convertToDouble();
}

uint64_t encodeByAPFloat(double number, const NarrowFormat &f, llvm::RoundingMode mode) {
  APFloat value(number);
  bool losesInfo;
  value.convert(*f.semantics, mode, &losesInfo);
  return value.bitcastToAPInt().getZExtValue();
}

bool isNanCode(uint64_t bits, const NarrowFormat &f) {
  return APFloat(*f.semantics, llvm::APInt(f.width, bits)).isNaN();
}

void expectSameCode(double number, const NarrowFormat &f) {
  uint64_t nearest = encode(number, f.format), expected = encodeByAPFloat(number, f, APFloat::rmNearestTiesToEven);
  EXPECT_TRUE(nearest == expected || (isNanCode(nearest, f) && isNanCode(expected, f)))
      << f.name << " of " << number << ": " << nearest << " against " << expected;
  if (std::isinf(number))
    return; // toward zero stays infinite; checked apart
  uint64_t zero = encode(number, f.format, Rounding::TowardZero);
  expected = encodeByAPFloat(number, f, APFloat::rmTowardZero);
  EXPECT_TRUE(zero == expected || (isNanCode(zero, f) && isNanCode(expected, f)))
      << f.name << " toward zero of " << number << ": " << zero << " against " << expected;
}

TEST(ElementTest, EveryCodeDecodesToItsValue) {
  for (const NarrowFormat &f : narrowFormats())
    for (uint64_t bits = 0; bits < (uint64_t(1) << f.width); ++bits) {
      double got = decode(bits, f.format), expected = decodeByAPFloat(bits, f);
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(got)) << f.name << " " << bits;
      else
        EXPECT_EQ(std::bit_cast<uint64_t>(got), std::bit_cast<uint64_t>(expected)) << f.name << " " << bits;
    }
}

TEST(ElementTest, EveryCodeSurvivesTheRoundTrip) {
  for (const NarrowFormat &f : narrowFormats())
    for (uint64_t bits = 0; bits < (uint64_t(1) << f.width); ++bits)
      if (!isNanCode(bits, f))
        EXPECT_EQ(encode(decode(bits, f.format), f.format), bits) << f.name;
}

TEST(ElementTest, RoundingAroundEveryBorderIsThatOfAPFloat) {
  for (const NarrowFormat &f : narrowFormats())
    for (uint64_t bits = 0; bits < (uint64_t(1) << f.width); ++bits) {
      double value = decode(bits, f.format), next = decode(bits + 1, f.format);
      if (std::isnan(value) || std::isnan(next) || std::isinf(value))
        continue;
      double middle = std::isinf(next) ? value + spacing(value, f.format) / 2 : value + (next - value) / 2;
      for (double number : {value, middle, std::nextafter(middle, 1e300), std::nextafter(middle, -1e300)})
        expectSameCode(number, f);
    }
}

TEST(ElementTest, RoundingOfManyDoublesIsThatOfAPFloat) {
  uint64_t state = 1;
  for (const NarrowFormat &f : narrowFormats()) {
    for (double number : {0.0, -0.0, 1e-310, -1e-310, 1e308, -1e308, 448.0, 464.0, 464.5, 240.0, 57344.0, 61440.0})
      expectSameCode(number, f);
    for (int i = 0; i < 200'000; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      // Exponents around those that narrow formats have.
      double number =
          std::ldexp(static_cast<double>(static_cast<int64_t>(state)), static_cast<int>(state >> 5 & 63) - 95);
      expectSameCode(number, f);
    }
  }
}

TEST(ElementTest, InfinityStaysInfiniteOrBecomesNan) {
  double infinity = std::numeric_limits<double>::infinity();
  for (Rounding rounding : {Rounding::Nearest, Rounding::TowardZero}) {
    EXPECT_EQ(encode(infinity, Format::F16, rounding), 0x7c00u);
    EXPECT_EQ(encode(-infinity, Format::F8E5M2, rounding), 0xfcu);
    EXPECT_EQ(encode(infinity, Format::F8E4M3FN, rounding), 0x7fu);
    EXPECT_EQ(encode(infinity, Format::F8E4M3FNUZ, rounding), 0x80u);
  }
}

TEST(ElementTest, FastHalfAndBrainAgreeWithTheGeneralRoutine) {
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += 4099) {
    float value = std::bit_cast<float>(static_cast<uint32_t>(bits));
    if (std::isnan(value))
      continue;
    EXPECT_EQ(encodeHalf(value), encode(value, Format::F16)) << value;
    EXPECT_EQ(encodeBrain(value), encode(value, Format::BF16)) << value;
  }
  for (uint32_t bits = 0x33000000; bits < 0x47800010; bits += 0x800) // ties of f16
    EXPECT_EQ(encodeHalf(std::bit_cast<float>(bits)), encode(std::bit_cast<float>(bits), Format::F16));
  EXPECT_TRUE(std::isnan(decodeHalf(encodeHalf(std::nanf("")))));
  EXPECT_TRUE(std::isnan(decodeBrain(encodeBrain(std::bit_cast<float>(0x7f800001u)))));
}

TEST(ElementTest, Tf32RoundsToNearestEven) {
  EXPECT_EQ(roundToTf32(1.0f + 0x1p-11f), 1.0f);               // a tie, to even
  EXPECT_EQ(roundToTf32(1.0f + 3 * 0x1p-11f), 1.0f + 0x1p-9f); // a tie, to even
  EXPECT_EQ(roundToTf32(1.0f + 0x1p-11f + 0x1p-20f), 1.0f + 0x1p-10f);
  EXPECT_EQ(roundToTf32(-0.0f), -0.0f);
  EXPECT_TRUE(std::isinf(roundToTf32(std::numeric_limits<float>::infinity())));
  EXPECT_TRUE(std::isinf(roundToTf32(std::numeric_limits<float>::max())));
}

TEST(ElementTest, SpacingAndLimits) {
  EXPECT_EQ(spacing(1.0, Format::F32), 0x1p-23);
  EXPECT_EQ(spacing(0.0, Format::F32), 0x1p-149);
  EXPECT_EQ(spacing(-3.0, Format::F16), 0x1p-9);
  EXPECT_EQ(unitRoundoff(Format::BF16), 0x1p-8);
  EXPECT_EQ(largestFinite(Format::F8E4M3FN), 448.0);
  EXPECT_EQ(largestFinite(Format::F8E4M3FNUZ), 240.0);
  EXPECT_EQ(largestFinite(Format::F8E5M2FNUZ), 57344.0);
  EXPECT_EQ(largestFinite(Format::F16), 65504.0);
}
} // namespace
