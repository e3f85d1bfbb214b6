// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole programs: loads, arithmetic, stores, semaphores, several programs of a
// grid and several cores.

#include "Run.h"

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

} // namespace
