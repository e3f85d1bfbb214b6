// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/reference/Indexing.h"

using namespace kiln::reference;

Indices kiln::reference::stridedIndices(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> strides, int64_t start) {
  Indices indices(countOf(shape));
  if (indices.empty())
    return indices;
  if (shape.empty()) {
    indices[0] = start;
    return indices;
  }
  int64_t row = shape.back(), step = strides.back();
  Shape position(shape.size(), 0);
  for (size_t at = 0; at < indices.size(); at += row) {
    for (int64_t i = 0; i < row; ++i)
      indices[at + i] = start + i * step;
    for (size_t d = shape.size() - 1; d-- > 0;) { // to the next row
      start += strides[d];
      if (++position[d] < shape[d])
        break;
      start -= strides[d] * shape[d];
      position[d] = 0;
    }
  }
  return indices;
}

Indices kiln::reference::broadcastIndices(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) {
  Shape full = stridesOf(from), strides(to.size(), 0);
  for (size_t d = 0; d < from.size(); ++d)
    if (from[d] != 1)
      strides[to.size() - from.size() + d] = full[d];
  return stridedIndices(to, strides);
}

Indices kiln::reference::transposeIndices(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> order) {
  Shape full = stridesOf(from), shape, strides;
  for (int64_t d : order) {
    shape.push_back(from[d]);
    strides.push_back(full[d]);
  }
  return stridedIndices(shape, strides);
}

AxisSplit::AxisSplit(llvm::ArrayRef<int64_t> shape, int64_t axis)
    : outer(countOf(shape.take_front(axis))), extent(shape[axis]), inner(countOf(shape.drop_front(axis + 1))) {}

Indices AxisSplit::slice(int64_t k) const { return stridedIndices({outer, inner}, {extent * inner, 1}, k * inner); }
