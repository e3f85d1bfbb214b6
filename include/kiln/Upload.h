// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Made arguments on a device: what lies between makeArguments and a launch.
//
//   auto made = makeArguments(texts, kernel.info().arguments, seed);
//   auto uploaded = upload(device, *made, kernel.info().arguments);
//   auto report = kernel.launch(grid, uploaded->arguments);
//   download(uploaded->buffers[made->arguments[0].buffer], made->buffers[0]);

#ifndef KILN_UPLOAD_H
#define KILN_UPLOAD_H

#include "kiln/ArgMaker.h"
#include "kiln/Runtime.h"

namespace kiln {

/// A span of at most this size is copied as a whole, by way of the host: one
/// copy instead of one for each run. Larger ones are copied run by run, and the
/// host never holds their gaps.
inline constexpr uint64_t maxWholeSpan = uint64_t(64) << 20;

/// Allocates the buffer's span and writes its elements. Gaps hold zeros when
/// the span is at most maxWholeSpan, else whatever the device had there.
Result<Buffer> upload(DeviceHandle &device, const HostBuffer &buffer);

/// Reads the elements back into `buffer.data`.
Result<void> download(const Buffer &source, HostBuffer &buffer);

struct UploadedArguments {
  /// One for each of MadeArguments::buffers.
  std::vector<Buffer> buffers;
  /// In the order of the signature.
  std::vector<Argument> arguments;
};

/// Uploads all buffers and points the arguments into them. `signature` is the
/// one that the arguments were made for.
Result<UploadedArguments> upload(DeviceHandle &device, const MadeArguments &made,
                                 std::span<const ArgumentInfo> signature);

} // namespace kiln

#endif // KILN_UPLOAD_H
