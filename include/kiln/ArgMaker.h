// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Argument makers: the texts with which a command line gives a kernel its
// arguments. docs/runtime.md lists the forms.
//
//   x=randn:f32[97x71]        y=@in.npy        n=97        out=x
//   x=zeros:f32[64x64]@stride=128,1,offset=3
//
// A buffer with strides is held on the host as its dense elements alone, and
// copied run by run to a device buffer that spans them: gaps are never
// materialised on the host, so far offsets cost nothing here.

#ifndef KILN_ARGMAKER_H
#define KILN_ARGMAKER_H

#include "kiln/Npy.h"
#include "kiln/Signature.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace kiln {

/// Where the elements of a buffer lie, in elements. Element (i, j, ..) is at
/// offset + i * strides[0] + j * strides[1] + ..; the kernel gets a pointer to
/// `offset`, as it would for a view of a larger tensor.
struct BufferLayout {
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
  int64_t offset = 0;

  /// Elements from the buffer's start to the last one used.
  int64_t span = 0;
  /// Elements that have an address of their own: a size whose stride is 0
  /// counts once.
  int64_t distinct = 0;
};

/// Row-major strides and offset 0.
Result<BufferLayout> denseLayout(const std::vector<int64_t> &shape);
/// Refuses elements before the buffer's start, a span beyond 2^62 bytes, and
/// strides other than 0 that make two elements share an address.
Result<BufferLayout> stridedLayout(const std::vector<int64_t> &shape, const std::vector<int64_t> &strides,
                                   int64_t offset, ElementType type);

/// Contents of one device buffer before the launch.
struct HostBuffer {
  ElementType type = ElementType::F32;
  BufferLayout layout;
  /// The distinct elements, row-major, sizes whose stride is 0 taken as 1.
  Bytes data;

  uint64_t spanBytes() const;
};

/// Calls `run` for each run of elements that is contiguous both in `data` and
/// in the buffer: their first position in the buffer, their first position in
/// `data`, and their number, in elements. Copies in both directions use it.
/// Stops at the first error.
Result<void> forEachRun(const BufferLayout &layout,
                        const std::function<Result<void>(int64_t position, int64_t index, int64_t count)> &run);

/// The array as seen through the layout's whole shape, e.g. to be saved.
HostArray toArray(const HostBuffer &buffer);

/// One argument made: a scalar's bits, or a position in a buffer.
struct MadeArgument {
  bool isPointer = false;
  uint64_t bits = 0;
  /// Pointer: which of MadeArguments::buffers, and the element in it that the
  /// kernel's pointer names.
  unsigned buffer = 0;
  int64_t offset = 0;
};

struct MadeArguments {
  std::vector<HostBuffer> buffers;
  /// In the order of the signature.
  std::vector<MadeArgument> arguments;
};

/// Makes all arguments of a signature from texts `name=maker`. A missing
/// argument is an error with an example; so is one given twice. The random
/// makers depend on the seed, the argument's position and the element's
/// position only, and give the same bits on every host.
Result<MadeArguments> makeArguments(std::span<const std::string> texts, std::span<const ArgumentInfo> signature,
                                    uint64_t seed = 0);

} // namespace kiln

#endif // KILN_ARGMAKER_H
