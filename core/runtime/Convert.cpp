// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Encoding and decoding by a description of each format. A double holds every
// value of every format here, so one rounding step is enough: f32 arithmetic
// in between would round twice.

#include "kiln/Convert.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

using namespace kiln;

namespace {
/// How a format spends its codes beyond sign, exponent and mantissa.
enum class Specials {
  Ieee,   // the top exponent is infinity and NaN
  FnNan,  // all ones is NaN; no infinity
  FnuzNan // the code of -0 is NaN; no infinity
};

struct Format {
  int exponentBits;
  int mantissaBits;
  int bias;
  Specials specials;

  int width() const { return 1 + exponentBits + mantissaBits; }
  uint64_t signBit() const { return uint64_t(1) << (width() - 1); }
  uint64_t magnitudeMask() const { return signBit() - 1; }
  uint64_t infinity() const { return ((uint64_t(1) << exponentBits) - 1) << mantissaBits; }
  uint64_t largest() const {
    switch (specials) {
    case Specials::Ieee:
      return infinity() - 1;
    case Specials::FnNan:
      return magnitudeMask() - 1;
    case Specials::FnuzNan:
      return magnitudeMask();
    }
    return 0;
  }
  uint64_t nan(bool negative) const {
    switch (specials) {
    case Specials::Ieee:
      return (negative ? signBit() : 0) | infinity() | uint64_t(1) << (mantissaBits - 1);
    case Specials::FnNan:
      return (negative ? signBit() : 0) | magnitudeMask();
    case Specials::FnuzNan:
      return signBit();
    }
    return 0;
  }
};

Format formatOf(ElementType type) {
  switch (type) {
  case ElementType::F8E4M3FN:
    return {4, 3, 7, Specials::FnNan};
  case ElementType::F8E4M3FNUZ:
    return {4, 3, 8, Specials::FnuzNan};
  case ElementType::F8E5M2:
    return {5, 2, 15, Specials::Ieee};
  case ElementType::F8E5M2FNUZ:
    return {5, 2, 16, Specials::FnuzNan};
  case ElementType::F16:
    return {5, 10, 15, Specials::Ieee};
  case ElementType::BF16:
    return {8, 7, 127, Specials::Ieee};
  case ElementType::F32:
    return {8, 23, 127, Specials::Ieee};
  default:
    return {11, 52, 1023, Specials::Ieee};
  }
}

/// Code of a finite magnitude, rounded; it may lie above the largest one. Codes
/// of one sign count up with the value, so a carry out of the mantissa lands
/// in the exponent by itself.
uint64_t roundMagnitude(double magnitude, const Format &format) {
  uint64_t bits = std::bit_cast<uint64_t>(magnitude);
  int exponent = static_cast<int>(bits >> 52);
  uint64_t significand = bits & ((uint64_t(1) << 52) - 1);
  if (exponent == 0)
    exponent = 1;
  else
    significand |= uint64_t(1) << 52;

  int target = exponent - 1023 + format.bias;
  int drop = 52 - format.mantissaBits;
  if (target < 1) {
    drop += 1 - target;
    target = 1;
  }
  // The significand has 53 bits: dropping more than 54 leaves less than half.
  if (drop > 54)
    return 0;
  uint64_t kept = significand >> drop;
  if (drop > 0) {
    uint64_t rest = significand & ((uint64_t(1) << drop) - 1);
    uint64_t half = uint64_t(1) << (drop - 1);
    if (rest > half || (rest == half && (kept & 1)))
      ++kept;
  }
  // A normal significand brings its leading one, which adds one exponent step.
  return (static_cast<uint64_t>(target - 1) << format.mantissaBits) + kept;
}
} // namespace

uint64_t kiln::encodeFloat(double value, ElementType type, Overflow overflow) {
  Format format = formatOf(type);
  bool negative = std::signbit(value);
  if (std::isnan(value))
    return format.nan(negative);
  uint64_t sign = negative ? format.signBit() : 0;
  if (std::isinf(value))
    return format.specials == Specials::Ieee ? sign | format.infinity() : format.nan(negative);
  uint64_t code = roundMagnitude(std::fabs(value), format);
  if (code > format.largest()) {
    if (overflow == Overflow::Saturate)
      return sign | format.largest();
    return format.specials == Specials::Ieee ? sign | format.infinity() : format.nan(negative);
  }
  if (code == 0 && format.specials == Specials::FnuzNan)
    return 0;
  return sign | code;
}

double kiln::decodeFloat(uint64_t bits, ElementType type) {
  Format format = formatOf(type);
  if (type == ElementType::F64)
    return std::bit_cast<double>(bits);
  bool negative = bits & format.signBit();
  uint64_t code = bits & format.magnitudeMask();
  double sign = negative ? -1.0 : 1.0;
  double nan = std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
  if (format.specials == Specials::FnuzNan && negative && code == 0)
    return std::numeric_limits<double>::quiet_NaN();
  if (code > format.largest()) {
    if (format.specials == Specials::Ieee && code == format.infinity())
      return sign * std::numeric_limits<double>::infinity();
    return nan;
  }
  int exponent = static_cast<int>(code >> format.mantissaBits);
  uint64_t mantissa = code & ((uint64_t(1) << format.mantissaBits) - 1);
  if (exponent == 0)
    exponent = 1;
  else
    mantissa |= uint64_t(1) << format.mantissaBits;
  return sign * std::ldexp(static_cast<double>(mantissa), exponent - format.bias - format.mantissaBits);
}

uint64_t kiln::encodeInteger(int64_t value, ElementType type) {
  if (type == ElementType::I1)
    return static_cast<uint64_t>(value) & 1;
  unsigned shift = 64 - 8 * byteSize(type);
  return static_cast<uint64_t>(value) << shift >> shift;
}

int64_t kiln::decodeInteger(uint64_t bits, ElementType type) {
  if (type == ElementType::I1)
    return static_cast<int64_t>(bits & 1);
  unsigned shift = 64 - 8 * byteSize(type);
  bits <<= shift;
  if (isUnsigned(type))
    return static_cast<int64_t>(bits >> shift);
  return static_cast<int64_t>(bits) >> shift;
}

bool kiln::fitsInteger(int64_t value, ElementType type) {
  if (type == ElementType::U64)
    return value >= 0;
  return isInteger(type) && decodeInteger(encodeInteger(value, type), type) == value;
}

uint64_t kiln::loadBits(const uint8_t *memory, ElementType type) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < byteSize(type); ++i)
    bits |= static_cast<uint64_t>(memory[i]) << (8 * i);
  return bits;
}

void kiln::storeBits(uint8_t *memory, ElementType type, uint64_t bits) {
  for (unsigned i = 0; i < byteSize(type); ++i)
    memory[i] = static_cast<uint8_t>(bits >> (8 * i));
}

std::string kiln::formatElement(uint64_t bits, ElementType type, bool hex) {
  char text[40];
  if (hex) {
    int digits = type == ElementType::I1 ? 1 : static_cast<int>(2 * byteSize(type));
    std::snprintf(text, sizeof text, "0x%0*llx", digits, static_cast<unsigned long long>(bits));
    return text;
  }
  if (type == ElementType::U64)
    return std::to_string(bits);
  if (isInteger(type))
    return std::to_string(decodeInteger(bits, type));
  double value = decodeFloat(bits, type);
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  std::snprintf(text, sizeof text, type == ElementType::F64 ? "%.17g" : "%.9g", value);
  return text;
}
