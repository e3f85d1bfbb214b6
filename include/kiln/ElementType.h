// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The element types that kernels, buffers and launch metadata share. Integers
// are signless in a kernel; the signed and unsigned spellings say how the host
// reads the bits.

#ifndef KILN_ELEMENTTYPE_H
#define KILN_ELEMENTTYPE_H

#include "kiln/Result.h"

#include <cstdint>
#include <string_view>

namespace kiln {

/// An i1 takes one byte in memory, 0 or 1.
enum class ElementType : uint8_t {
  I1,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F8E4M3FN,
  F8E4M3FNUZ,
  F8E5M2,
  F8E5M2FNUZ,
  F16,
  BF16,
  F32,
  F64,
};

inline constexpr unsigned elementTypeCount = static_cast<unsigned>(ElementType::F64) + 1;

/// Bytes that one element takes in memory.
unsigned byteSize(ElementType type);

/// Spelling as MLIR prints it: `i32`, `u8`, `bf16`, `f8E4M3FN`.
std::string_view name(ElementType type);

/// The inverse of name(), in any case. An unknown name gives an error that
/// lists the known ones.
Result<ElementType> parseElementType(std::string_view text);

bool isFloat(ElementType type);
/// True for i1 and every integer type.
bool isInteger(ElementType type);
/// True for i1 and the u types.
bool isUnsigned(ElementType type);

/// Equal types, or integers of equal width: what a kernel that declared
/// `expected` can take, since its integers carry no sign.
bool isCompatible(ElementType expected, ElementType got);

} // namespace kiln

#endif // KILN_ELEMENTTYPE_H
