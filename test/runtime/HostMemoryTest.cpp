// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device memory in the process.

#include "kiln/HostMemory.h"

#include <gtest/gtest.h>

using namespace kiln;

namespace {

/// Memory alone.
struct Memory : HostMemoryDevice {
  const PropertyMap &properties() const override { return figures; }
  Result<std::unique_ptr<LoadedKernel>> load(ByteSpan, const LaunchInfo &, const LaunchVariant &) override {
    return Error("no kernels");
  }
  Result<LaunchStats> launch(LoadedKernel &, const LaunchRequest &) override { return Error("no kernels"); }
  PropertyMap figures;
};

TEST(HostMemoryTest, givesBackWhatWasWritten) {
  Memory memory;
  Result<DeviceAddress> address = memory.allocate(3, 256);
  ASSERT_TRUE(address);
  EXPECT_EQ(*address % 256, 0u);
  uint8_t bytes[3] = {1, 2, 3}, back[2] = {};
  ASSERT_TRUE(memory.write(*address, bytes));
  ASSERT_TRUE(memory.read(*address + 1, back));
  EXPECT_EQ(back[0], 2);
  EXPECT_EQ(back[1], 3);
}

TEST(HostMemoryTest, refusesWhatLeavesAnAllocation) {
  Memory memory;
  DeviceAddress address = *memory.allocate(8, 1);
  uint8_t bytes[9] = {};
  EXPECT_EQ(memory.write(address, bytes).error().message(),
            "9 bytes at address " + std::to_string(address) + " do not lie inside one allocation");
  EXPECT_TRUE(memory.read(address, std::span(bytes, 8)));
  EXPECT_FALSE(memory.read(address + 1, std::span(bytes, 8)));
  EXPECT_FALSE(memory.read(address - 1, std::span(bytes, 1)));
  EXPECT_FALSE(memory.regionOf(address + 8));
  EXPECT_EQ(memory.regionOf(address + 7)->begin, address);
}

TEST(HostMemoryTest, freesOnce) {
  Memory memory;
  DeviceAddress address = *memory.allocate(8, 1);
  EXPECT_FALSE(memory.free(address + 1));
  EXPECT_TRUE(memory.free(address));
  EXPECT_EQ(memory.free(address).error().message(),
            "address " + std::to_string(address) + " is not one that was allocated");
}

TEST(HostMemoryTest, saysWhenThereIsNoMore) {
  Memory memory;
  for (uint64_t bytes : {UINT64_MAX, UINT64_MAX / 2})
    EXPECT_EQ(memory.allocate(bytes, 64).error().message(), "the host has no " + std::to_string(bytes) + " bytes left");
}

} // namespace
