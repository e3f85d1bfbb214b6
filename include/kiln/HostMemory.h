// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device whose memory is that of the process: an address is a pointer. Derive
// from it and add load() and launch().

#ifndef KILN_HOSTMEMORY_H
#define KILN_HOSTMEMORY_H

#include "kiln/Device.h"

#include <optional>

namespace kiln {

/// Memory is the process's own, aligned to 64 bytes or more. What is still
/// allocated goes with the device.
class HostMemoryDevice : public Device {
public:
  ~HostMemoryDevice() override;

  Result<DeviceAddress> allocate(uint64_t bytes, uint64_t align) override;
  Result<void> free(DeviceAddress address) override;
  Result<void> write(DeviceAddress address, ByteSpan bytes) override;
  Result<void> read(DeviceAddress address, std::span<uint8_t> bytes) override;

  /// What one call of allocate() gave.
  struct Region {
    DeviceAddress begin = 0;
    uint64_t bytes = 0;
  };
  /// The region that holds `bytes` bytes from `address` on, if one does.
  std::optional<Region> regionOf(DeviceAddress address, uint64_t bytes = 1) const;

private:
  Result<void> check(DeviceAddress address, uint64_t bytes) const;

  std::map<DeviceAddress, uint64_t> regions;
};

} // namespace kiln

#endif // KILN_HOSTMEMORY_H
