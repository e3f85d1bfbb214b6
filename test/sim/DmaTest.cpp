// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DMA: rectangles with strides and limits, conversions, on-chip moves, gather,
// scatter and atomics.

#include "Run.h"
#include "sim/Numerics.h"

#include <numeric>
#include <random>

using namespace kiln::npu;
using namespace kiln::npu::test;

namespace {

std::vector<uint8_t> counting(size_t n) {
  std::vector<uint8_t> v(n);
  std::iota(v.begin(), v.end(), uint8_t(1));
  return v;
}

/// r1, r2 = the first two arguments; r4 = 1.
const std::string prologue = "ld r1, [r0+0]\nld r2, [r0+8]\nli r4, 1\n";

std::string dcfg(int set, const std::string &key, int64_t value) {
  return "li r30, " + std::to_string(value) + "\ndcfg set=" + std::to_string(set) + ", key=" + key + ", r30\n";
}

TEST(DmaTest, PlanesAndStrides) {
  Machine m = machine();
  auto data = counting(256);
  uint64_t in = upload(m, data), out = *m.alloc(64);
  // 2 planes of 3 rows of 5 bytes; negative row stride in DRAM.
  runClean(m,
           prologue + dcfg(0, "planes", 2) + dcfg(0, "dstride1", -10) + dcfg(0, "dstride2", 100) +
               dcfg(0, "cstride1", 5) + dcfg(0, "cstride2", 15) + R"(
    addi r1, r1, 50
    li r5, 3
    li r6, 5
    dma.ld r0, r1, r5, r6, set=0, cvt=none
    fence engmask=2
    li r7, 30
    dma.st r2, r0, r4, r7, set=1, cvt=none
    halt
)",
           {in, out});
  auto got = download<uint8_t>(m, out, 30);
  for (int p = 0; p < 2; ++p)
    for (int r = 0; r < 3; ++r)
      for (int b = 0; b < 5; ++b)
        EXPECT_EQ(got[p * 15 + r * 5 + b], data[50 + p * 100 - r * 10 + b]);
}

TEST(DmaTest, MaskedLoadFillsAndTouchesNothingOutside) {
  Machine m = machine();
  auto data = counting(12);
  uint64_t in = upload(m, data), out = *m.alloc(64);
  // 4 rows of 8 bytes are asked for; rows 1 and 2, bytes 2 to 7 exist. The
  // others would lie before and after the allocation.
  runClean(m,
           prologue + dcfg(0, "rowlo", 1) + dcfg(0, "rowhi", 3) + dcfg(0, "bytelo", 2) + dcfg(0, "bytehi", 8) +
               dcfg(0, "dstride1", 6) + dcfg(0, "cstride1", 8) + dcfg(0, "fill", -17) + R"(
    addi r1, r1, -8
    li r5, 4
    li r6, 8
    dma.ldm r0, r1, r5, r6, set=0, cvt=none
    fence engmask=2
    li r7, 32
    dma.st r2, r0, r4, r7, set=1, cvt=none
    halt
)",
           {in, out});
  auto got = download<uint8_t>(m, out, 32);
  for (int r = 0; r < 4; ++r)
    for (int b = 0; b < 8; ++b) {
      bool valid = (r == 1 || r == 2) && b >= 2;
      EXPECT_EQ(got[r * 8 + b], valid ? data[(r - 1) * 6 + b - 2] : b == 0 ? 0xef : 0xff) << r << " " << b;
    }
}

TEST(DmaTest, MaskedStoreWritesOnlyTheValidPart) {
  Machine m = machine();
  uint64_t out = upload(m, std::vector<uint8_t>(16, 9));
  runClean(m, prologue + dcfg(0, "bytelo", 3) + dcfg(0, "bytehi", 7) + R"(
    li r6, 16
    dma.fill r0, r4, r6, set=0
    fence engmask=8
    dma.stm r1, r0, r4, r6, set=0, cvt=none
    halt
)",
           {out, 0});
  auto got = download<uint8_t>(m, out, 16);
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(got[i], i >= 3 && i < 7 ? 0 : 9);
}

TEST(DmaTest, ASetIsCapturedAtDispatch) {
  Machine m = machine();
  uint64_t out = *m.alloc(16);
  runClean(m,
           prologue + dcfg(0, "fill", 1) + R"(
    li r6, 8
    li r7, 8
    dma.fill r0, r4, r6, set=0
)" + dcfg(0, "fill", 2) +
               R"(
    dma.fill r7, r4, r6, set=0
    fence engmask=8
    li r8, 16
    dma.st r1, r0, r4, r8, set=1, cvt=none
    halt
)",
           {out, 0});
  auto got = download<uint64_t>(m, out, 2);
  EXPECT_EQ(got[0], 1u);
  EXPECT_EQ(got[1], 2u);
}

TEST(DmaTest, ConversionsBothWays) {
  for (bool bf16 : {true, false}) {
    Machine m = machine();
    std::vector<float> x = {1.0f, -2.5f, 3.14159f, 70000.0f, 1e-6f};
    std::vector<uint16_t> half;
    for (float f : x)
      half.push_back(bf16 ? toBf16(toBits(f)) : toF16(toBits(f)));
    uint64_t in = upload(m, half), out = *m.alloc(64);
    std::string name = bf16 ? "bf16" : "f16";
    runClean(m,
             prologue + R"(
    li r6, 10
    dma.ld r0, r1, r4, r6, set=0, cvt=)" +
                 name + R"(tof32
    fence engmask=2
    li r7, 20
    dma.st r2, r0, r4, r7, set=0, cvt=none
    addi r3, r2, 32
    dma.st r3, r0, r4, r6, set=0, cvt=f32to)" +
                 name + R"(
    halt
)",
             {in, out});
    auto wide = download<float>(m, out, 5);
    auto back = download<uint16_t>(m, out + 32, 5);
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(toBits(wide[i]), bf16 ? fromBf16(half[i]) : fromF16(half[i]));
      EXPECT_EQ(back[i], half[i]);
    }
  }
}

TEST(DmaTest, ScalarLoads) {
  Machine m = machine();
  uint64_t in = upload(m, std::vector<uint32_t>{5, 70000, 0xffffffff});
  uint64_t out = *m.alloc(8);
  runClean(m, prologue + R"(
    li r5, 256
    li r6, 12
    dma.lds r5, r1, r6
    sem.post eng=dl, sem=0, count=1
    sem.wait eng=sc, sem=0, count=1
    lw r7, [r5+4]
    lw r8, [r5+8]
    add r7, r7, r8
    sd r7, [r0+512]
    li r9, 0x7fffffff
    addi r9, r9, 513       ; smem byte 512 in the chip map
    li r10, 8
    sem.post eng=sc, sem=1, count=1
    sem.wait eng=ds, sem=1, count=1
    dma.st r2, r9, r4, r10, set=0, cvt=none
    halt
)",
           {in, out});
  EXPECT_EQ(download<uint64_t>(m, out, 1)[0], 69999u);
}

TEST(DmaTest, CopyAndTranspose) {
  Machine m = machine();
  std::vector<uint32_t> data(20 * 18);
  std::iota(data.begin(), data.end(), 0u);
  uint64_t in = upload(m, data), out = *m.alloc(1440);
  runClean(m, prologue + dcfg(0, "dstride1", 72) + dcfg(0, "cstride1", 80) + R"(
    li r5, 1440
    li r6, 20
    li r7, 72
    li r8, 8192
    dma.ld r0, r1, r4, r5, set=1, cvt=none
    fence engmask=2
    dma.tr r8, r0, r6, r7, set=0, esize=2
    fence engmask=8
    dma.st r2, r8, r4, r5, set=1, cvt=none
    halt
)",
           {in, out});
  auto got = download<uint32_t>(m, out, 360);
  for (int r = 0; r < 20; ++r)
    for (int c = 0; c < 18; ++c)
      EXPECT_EQ(got[c * 20 + r], data[r * 18 + c]);
  runClean(m, prologue + dcfg(0, "dstride1", 72) + dcfg(0, "cstride1", 16) + R"(
    li r5, 1440
    li r6, 20
    li r7, 8
    li r8, 8192
    dma.ld r0, r1, r4, r5, set=1, cvt=none
    fence engmask=2
    li r9, 16
    dma.fill r8, r6, r9, set=0
    dma.cp r8, r0, r6, r7, set=0
    fence engmask=8
    li r10, 320
    dma.st r2, r8, r4, r10, set=1, cvt=none
    halt
)",
           {in, out});
  got = download<uint32_t>(m, out, 80);
  for (int r = 0; r < 20; ++r)
    for (int c = 0; c < 4; ++c)
      EXPECT_EQ(got[r * 4 + c], c < 2 ? data[r * 18 + c] : 0);
}

/// Loads 32 indices (i32) to SPM 4096 and a mask to SPM 8192.
std::string indexed(const std::string &body) {
  return prologue +
         "ld r3, [r0+16]\nld r10, [r0+24]\nli r5, 128\n"
         "li r6, 4096\nli r7, 8192\nli r8, 4\nli r9, 32\n"
         "dma.ld r6, r3, r4, r5, set=1, cvt=none\n"
         "dma.ld r7, r10, r4, r8, set=1, cvt=none\n"
         "fence engmask=2\n" +
         dcfg(0, "index", 4096) + dcfg(0, "mask", 8192) + dcfg(0, "fill", 0x55) + dcfg(0, "dst", 12288) + body;
}

struct IndexedData {
  std::vector<int32_t> index = std::vector<int32_t>(32);
  uint32_t mask = 0xffff0f0f;
  IndexedData() {
    std::mt19937 rng(3);
    for (int32_t &i : index)
      i = int32_t(rng() % 16);
  }
  bool on(int i) const { return mask >> i & 1; }
};

TEST(DmaTest, GatherAndScatter) {
  Machine m = machine();
  IndexedData d;
  std::vector<uint32_t> table(16);
  std::iota(table.begin(), table.end(), 1000u);
  uint64_t in = upload(m, table), out = *m.alloc(128), index = upload(m, d.index),
           mask = upload(m, std::vector<uint32_t>{d.mask});
  runClean(m, indexed(R"(
    dma.gather r0, r1, r9, set=0, esize=2, shift=2, idx=i32
    fence engmask=2
    dma.st r2, r0, r4, r5, set=1, cvt=none
    halt
)"),
           {in, out, index, mask});
  auto got = download<uint32_t>(m, out, 32);
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(got[i], d.on(i) ? table[d.index[i]] : 0x55u);
  uint64_t target = upload(m, std::vector<uint32_t>(16, 7));
  runClean(m, indexed(R"(
    dma.ld r0, r1, r4, r5, set=1, cvt=none
    fence engmask=2
    dma.scatter r2, r0, r9, set=0, esize=2, shift=2, idx=i32
    halt
)"),
           {out, target, index, mask});
  std::vector<uint32_t> want(16, 7);
  for (int i = 0; i < 32; ++i)
    if (d.on(i))
      want[d.index[i]] = got[i];
  EXPECT_EQ(download<uint32_t>(m, target, 16), want);
}

TEST(DmaTest, AtomicsReturnOldValuesInOrder) {
  Machine m = machine();
  IndexedData d;
  std::vector<int32_t> values(32), start(16, 100);
  std::iota(values.begin(), values.end(), -10);
  uint64_t vals = upload(m, values), target = upload(m, start), index = upload(m, d.index),
           mask = upload(m, std::vector<uint32_t>{d.mask});
  uint64_t old = *m.alloc(128);
  runClean(m, indexed(R"(
    dma.ld r0, r1, r4, r5, set=1, cvt=none
    ld r11, [r0+32]
    fence engmask=2
    dma.atom r2, r0, r9, set=0, shift=2, idx=i32, aop=add, atype=i32
    fence engmask=4
    li r12, 12288
    dma.st r11, r12, r4, r5, set=1, cvt=none
    halt
)"),
           {vals, target, index, mask, old});
  auto got = download<int32_t>(m, old, 32);
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(got[i], d.on(i) ? start[d.index[i]] : 0x55);
    if (d.on(i))
      start[d.index[i]] += values[i];
  }
  EXPECT_EQ(download<int32_t>(m, target, 16), start);
}

TEST(DmaTest, ReductionsOfEveryTypeAndCas) {
  struct Row {
    const char *op, *type;
    unsigned size;
    uint64_t old, value, want;
  } const rows[] = {
      {"max", "i32", 4, 0xffffffff, 3, 3},
      {"max", "u32", 4, 0xffffffff, 3, 0xffffffff},
      {"min", "i64", 8, ~0ull, 3, ~0ull},
      {"min", "u64", 8, ~0ull, 3, 3},
      {"and", "i32", 4, 0xff0, 0x3c, 0x30},
      {"or", "u64", 8, 0xff0, 0x3c, 0xffc},
      {"xor", "i32", 4, 0xff0, 0x3c, 0xfcc},
      {"add", "i64", 8, ~0ull, 2, 1},
      {"add", "f32", 4, 0x3f800000, 0x40000000, 0x40400000},
      {"min", "f32", 4, 0x7fc00000, 0x40000000, 0x40000000},
      {"add", "f16", 2, 0x3c00, 0x3c00, 0x4000},
      {"add", "bf16", 2, 0x3f80, 0x3f80, 0x4000},
  };
  for (const Row &row : rows) {
    Machine m = machine();
    uint64_t target = upload(m, std::vector<uint64_t>{row.old}), value = upload(m, std::vector<uint64_t>{row.value});
    runClean(m,
             prologue + dcfg(0, "index", 64) + R"(
    li r5, 8
    li r6, 64
    dma.ld r0, r1, r4, r5, set=1, cvt=none
    dma.fill r6, r4, r5, set=1
    fence engmask=10
    dma.red r2, r0, r4, set=0, shift=0, idx=i64, aop=)" +
                 row.op + ", atype=" + row.type + "\nhalt\n",
             {value, target});
    uint64_t mask = row.size == 8 ? ~0ull : (1ull << (8 * row.size)) - 1;
    EXPECT_EQ(download<uint64_t>(m, target, 1)[0] & mask, row.want) << row.op << row.type;
  }
  Machine m = machine();
  uint64_t target = upload(m, std::vector<uint32_t>{5, 6}),
           values = upload(m, std::vector<uint32_t>{50, 60, 5, 7, 0, 4});
  runClean(m, prologue + dcfg(0, "index", 16) + dcfg(0, "src2", 8) + dcfg(0, "dst", 64) + R"(
    li r5, 24
    li r6, 2
    dma.ld r0, r1, r4, r5, set=1, cvt=none
    fence engmask=2
    dma.cas r2, r0, r6, set=0, shift=0, idx=i32, atype=i32
    halt
)",
           {values, target});
  EXPECT_EQ(download<uint32_t>(m, target, 2), (std::vector<uint32_t>{50, 6}));
}

} // namespace
