// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix array against the three loops that define it.

#include "Run.h"
#include "sim/Numerics.h"

#include <cmath>
#include <random>

using namespace kiln::npu;
using namespace kiln::npu::test;

namespace {

/// C[m][n] = C0 + sum over ascending k of A[m][k] * B[k][n], one fma each.
std::vector<float> reference(const std::vector<float> &a, const std::vector<float> &b, unsigned rows, unsigned inner,
                             unsigned columns) {
  std::vector<float> c(rows * columns);
  for (unsigned m = 0; m < rows; ++m)
    for (unsigned n = 0; n < columns; ++n)
      for (unsigned k = 0; k < inner; ++k)
        c[m * columns + n] = std::fma(a[m * inner + k], b[k * columns + n], c[m * columns + n]);
  return c;
}

std::vector<float> randomValues(size_t n, unsigned seed) {
  std::mt19937 rng(seed);
  std::normal_distribution<float> normal;
  std::vector<float> v(n);
  for (float &f : v)
    f = normal(rng);
  return v;
}

std::vector<uint16_t> narrow(std::vector<float> &v, bool bf16) {
  std::vector<uint16_t> out;
  for (float &f : v) {
    out.push_back(bf16 ? toBf16(toBits(f)) : toF16(toBits(f)));
    f = toFloat(bf16 ? fromBf16(out.back()) : fromF16(out.back()));
  }
  return out;
}

/// 20 x 32 times 32 x 16: two weight tiles, the second accumulates.
const char *matmul = R"(
    ld r1, [r0+0]          ; A
    ld r2, [r0+8]          ; B
    ld r3, [r0+16]         ; C
    li r4, 1
    li r5, 1280            ; bytes of A: 20 x 32 x 2
    li r6, 1024            ; bytes of B: 32 x 16 x 2
    li r10, 0              ; spm A
    li r11, 0x10000        ; spm B
    li r12, 0x20000        ; spm C
    li r13, 0x40000000     ; acc
    li r14, 64             ; row of A, row of C
    li r15, 32             ; row of B
    dma.ld r10, r1, r4, r5, set=0, cvt=none
    dma.ld r11, r2, r4, r6, set=0, cvt=none
    sem.post eng=dl, sem=0, count=1
    sem.wait eng=mx, sem=0, count=1
    mm.ldw.FMT r11, r15, kvalid=16, nvalid=16, trans=0
    mm.mul.FMT r13, r10, r14, rows=20, accstride=1, swap=1, clear=1
    addi r16, r11, 512
    addi r17, r10, 32
    mm.ldw.FMT r16, r15, kvalid=16, nvalid=16, trans=0
    mm.mul.FMT r13, r17, r14, rows=20, accstride=1, swap=1, clear=0
    sem.post eng=mx, sem=1, count=1
    sem.wait eng=mo, sem=1, count=1
    mm.out.f32 r12, r13, r14, r0, rows=20, accstride=1, scale=0, relu=0, cols=16
    sem.post eng=mo, sem=2, count=1
    sem.wait eng=ds, sem=2, count=1
    li r18, 1280
    dma.st r3, r12, r4, r18, set=0, cvt=none
    halt
)";

std::string withFormat(std::string text, const std::string &format) {
  for (size_t at; (at = text.find("FMT")) != std::string::npos;)
    text.replace(at, 3, format);
  return text;
}

TEST(MatrixTest, HalfFloatsAreExactChains) {
  for (bool bf16 : {true, false}) {
    Machine m = machine();
    auto a = randomValues(20 * 32, 1), b = randomValues(32 * 16, 2);
    uint64_t pa = upload(m, narrow(a, bf16)), pb = upload(m, narrow(b, bf16));
    uint64_t pc = *m.alloc(20 * 16 * 4);
    Stats stats = runClean(m, withFormat(matmul, bf16 ? "bf16" : "f16"), {pa, pb, pc});
    EXPECT_EQ(download<float>(m, pc, 320), reference(a, b, 20, 32, 16));
    EXPECT_EQ(stats.cores[0].macs, 20u * 32 * 16);
  }
}

TEST(MatrixTest, Tf32RoundsItsOperands) {
  Machine m = machine();
  auto a = randomValues(20 * 16, 3), b = randomValues(16 * 16, 4);
  uint64_t pa = upload(m, a), pb = upload(m, b), pc = *m.alloc(20 * 16 * 4);
  for (auto *v : {&a, &b})
    for (float &f : *v)
      f = toFloat(toTf32(toBits(f)));
  runClean(m, R"(
    ld r1, [r0+0]
    ld r2, [r0+8]
    ld r3, [r0+16]
    li r4, 1
    li r5, 1280
    li r6, 1024
    li r11, 0x10000
    li r12, 0x20000
    li r13, 0x40000000
    li r14, 64
    dma.ld r0, r1, r4, r5, set=0, cvt=none
    dma.ld r11, r2, r4, r6, set=0, cvt=none
    fence engmask=2
    mm.ldw.tf32 r11, r14, kvalid=16, nvalid=16, trans=1
    mm.mul.tf32 r13, r0, r14, rows=20, accstride=3, swap=1, clear=1
    fence engmask=16
    mm.out.f32 r12, r13, r14, r0, rows=20, accstride=3, scale=0, relu=0, cols=16
    fence engmask=32
    dma.st r3, r12, r4, r5, set=0, cvt=none
    halt
)",
           {pa, pb, pc});
  std::vector<float> transposed(256);
  for (int k = 0; k < 16; ++k)
    for (int n = 0; n < 16; ++n)
      transposed[k * 16 + n] = b[n * 16 + k];
  EXPECT_EQ(download<float>(m, pc, 320), reference(a, transposed, 20, 16, 16));
}

TEST(MatrixTest, IntegersWithTailsScaleAndRelu) {
  Machine m = machine();
  std::mt19937 rng(5);
  std::vector<int8_t> a(5 * 7), b(7 * 3);
  for (auto *v : {&a, &b})
    for (int8_t &x : *v)
      x = int8_t(rng());
  uint64_t pa = upload(m, a), pb = upload(m, b), pc = *m.alloc(64);
  runClean(m, R"(
    ld r1, [r0+0]
    ld r2, [r0+8]
    ld r3, [r0+16]
    li r4, 1
    li r5, 35
    li r6, 21
    li r7, 7
    li r8, 3
    li r11, 0x10000
    li r12, 0x20000
    li r13, 0x40000000
    dma.ld r0, r1, r4, r5, set=0, cvt=none
    dma.ld r11, r2, r4, r6, set=0, cvt=none
    fence engmask=2
    mm.ldw.i8 r11, r8, kvalid=7, nvalid=3, trans=0
    mm.mul.i8 r13, r0, r7, rows=5, accstride=1, swap=1, clear=1
    fence engmask=16
    li r20, 0x3c000000     ; 1/128
    mm.out.i8 r12, r13, r8, r20, rows=5, accstride=1, scale=1, relu=1, cols=3
    fence engmask=32
    li r9, 15
    dma.st r3, r12, r4, r9, set=0, cvt=none
    halt
)",
           {pa, pb, pc});
  auto got = download<int8_t>(m, pc, 15);
  for (int i = 0; i < 5; ++i)
    for (int n = 0; n < 3; ++n) {
      int sum = 0;
      for (int k = 0; k < 7; ++k)
        sum += int(a[i * 7 + k]) * b[k * 3 + n];
      double scaled = std::nearbyint(sum / 128.0);
      EXPECT_EQ(int(got[i * 3 + n]), int(std::min(127.0, std::max(0.0, scaled))));
    }
}

TEST(MatrixTest, MoveInBiasAndAccumulate) {
  Machine m = machine();
  // acc row = bias (one row broadcast), then + 1 * 2.
  std::vector<float> bias(16);
  for (int i = 0; i < 16; ++i)
    bias[i] = float(i) + 0.25f;
  uint64_t pb = upload(m, bias), pc = *m.alloc(128);
  runClean(m, R"(
    ld r1, [r0+0]
    ld r2, [r0+8]
    li r4, 1
    li r5, 64
    li r13, 0x40000000
    li r6, 0x40004000
    lih r6, 0x40004000     ; 2.0 as bf16, four times
    dcfg set=0, key=fill, r6
    li r7, 0x1000
    li r8, 0x2000
    li r9, 2
    li r10, 0x3f803f80
    lih r10, 0x3f803f80
    dcfg set=1, key=fill, r10
    dma.ld r0, r1, r4, r5, set=0, cvt=none
    dma.fill r7, r4, r9, set=0
    dma.fill r8, r4, r5, set=1
    fence engmask=10
    mm.in.f32 r13, r0, r0, rows=2, accstride=1, cols=16
    fence engmask=32
    li r11, 32
    mm.ldw.bf16 r8, r11, kvalid=1, nvalid=16, trans=0
    mm.mul.bf16 r13, r7, r0, rows=2, accstride=1, swap=1, clear=0
    fence engmask=16
    li r12, 0x3000
    mm.out.f32 r12, r13, r5, r0, rows=2, accstride=1, scale=0, relu=0, cols=16
    fence engmask=32
    li r14, 128
    dma.st r2, r12, r4, r14, set=1, cvt=none
    halt
)",
           {pb, pc});
  auto got = download<float>(m, pc, 32);
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(got[i], bias[i % 16] + 2.0f);
}

TEST(MatrixTest, WrongUsesTrap) {
  std::string setup = "li r1, 0x40000000\nli r2, 32\nli r3, 64\n"
                      "dma.fill r0, r2, r3, set=0\nfence engmask=8\n";
  std::string load = "mm.ldw.bf16 r0, r2, kvalid=16, nvalid=16, trans=0\n";
  auto mul = [](const std::string &format, const std::string &rest) {
    return "mm.mul." + format + " r1, r0, r2, " + rest + "\nhalt\n";
  };
  // dcfg strides stay 0, so the fill covers 64 bytes only.
  Trap t = trapOf(setup + mul("bf16", "rows=1, accstride=1, swap=0, clear=1"));
  EXPECT_EQ(t.code, TrapCode::UninitRead);
  EXPECT_EQ(t.message, "no weights have been loaded");
  std::string small = setup + "mm.ldw.bf16 r0, r0, kvalid=16, nvalid=16, "
                              "trans=0\n";
  t = trapOf(small + mul("f16", "rows=1, accstride=1, swap=1, clear=1"));
  EXPECT_EQ(t.message, "the weights were loaded in another format");
  t = trapOf(small + mul("bf16", "rows=0, accstride=1, swap=1, clear=1"));
  EXPECT_EQ(t.message, "rows is 0, expected 1 to 256");
  t = trapOf(small + mul("bf16", "rows=1, accstride=1, swap=1, clear=0"));
  EXPECT_EQ(t.code, TrapCode::UninitRead);
  EXPECT_EQ(t.message, "acc byte 0x0 is read but was never written");
  t = trapOf(small + "addi r1, r1, 32\n" + mul("bf16", "rows=1, accstride=1, swap=1, clear=1"));
  EXPECT_EQ(t.code, TrapCode::Misaligned);
  t = trapOf(small + "li r1, 0x4000ffc0\n" + mul("bf16", "rows=2, accstride=1, swap=1, clear=1"));
  EXPECT_EQ(t.code, TrapCode::AccOob);
  t = trapOf(setup + "mm.ldw.bf16 r0, r0, kvalid=17, nvalid=16, trans=0\n"
                     "halt\n");
  EXPECT_EQ(t.message, "kvalid is 17, expected 1 to 16");
}

} // namespace
