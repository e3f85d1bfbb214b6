// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types as the reference stores them, and the conversions between
// float formats. An integer of any width lies zero-extended in the next
// container of 1, 2, 4 or 8 bytes; a float lies in its own format. Arithmetic
// on formats narrower than f32 is done in float or double and rounded once.

#ifndef KILN_REFERENCE_ELEMENT_H
#define KILN_REFERENCE_ELEMENT_H

#include "mlir/IR/Types.h"
#include <cstdint>
#include <optional>

namespace kiln::reference {

enum class Format : uint8_t {
  Int,
  Pointer,
  F64,
  F32,
  F16,
  BF16,
  F8E4M3FN,
  F8E4M3FNUZ,
  F8E5M2,
  F8E5M2FNUZ,
};

/// The type of one element: a format, and its width in bits.
struct ElementType {
  Format format = Format::Int;
  uint8_t width = 64;

  /// Null for types that the reference does not know (f128, i128, complex).
  static std::optional<ElementType> of(mlir::Type type);
  static ElementType integer(unsigned width) { return {Format::Int, static_cast<uint8_t>(width)}; }

  bool isFloat() const { return format != Format::Int && format != Format::Pointer; }
  bool isInt() const { return format == Format::Int; }

  /// Bytes of the container in a Datum; those in memory are (width + 7) / 8.
  unsigned storageBytes() const { return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8; }
  unsigned memoryBytes() const { return (width + 7) / 8; }

  bool operator==(const ElementType &) const = default;
};

enum class Rounding { Nearest, TowardZero };

/// The value of a float element given as bits; exact for every format.
double decode(uint64_t bits, Format format);

/// The bits of `value` rounded once into `format`. What the format cannot hold
/// becomes infinite, NaN where it has no infinity, or, rounding toward zero,
/// the largest finite value.
uint64_t encode(double value, Format format, Rounding rounding = Rounding::Nearest);

/// f16 and bf16 through float, for the inner loops; the same bits as above.
float decodeHalf(uint16_t bits);
uint16_t encodeHalf(float value);
float decodeBrain(uint16_t bits);
uint16_t encodeBrain(float value);

/// `value` rounded to nearest even to the 10 bits of fraction that tf32 keeps.
float roundToTf32(float value);

/// Half the distance between 1 and the next value: the largest relative error
/// of one rounding to nearest in the normal range.
double unitRoundoff(Format format);

/// Distance from |value| to the next value of the format above it.
double spacing(double value, Format format);

/// The largest finite value of the format.
double largestFinite(Format format);

/// `bits` taken as a signed integer of `width` bits.
inline int64_t signExtend(uint64_t bits, unsigned width) {
  return static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
}

/// The low `width` bits of `bits`.
inline uint64_t zeroExtend(uint64_t bits, unsigned width) {
  return width == 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

} // namespace kiln::reference

#endif // KILN_REFERENCE_ELEMENT_H
