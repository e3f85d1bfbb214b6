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
  p.message({Message::Kind::Text, " x: ", "f16", true, 3});
  p.message({Message::Kind::Assertion, "x is a number"});
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

TEST(ProgramTest, MessagesAreShared) {
  Program p = sample();
  EXPECT_EQ(p.message({Message::Kind::Assertion, "x is a number"}), 1u);
  EXPECT_EQ(p.messages.size(), 2u);
}

TEST(ProgramTest, RefusesMessagesThatItDoesNotKnow) {
  Program p = sample();
  p.messages[1].kind = Message::Kind(5);
  EXPECT_EQ(Program::fromBytes(p.toBytes()).error().message(),
            "NPU program has message 1 of kind 5, which this version does not know");
  p = sample();
  p.messages[0].words = 0;
  EXPECT_EQ(Program::fromBytes(p.toBytes()).error().message(),
            "NPU program has message 0 of 0 words, expected at least 1");
}

TEST(ProgramTest, ReadsTheVersionWithoutMessages) {
  Program p = sample();
  p.messages.clear();
  auto bytes = p.toBytes();
  bytes[4] = 1;
  bytes.resize(bytes.size() - 4);
  auto back = Program::fromBytes(bytes);
  ASSERT_TRUE(back) << back.error().message();
  EXPECT_EQ(*back, p);
}

TEST(ProgramTest, RefusesOtherFiles) {
  auto bytes = sample().toBytes();
  bytes[4] = 7;
  EXPECT_EQ(Program::fromBytes(bytes).error().message(), "NPU program has version 7, expected 1 to 2");
  Program silent = sample();
  silent.messages.clear();
  bytes = silent.toBytes();
  bytes[bytes.size() - 8] = 99; // the location of the last instruction
  EXPECT_EQ(Program::fromBytes(bytes).error().message(), "NPU program names location 99 of 3");
  bytes[0] = 'x';
  EXPECT_EQ(Program::fromBytes(bytes).error().message(), "not an NPU program: it does not begin with 'KNPU'");
}

} // namespace
