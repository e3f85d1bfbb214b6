// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions. Each small format is checked over all its codes, and rounding at
// every place where its result can change: conversion is monotonic, so the
// values around each midpoint of neighbours decide everything in between.

#include "kiln/Convert.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace kiln;

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();

struct FormatCase {
  ElementType type;
  unsigned bits;
  double largest;
  double smallest;
  bool hasInfinity;
  bool hasMinusZero;
};

const FormatCase formats[] = {
    {ElementType::F8E4M3FN, 8, 448, 0x1p-9, false, true}, {ElementType::F8E4M3FNUZ, 8, 240, 0x1p-10, false, false},
    {ElementType::F8E5M2, 8, 57344, 0x1p-16, true, true}, {ElementType::F8E5M2FNUZ, 8, 57344, 0x1p-17, false, false},
    {ElementType::F16, 16, 65504, 0x1p-24, true, true},   {ElementType::BF16, 16, 0x1.fep127, 0x1p-133, true, true},
};

TEST(ConvertTest, everyCodeComesBack) {
  for (const FormatCase &format : formats)
    for (uint64_t code = 0; code < uint64_t(1) << format.bits; ++code) {
      double value = decodeFloat(code, format.type);
      if (!std::isnan(value))
        ASSERT_EQ(encodeFloat(value, format.type), code) << name(format.type);
      else
        ASSERT_TRUE(std::isnan(decodeFloat(encodeFloat(value, format.type), format.type)));
    }
}

TEST(ConvertTest, limitsAreThoseOfTheFormats) {
  for (const FormatCase &format : formats) {
    uint64_t top = encodeFloat(format.largest, format.type);
    EXPECT_EQ(decodeFloat(top, format.type), format.largest);
    double beyond = decodeFloat(top + 1, format.type);
    EXPECT_EQ(std::isinf(beyond), format.hasInfinity) << name(format.type);
    EXPECT_EQ(decodeFloat(1, format.type), format.smallest);
    uint64_t sign = uint64_t(1) << (format.bits - 1);
    EXPECT_EQ(encodeFloat(-0.0, format.type), format.hasMinusZero ? sign : 0);
  }
}

TEST(ConvertTest, roundingIsToNearestEvenEverywhere) {
  for (const FormatCase &format : formats) {
    uint64_t top = encodeFloat(format.largest, format.type);
    uint64_t sign = uint64_t(1) << (format.bits - 1);
    for (uint64_t code = 0; code < top; ++code) {
      double low = decodeFloat(code, format.type);
      double high = decodeFloat(code + 1, format.type);
      double middle = low + (high - low) / 2;
      uint64_t even = code & 1 ? code + 1 : code;
      uint64_t below = encodeFloat(std::nextafter(middle, 0), format.type);
      uint64_t above = encodeFloat(std::nextafter(middle, infinity), format.type);
      ASSERT_EQ(encodeFloat(middle, format.type), even) << name(format.type);
      ASSERT_EQ(below, code);
      ASSERT_EQ(above, code + 1);
      ASSERT_EQ(encodeFloat(std::nextafter(high, 0), format.type), code + 1);
      bool lostSign = even == 0 && !format.hasMinusZero;
      ASSERT_EQ(encodeFloat(-middle, format.type), lostSign ? 0 : even | sign);
    }
  }
}

TEST(ConvertTest, overflowBeginsHalfAStepPastTheLargest) {
  for (const FormatCase &format : formats) {
    uint64_t top = encodeFloat(format.largest, format.type);
    double step = format.largest - decodeFloat(top - 1, format.type);
    double edge = format.largest + step / 2;
    double below = decodeFloat(encodeFloat(std::nextafter(edge, 0), format.type), format.type);
    EXPECT_EQ(below, format.largest);
    uint64_t code = encodeFloat(edge * 1.01, format.type);
    double beyond = decodeFloat(code, format.type);
    EXPECT_TRUE(format.hasInfinity ? std::isinf(beyond) : std::isnan(beyond));
    EXPECT_EQ(encodeFloat(edge * 1.01, format.type, Overflow::Saturate), top);
    EXPECT_EQ(encodeFloat(1e300, format.type, Overflow::Saturate), top);
    EXPECT_EQ(decodeFloat(encodeFloat(-1e300, format.type, Overflow::Saturate), format.type), -format.largest);
  }
}

TEST(ConvertTest, f32AgreesWithTheHost) {
  uint64_t state = 1;
  for (int i = 0; i < 2000000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint64_t exponent = 850 + (state >> 33) % 340;
    double value = std::bit_cast<double>((exponent << 52) | (state & 0x800fffffffffffff));
    auto expected = std::bit_cast<uint32_t>(static_cast<float>(value));
    ASSERT_EQ(encodeFloat(value, ElementType::F32), expected) << value;
    ASSERT_EQ(decodeFloat(expected, ElementType::F32), static_cast<double>(static_cast<float>(value)));
  }
}

TEST(ConvertTest, f64KeepsItsBits) {
  for (double value : {0.0, -0.0, 1.5, 5e-324, -1.7e308, infinity, -infinity}) {
    EXPECT_EQ(encodeFloat(value, ElementType::F64), std::bit_cast<uint64_t>(value));
    EXPECT_EQ(std::bit_cast<uint64_t>(decodeFloat(std::bit_cast<uint64_t>(value), ElementType::F64)),
              std::bit_cast<uint64_t>(value));
  }
}

TEST(ConvertTest, integersWrapAndExtend) {
  EXPECT_EQ(encodeInteger(-1, ElementType::I8), 0xffu);
  EXPECT_EQ(decodeInteger(0xff, ElementType::I8), -1);
  EXPECT_EQ(decodeInteger(0xff, ElementType::U8), 255);
  EXPECT_EQ(encodeInteger(3, ElementType::I1), 1u);
  EXPECT_EQ(decodeInteger(0x8000, ElementType::I16), -32768);
  EXPECT_TRUE(fitsInteger(255, ElementType::U8));
  EXPECT_FALSE(fitsInteger(256, ElementType::U8));
  EXPECT_FALSE(fitsInteger(-1, ElementType::U64));
  EXPECT_FALSE(fitsInteger(2, ElementType::I1));
  EXPECT_TRUE(fitsInteger(std::numeric_limits<int64_t>::min(), ElementType::I64));
  EXPECT_FALSE(fitsInteger(0, ElementType::F32));
}

TEST(ConvertTest, memoryIsLittleEndian) {
  uint8_t memory[4] = {};
  storeBits(memory, ElementType::I32, 0x01020304);
  EXPECT_EQ(memory[0], 4);
  EXPECT_EQ(memory[3], 1);
  EXPECT_EQ(loadBits(memory, ElementType::I32), 0x01020304u);
}

TEST(ConvertTest, typeNamesComeBack) {
  for (unsigned i = 0; i < elementTypeCount; ++i) {
    auto type = static_cast<ElementType>(i);
    EXPECT_EQ(*parseElementType(name(type)), type);
  }
  EXPECT_EQ(*parseElementType("f8e4m3fn"), ElementType::F8E4M3FN);
  EXPECT_EQ(*parseElementType("BF16"), ElementType::BF16);
  EXPECT_EQ(parseElementType("f31").error().message(),
            "unknown element type 'f31'; expected one of i1, i8, i16, i32, i64, "
            "u8, u16, u32, u64, f8E4M3FN, f8E4M3FNUZ, f8E5M2, f8E5M2FNUZ, f16, "
            "bf16, f32, f64");
}

TEST(ConvertTest, compatibleTypesShareTheirBits) {
  EXPECT_TRUE(isCompatible(ElementType::I32, ElementType::U32));
  EXPECT_TRUE(isCompatible(ElementType::F16, ElementType::F16));
  EXPECT_FALSE(isCompatible(ElementType::I8, ElementType::I1));
  EXPECT_FALSE(isCompatible(ElementType::I1, ElementType::I8));
  EXPECT_FALSE(isCompatible(ElementType::I16, ElementType::F16));
  EXPECT_FALSE(isCompatible(ElementType::I32, ElementType::I64));
}
} // namespace
