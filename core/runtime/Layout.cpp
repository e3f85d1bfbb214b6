// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strided buffers: where elements lie, and how to copy them in runs.

#include "kiln/ArgMaker.h"

#include <algorithm>
#include <cstring>

using namespace kiln;

namespace {
// Bounds on what a text can ask for: host memory for the elements, and an
// address space for the span.
constexpr int64_t maxHostBytes = int64_t(1) << 34;
constexpr int64_t maxSpanBytes = int64_t(1) << 62;

std::string printStrides(const std::vector<int64_t> &strides) {
  std::string text;
  for (int64_t stride : strides)
    text += (text.empty() ? "" : ",") + std::to_string(stride);
  return text;
}

/// Size of an axis as stored: a stride of 0 stores one element.
int64_t storedSize(const BufferLayout &layout, size_t axis) {
  return layout.strides[axis] == 0 ? std::min<int64_t>(layout.shape[axis], 1) : layout.shape[axis];
}

/// Adds stride * (size - 1) to the end of the range that it moves.
bool extend(int64_t stride, int64_t size, int64_t &least, int64_t &most) {
  int64_t reach = 0;
  if (__builtin_mul_overflow(stride, size - 1, &reach))
    return false;
  int64_t &end = reach < 0 ? least : most;
  return !__builtin_add_overflow(end, reach, &end);
}

/// From the smallest stride up, each must step over all that the ones before it
/// reach. Strides that interleave without a collision are refused too.
bool mayOverlap(const BufferLayout &layout) {
  std::vector<std::pair<int64_t, int64_t>> axes;
  for (size_t i = 0; i < layout.shape.size(); ++i)
    if (storedSize(layout, i) > 1)
      axes.emplace_back(std::abs(layout.strides[i]), layout.shape[i]);
  std::sort(axes.begin(), axes.end());
  int64_t reach = 0;
  for (auto [stride, size] : axes) {
    if (stride <= reach)
      return true;
    // Both are below the span, which was checked.
    reach += stride * (size - 1);
  }
  return false;
}

/// Sets span and distinct. Only sizes above zero come here.
Result<void> measure(BufferLayout &layout, ElementType type) {
  int64_t least = layout.offset, most = layout.offset;
  layout.distinct = 1;
  for (size_t i = 0; i < layout.shape.size(); ++i) {
    if (!extend(layout.strides[i], layout.shape[i], least, most))
      return Error("the last element's position does not fit in 63 bits");
    layout.distinct *= storedSize(layout, i);
  }
  int64_t needed = 0;
  if (least < 0 && !__builtin_sub_overflow(layout.offset, least, &needed))
    return Error("strides " + printStrides(layout.strides) + " and offset " + std::to_string(layout.offset) +
                 " put an element at " + std::to_string(least) +
                 ", before the buffer's start; they need offset=" + std::to_string(needed) + " or more");
  if (least < 0)
    return Error("the first element's position does not fit in 63 bits");
  if (most >= maxSpanBytes / byteSize(type))
    return Error("expected a buffer of at most 2^62 bytes but its last element "
                 "is at " +
                 std::to_string(most));
  layout.span = most + 1;
  if (mayOverlap(layout))
    return Error("strides " + printStrides(layout.strides) + " of shape " + printShape(layout.shape) +
                 " overlap; expected each stride, from the smallest up, to step "
                 "over all elements that smaller ones reach, or to be 0");
  return {};
}
} // namespace

Result<BufferLayout> kiln::denseLayout(const std::vector<int64_t> &shape) {
  auto count = elementCount(shape);
  if (!count)
    return count.error();
  BufferLayout layout{shape, std::vector<int64_t>(shape.size(), 1), 0, *count, *count};
  // Without elements the strides mean nothing, and may not fit.
  if (*count > 0)
    for (size_t i = shape.size(); i-- > 1;)
      layout.strides[i - 1] = layout.strides[i] * shape[i];
  return layout;
}

Result<BufferLayout> kiln::stridedLayout(const std::vector<int64_t> &shape, const std::vector<int64_t> &strides,
                                         int64_t offset, ElementType type) {
  if (strides.size() != shape.size())
    return Error("expected " + std::to_string(shape.size()) + (shape.size() == 1 ? " stride" : " strides") +
                 " for shape " + printShape(shape) + ", one for each size, but got " + std::to_string(strides.size()) +
                 " (" + printStrides(strides) + ")");
  if (offset < 0)
    return Error("expected an offset of at least 0 but got " + std::to_string(offset));
  auto count = elementCount(shape);
  if (!count)
    return count.error();
  if (*count > maxHostBytes / byteSize(type))
    return Error("expected at most 16 GiB of elements but shape " + printShape(shape) + " of " +
                 std::string(name(type)) + " has " + std::to_string(*count) + " elements");
  BufferLayout layout{shape, strides, offset, offset, 0};
  if (*count == 0)
    return layout;
  if (auto measured = measure(layout, type); !measured)
    return measured.error();
  return layout;
}

uint64_t HostBuffer::spanBytes() const { return static_cast<uint64_t>(layout.span) * byteSize(type); }

Result<void> kiln::forEachRun(const BufferLayout &layout,
                              const std::function<Result<void>(int64_t, int64_t, int64_t)> &run) {
  if (layout.distinct == 0)
    return {};
  int64_t length = 1;
  size_t outer = layout.shape.size();
  for (; outer > 0; --outer) {
    int64_t size = storedSize(layout, outer - 1);
    if (size > 1 && layout.strides[outer - 1] != length)
      break;
    length *= size;
  }
  std::vector<int64_t> index(outer);
  int64_t position = layout.offset;
  for (int64_t first = 0; first < layout.distinct; first += length) {
    if (auto done = run(position, first, length); !done)
      return done;
    for (size_t axis = outer; axis-- > 0;) {
      position += layout.strides[axis];
      if (++index[axis] < storedSize(layout, axis))
        break;
      position -= layout.strides[axis] * index[axis];
      index[axis] = 0;
    }
  }
  return {};
}

HostArray kiln::toArray(const HostBuffer &buffer) {
  const BufferLayout &layout = buffer.layout;
  HostArray array{buffer.type, layout.shape, {}};
  int64_t count = 1;
  for (int64_t size : layout.shape)
    count *= size;
  if (count == layout.distinct) {
    array.data = buffer.data;
    return array;
  }
  unsigned bytes = byteSize(buffer.type);
  array.data.resize(static_cast<size_t>(count) * bytes);
  std::vector<int64_t> index(layout.shape.size());
  for (int64_t n = 0; n < count; ++n) {
    int64_t stored = 0;
    for (size_t axis = 0; axis < index.size(); ++axis)
      stored = stored * storedSize(layout, axis) + (layout.strides[axis] == 0 ? 0 : index[axis]);
    std::memcpy(array.data.data() + n * bytes, buffer.data.data() + stored * bytes, bytes);
    for (size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < layout.shape[axis])
        break;
      index[axis] = 0;
    }
  }
  return array;
}
