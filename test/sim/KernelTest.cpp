// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole programs: loads, arithmetic, stores, semaphores, several programs of a
// grid and several cores.

#include "Run.h"

#include <cmath>

using namespace kiln::npu;
using namespace kiln::npu::test;

namespace {

/// out = x + y for 128 elements per program; grid of n / 128.
const char *vectorAdd = R"(
        ld r1, [r0+0]       ; x
        ld r2, [r0+8]       ; y
        ld r3, [r0+16]      ; out
        li r4, 512          ; bytes of a tile
        li r5, 1            ; rows
        li r6, 0            ; spm x
        li r7, 512          ; spm y
        li r8, 1024         ; spm out
next:   nextpid r9
        blt r9, r0, done
        mul r10, r9, r4
        add r11, r1, r10
        add r12, r2, r10
        add r13, r3, r10
        dma.ld r6, r11, r5, r4, set=0, cvt=none
        dma.ld r7, r12, r5, r4, set=0, cvt=none
        sem.post eng=dl, sem=0, count=1
        sem.wait eng=vp, sem=0, count=1
        vld.f32 v0, [r6+0]
        vld.f32 v1, [r7+0]
        vfadd v2, v0, v1
        vst.f32 v2, [r8+0]
        sem.post eng=vp, sem=1, count=1
        sem.wait eng=ds, sem=1, count=1
        dma.st r13, r8, r5, r4, set=0, cvt=none
        fence engmask=6
        jal r0, next
done:   halt
)";

TEST(KernelTest, VectorAddOnOneAndTwoCores) {
  for (uint64_t mask : {1, 3}) {
    Machine m = machine();
    std::vector<float> x(1024), y(1024);
    for (int i = 0; i < 1024; ++i)
      x[i] = float(i) * 0.1f, y[i] = 1e5f / float(i + 1);
    uint64_t px = upload(m, x), py = upload(m, y);
    uint64_t out = *m.alloc(4096);
    Launch launch;
    launch.grid = {8, 1, 1};
    launch.coreMask = mask;
    Stats stats = runClean(m, vectorAdd, {px, py, out}, launch);
    auto got = download<float>(m, out, 1024);
    for (int i = 0; i < 1024; ++i)
      ASSERT_EQ(got[i], x[i] + y[i]) << i;
    EXPECT_EQ(stats.cores.size(), mask == 3 ? 2u : 1u);
    EXPECT_EQ(stats.dramReadBytes, 8192u);
    EXPECT_EQ(stats.dramWriteBytes, 4096u);
  }
}

TEST(KernelTest, RunsAreRepeatable) {
  uint64_t cycles[2];
  for (uint64_t &c : cycles) {
    Machine m = machine();
    std::vector<float> x(1024, 1);
    uint64_t px = upload(m, x);
    Launch launch;
    launch.grid = {8, 1, 1};
    launch.coreMask = 3;
    c = runClean(m, vectorAdd, {px, px, *m.alloc(4096)}, launch).cycles;
  }
  EXPECT_EQ(cycles[0], cycles[1]);
}

/// Each program adds 1 to its slot and its core's number to another array.
const char *countPrograms = R"(
      ld r1, [r0+0]
      ld r2, [r0+8]
      li r4, 1
      li r5, 4
      li r6, 64
      csrr r7, csr=core
next: nextpid r8
      blt r8, r0, done
      csrr r9, csr=pidx
      csrr r10, csr=pidy
      csrr r11, csr=gridx
      mul r10, r10, r11
      add r9, r9, r10
      shli r9, r9, 2
      add r10, r1, r9
      add r11, r2, r9
      setvli 1
      vmsv v1, r8
      vst.i32 v1, [r0+0]
      vmsv v2, r7
      vst.i32 v2, [r6+0]
      fence engmask=64
      dma.st r10, r0, r4, r5, set=0, cvt=none
      dma.st r11, r6, r4, r5, set=0, cvt=none
      fence engmask=4
      jal r0, next
done: halt
)";

TEST(KernelTest, EveryProgramRunsOnce) {
  for (bool dynamic : {false, true}) {
    Machine m = machine();
    uint64_t ids = upload(m, std::vector<uint32_t>(21, 99));
    uint64_t cores = *m.alloc(84);
    Launch launch;
    launch.grid = {7, 3, 1};
    launch.coreMask = 3;
    launch.dynamicIds = dynamic;
    Stats stats = runClean(m, countPrograms, {ids, cores}, launch);
    auto id = download<uint32_t>(m, ids, 21);
    auto core = download<uint32_t>(m, cores, 21);
    for (uint32_t i = 0; i < 21; ++i) {
      EXPECT_EQ(id[i], i) << "x runs fastest";
      if (!dynamic) {
        EXPECT_EQ(core[i], i % 2);
      }
    }
    EXPECT_EQ(stats.cores[0].programs + stats.cores[1].programs, 21u);
  }
}

TEST(KernelTest, CoresMeetAtABarrier) {
  // Core 0 comes late, in 2 + 3 x 34 or so; both go on 16 cycles after it.
  Machine m = machine();
  Launch launch;
  launch.coreMask = 3;
  Stats stats = runClean(m, R"(
      csrr r1, csr=core
      bne r1, r0, meet
      li r2, 7
      div r3, r2, r2
      div r3, r3, r2
meet: bar id=1, cores=2
      halt
)",
                         {}, launch);
  EXPECT_EQ(stats.cores[0].cycles, stats.cores[1].cycles);
}

TEST(KernelTest, CoresPostToEachOther) {
  Machine m = machine();
  Launch launch;
  launch.coreMask = 3;
  runClean(m, R"(
      csrr r1, csr=core
      bne r1, r0, one
      li r2, 1
      sem.rpost eng=sc, r2, sem=4, count=3
      sem.wait eng=sc, sem=5, count=1
      halt
one:  sem.wait eng=sc, sem=4, count=3
      sem.rpost eng=sc, r0, sem=5, count=1
      halt
)",
           {}, launch);
}

TEST(KernelTest, PrintGoesToTheOutput) {
  Machine m = machine();
  RunResult r = run(m, "li r1, 255\nprint tag=3, r1\nhalt");
  EXPECT_EQ(r.output, "print 3: 0xff\n");
  r = run(m, "li r1, 0x3fc00000\nvmsv v1, r1\nvst.f32 v1, [r0+0]\n"
             "fence engmask=64\nli r2, 2\n"
             "print.mem tag=1, r0, r2, elem=f32\n"
             "print.mem tag=2, r0, r2, elem=i32\nhalt");
  EXPECT_EQ(r.output, "print 1: 1.5 1.5\nprint 2: 1069547520 1069547520\n");
}

TEST(KernelTest, WordsMakeLines) {
  Machine m = machine();
  Program p = program("li r1, 7\nli r2, -3\nprint tag=0, r1\nprint tag=0, r2\nprint tag=1, r2\nhalt");
  p.message({Message::Kind::Text, " x: ", "i32", false, 2});
  p.message({Message::Kind::Text, " y: ", "i32", false, 1});
  auto r = m.run(p, {.coreMask = 1});
  ASSERT_TRUE(r) << r.error().message();
  EXPECT_EQ(r->output, "");
  std::vector<PrintedLine> expected = {{-1, 0, {7, uint64_t(-3)}}, {-1, 1, {uint64_t(-3)}}};
  EXPECT_EQ(r->lines, expected);
}

TEST(KernelTest, TheRingCountsWhatItLoses) {
  Machine m = machine();
  Program p = program("li r1, 65539\nloop r1, 1\nprint tag=0, r1\nhalt");
  p.message({Message::Kind::Text, "", "i32", false, 1});
  auto r = m.run(p, {.coreMask = 1});
  ASSERT_TRUE(r) << r.error().message();
  EXPECT_EQ(r->lines.size(), 65536u);
  EXPECT_EQ(r->lostLines, 3u);
}

TEST(KernelTest, AFailingAssertionSaysWhatDoesNotHold) {
  Machine m = machine();
  Program p = program("assert r0, 0\nhalt");
  p.message({Message::Kind::Assertion, "x is a number"});
  auto r = m.run(p, {.coreMask = 1});
  ASSERT_TRUE(r && r->trap);
  EXPECT_EQ(r->trap->message, "assertion does not hold: x is a number");
}

/// Row softmax: 128 columns, one row per program, as exp2(x' - max) * 1/sum
/// with x' = x * log2(e).
const char *softmax = R"(
        ld r1, [r0+0]
        ld r2, [r0+8]
        li r3, 1
        li r4, 512
        li r5, 0x3fb8aa3b      ; log2(e)
        li r6, 512
next:   nextpid r9
        blt r9, r0, done
        mul r10, r9, r4
        add r11, r1, r10
        add r12, r2, r10
        dma.ld r0, r11, r3, r4, set=0, cvt=none
        sem.post eng=dl, sem=0, count=1
        sem.wait eng=vp, sem=0, count=1
        vld.f32 v0, [r0+0]
        vfmul.vs v0, v0, r5
        vred.fmax.s r13, v0
        vfsub.vs v1, v0, r13
        vsfu.exp2 v2, v1
        vred.fadd v3, v2
        vsfu.rcp v4, v3 if p0
        vbcast v5, v4, r0
        vfmul v6, v2, v5
        vst.f32 v6, [r6+0]
        sem.post eng=vp, sem=1, count=1
        sem.wait eng=ds, sem=1, count=1
        dma.st r12, r6, r3, r4, set=0, cvt=none
        fence engmask=70
        jal r0, next
done:   halt
)";

TEST(KernelTest, RowSoftmax) {
  Machine m = machine();
  std::vector<float> x(4 * 128);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float((i * 7919) % 1000) / 100 - 5;
  uint64_t in = upload(m, x), out = *m.alloc(2048);
  Launch launch;
  launch.grid = {4, 1, 1};
  // Only lane 0 holds the sum: p0 masks the reciprocal to it.
  std::string text = softmax;
  text.insert(text.find("next:"), "        pvl p0, r3\n");
  runClean(m, text, {in, out}, launch);
  auto got = download<float>(m, out, 512);
  for (int r = 0; r < 4; ++r) {
    double sum = 0, high = -1e9;
    for (int i = 0; i < 128; ++i)
      high = std::max(high, double(x[r * 128 + i]));
    for (int i = 0; i < 128; ++i)
      sum += std::exp(x[r * 128 + i] - high);
    for (int i = 0; i < 128; ++i) {
      double want = std::exp(x[r * 128 + i] - high) / sum;
      EXPECT_NEAR(got[r * 128 + i], want, 3e-6 * want);
    }
  }
}

} // namespace
