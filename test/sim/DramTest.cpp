// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The DRAM controller alone: which cycle a burst comes back in. In base, lines
// of one channel and row are neighbours within 256 bytes; 4096 bytes further is
// the next bank, 32768 the next row of the same bank.

#include "sim/DramTiming.h"

#include <gtest/gtest.h>
#include <map>

using namespace kiln::npu;

namespace {

struct Dram {
  Config config;
  EventQueue events;
  Stats stats;
  DramTiming dram{config, events, stats};
  std::map<uint32_t, uint64_t> arrivals; ///< by number of the instruction

  bool read(uint64_t address, uint32_t number, uint64_t cycle = 0) {
    return dram.submit({address / 64, 0, number, Engine::DL, 64, false, false}, cycle);
  }
  bool write(uint64_t address, uint64_t cycle = 0) {
    return dram.submit({address / 64, 0, 0, Engine::DS, 64, true, false}, cycle);
  }
  bool atomic(uint64_t address, uint32_t number) {
    return dram.submit({address / 64, 0, number, Engine::DS, 4, false, true}, 0);
  }
  void drain() {
    while (!events.empty()) {
      Event e = events.pop();
      if (e.kind == EventKind::Channel)
        dram.advance(e.index, e.cycle);
      else if (e.kind == EventKind::Arrival)
        arrivals[e.index] = e.cycle;
    }
  }
};

constexpr uint64_t otherBank = 4096, otherRow = 32768;

TEST(DramTest, ClosedHitAndConflict) {
  Dram d;
  d.read(0, 1);
  d.read(64, 2);
  d.read(otherRow, 3);
  d.drain();
  EXPECT_EQ(d.arrivals[1], 28u + 40 + 4);
  EXPECT_EQ(d.arrivals[2], 32u + 40 + 4) << "the bus is free after 4 cycles";
  EXPECT_EQ(d.arrivals[3], 32u + 14 + 28 + 40 + 4) << "precharge and activate after the last use in 32";
  EXPECT_EQ(d.stats.rowClosed, 1u);
  EXPECT_EQ(d.stats.rowHits, 1u);
  EXPECT_EQ(d.stats.rowConflicts, 1u);
}

TEST(DramTest, RowsOpenAhead) {
  Dram d;
  d.read(0, 1);
  d.read(otherBank, 2);
  d.drain();
  EXPECT_EQ(d.arrivals[2], 32u + 40 + 4) << "its row opened beside the first";
}

TEST(DramTest, ChannelsAreIndependent) {
  Dram d;
  d.read(0, 1);
  d.read(256, 2);
  d.drain();
  EXPECT_EQ(d.arrivals[1], d.arrivals[2]);
}

TEST(DramTest, ReadsAfterAWriteTurnTheBusAround) {
  Dram d;
  d.write(0);
  d.drain(); // the write is chosen in 0 and accessed in 28
  d.read(64, 1, 1);
  d.drain();
  EXPECT_EQ(d.arrivals[1], 28u + 4 + 8 + 40 + 4);
}

TEST(DramTest, ReadsGoFirstUnlessTheLineIsBeingWritten) {
  Dram d;
  d.write(128);
  d.read(64, 1);
  d.read(128, 2);
  d.drain();
  EXPECT_EQ(d.arrivals[1], 28u + 44);
  // 32: the write; then the turnaround.
  EXPECT_EQ(d.arrivals[2], 32u + 4 + 8 + 44);
}

TEST(DramTest, ManyWritesStopReads) {
  for (unsigned writes : {31u, 32u}) {
    Dram d;
    for (unsigned i = 0; i < writes; ++i)
      ASSERT_TRUE(d.write(otherBank + i % 4 * 64));
    d.read(0, 1);
    d.drain();
    EXPECT_EQ(d.arrivals[1], writes == 31 ? 28u + 44 : 28u + 32 * 4 + 8 + 44);
  }
}

TEST(DramTest, QueuesAreBounded) {
  Dram d;
  for (unsigned i = 0; i < 16; ++i)
    EXPECT_TRUE(d.read(0, i));
  EXPECT_FALSE(d.read(0, 16));
  EXPECT_TRUE(d.read(256, 17)) << "the other channel has room";
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_TRUE(d.write(0));
  EXPECT_FALSE(d.write(0));
}

TEST(DramTest, AtomicsOfOneLineTakeTwice) {
  Dram d;
  d.atomic(0, 1);
  d.atomic(64, 2);
  d.atomic(64, 3);
  d.atomic(128, 4);
  d.drain();
  EXPECT_EQ(d.arrivals[2], d.arrivals[1] + 4);
  EXPECT_EQ(d.arrivals[3], d.arrivals[2] + 4);
  EXPECT_EQ(d.arrivals[4], d.arrivals[3] + 8);
}

} // namespace
