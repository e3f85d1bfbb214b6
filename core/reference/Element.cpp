// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between float formats. One general routine rounds the exact
// value of a double into any format; f16 and bf16 have a second, faster one
// for the inner loops, tested to agree with it.

#include "core/reference/Element.h"
#include "kiln/tile/Tile.h"
#include "mlir/IR/BuiltinTypes.h"
#include <array>
#include <bit>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace kiln::reference;

std::optional<ElementType> ElementType::of(Type type) {
  auto is = [&](auto... formats) { return isa<decltype(formats)...>(type); };
  if (is(IndexType()))
    return integer(64);
  if (auto integerType = dyn_cast<IntegerType>(type))
    return integerType.getWidth() >= 1 && integerType.getWidth() <= 64 ? std::optional(integer(integerType.getWidth()))
                                                                       : std::nullopt;
  if (is(tile::PtrType()))
    return ElementType{Format::Pointer, 64};
  if (is(Float64Type()))
    return ElementType{Format::F64, 64};
  if (is(Float32Type()))
    return ElementType{Format::F32, 32};
  if (is(Float16Type()))
    return ElementType{Format::F16, 16};
  if (is(BFloat16Type()))
    return ElementType{Format::BF16, 16};
  if (is(Float8E4M3FNType()))
    return ElementType{Format::F8E4M3FN, 8};
  if (is(Float8E4M3FNUZType()))
    return ElementType{Format::F8E4M3FNUZ, 8};
  if (is(Float8E5M2Type()))
    return ElementType{Format::F8E5M2, 8};
  if (is(Float8E5M2FNUZType()))
    return ElementType{Format::F8E5M2FNUZ, 8};
  return std::nullopt;
}

namespace {
/// The shape of a format: an element is a sign, then an exponent, then
/// `fraction` bits. Magnitudes up to `largest` (as bits) are finite; the next
/// one is infinity where there is one.
struct Layout {
  int width, fraction, bias;
  uint64_t largest;
  bool hasInfinity;
  bool hasNegativeZero; // if not, the bits of -0 are the one NaN
};
} // namespace

static constexpr Layout layoutOf(Format format) {
  switch (format) {
  case Format::F16:
    return {16, 10, 15, 0x7bff, true, true};
  case Format::BF16:
    return {16, 7, 127, 0x7f7f, true, true};
  case Format::F8E4M3FN:
    return {8, 3, 7, 0x7e, false, true};
  case Format::F8E4M3FNUZ:
    return {8, 3, 8, 0x7f, false, false};
  case Format::F8E5M2:
    return {8, 2, 15, 0x7b, true, true};
  case Format::F8E5M2FNUZ:
    return {8, 2, 16, 0x7f, false, false};
  case Format::F64:
    return {64, 52, 1023, 0x7fefffffffffffff, true, true};
  default:
    return {32, 23, 127, 0x7f7fffff, true, true};
  }
}

/// 2^exponent, for exponents in the normal range of double.
static constexpr double powerOfTwo(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

static constexpr double decodeBy(uint64_t bits, const Layout &layout) {
  uint64_t signBit = uint64_t(1) << (layout.width - 1);
  uint64_t magnitude = bits & (signBit - 1);
  bool negative = bits & signBit;
  if (magnitude > layout.largest || (!layout.hasNegativeZero && negative && magnitude == 0)) {
    bool isInfinite = layout.hasInfinity && magnitude == layout.largest + 1;
    double special = isInfinite ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    return negative ? -special : special;
  }
  int exponent = static_cast<int>(magnitude >> layout.fraction);
  uint64_t fraction = magnitude & ((uint64_t(1) << layout.fraction) - 1);
  // A subnormal has the exponent of the least normal, without the leading one.
  uint64_t significand = exponent == 0 ? fraction : fraction | uint64_t(1) << layout.fraction;
  int scale = (exponent == 0 ? 1 : exponent) - layout.bias - layout.fraction;
  double value = static_cast<double>(significand) * powerOfTwo(scale);
  return negative ? -value : value;
}

static constexpr std::array<double, 256> tableOf(Format format) {
  std::array<double, 256> table{};
  for (unsigned bits = 0; bits < 256; ++bits)
    table[bits] = decodeBy(bits, layoutOf(format));
  return table;
}

double kiln::reference::decode(uint64_t bits, Format format) {
  static constexpr std::array<double, 256> e4m3fn = tableOf(Format::F8E4M3FN), e4m3fnuz = tableOf(Format::F8E4M3FNUZ),
                                           e5m2 = tableOf(Format::F8E5M2), e5m2fnuz = tableOf(Format::F8E5M2FNUZ);
  switch (format) {
  case Format::F64:
    return std::bit_cast<double>(bits);
  case Format::F32:
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  case Format::F16:
    return decodeHalf(static_cast<uint16_t>(bits));
  case Format::BF16:
    return decodeBrain(static_cast<uint16_t>(bits));
  case Format::F8E4M3FN:
    return e4m3fn[bits & 0xff];
  case Format::F8E4M3FNUZ:
    return e4m3fnuz[bits & 0xff];
  case Format::F8E5M2:
    return e5m2[bits & 0xff];
  case Format::F8E5M2FNUZ:
    return e5m2fnuz[bits & 0xff];
  default:
    return static_cast<double>(bits);
  }
}

/// The bits of NaN (the quiet one, with the sign kept where it can be).
static uint64_t nanBits(const Layout &layout, uint64_t signBit) {
  if (!layout.hasNegativeZero)
    return uint64_t(1) << (layout.width - 1);
  if (!layout.hasInfinity)
    return signBit | (layout.largest + 1);
  return signBit | (layout.largest + 1) | uint64_t(1) << (layout.fraction - 1);
}

uint64_t kiln::reference::encode(double value, Format format, Rounding rounding) {
  uint64_t source = std::bit_cast<uint64_t>(value);
  if (format == Format::F64)
    return source;
  const Layout layout = layoutOf(format);
  uint64_t signBit = (source >> 63) << (layout.width - 1);
  if (std::isnan(value))
    return nanBits(layout, signBit);
  uint64_t infinity = layout.hasInfinity ? signBit | (layout.largest + 1) : nanBits(layout, signBit);
  if (std::isinf(value))
    return infinity;

  // |value| = significand * 2^(exponent - 52); the result is a multiple of 2^quantum.
  int exponent = static_cast<int>(source >> 52 & 0x7ff) - 1023;
  uint64_t significand = source & ((uint64_t(1) << 52) - 1);
  if (exponent > -1023)
    significand |= uint64_t(1) << 52;
  int leastQuantum = 1 - layout.bias - layout.fraction;
  int quantum = std::max(exponent - layout.fraction, leastQuantum);
  int shift = std::min(quantum - (exponent - 52), 60);
  uint64_t kept = significand >> shift;
  uint64_t dropped = significand - (kept << shift), half = uint64_t(1) << (shift - 1);
  if (rounding == Rounding::Nearest && (dropped > half || (dropped == half && (kept & 1))))
    ++kept;

  // The leading one of `kept` adds 1 to the exponent field, and so does a carry.
  uint64_t magnitude = (static_cast<uint64_t>(quantum - leastQuantum) << layout.fraction) + kept;
  if (magnitude > layout.largest)
    return rounding == Rounding::Nearest ? infinity : signBit | layout.largest;
  if (magnitude == 0 && !layout.hasNegativeZero)
    return 0;
  return signBit | magnitude;
}

float kiln::reference::decodeHalf(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16, magnitude = bits & 0x7fff;
  if (magnitude >= 0x7c00)
    return std::bit_cast<float>(sign | 0x7f800000 | magnitude << 13);
  // The multiplication moves the exponent from bias 15 to bias 127 and makes
  // subnormals normal.
  float value = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
  return std::bit_cast<float>(std::bit_cast<uint32_t>(value) | sign);
}

uint16_t kiln::reference::encodeHalf(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value), magnitude = bits & 0x7fffffff;
  uint16_t sign = bits >> 16 & 0x8000;
  if (magnitude > 0x7f800000)
    return sign | 0x7e00;
  if (magnitude >= 0x47800000) // 65536
    return sign | 0x7c00;
  if (magnitude < 0x38800000) { // 2^-14: the sum has the spacing of subnormals
    float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return sign | static_cast<uint16_t>(std::bit_cast<uint32_t>(shifted) - 0x3f000000);
  }
  magnitude += 0xfff + (magnitude >> 13 & 1);
  return sign | static_cast<uint16_t>((magnitude - (112u << 23)) >> 13);
}

float kiln::reference::decodeBrain(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

uint16_t kiln::reference::encodeBrain(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return static_cast<uint16_t>(bits >> 16 & 0x8000) | 0x7fc0;
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

float kiln::reference::roundToTf32(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7f800000) == 0x7f800000)
    return value;
  return std::bit_cast<float>((bits + 0xfff + (bits >> 13 & 1)) & ~uint32_t(0x1fff));
}

double kiln::reference::unitRoundoff(Format format) { return powerOfTwo(-layoutOf(format).fraction - 1); }

double kiln::reference::spacing(double value, Format format) {
  const Layout layout = layoutOf(format);
  if (!std::isfinite(value))
    return 0;
  int exponent = value == 0 ? 1 - layout.bias : std::max(std::ilogb(value), 1 - layout.bias);
  return std::ldexp(1.0, exponent - layout.fraction);
}

double kiln::reference::largestFinite(Format format) {
  const Layout layout = layoutOf(format);
  return format == Format::F64 ? std::numeric_limits<double>::max() : decodeBy(layout.largest, layout);
}
