// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exact cycles of small programs, worked out from docs/npu-machine.md. Every
// expectation is derived in a comment; none was copied from a run.

#include "Run.h"

using namespace kiln::npu;
using namespace kiln::npu::test;

namespace {

uint64_t cycles(const std::string &text, const std::vector<uint64_t> &args = {}) {
  Machine m = machine();
  return runClean(m, text, args).cycles;
}

TEST(TimingTest, ScalarInstructions) {
  // One per cycle, and one for halt.
  EXPECT_EQ(cycles("li r1, 5\nadd r2, r1, r1\nhalt"), 3u);
  // mul issues in 1, its result can be read in 4; add 4, halt 5.
  EXPECT_EQ(cycles("li r1, 5\nmul r2, r1, r1\nadd r3, r2, r2\nhalt"), 6u);
  // Two independent muls are pipelined: 1 and 2; add waits until 5.
  EXPECT_EQ(cycles("li r1, 5\nmul r2, r1, r1\nmul r3, r1, r1\n"
                   "add r3, r3, r2\nhalt"),
            7u);
  // div 1 to 35, add 35, halt 36.
  EXPECT_EQ(cycles("li r1, 5\ndiv r2, r1, r1\nadd r3, r2, r2\nhalt"), 37u);
  // There is one divider: the second begins in 35 and ends in 69.
  EXPECT_EQ(cycles("li r1, 5\ndiv r2, r1, r1\ndiv r3, r1, r1\n"
                   "add r3, r3, r2\nhalt"),
            71u);
  // sw 0, lw 1, result in 3; add 3, halt 4.
  EXPECT_EQ(cycles("sw r0, [r0+0]\nlw r2, [r0+0]\nadd r3, r2, r2\nhalt"), 5u);
  // fadd takes 4: li 0, fadd 1, fadd 5, halt 6.
  EXPECT_EQ(cycles("li r1, 0\nfadd r2, r1, r1\nfadd r2, r2, r2\nhalt"), 7u);
}

TEST(TimingTest, Branches) {
  EXPECT_EQ(cycles("beq r0, r0, 1\nhalt"), 4u) << "taken: 3";
  EXPECT_EQ(cycles("bne r0, r0, 1\nhalt"), 2u) << "not taken: 1";
  EXPECT_EQ(cycles("jal r1, 1\nhalt"), 4u);
  EXPECT_EQ(cycles("nextpid r1\nhalt"), 3u) << "static ids: 2";
}

TEST(TimingTest, HardwareLoopsAreFree) {
  // li 0, loop 1, ten adds from 2 to 11, halt 12.
  EXPECT_EQ(cycles("li r1, 10\nloop r1, 1\nadd r2, r2, r2\nhalt"), 13u);
  // Nested with a common end: li, loop, then 3 x (loop + 4 adds), halt.
  EXPECT_EQ(cycles("li r1, 3\nli r3, 4\nloop r1, 2\nloop r3, 1\n"
                   "addi r2, r2, 1\nassert r2, 1\nhalt"),
            2u + 1 + 3 * (1 + 4) + 1 + 1);
  // No iterations: skipping costs a taken branch.
  EXPECT_EQ(cycles("loop r0, 1\ntrap 1\nhalt"), 4u);
}

TEST(TimingTest, VectorResultsAreChained) {
  // vmsv goes out in 0 and starts in 1; its beats can be read in 3 to 10.
  // vfadd reads them from 3 on; its results are there from 7 to 14.
  EXPECT_EQ(cycles("vmsv v1, r0\nvfadd v2, v1, v1\nhalt"), 14u);
  // The shared ALU is free in 11, not earlier: 11 + 7 + 4.
  EXPECT_EQ(cycles("vmsv v1, r0\nvfadd v2, v1, v1\nvfadd v3, v1, v1\nhalt"), 22u);
  // One beat: vmsv 2 (result 4), vfadd 4, result 8.
  EXPECT_EQ(cycles("setvli 16\nvmsv v1, r0\nvfadd v2, v1, v1\nhalt"), 8u);
}

TEST(TimingTest, SpecialFunctionsRunBesideTheAlu) {
  // Four cycles a beat: starts in 3, last beat read in 31, there in
  // 31 + 3 + 10 = 44.
  EXPECT_EQ(cycles("vmsv v1, r0\nvsfu.exp2 v2, v1\nhalt"), 44u);
  // vfadd of something else starts in 4 and hides.
  EXPECT_EQ(cycles("vmsv v1, r0\nvsfu.exp2 v2, v1\nvfadd v3, v1, v1\nhalt"), 44u);
  // A consumer at full rate must not overtake: its last beat is read in 44,
  // so it starts in 37 and ends in 37 + 7 + 4.
  EXPECT_EQ(cycles("vmsv v1, r0\nvsfu.exp2 v2, v1\nvfadd v3, v2, v2\nhalt"), 48u);
}

TEST(TimingTest, ReductionToAScalar) {
  // vmsv holds XL from 1 to 9; vred then holds it for 8 + 16 + 5 cycles and the
  // scalar is there in 38: add 38, halt 39.
  EXPECT_EQ(cycles("vmsv v1, r0\nvred.fadd.s r1, v1\nadd r2, r1, r1\nhalt"), 40u);
  // One beat needs no folding of beats: vmsv 2 to 3, vred 4 (the value is
  // there in 4) to 4 + 1 + 16 = 21, add 21, halt 22.
  EXPECT_EQ(cycles("setvli 16\nvmsv v1, r0\nvred.fadd.s r1, v1\n"
                   "add r2, r1, r1\nhalt"),
            23u);
}

TEST(TimingTest, OnChipDma) {
  // li, li; fill goes out in 2, starts in 3 and takes 512 / 64 + 4.
  EXPECT_EQ(cycles("li r1, 1\nli r2, 512\ndma.fill r0, r1, r2, set=0\nhalt"), 15u);
  // A post fires one cycle after the fill: 16; vp goes on then: vld starts in
  // 17, its last beat can be used in 17 + 7 + 6.
  EXPECT_EQ(cycles("li r1, 1\nli r2, 512\ndma.fill r0, r1, r2, set=0\n"
                   "sem.post eng=dx, sem=0, count=1\n"
                   "sem.wait eng=vp, sem=0, count=1\n"
                   "vld.f32 v1, [r0+0]\nhalt"),
            30u);
}

TEST(TimingTest, PostsWaitForVectorResults) {
  // vmsv starts in 3, vst in 5 and holds LSU to 13; the post, taken from the
  // queue in 6, arrives in 14. dx goes on then: fill 15 to 15 + 12.
  EXPECT_EQ(cycles("li r1, 512\nli r2, 1\nvmsv v1, r0\nvst.f32 v1, [r0+0]\n"
                   "sem.post eng=vp, sem=0, count=1\n"
                   "sem.wait eng=dx, sem=0, count=1\n"
                   "dma.fill r1, r2, r1, set=0\nhalt"),
            27u);
}

TEST(TimingTest, FenceWaitsForTheDrain) {
  // fill 3 to 15; the fence, in 3, goes on in 15; halt 16.
  EXPECT_EQ(cycles("li r1, 1\nli r2, 512\ndma.fill r0, r1, r2, set=0\n"
                   "fence engmask=8\nhalt"),
            17u);
}

/// x and y of two 64-byte tiles each, in different channels.
struct Copy {
  Machine m = machine();
  uint64_t x = *m.alloc(128), y = *m.alloc(128);

  uint64_t run(const std::string &body) {
    return runClean(m, R"(
      ld r1, [r0+0]
      ld r2, [r0+8]
      li r3, 1
      li r4, 64
      li r5, 64
      addi r6, r1, 64
      addi r7, r2, 64
)" + body,
                    {x, y})
        .cycles;
  }
};

TEST(TimingTest, LoadFromAClosedAndAnOpenRow) {
  // Goes out in 7, starts in 8, asks in 14; the row opens until 42; data from
  // 82 to 86, on chip in 88.
  EXPECT_EQ(Copy().run("dma.ld r0, r1, r3, r4, set=0, cvt=none\nhalt"), 88u);
  // The second: starts in 15 when the first has sent all, asks in 21, waits
  // for the bus until 46; data from 86 to 90, on chip in 92.
  EXPECT_EQ(Copy().run("dma.ld r0, r1, r3, r4, set=0, cvt=none\n"
                       "dma.ld r5, r6, r3, r4, set=0, cvt=none\nhalt"),
            92u);
}

TEST(TimingTest, FencedAndDoubleBufferedCopy) {
  // Fenced: load 7..88 as above; store goes out in 89, starts in 90, is
  // accepted in 96 and acknowledged in 116; load goes out in 117, starts in
  // 118, asks in 124, hits the open row: on chip in 170; store out in 171,
  // starts in 172, accepted in 178, acknowledged in 198.
  EXPECT_EQ(Copy().run(R"(
      dma.ld r0, r1, r3, r4, set=0, cvt=none
      fence engmask=2
      dma.st r2, r0, r3, r4, set=0, cvt=none
      fence engmask=4
      dma.ld r5, r6, r3, r4, set=0, cvt=none
      fence engmask=2
      dma.st r7, r5, r3, r4, set=0, cvt=none
      halt)"),
            198u);
  // With semaphores: loads done in 88 and 92, their posts arrive in 89 and 93.
  // The first store starts in 90 (acknowledged in 116) and has sent all in 98;
  // the second starts then, is accepted in 104, acknowledged in 124. In DRAM
  // its row opens from 96 to 124 and the two writes go in 124 and 128: the
  // launch ends when the second has left the write queue.
  EXPECT_EQ(Copy().run(R"(
      dma.ld r0, r1, r3, r4, set=0, cvt=none
      sem.post eng=dl, sem=0, count=1
      dma.ld r5, r6, r3, r4, set=0, cvt=none
      sem.post eng=dl, sem=0, count=1
      sem.wait eng=ds, sem=0, count=1
      dma.st r2, r0, r3, r4, set=0, cvt=none
      sem.wait eng=ds, sem=0, count=1
      dma.st r7, r5, r3, r4, set=0, cvt=none
      halt)"),
            128u);
}

TEST(TimingTest, WritersWaitForSlowReadersAndWriters) {
  // vmsv 1, vmsv 9 (v1 there from 11 to 18); vsfu starts in 11 and reads the
  // last beat of v1 in 39. The vfadd that overwrites v1 may write it then:
  // starts in 28. ALU after that: 36, 44; ends in 44 + 7 + 4.
  EXPECT_EQ(cycles("vmsv v3, r0\nvmsv v1, r0\nvsfu.exp2 v2, v1\n"
                   "vfadd v1, v3, v3\nvfadd v4, v1, v1\n"
                   "vfmul v5, v4, v4\nhalt"),
            55u);
  // vsfu starts in 3, its last beat is there in 44; the vfadd that overwrites
  // it puts its own there in 45.
  EXPECT_EQ(cycles("vmsv v1, r0\nvsfu.exp2 v2, v1\nvfadd v2, v1, v1\nhalt"), 45u);
  // vscan holds XL from 9 to 65 and writes all beats then; vfadd may write
  // its first in 66, so it starts in 62.
  EXPECT_EQ(cycles("vmsv v1, r0\nvscan.iadd v2, v1, reverse=0\n"
                   "vfadd v2, v1, v1\nhalt"),
            73u);
}

/// The cycle after a fence behind a store of two bursts.
std::string storeTwoBursts(Machine m) {
  uint64_t y = *m.alloc(128);
  // fill out in 4, 5 to 11; fence to 11; st out in 12, starts in 13.
  return run(m, R"(
      ld r2, [r0+0]
      li r3, 1
      li r4, 128
      li r5, 0
      dma.fill r0, r3, r4, set=0
      fence engmask=8
      dma.st r2, r0, r3, r4, set=0, cvt=none
      fence engmask=4
      csrr r9, csr=cycle
      print tag=1, r9
      halt
)",
             {y})
      .output;
}

TEST(TimingTest, StoresPassThePort) {
  // Sent in 19 and, the port taking 2 cycles, 21; acknowledged in 41; the
  // fence ends then, csrr sees 42.
  EXPECT_EQ(storeTwoBursts(machine()), "print 1: 0x2a\n");
  // One burst in flight: the second is sent when the first is acknowledged,
  // in 39, and acknowledged in 59.
  Config config;
  config.dmaBursts = 1;
  EXPECT_EQ(storeTwoBursts(std::move(*Machine::create(config))), "print 1: 0x3c\n");
}

TEST(TimingTest, LoadsInFlightAreBounded) {
  // Sent in 14, access 42, data until 86; with one burst in flight the second
  // is sent then, hits, and is on chip in 86 + 44 + 2; the fence ends then.
  Config config;
  config.dmaBursts = 1;
  Machine m = std::move(*Machine::create(config));
  RunResult r = run(m, R"(
      ld r1, [r0+0]
      li r3, 1
      li r4, 128
      li r5, 0
      li r6, 0
      li r7, 0
      li r8, 0
      dma.ld r0, r1, r3, r4, set=0, cvt=none
      fence engmask=2
      csrr r9, csr=cycle
      print tag=1, r9
      halt
)",
                    {*m.alloc(128)});
  EXPECT_EQ(r.output, "print 1: 0x85\n");
}

TEST(TimingTest, MovesAcrossBeatsWaitForTheWholeSource) {
  // vmsv 1, vfadd 3 with results from 7 to 14; vslide starts in 14, holds XL
  // two cycles more, its last beat is there in 14 + 2 + 2 + 7.
  EXPECT_EQ(cycles("vmsv v1, r0\nvfadd v2, v1, v1\nvslide v3, v2, r0\nhalt"), 25u);
}

TEST(TimingTest, MatrixAccumulationWaitsForRowsInFlight) {
  std::string setup = "li r1, 0x40000000\nli r2, 1\nli r3, 64\n"
                      "dma.fill r0, r2, r3, set=0\nfence engmask=8\n"
                      "mm.ldw.bf16 r0, r0, kvalid=16, nvalid=16, trans=0\n";
  // fill 4 to 9, fence 9, mm.ldw out in 10, starts in 11, done in 27.
  // mm.mul starts in 27; its 16 rows have left in 43, the last is in ACC 50
  // cycles later.
  std::string mul = "mm.mul.bf16 r1, r0, r0, rows=16, accstride=1, swap=1, "
                    "clear=1\n";
  EXPECT_EQ(cycles(setup + mul + "halt"), 93u);
  // The second adds to the same rows in step: starts in 77.
  std::string more = "mm.mul.bf16 r1, r0, r0, rows=16, accstride=1, swap=0, "
                     "clear=0\n";
  EXPECT_EQ(cycles(setup + mul + more + "halt"), 143u);
  // Other rows: starts in 43.
  EXPECT_EQ(cycles(setup + mul + "li r1, 0x40000400\n" +
                   "mm.mul.bf16 r1, r0, r0, rows=16, accstride=1, swap=0, "
                   "clear=1\nhalt"),
            109u);
}

TEST(TimingTest, EnginesCountBusyAndWaitingCycles) {
  Machine m = machine();
  Stats s = runClean(m, "li r1, 1\nli r2, 512\ndma.fill r0, r1, r2, set=0\n"
                        "sem.post eng=dx, sem=0, count=1\n"
                        "sem.wait eng=vp, sem=0, count=1\n"
                        "vld.f32 v1, [r0+0]\nhalt");
  const auto &engines = s.cores[0].engines;
  EXPECT_EQ(engines[size_t(Engine::DX)].busy, 12u);
  EXPECT_EQ(engines[size_t(Engine::VP)].busy, 8u);
  EXPECT_EQ(engines[size_t(Engine::VP)].wait, 11u) << "from 5 to 16";
  EXPECT_EQ(engines[size_t(Engine::SC)].instructions, 7u);
}

TEST(TimingTest, LongCopiesNearTheBandwidthOfDram) {
  // 1 MiB in 8 KiB tiles, four buffers. Reads and writes share the channels,
  // whose peak is 32 bytes a cycle in all: 65536 cycles are the bound.
  Machine m = machine();
  uint64_t n = 1 << 20;
  uint64_t x = *m.alloc(n), y = *m.alloc(n);
  uint64_t c = runClean(m, R"(
      ld r1, [r0+0]
      ld r2, [r0+8]
      li r3, 1
      li r4, 8192
      li r10, 32             ; groups of four tiles
      li r11, 8192
      li r12, 16384
      li r13, 24576
      sem.post eng=sc, sem=1, count=4
      loop r10, 32
      sem.wait eng=dl, sem=1, count=1
      dma.ld r0, r1, r3, r4, set=0, cvt=none
      sem.post eng=dl, sem=0, count=1
      add r1, r1, r4
      sem.wait eng=ds, sem=0, count=1
      dma.st r2, r0, r3, r4, set=0, cvt=none
      sem.post eng=ds, sem=1, count=1
      add r2, r2, r4
      sem.wait eng=dl, sem=1, count=1
      dma.ld r11, r1, r3, r4, set=0, cvt=none
      sem.post eng=dl, sem=0, count=1
      add r1, r1, r4
      sem.wait eng=ds, sem=0, count=1
      dma.st r2, r11, r3, r4, set=0, cvt=none
      sem.post eng=ds, sem=1, count=1
      add r2, r2, r4
      sem.wait eng=dl, sem=1, count=1
      dma.ld r12, r1, r3, r4, set=0, cvt=none
      sem.post eng=dl, sem=0, count=1
      add r1, r1, r4
      sem.wait eng=ds, sem=0, count=1
      dma.st r2, r12, r3, r4, set=0, cvt=none
      sem.post eng=ds, sem=1, count=1
      add r2, r2, r4
      sem.wait eng=dl, sem=1, count=1
      dma.ld r13, r1, r3, r4, set=0, cvt=none
      sem.post eng=dl, sem=0, count=1
      add r1, r1, r4
      sem.wait eng=ds, sem=0, count=1
      dma.st r2, r13, r3, r4, set=0, cvt=none
      sem.post eng=ds, sem=1, count=1
      add r2, r2, r4
      sem.wait eng=dl, sem=1, count=4
      halt
)",
                        {x, y})
                   .cycles;
  double use = 2.0 * double(n) / 32 / double(c);
  EXPECT_GT(use, 0.80) << c << " cycles";
  EXPECT_LT(use, 1.0) << c << " cycles";
}

} // namespace
