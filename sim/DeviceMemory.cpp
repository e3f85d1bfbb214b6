// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/DeviceMemory.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace kiln::npu {
namespace {

constexpr uint64_t firstAddress = 0x10000;
constexpr uint64_t alignment = 256;
constexpr uint64_t guard = 4096;

uint64_t roundUp(uint64_t value, uint64_t to) { return (value + to - 1) / to * to; }

} // namespace

std::string hex(uint64_t value) {
  char text[18] = {'0', 'x'};
  auto end = std::to_chars(text + 2, std::end(text), value, 16).ptr;
  return std::string(text, end);
}

Result<uint64_t> DeviceMemory::alloc(uint64_t bytes, bool writable) {
  if (regions.size() >= maxRegions)
    return Error("device memory holds " + std::to_string(maxRegions) +
                 " allocations, the most its region table has room for");
  if (bytes > addressLimit)
    return Error("device memory of " + std::to_string(bytes) + " bytes asked for, the address space has " +
                 std::to_string(addressLimit));
  // First gap that fits, so that the same sequence gives the same addresses.
  uint64_t base = firstAddress;
  for (const auto &[start, region] : regions) {
    if (start >= base + bytes + guard)
      break;
    base = roundUp(start + region.bytes + guard, alignment);
  }
  if (base + bytes + guard > addressLimit)
    return Error("no gap of " + std::to_string(bytes) + " bytes is left in device memory");
  Region region;
  region.base = base;
  region.bytes = bytes;
  region.writable = writable;
  region.data.reset(static_cast<uint8_t *>(std::calloc(std::max<uint64_t>(bytes, 1), 1)));
  if (!region.data)
    return Error("the host has no " + std::to_string(bytes) + " bytes for device memory");
  regions.emplace(base, std::move(region));
  last = nullptr;
  return base;
}

Result<void> DeviceMemory::free(uint64_t address) {
  last = nullptr;
  if (regions.erase(address) == 0)
    return Error("no allocation of device memory begins at " + hex(address));
  return {};
}

Region *DeviceMemory::find(uint64_t address, uint64_t n) {
  auto holds = [&](const Region &r) {
    return address >= r.base && address - r.base <= r.bytes && n <= r.bytes - (address - r.base);
  };
  if (last && holds(*last))
    return last;
  auto it = regions.upper_bound(address);
  if (it == regions.begin())
    return nullptr;
  Region &region = std::prev(it)->second;
  if (!holds(region))
    return nullptr;
  last = &region;
  return last;
}

std::string DeviceMemory::nearest(uint64_t address) const {
  if (regions.empty())
    return "nothing is allocated";
  auto above = regions.upper_bound(address);
  auto near = above == regions.begin() ? above : std::prev(above);
  if (above != regions.end() && near != above &&
      above->second.base - address < address - std::min(address, near->second.base + near->second.bytes))
    near = above;
  const Region &r = near->second;
  return "the nearest allocation is " + hex(r.base) + " to " + hex(r.base + r.bytes) + " (" + std::to_string(r.bytes) +
         " bytes)";
}

} // namespace kiln::npu
