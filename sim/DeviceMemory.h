// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DRAM as values: live allocations with guard gaps between them, so that every
// address either belongs to exactly one allocation or to none.

#ifndef KILN_SIM_DEVICEMEMORY_H
#define KILN_SIM_DEVICEMEMORY_H

#include "kiln/Result.h"

#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>

namespace kiln::npu {

struct Region {
  uint64_t base = 0, bytes = 0;
  bool writable = true;
  /// Zeroed by the operating system on first touch: large sparse buffers cost
  /// only what is used of them.
  std::unique_ptr<uint8_t, decltype(&std::free)> data{nullptr, &std::free};
};

class DeviceMemory {
public:
  static constexpr unsigned maxRegions = 256;
  static constexpr uint64_t addressLimit = uint64_t(1) << 40;

  Result<uint64_t> alloc(uint64_t bytes, bool writable);
  Result<void> free(uint64_t address);

  /// The allocation that holds all of [address, address + n), or null.
  Region *find(uint64_t address, uint64_t n);

  /// "the nearest allocation is 0x.. to 0x.. (n bytes)", for messages.
  std::string nearest(uint64_t address) const;

private:
  std::map<uint64_t, Region> regions;
  Region *last = nullptr; ///< of the previous find
};

/// "0x1f00".
std::string hex(uint64_t value);

} // namespace kiln::npu

#endif // KILN_SIM_DEVICEMEMORY_H
