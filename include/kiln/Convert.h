// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place on the host where numbers become bits of an element type and
// back. Rounding is to nearest, ties to even, in a single step.

#ifndef KILN_CONVERT_H
#define KILN_CONVERT_H

#include "kiln/ElementType.h"

#include <cstdint>
#include <string>

namespace kiln {

/// What a finite value beyond the largest one becomes.
enum class Overflow {
  /// Infinity, or NaN in formats that have none: as IEEE 754 and the OCP
  /// formats' default conversion do.
  Ieee,
  /// The largest finite value. Infinities keep their meaning.
  Saturate,
};

/// Bits of a float type. A NaN becomes the format's quiet NaN with the sign
/// kept where the format has one.
uint64_t encodeFloat(double value, ElementType type, Overflow overflow = Overflow::Ieee);

/// The exact value of a float type's bits; bits above its width are ignored.
double decodeFloat(uint64_t bits, ElementType type);

/// Low bytes of an integer in two's complement; i1 gives its lowest bit.
uint64_t encodeInteger(int64_t value, ElementType type);

/// Sign- or zero-extended value of an integer type's bits. A u64 above
/// 2^63 - 1 wraps to a negative number.
int64_t decodeInteger(uint64_t bits, ElementType type);

/// Whether an integer type holds the value.
bool fitsInteger(int64_t value, ElementType type);

/// Reads or writes one element at `memory`, little-endian, byteSize(type)
/// bytes.
uint64_t loadBits(const uint8_t *memory, ElementType type);
void storeBits(uint8_t *memory, ElementType type, uint64_t bits);

/// How a device prints an element, as the reference does: floats with the digits
/// that tell them apart, `hex` as bits with leading zeros.
std::string formatElement(uint64_t bits, ElementType type, bool hex);

} // namespace kiln

#endif // KILN_CONVERT_H
