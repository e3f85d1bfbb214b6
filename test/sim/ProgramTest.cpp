// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/Program.h"

#include <gtest/gtest.h>
#include <random>

using namespace kiln::npu;

namespace {

Program sample() {
  Program p;
  p.machine = "base";
  uint32_t here = p.location("k.py:3:1");
  EXPECT_TRUE(p.append(*make(Op::Li, {1, 5}), here));
  EXPECT_TRUE(p.append(*make(Op::Beq, {0, 1, 0}), p.location("k.py:4:1")));
  EXPECT_TRUE(p.append(*make(Op::Halt, {}), here));
  return p;
}

TEST(ProgramTest, BytesRoundTrip) {
  Program p = sample();
  auto back = Program::fromBytes(p.toBytes());
  ASSERT_TRUE(back) << back.error().message();
  EXPECT_EQ(*back, p);
  EXPECT_EQ(back->locationOf(1), "k.py:4:1");
  EXPECT_EQ(back->locationOf(99), "");
}

TEST(ProgramTest, LocationsAreShared) {
  Program p = sample();
  EXPECT_EQ(p.location("k.py:3:1"), 1u);
  EXPECT_EQ(p.locations.size(), 3u);
}

TEST(ProgramTest, PatchedBranch) {
  Program p = sample();
  ASSERT_TRUE(p.patchImm(1, 2));
  EXPECT_EQ(decode(p.words[1])->imm, 2);
  EXPECT_EQ(p.patchImm(9, 0).error().message(), "instruction 9 does not exist, the program has 3");
}

TEST(ProgramTest, EveryTruncationIsAnError) {
  auto bytes = sample().toBytes();
  for (size_t n = 0; n < bytes.size(); ++n)
    EXPECT_FALSE(Program::fromBytes(std::span(bytes).first(n))) << n;
  bytes.push_back(0);
  EXPECT_EQ(Program::fromBytes(bytes).error().message(), "NPU program has 1 bytes too many");
}

TEST(ProgramTest, DamagedBytesNeverCrash) {
  auto bytes = sample().toBytes();
  std::mt19937 rng(3);
  for (int i = 0; i < 20000; ++i) {
    auto damaged = bytes;
    for (int k = 0; k < 3; ++k)
      damaged[rng() % damaged.size()] = uint8_t(rng());
    if (auto p = Program::fromBytes(damaged)) {
      EXPECT_EQ(p->words.size(), p->wordLocations.size());
    }
  }
}

TEST(ProgramTest, RefusesOtherFiles) {
  auto bytes = sample().toBytes();
  bytes[4] = 7;
  EXPECT_EQ(Program::fromBytes(bytes).error().message(), "NPU program has version 7, expected 1");
  bytes[4] = 1;
  bytes[bytes.size() - 4] = 99; // the location of the last instruction
  EXPECT_EQ(Program::fromBytes(bytes).error().message(), "NPU program names location 99 of 3");
  bytes[0] = 'x';
  EXPECT_EQ(Program::fromBytes(bytes).error().message(), "not an NPU program: it does not begin with 'KNPU'");
}

} // namespace
