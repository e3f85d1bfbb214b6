// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, scans, shuffles and predicates.

#include "Run.h"

#include <cmath>
#include <functional>
#include <random>

using namespace kiln::npu;
using namespace kiln::npu::test;

namespace {

using Lanes = std::vector<uint32_t>;

/// v1, v2 = the operands; text leaves its result in v0 (all 128 lanes) or r9.
struct Outcome {
  Lanes vector;
  uint64_t scalar;
};
Outcome execute(const std::string &text, Lanes a, Lanes b = Lanes(128)) {
  Machine m = machine();
  a.insert(a.end(), b.begin(), b.end());
  uint64_t in = upload(m, a), out = *m.alloc(520);
  runClean(m, R"(
    ld r20, [r0+0]
    ld r21, [r0+8]
    li r22, 1
    li r23, 1024
    li r24, 512
    li r25, 77
    dma.ld r0, r20, r22, r23, set=0, cvt=none
    fence engmask=2
    vld.i32 v1, [r0+0]
    vld.i32 v2, [r0+512]
    vmsv v0, r25
)" + text + R"(
    setvli 128
    li r26, 4096
    vst.i32 v0, [r26+0]
    vmsv v7, r9
    setvli 1
    vst.i32 v7, [r26+512]
    srai r9, r9, 32
    vmsv v7, r9
    vst.i32 v7, [r26+516]
    fence engmask=64
    li r24, 520
    dma.st r21, r26, r22, r24, set=0, cvt=none
    halt
)",
           {in, out});
  auto all = download<uint32_t>(m, out, 130);
  return {Lanes(all.begin(), all.begin() + 128), all[128] | uint64_t(all[129]) << 32};
}

Lanes randomFloats(unsigned seed) {
  std::mt19937 rng(seed);
  std::normal_distribution<float> normal;
  Lanes v(128);
  for (uint32_t &x : v)
    x = std::bit_cast<uint32_t>(normal(rng));
  return v;
}
Lanes randomInts(unsigned seed) {
  std::mt19937 rng(seed);
  Lanes v(128);
  for (uint32_t &x : v)
    x = rng();
  return v;
}
float f(uint32_t b) { return std::bit_cast<float>(b); }

TEST(CrossLaneTest, FloatSumHasItsOrder) {
  Lanes a = randomFloats(1);
  for (unsigned n : {1u, 5u, 16u, 17u, 33u, 100u, 128u}) {
    // Groups of 16 folded by halves, then the lanes by halves; -0 elsewhere.
    unsigned groups = 1;
    while (groups * 16 < n)
      groups *= 2;
    std::vector<float> v(groups * 16, -0.0f);
    for (unsigned i = 0; i < n; ++i)
      v[i] = f(a[i]);
    for (size_t half = v.size() / 2; half; half /= 2)
      for (size_t i = 0; i < half; ++i)
        v[i] += v[i + half];
    auto got = execute("setvli " + std::to_string(n) + "\nvred.fadd v0, v1\nvred.fadd.s r9, v1\n", a);
    EXPECT_EQ(f(got.vector[0]), v[0]) << n;
    EXPECT_EQ(f(uint32_t(got.scalar)), v[0]) << n;
    EXPECT_EQ(got.vector[1], 77u);
  }
}

TEST(CrossLaneTest, FloatSumIsTheSameOnEveryMachine) {
  // tiny has 8 lanes and vectors of 64.
  Lanes a = randomFloats(2);
  uint32_t sums[2];
  const char *names[] = {"tiny", "base"};
  for (int i = 0; i < 2; ++i) {
    Machine m = machine(names[i]);
    uint64_t p = upload(m, a), out = *m.alloc(4);
    runClean(m, R"(
      ld r1, [r0+0]
      ld r2, [r0+8]
      li r3, 1
      li r4, 256
      li r5, 4
      dma.ld r0, r1, r3, r4, set=0, cvt=none
      fence engmask=2
      setvli 50
      vld.f32 v1, [r0+0]
      vred.fadd v2, v1
      setvli 1
      vst.f32 v2, [r0+0]
      fence engmask=64
      dma.st r2, r0, r3, r5, set=0, cvt=none
      halt
)",
             {p, out});
    sums[i] = download<uint32_t>(m, out, 1)[0];
  }
  EXPECT_EQ(sums[0], sums[1]);
}

TEST(CrossLaneTest, OtherReductions) {
  Lanes a = randomInts(3);
  struct {
    const char *name;
    std::function<uint32_t(uint32_t, uint32_t)> f;
    uint32_t identity;
  } const rows[] = {
      {"iadd", [](uint32_t x, uint32_t y) { return x + y; }, 0},
      {"imax", [](uint32_t x, uint32_t y) { return int32_t(x) > int32_t(y) ? x : y; }, 0x80000000},
      {"imin", [](uint32_t x, uint32_t y) { return int32_t(x) < int32_t(y) ? x : y; }, 0x7fffffff},
      {"iand", [](uint32_t x, uint32_t y) { return x & y; }, ~0u},
      {"ior", [](uint32_t x, uint32_t y) { return x | y; }, 0},
      {"ixor", [](uint32_t x, uint32_t y) { return x ^ y; }, 0},
  };
  for (const auto &row : rows) {
    uint32_t all = row.identity, some = row.identity;
    for (unsigned i = 0; i < 100; ++i) {
      all = row.f(all, a[i]);
      some = i < 40 ? row.f(some, a[i]) : some;
    }
    std::string name = std::string("vred.") + row.name;
    auto got = execute("setvli 100\nli r5, 40\npvl p1, r5\n" + name + " v0, v1\n" + name + ".s r9, v1 if p1\n", a);
    EXPECT_EQ(got.vector[0], all) << name;
    EXPECT_EQ(int64_t(got.scalar), int32_t(some)) << name;
    auto none = execute("pset p1, bit=0\n" + name + " v0, v1 if p1\n", a);
    EXPECT_EQ(none.vector[0], row.identity) << name;
  }
}

TEST(CrossLaneTest, FloatExtremesIgnoreNan) {
  Lanes a = randomFloats(4);
  a[3] = 0x7fc00000;
  a[90] = std::bit_cast<uint32_t>(50.0f);
  a[91] = a[90];
  a[20] = std::bit_cast<uint32_t>(-60.0f);
  EXPECT_EQ(f(execute("vred.fmax v0, v1\n", a).vector[0]), 50.0f);
  EXPECT_EQ(f(execute("vred.fmin v0, v1\n", a).vector[0]), -60.0f);
  auto arg = execute("vredarg.fmax v0, v1\n", a).vector;
  EXPECT_EQ(f(arg[0]), 50.0f);
  EXPECT_EQ(arg[1], 90u) << "the first of equals";
  arg = execute("vredarg.fmin v0, v1\n", a).vector;
  EXPECT_EQ(arg[1], 20u);
  Lanes nans(128, 0xffc00001);
  arg = execute("vredarg.fmax v0, v1\n", nans).vector;
  EXPECT_EQ(arg[0], 0x7fc00000u);
  EXPECT_EQ(arg[1], ~0u);
  EXPECT_EQ(execute("vred.fmin v0, v1\n", nans).vector[0], 0x7fc00000u);
}

TEST(CrossLaneTest, IntegerArgumentReductions) {
  Lanes a = randomInts(5);
  unsigned low = 0, high = 0;
  for (unsigned i = 1; i < 128; ++i) {
    low = int32_t(a[i]) < int32_t(a[low]) ? i : low;
    high = int32_t(a[i]) > int32_t(a[high]) ? i : high;
  }
  EXPECT_EQ(execute("vredarg.imin v0, v1\n", a).vector[1], low);
  EXPECT_EQ(execute("vredarg.imax v0, v1\n", a).vector[1], high);
}

TEST(CrossLaneTest, Scans) {
  Lanes a = randomInts(6);
  struct {
    const char *name;
    std::function<uint32_t(uint32_t, uint32_t)> f;
  } const rows[] = {
      {"iadd", [](uint32_t x, uint32_t y) { return x + y; }},
      {"imul", [](uint32_t x, uint32_t y) { return x * y; }},
      {"ior", [](uint32_t x, uint32_t y) { return x | y; }},
      {"imax", [](uint32_t x, uint32_t y) { return int32_t(x) > int32_t(y) ? x : y; }},
      {"imin", [](uint32_t x, uint32_t y) { return int32_t(x) < int32_t(y) ? x : y; }},
  };
  for (const auto &row : rows) {
    std::string name = std::string("vscan.") + row.name + " v0, v1, reverse=";
    Lanes up = execute("setvli 75\n" + name + "0\n", a).vector;
    Lanes down = execute("setvli 75\n" + name + "1\n", a).vector;
    uint32_t acc = a[0];
    for (unsigned i = 0; i < 75; acc = row.f(acc, a[++i]))
      EXPECT_EQ(up[i], acc) << name << i;
    acc = a[74];
    for (int i = 74; i >= 0; acc = i > 0 ? row.f(acc, a[i - 1]) : acc, --i)
      EXPECT_EQ(down[i], acc) << name << i;
    EXPECT_EQ(up[75], 77u);
  }
}

TEST(CrossLaneTest, FloatScanHasItsOrder) {
  Lanes a = randomFloats(7);
  Lanes got = execute("vscan.fadd v0, v1, reverse=0\n", a).vector;
  std::vector<float> want(128);
  for (unsigned first = 0; first < 128; first += 16) {
    float s[16];
    for (int i = 0; i < 16; ++i)
      s[i] = f(a[first + i]);
    for (int step = 1; step < 16; step *= 2)
      for (int i = 15; i >= step; --i)
        s[i] = s[i - step] + s[i];
    for (int i = 0; i < 16; ++i)
      want[first + i] = first ? want[first - 1] + s[i] : s[i];
  }
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ(f(got[i]), want[i]) << i;
}

TEST(CrossLaneTest, Shuffles) {
  Lanes a = randomInts(8), b = randomInts(9);
  Lanes slide = execute("li r5, 3\nvslide v0, v1, r5\n", a).vector;
  Lanes back = execute("li r5, -2\nvslide v0, v1, r5\n", a).vector;
  Lanes rot = execute("li r5, -5\nvrot v0, v1, r5\n", a).vector;
  Lanes cast = execute("li r5, 9\nvbcast v0, v1, r5\n", a).vector;
  Lanes fly = execute("vbfly v0, v1, k=4\n", a).vector;
  Lanes cut = execute("setvli 20\nvbfly v0, v1, k=4\n", a).vector;
  Lanes perm = execute("vperm v0, v1, v2\n", a, b).vector;
  Lanes iota = execute("li r5, 100\nviota v0, r5\n", a).vector;
  for (unsigned i = 0; i < 128; ++i) {
    EXPECT_EQ(slide[i], i + 3 < 128 ? a[i + 3] : 77u);
    EXPECT_EQ(back[i], i >= 2 ? a[i - 2] : 77u);
    EXPECT_EQ(rot[i], a[(i + 123) % 128]);
    EXPECT_EQ(cast[i], a[9]);
    EXPECT_EQ(fly[i], a[i ^ 16]);
    EXPECT_EQ(cut[i], i < 20 && (i ^ 16) < 20 ? a[i ^ 16] : 77u);
    EXPECT_EQ(perm[i], a[(i / 16) * 16 + b[i] % 16]);
    EXPECT_EQ(iota[i], 100 + i);
  }
}

TEST(CrossLaneTest, ZipAndUnzipUndoEachOther) {
  Lanes a = randomInts(10), b = randomInts(11);
  Lanes lo = execute("vzip.lo v0, v1, v2\n", a, b).vector;
  Lanes hi = execute("vzip.hi v0, v1, v2\n", a, b).vector;
  for (unsigned i = 0; i < 64; ++i) {
    EXPECT_EQ(lo[2 * i], a[i]);
    EXPECT_EQ(lo[2 * i + 1], b[i]);
    EXPECT_EQ(hi[2 * i], a[64 + i]);
    EXPECT_EQ(hi[2 * i + 1], b[64 + i]);
  }
  std::string both = "vzip.lo v3, v1, v2\nvzip.hi v4, v1, v2\n";
  EXPECT_EQ(execute(both + "vunzip.even v0, v3, v4\n", a, b).vector, a);
  EXPECT_EQ(execute(both + "vunzip.odd v0, v3, v4\n", a, b).vector, b);
}

TEST(CrossLaneTest, ScalarsFromVectors) {
  Lanes a = randomInts(12);
  EXPECT_EQ(int64_t(execute("li r5, 100\nvmvs r9, v1, r5\n", a).scalar), int32_t(a[100]));
  std::string some = "li r5, 10\nli r6, 4\npvl p1, r5\npvl p2, r6\n";
  EXPECT_EQ(execute(some + "pandn p3, p1, p2\nppop r9, p3\n", a).scalar, 6u);
  EXPECT_EQ(execute(some + "pandn p3, p1, p2\npfirst r9, p3\n", a).scalar, 4u);
  EXPECT_EQ(execute(some + "pset p3, bit=0\npfirst r9, p3\n", a).scalar, ~uint64_t(0));
}

TEST(CrossLaneTest, PredicateLogicAndMemory) {
  Lanes a = randomInts(13);
  std::string some = "li r5, 10\nli r6, 4\npvl p1, r5\npvl p2, r6\n"
                     "pnot p3, p2\n";
  auto lanesOf = [&](const std::string &text) { return execute(some + text + "ptov v0, p4\n", a).vector; };
  Lanes conj = lanesOf("pand p4, p1, p3\n"), disj = lanesOf("por p4, p2, p1\n"), exor = lanesOf("pxor p4, p1, p2\n"),
        copy = lanesOf("pmov p4, p1\n"), kept = lanesOf("li r7, 8192\npst p1, [r7+0]\npld p4, [r7+0]\n");
  for (unsigned i = 0; i < 128; ++i) {
    EXPECT_EQ(conj[i], uint32_t(i >= 4 && i < 10));
    EXPECT_EQ(disj[i], uint32_t(i < 10));
    EXPECT_EQ(exor[i], uint32_t(i >= 4 && i < 10));
    EXPECT_EQ(copy[i], uint32_t(i < 10));
    EXPECT_EQ(kept[i], uint32_t(i < 10));
  }
  Lanes from = execute("vmsv v3, r0\nli r5, 6\nvbcast v4, v1, r5\n"
                       "pset p1, bit=1\npfromv p1, v3\nptov v0, p1\n",
                       a)
                   .vector;
  EXPECT_EQ(from, Lanes(128, 0));
}

} // namespace
