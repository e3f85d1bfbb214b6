// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device memory in the process: what was allocated is known, so that a copy that
// leaves it is refused.

#include "kiln/HostMemory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace kiln;

/// What every allocation is aligned to: a cache line.
constexpr uint64_t leastAlign = 64;

HostMemoryDevice::~HostMemoryDevice() {
  for (const auto &[address, bytes] : regions)
    std::free(reinterpret_cast<void *>(address));
}

Result<DeviceAddress> HostMemoryDevice::allocate(uint64_t bytes, uint64_t align) {
  align = std::max(align, leastAlign);
  // aligned_alloc takes multiples of the alignment.
  bool fits = bytes <= UINT64_MAX - align;
  void *memory = fits ? std::aligned_alloc(align, (bytes + align - 1) / align * align) : nullptr;
  if (!memory)
    return Error("the host has no " + std::to_string(bytes) + " bytes left");
  auto address = reinterpret_cast<DeviceAddress>(memory);
  regions[address] = bytes;
  return address;
}

Result<void> HostMemoryDevice::free(DeviceAddress address) {
  if (!regions.erase(address))
    return Error("address " + std::to_string(address) + " is not one that was allocated");
  std::free(reinterpret_cast<void *>(address));
  return {};
}

Result<void> HostMemoryDevice::write(DeviceAddress address, ByteSpan bytes) {
  Result<void> inside = check(address, bytes.size());
  if (inside)
    std::memcpy(reinterpret_cast<void *>(address), bytes.data(), bytes.size());
  return inside;
}

Result<void> HostMemoryDevice::read(DeviceAddress address, std::span<uint8_t> bytes) {
  Result<void> inside = check(address, bytes.size());
  if (inside)
    std::memcpy(bytes.data(), reinterpret_cast<const void *>(address), bytes.size());
  return inside;
}

std::optional<HostMemoryDevice::Region> HostMemoryDevice::regionOf(DeviceAddress address, uint64_t bytes) const {
  auto it = regions.upper_bound(address);
  if (it == regions.begin())
    return std::nullopt;
  auto [begin, size] = *std::prev(it);
  if (bytes > size || address - begin > size - bytes)
    return std::nullopt;
  return Region{begin, size};
}

Result<void> HostMemoryDevice::check(DeviceAddress address, uint64_t bytes) const {
  if (!regionOf(address, bytes))
    return Error(std::to_string(bytes) + " bytes at address " + std::to_string(address) +
                 " do not lie inside one allocation");
  return {};
}
