// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies between host buffers and devices, whole or in runs.

#include "kiln/Upload.h"

#include <cstring>

using namespace kiln;

namespace {
/// A run in bytes.
struct ByteRun {
  uint64_t position;
  uint64_t index;
  uint64_t count;
};

template <typename Body>
Result<void> forEachByteRun(const HostBuffer &buffer, const Body &body) {
  uint64_t size = byteSize(buffer.type);
  return forEachRun(buffer.layout, [&](int64_t position, int64_t index, int64_t count) {
    return body(ByteRun{static_cast<uint64_t>(position) * size, static_cast<uint64_t>(index) * size,
                        static_cast<uint64_t>(count) * size});
  });
}

Result<void> write(Buffer &target, const HostBuffer &buffer) {
  if (buffer.spanBytes() > maxWholeSpan)
    return forEachByteRun(buffer, [&](ByteRun run) {
      return target.write(ByteSpan(buffer.data).subspan(run.index, run.count), run.position);
    });
  Bytes whole(buffer.spanBytes());
  auto gathered = forEachByteRun(buffer, [&](ByteRun run) -> Result<void> {
    std::memcpy(whole.data() + run.position, buffer.data.data() + run.index, run.count);
    return {};
  });
  return gathered ? target.write(whole) : gathered;
}
} // namespace

Result<Buffer> kiln::upload(DeviceHandle &device, const HostBuffer &buffer) {
  auto target = device.allocate(buffer.spanBytes());
  if (!target)
    return target;
  if (auto written = write(*target, buffer); !written)
    return written.error();
  return target->as(buffer.type);
}

Result<void> kiln::download(const Buffer &source, HostBuffer &buffer) {
  uint64_t size = byteSize(buffer.type);
  buffer.data.resize(static_cast<uint64_t>(buffer.layout.distinct) * size);
  if (buffer.spanBytes() > maxWholeSpan)
    return forEachByteRun(buffer, [&](ByteRun run) {
      return source.read(std::span(buffer.data).subspan(run.index, run.count), run.position);
    });
  Bytes whole(buffer.spanBytes());
  if (auto read = source.read(whole); !read)
    return read;
  return forEachByteRun(buffer, [&](ByteRun run) -> Result<void> {
    std::memcpy(buffer.data.data() + run.index, whole.data() + run.position, run.count);
    return {};
  });
}

Result<UploadedArguments> kiln::upload(DeviceHandle &device, const MadeArguments &made,
                                       std::span<const ArgumentInfo> signature) {
  UploadedArguments uploaded;
  if (made.arguments.size() != signature.size())
    return Error("expected " + std::to_string(signature.size()) + " arguments but got " +
                 std::to_string(made.arguments.size()));
  for (const HostBuffer &buffer : made.buffers) {
    auto placed = upload(device, buffer);
    if (!placed)
      return placed.error();
    uploaded.buffers.push_back(std::move(*placed));
  }
  for (size_t i = 0; i < signature.size(); ++i) {
    const MadeArgument &argument = made.arguments[i];
    ElementType type = signature[i].type;
    if (!argument.isPointer) {
      uploaded.arguments.push_back(Argument::scalar(type, argument.bits));
      continue;
    }
    const Buffer &buffer = uploaded.buffers[argument.buffer];
    uint64_t offset = static_cast<uint64_t>(argument.offset) * byteSize(type);
    auto view = buffer.view(offset, buffer.bytes() - offset);
    if (!view)
      return view.error().in("argument '" + signature[i].name + "'");
    uploaded.arguments.emplace_back(view->as(type));
  }
  return uploaded;
}
