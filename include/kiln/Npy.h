// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's .npy files, versions 1 and 2.
//
// NumPy has no bf16 or fp8 types. They are written as u16 and u8 (dtype `<u2`,
// `|u1`); numpy gives them back with `.view(ml_dtypes.bfloat16)`. They are read
// from u16/u8 and from the void types (`|V2`, `|V1`) that ml_dtypes makes
// numpy.save write, provided that the caller says which type is meant.

#ifndef KILN_NPY_H
#define KILN_NPY_H

#include "kiln/Artifact.h"
#include "kiln/ElementType.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kiln {

/// A dense array in row-major order.
struct HostArray {
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
  Bytes data;

  bool operator==(const HostArray &) const = default;
};

/// Number of elements of a shape; an error when a size is negative or the
/// product does not fit in 63 bits.
Result<int64_t> elementCount(const std::vector<int64_t> &shape);

/// `97x71`; a shape of rank 0 prints as `scalar`.
std::string printShape(const std::vector<int64_t> &shape);

/// `expected` picks the meaning of raw types and must agree with any other;
/// integers of equal width agree. Arrays in Fortran order and of either
/// endianness come out row-major and little-endian.
Result<HostArray> parseNpy(ByteSpan bytes, std::optional<ElementType> expected = {});
Result<HostArray> readNpy(const std::string &path, std::optional<ElementType> expected = {});

/// A version 1 file.
Bytes serializeNpy(const HostArray &array);
Result<void> writeNpy(const std::string &path, const HostArray &array);

} // namespace kiln

#endif // KILN_NPY_H
