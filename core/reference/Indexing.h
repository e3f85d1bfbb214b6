// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index lists. Every op that only moves elements computes, for each element of
// its result, the index of the element that it takes (Datum::pick does the
// rest, bounds included), or, to write, where each element goes.

#ifndef KILN_REFERENCE_INDEXING_H
#define KILN_REFERENCE_INDEXING_H

#include "core/reference/Datum.h"
#include <vector>

namespace kiln::reference {

using Indices = std::vector<int64_t>;

/// For each element (i, j, ..) of `shape` in row-major order, the number
/// start + i * strides[0] + j * strides[1] + ..
Indices stridedIndices(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> strides, int64_t start = 0);

/// Dimensions are aligned at the end; those that are missing or 1 repeat.
Indices broadcastIndices(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);

/// Dimension d of the result is dimension order[d] of the source.
Indices transposeIndices(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> order);

/// A tile seen along one axis: lane (outer, k, inner) is at
/// (outer * extent + k) * inner count + inner.
struct AxisSplit {
  int64_t outer, extent, inner;
  AxisSplit(llvm::ArrayRef<int64_t> shape, int64_t axis);
  /// The elements with index k along the axis, in order.
  Indices slice(int64_t k) const;
};

/// Address arithmetic is modulo 2^64.
inline int64_t wrappingAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
inline int64_t wrappingMultiply(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

} // namespace kiln::reference

#endif // KILN_REFERENCE_INDEXING_H
