// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device that lives in the host's memory, for tests of launching. A kernel's
// code is one word: `add1` adds 1 to the f32 values of its first parameter (the
// second one counts them), `record` keeps its request, `trap` fails, `slow`
// takes 20 ms.

#ifndef KILN_TEST_RUNTIME_TOYDEVICE_H
#define KILN_TEST_RUNTIME_TOYDEVICE_H

#include "kiln/Convert.h"
#include "kiln/Device.h"

#include <cstring>
#include <thread>

namespace kiln::toy {

struct Word : LoadedKernel {
  std::string code;
};

class ToyDevice : public Device {
public:
  explicit ToyDevice(int64_t cores) { figures = {{"cores", cores}, {"scratchpad_bytes", 1024}, {"max_grid_x", 100}}; }

  const PropertyMap &properties() const override { return figures; }

  Result<DeviceAddress> allocate(uint64_t bytes, uint64_t align) override {
    if (bytes > capacity)
      return Error("out of memory");
    next = (next + align - 1) / align * align;
    DeviceAddress address = next;
    memory[address].assign(bytes, 0xcc);
    next += bytes + 64;
    return address;
  }

  Result<void> free(DeviceAddress address) override {
    if (memory.erase(address) == 0)
      return Error("no such allocation");
    return {};
  }

  Result<void> write(DeviceAddress address, ByteSpan bytes) override {
    auto place = find(address, bytes.size());
    if (!place)
      return place.error();
    std::memcpy(*place, bytes.data(), bytes.size());
    return {};
  }

  Result<void> read(DeviceAddress address, std::span<uint8_t> bytes) override {
    auto place = find(address, bytes.size());
    if (!place)
      return place.error();
    std::memcpy(bytes.data(), *place, bytes.size());
    return {};
  }

  Result<std::unique_ptr<LoadedKernel>> load(ByteSpan code, const LaunchInfo &, const LaunchVariant &) override {
    auto kernel = std::make_unique<Word>();
    kernel->code.assign(code.begin(), code.end());
    if (kernel->code == "bad")
      return Error("expected a toy word but got 'bad'");
    return std::unique_ptr<LoadedKernel>(std::move(kernel));
  }

  Result<LaunchStats> launch(LoadedKernel &kernel, const LaunchRequest &request) override {
    const std::string &code = static_cast<Word &>(kernel).code;
    requests.push_back(request);
    if (code == "trap")
      return Error("trap at pc 12: load outside memory");
    if (code == "slow")
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (code == "add1")
      if (auto done = addOne(request); !done)
        return done.error();
    if (code == "record" && workspaceSlot)
      peek(request);
    return LaunchStats{{{"cycles", int64_t(42), "cycles"}, {"utilisation", 12.5, "%"}}, {"hello from toy"}, {}};
  }

  std::vector<std::string> objectKinds() const override { return {"cookie"}; }

  Result<Bytes> makeObject(const ObjectRequest &request) override {
    if (request.fields.at("size").front() == 0)
      return Error("expected a cookie of at least 1 byte");
    return Bytes(request.fields.at("size").front(), 0xc0);
  }

  /// The largest allocation.
  uint64_t capacity = 1 << 24;
  std::vector<LaunchRequest> requests;
  /// The parameter whose memory `record` looks at.
  std::optional<size_t> workspaceSlot;
  Bytes workspace;
  size_t liveAllocations() const { return memory.size(); }

private:
  Result<uint8_t *> find(DeviceAddress address, uint64_t bytes) {
    auto it = memory.upper_bound(address);
    if (it == memory.begin())
      return Error("address outside memory");
    --it;
    uint64_t offset = address - it->first;
    if (offset > it->second.size() || bytes > it->second.size() - offset)
      return Error("address outside memory");
    return it->second.data() + offset;
  }

  static uint64_t parameter(const LaunchRequest &request, size_t index) {
    uint64_t bits = 0;
    const ParameterSlot &slot = request.slots[index];
    std::memcpy(&bits, request.parameters.data() + slot.offset, slot.size);
    return bits;
  }

  void peek(const LaunchRequest &request) {
    DeviceAddress address = parameter(request, *workspaceSlot);
    workspace = memory.at(address);
  }

  Result<void> addOne(const LaunchRequest &request) {
    uint64_t count = parameter(request, 1);
    auto place = find(parameter(request, 0), 4 * count);
    if (!place)
      return place.error();
    for (uint64_t i = 0; i < count; ++i) {
      uint8_t *element = *place + 4 * i;
      double value = decodeFloat(loadBits(element, ElementType::F32), ElementType::F32);
      storeBits(element, ElementType::F32, encodeFloat(value + 1, ElementType::F32));
    }
    return {};
  }

  PropertyMap figures;
  std::map<DeviceAddress, Bytes> memory;
  DeviceAddress next = 0x1000;
};

class ToyDriver : public DeviceDriver {
public:
  std::string name() const override { return "toy"; }

  Result<std::unique_ptr<Device>> open(const DeviceOptions &options) const override {
    for (const auto &[name, value] : options)
      if (name != "broken")
        return Error("unknown option '" + name + "'; expected 'broken'");
    if (options.contains("broken"))
      return Error("no toy in this machine");
    return std::unique_ptr<Device>(std::make_unique<ToyDevice>(4));
  }
};

} // namespace kiln::toy

#endif // KILN_TEST_RUNTIME_TOYDEVICE_H
