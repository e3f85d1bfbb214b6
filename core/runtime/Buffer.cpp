// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Open devices and their memory.

#include "State.h"
#include "Text.h"

#include <algorithm>
#include <bit>

using namespace kiln;

detail::Allocation::~Allocation() {
  std::lock_guard lock(device->mutex);
  // A handle's end has nobody to tell. A device that cannot free has lost its
  // context, and every later call on it says so.
  (void)static_cast<bool>(device->device->free(address));
}

Result<std::shared_ptr<detail::Allocation>> detail::allocate(const std::shared_ptr<DeviceState> &device, uint64_t bytes,
                                                             uint64_t align) {
  if (!std::has_single_bit(align))
    return Error("expected an alignment that is a power of two bytes but got " + std::to_string(align));
  std::lock_guard lock(device->mutex);
  auto address = device->device->allocate(std::max<uint64_t>(bytes, 1), align);
  if (!address)
    return address.error().in("cannot allocate " + std::to_string(bytes) + " bytes on device " + quote(device->name));
  return std::make_shared<Allocation>(device, *address, bytes);
}

DeviceAddress Buffer::address() const { return memory ? memory->address + start : 0; }

Result<void> Buffer::checkRange(uint64_t offset, uint64_t bytes) const {
  if (!memory)
    return Error("the buffer handle is empty");
  if (offset > size || bytes > size - offset)
    return Error(std::to_string(bytes) + " bytes at byte " + std::to_string(offset) + " are outside a buffer of " +
                 std::to_string(size) + " bytes");
  return {};
}

Result<Buffer> Buffer::view(uint64_t offset, uint64_t bytes) const {
  if (auto valid = checkRange(offset, bytes); !valid)
    return valid.error().in("cannot view");
  Buffer part = *this;
  part.start += offset;
  part.size = bytes;
  return part;
}

Buffer Buffer::as(std::optional<ElementType> type) const {
  Buffer other = *this;
  other.element = type;
  return other;
}

Result<void> Buffer::write(ByteSpan source, uint64_t offset) {
  if (auto valid = checkRange(offset, source.size()); !valid)
    return valid.error().in("cannot write");
  if (source.empty())
    return {};
  std::lock_guard lock(memory->device->mutex);
  return memory->device->device->write(address() + offset, source);
}

Result<void> Buffer::read(std::span<uint8_t> target, uint64_t offset) const {
  if (auto valid = checkRange(offset, target.size()); !valid)
    return valid.error().in("cannot read");
  if (target.empty())
    return {};
  std::lock_guard lock(memory->device->mutex);
  return memory->device->device->read(address() + offset, target);
}

const std::string &DeviceHandle::name() const { return state->name; }

const PropertyMap &DeviceHandle::properties() const { return state->device->properties(); }

Device &DeviceHandle::device() const { return *state->device; }

Result<Buffer> DeviceHandle::allocate(uint64_t bytes, uint64_t align) {
  auto memory = detail::allocate(state, bytes, align);
  if (!memory)
    return memory.error();
  Buffer buffer;
  buffer.memory = std::move(*memory);
  buffer.size = bytes;
  return buffer;
}

Result<Buffer> DeviceHandle::allocate(ElementType type, uint64_t count, uint64_t align) {
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(count, uint64_t(byteSize(type)), &bytes))
    return Error("cannot allocate " + std::to_string(count) + " elements of " + std::string(kiln::name(type)) +
                 ": the number of bytes does not fit in 64 bits");
  auto buffer = allocate(bytes, align);
  if (!buffer)
    return buffer;
  return buffer->as(type);
}

Result<Module> DeviceHandle::load(ByteSpan bytes) {
  auto artifact = Artifact::parse(bytes);
  if (!artifact)
    return artifact.error();
  return load(*artifact);
}

Result<Module> DeviceHandle::load(const Artifact &artifact) {
  auto infos = artifact.kernels();
  if (!infos)
    return infos.error();
  if (infos->empty())
    return Error("the artifact holds no kernel");
  Module module;
  module.state = std::make_shared<detail::ModuleState>();
  for (LaunchInfo &info : *infos) {
    std::string context = "kernel " + quote(info.kernel);
    auto kernel = detail::loadKernel(state, artifact, std::move(info));
    if (!kernel)
      return kernel.error().in(context);
    module.state->kernels.push_back(std::move(*kernel));
  }
  return module;
}

Result<Module> DeviceHandle::loadFile(const std::string &path) {
  auto artifact = Artifact::readFile(path);
  if (!artifact)
    return artifact.error();
  auto module = load(*artifact);
  if (!module)
    return module.error().in(quote(path));
  return module;
}

Runtime::Runtime(DeviceRegistry registry) : registry(std::make_shared<DeviceRegistry>(std::move(registry))) {}

Result<DeviceHandle> Runtime::open(std::string_view name, const DeviceOptions &options) {
  auto driver = registry->find(name);
  if (!driver)
    return driver.error();
  std::string context = "cannot open device " + quote(name);
  auto device = (*driver)->open(options);
  if (!device)
    return device.error().in(context);
  if (!*device)
    return Error(context + ": its driver gave none");
  DeviceHandle handle;
  handle.state = std::make_shared<detail::DeviceState>();
  handle.state->registry = registry;
  handle.state->name = std::string(name);
  handle.state->device = std::move(*device);
  return handle;
}
