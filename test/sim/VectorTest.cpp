// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every elementwise vector instruction on random and on awkward bit patterns,
// against expressions written out here.

#include "Run.h"

#include <cmath>
#include <functional>
#include <random>

using namespace kiln::npu;
using namespace kiln::npu::test;

namespace {

constexpr unsigned lanes = 128;
using Lanes = std::vector<uint32_t>;

float f(uint32_t b) { return std::bit_cast<float>(b); }
uint32_t bits(float x) { return std::isnan(x) ? 0x7fc00000 : std::bit_cast<uint32_t>(x); }

Lanes operands(unsigned seed) {
  constexpr uint32_t awkward[] = {0,          0x80000000, 1,          0x7f800000, 0xff800000, 0x7fc00000,
                                  0xffa00001, 0x7fffffff, 0xffffffff, 0x3f800000, 0x00800000, 0x7f7fffff};
  std::mt19937 rng(seed);
  Lanes v(lanes);
  for (uint32_t &x : v) {
    unsigned kind = rng() % 4;
    x = kind == 0   ? awkward[rng() % std::size(awkward)]
        : kind == 1 ? rng() % 64
        : kind == 2 ? bits(float(int(rng() % 2000)) / 7 - 100)
                    : rng();
  }
  return v;
}

/// Runs `text` with v1, v2, v3 = the operands and v0 = 77 everywhere; scalar
/// registers r2, r3 = lane 5 of the second and third. Returns v0.
Lanes execute(const std::string &text, const Lanes &a, const Lanes &b, const Lanes &c) {
  Machine m = machine();
  Lanes all = a;
  all.insert(all.end(), b.begin(), b.end());
  all.insert(all.end(), c.begin(), c.end());
  uint64_t in = upload(m, all), out = *m.alloc(4 * lanes);
  runClean(m, R"(
    ld r20, [r0+0]
    ld r21, [r0+8]
    li r22, 1
    li r23, 1536
    li r24, 512
    li r25, 77
    dma.ld r0, r20, r22, r23, set=0, cvt=none
    fence engmask=2
    vld.i32 v1, [r0+0]
    vld.i32 v2, [r0+512]
    vld.i32 v3, [r0+1024]
    vmsv v0, r25
    li r4, 5
    vmvs r2, v2, r4
    vmvs r3, v3, r4
    li r5, 96
    pvl p1, r5
)" + text + R"(
    li r26, 4096
    vst.i32 v0, [r26+0]
    fence engmask=64
    dma.st r21, r26, r22, r24, set=0, cvt=none
    halt
)",
           {in, out});
  return download<uint32_t>(m, out, lanes);
}

using Binary = std::function<uint32_t(uint32_t, uint32_t)>;

uint32_t minimum(uint32_t a, uint32_t b) {
  if (std::isnan(f(a)) || std::isnan(f(b)))
    return bits(std::isnan(f(a)) ? f(b) : f(a));
  if (f(a) == f(b)) // zeros
    return std::signbit(f(a)) ? a : b;
  return f(a) < f(b) ? a : b;
}
uint32_t maximum(uint32_t a, uint32_t b) {
  if (std::isnan(f(a)) || std::isnan(f(b)))
    return bits(std::isnan(f(a)) ? f(b) : f(a));
  if (f(a) == f(b))
    return std::signbit(f(a)) ? b : a;
  return f(a) > f(b) ? a : b;
}

struct Row {
  const char *name;
  Binary expect;
};

const Row binaries[] = {
    {"vfadd", [](uint32_t a, uint32_t b) { return bits(f(a) + f(b)); }},
    {"vfsub", [](uint32_t a, uint32_t b) { return bits(f(a) - f(b)); }},
    {"vfmul", [](uint32_t a, uint32_t b) { return bits(f(a) * f(b)); }},
    {"vfmin", minimum},
    {"vfmax", maximum},
    {"viadd", [](uint32_t a, uint32_t b) { return a + b; }},
    {"visub", [](uint32_t a, uint32_t b) { return a - b; }},
    {"viand", [](uint32_t a, uint32_t b) { return a & b; }},
    {"vior", [](uint32_t a, uint32_t b) { return a | b; }},
    {"vixor", [](uint32_t a, uint32_t b) { return a ^ b; }},
    {"vishl", [](uint32_t a, uint32_t b) { return a << (b % 32); }},
    {"vishr", [](uint32_t a, uint32_t b) { return a >> (b % 32); }},
    {"visra", [](uint32_t a, uint32_t b) { return uint32_t(int32_t(a) >> (b % 32)); }},
    {"vimin", [](uint32_t a, uint32_t b) { return uint32_t(std::min(int32_t(a), int32_t(b))); }},
    {"vimax", [](uint32_t a, uint32_t b) { return uint32_t(std::max(int32_t(a), int32_t(b))); }},
    {"viminu", [](uint32_t a, uint32_t b) { return std::min(a, b); }},
    {"vimaxu", [](uint32_t a, uint32_t b) { return std::max(a, b); }},
    {"vimul", [](uint32_t a, uint32_t b) { return a * b; }},
    {"vimulh", [](uint32_t a, uint32_t b) { return uint32_t(int64_t(int32_t(a)) * int32_t(b) >> 32); }},
    {"vimulhu", [](uint32_t a, uint32_t b) { return uint32_t(uint64_t(a) * b >> 32); }},
    {"vidiv", [](uint32_t a, uint32_t b) { return b == 0 ? ~0u : uint32_t(int64_t(int32_t(a)) / int32_t(b)); }},
    {"vidivu", [](uint32_t a, uint32_t b) { return b == 0 ? ~0u : a / b; }},
    {"virem", [](uint32_t a, uint32_t b) { return b == 0 ? a : uint32_t(int64_t(int32_t(a)) % int32_t(b)); }},
    {"viremu", [](uint32_t a, uint32_t b) { return b == 0 ? a : a % b; }},
};

TEST(VectorTest, BinaryInstructions) {
  Lanes a = operands(1), b = operands(2), c = operands(3);
  for (const Row &row : binaries) {
    std::string name = row.name;
    Lanes plain = execute(name + " v0, v1, v2\n", a, b, c);
    Lanes scalar = execute(name + ".vs v0, v1, r2\n", a, b, c);
    Lanes masked = execute(name + " v0, v1, v2 if p1\n", a, b, c);
    for (unsigned i = 0; i < lanes; ++i) {
      uint32_t want = row.expect(a[i], b[i]);
      EXPECT_EQ(plain[i], want) << name << " lane " << i;
      EXPECT_EQ(scalar[i], row.expect(a[i], b[5])) << name << " lane " << i;
      EXPECT_EQ(masked[i], i < 96 ? want : 77u) << name << " lane " << i;
    }
  }
}

TEST(VectorTest, ReversedSubtractions) {
  Lanes a = operands(1), b = operands(2), c = operands(3);
  Lanes fr = execute("vfrsub.vs v0, v1, r2\n", a, b, c);
  Lanes ir = execute("virsub.vs v0, v1, r2\n", a, b, c);
  for (unsigned i = 0; i < lanes; ++i) {
    EXPECT_EQ(fr[i], bits(f(b[5]) - f(a[i])));
    EXPECT_EQ(ir[i], b[5] - a[i]);
  }
}

TEST(VectorTest, FusedMultiplyAdds) {
  Lanes a = operands(4), b = operands(5), c = operands(6);
  struct {
    const char *name;
    std::function<uint32_t(float, float, float)> expect;
  } const rows[] = {
      {"vfma", [](float x, float y, float z) { return bits(std::fma(x, y, z)); }},
      {"vfms", [](float x, float y, float z) { return bits(std::fma(x, y, -z)); }},
      {"vfnma", [](float x, float y, float z) { return bits(std::fma(-x, y, z)); }},
  };
  for (const auto &row : rows) {
    std::string name = row.name;
    Lanes vvv = execute(name + " v0, v1, v2, v3\n", a, b, c);
    Lanes vsv = execute(name + ".vsv v0, v1, r2, v3\n", a, b, c);
    Lanes vvs = execute(name + ".vvs v0, v1, v2, r3\n", a, b, c);
    for (unsigned i = 0; i < lanes; ++i) {
      EXPECT_EQ(vvv[i], row.expect(f(a[i]), f(b[i]), f(c[i]))) << name;
      EXPECT_EQ(vsv[i], row.expect(f(a[i]), f(b[5]), f(c[i]))) << name;
      EXPECT_EQ(vvs[i], row.expect(f(a[i]), f(b[i]), f(c[5]))) << name;
    }
  }
}

TEST(VectorTest, UnaryInstructions) {
  Lanes a = operands(7), z(lanes);
  struct {
    const char *name;
    std::function<uint32_t(uint32_t)> expect;
  } const rows[] = {
      {"vfabs", [](uint32_t x) { return x & 0x7fffffff; }},
      {"vfneg", [](uint32_t x) { return x ^ 0x80000000; }},
      {"vmv", [](uint32_t x) { return x; }},
      {"vcvt.f32.i32", [](uint32_t x) { return bits(float(int32_t(x))); }},
      {"vcvt.f32.u32", [](uint32_t x) { return bits(float(x)); }},
      {"vcvt.i32.f32.rtz",
       [](uint32_t x) {
         double v = std::isnan(f(x)) ? 0 : std::trunc(double(f(x)));
         return uint32_t(int32_t(std::clamp(v, -2147483648.0, 2147483647.0)));
       }},
      {"vcvt.u32.f32.rtz",
       [](uint32_t x) {
         double v = std::isnan(f(x)) ? 0 : std::trunc(double(f(x)));
         return uint32_t(std::clamp(v, 0.0, 4294967295.0));
       }},
      {"vcvt.i32.f32.rne",
       [](uint32_t x) {
         double v = std::isnan(f(x)) ? 0 : std::nearbyint(double(f(x)));
         return uint32_t(int32_t(std::clamp(v, -2147483648.0, 2147483647.0)));
       }},
      {"vcvt.u32.f32.rne",
       [](uint32_t x) {
         double v = std::isnan(f(x)) ? 0 : std::nearbyint(double(f(x)));
         return uint32_t(std::clamp(v, 0.0, 4294967295.0));
       }},
  };
  for (const auto &row : rows) {
    Lanes got = execute(std::string(row.name) + " v0, v1\n", a, z, z);
    for (unsigned i = 0; i < lanes; ++i)
      EXPECT_EQ(got[i], row.expect(a[i])) << row.name << " of " << a[i];
  }
}

TEST(VectorTest, Comparisons) {
  Lanes a = operands(8), b = operands(9), z(lanes);
  for (unsigned i = 0; i < lanes; i += 3)
    b[i] = a[i];
  bool (*const un)(float, float) = [](float x, float y) { return std::isnan(x) || std::isnan(y); };
  struct {
    const char *name;
    std::function<bool(uint32_t, uint32_t)> expect;
  } const rows[] = {
      {"f.eq", [](uint32_t x, uint32_t y) { return f(x) == f(y); }},
      {"f.ne", [](uint32_t x, uint32_t y) { return f(x) != f(y); }},
      {"f.lt", [](uint32_t x, uint32_t y) { return f(x) < f(y); }},
      {"f.le", [](uint32_t x, uint32_t y) { return f(x) <= f(y); }},
      {"f.gt", [](uint32_t x, uint32_t y) { return f(x) > f(y); }},
      {"f.ge", [](uint32_t x, uint32_t y) { return f(x) >= f(y); }},
      {"f.one", [&](uint32_t x, uint32_t y) { return !un(f(x), f(y)) && f(x) != f(y); }},
      {"f.ueq", [&](uint32_t x, uint32_t y) { return un(f(x), f(y)) || f(x) == f(y); }},
      {"f.ult", [&](uint32_t x, uint32_t y) { return un(f(x), f(y)) || f(x) < f(y); }},
      {"f.ule", [&](uint32_t x, uint32_t y) { return un(f(x), f(y)) || f(x) <= f(y); }},
      {"f.ugt", [&](uint32_t x, uint32_t y) { return un(f(x), f(y)) || f(x) > f(y); }},
      {"f.uge", [&](uint32_t x, uint32_t y) { return un(f(x), f(y)) || f(x) >= f(y); }},
      {"f.ord", [&](uint32_t x, uint32_t y) { return !un(f(x), f(y)); }},
      {"f.uno", [&](uint32_t x, uint32_t y) { return un(f(x), f(y)); }},
      {"i.eq", [](uint32_t x, uint32_t y) { return x == y; }},
      {"i.ne", [](uint32_t x, uint32_t y) { return x != y; }},
      {"i.lt", [](uint32_t x, uint32_t y) { return int32_t(x) < int32_t(y); }},
      {"i.le", [](uint32_t x, uint32_t y) { return int32_t(x) <= int32_t(y); }},
      {"i.gt", [](uint32_t x, uint32_t y) { return int32_t(x) > int32_t(y); }},
      {"i.ge", [](uint32_t x, uint32_t y) { return int32_t(x) >= int32_t(y); }},
      {"u.lt", [](uint32_t x, uint32_t y) { return x < y; }},
      {"u.le", [](uint32_t x, uint32_t y) { return x <= y; }},
      {"u.gt", [](uint32_t x, uint32_t y) { return x > y; }},
      {"u.ge", [](uint32_t x, uint32_t y) { return x >= y; }},
  };
  for (const auto &row : rows) {
    std::string name = std::string("vcmp.") + row.name;
    Lanes vv = execute(name + " p2, v1, v2\nptov v0, p2\n", a, b, z);
    Lanes vs = execute(name + ".vs p2, v1, r2\nptov v0, p2\n", a, b, z);
    Lanes masked = execute("pset p2, bit=1\n" + name + " p2, v1, v2 if p1\nptov v0, p2\n", a, b, z);
    for (unsigned i = 0; i < lanes; ++i) {
      bool want = row.expect(a[i], b[i]);
      EXPECT_EQ(vv[i], uint32_t(want)) << name << " lane " << i;
      EXPECT_EQ(vs[i], uint32_t(row.expect(a[i], b[5]))) << name;
      EXPECT_EQ(masked[i], uint32_t(i < 96 ? want : true)) << name;
    }
  }
}

TEST(VectorTest, SelectReadsOnlyChosenLanes) {
  Lanes a = operands(10), b = operands(11), z(lanes);
  Lanes vv = execute("vsel v0, p1, v1, v2\n", a, b, z);
  // v9 has lanes 0 to 95 only; they are all that is chosen.
  Lanes partial = execute("vmv v9, v1 if p1\nvsel.vs v0, p1, v9, r2\n", a, b, z);
  for (unsigned i = 0; i < lanes; ++i) {
    EXPECT_EQ(vv[i], i < 96 ? a[i] : b[i]);
    EXPECT_EQ(partial[i], i < 96 ? a[i] : b[5]);
  }
}

TEST(VectorTest, ShorterVectorsKeepTheRest) {
  Lanes a = operands(12), b = operands(13), z(lanes);
  Lanes got = execute("setvli 21\nviadd v0, v1, v2\nsetvli 128\n", a, b, z);
  for (unsigned i = 0; i < lanes; ++i)
    EXPECT_EQ(got[i], i < 21 ? a[i] + b[i] : 77u);
}

TEST(VectorTest, LoadsAndStoresOfEveryType) {
  Lanes a = operands(14), z(lanes);
  struct {
    const char *store, *load;
    std::function<uint32_t(uint32_t)> expect;
  } const rows[] = {
      {"i8", "i8", [](uint32_t x) { return uint32_t(int32_t(int8_t(x))); }},
      {"i8", "u8", [](uint32_t x) { return x & 0xff; }},
      {"i16", "i16", [](uint32_t x) { return uint32_t(int32_t(int16_t(x))); }},
      {"i16", "u16", [](uint32_t x) { return x & 0xffff; }},
      {"i8s", "i8", [](uint32_t x) { return uint32_t(std::clamp(int32_t(x), -128, 127)); }},
      {"i16s", "i16", [](uint32_t x) { return uint32_t(std::clamp(int32_t(x), -32768, 32767)); }},
      {"f32", "i32", [](uint32_t x) { return x; }},
  };
  for (const auto &row : rows) {
    std::string text = "li r6, 8192\nvst." + std::string(row.store) + " v1, [r6+0]\nvld." + row.load + " v0, [r6+0]\n";
    Lanes got = execute(text, a, z, z);
    for (unsigned i = 0; i < lanes; ++i)
      EXPECT_EQ(got[i], row.expect(a[i])) << row.store << " lane " << i;
  }
}

TEST(VectorTest, StridedAccess) {
  Lanes a = operands(15), z(lanes);
  // Beats of 16 lanes: beat stride 4 and lane stride 32 transpose 16 x 8.
  Lanes got = execute("li r6, 4\nli r7, 32\nvld2.i32 v0, [r0+0], r6, r7\n", a, z, z);
  for (unsigned i = 0; i < lanes; ++i)
    EXPECT_EQ(got[i], a[(i / 16) + (i % 16) * 8]);
  Lanes lane = execute("li r6, 4\nvld2.i32 v0, [r0+0], r6, r0\n", a, z, z);
  Lanes beat = execute("li r6, 4\nvld2.i32 v0, [r0+0], r0, r6\n", a, z, z);
  Lanes stored = execute("li r6, 4\nli r7, 32\nli r8, 8192\n"
                         "vst2.i32 v1, [r8+0], r6, r7\nvld.i32 v0, [r8+0]\n",
                         a, z, z);
  for (unsigned i = 0; i < lanes; ++i) {
    EXPECT_EQ(lane[i], a[i / 16]) << "a beat is broadcast";
    EXPECT_EQ(beat[i], a[i % 16]) << "beats repeat";
    EXPECT_EQ(stored[(i / 16) + (i % 16) * 8], a[i]);
  }
}

TEST(VectorTest, IndexedAccess) {
  Lanes a = operands(16), index(lanes), z(lanes);
  for (unsigned i = 0; i < lanes; ++i)
    index[i] = (i * 37 + 11) % lanes;
  Lanes loaded = execute("vldx.i32 v0, [r0+0], v2\n", a, index, z);
  Lanes over = execute("vmv v0, v2\nvldx.i32 v0, [r0+0], v0\n", a, index, z);
  Lanes stored = execute("li r6, 8192\nvstx.i16 v1, [r6+0], v2\n"
                         "vld.i16 v0, [r6+0]\n",
                         a, index, z);
  for (unsigned i = 0; i < lanes; ++i) {
    EXPECT_EQ(loaded[i], a[index[i]]);
    EXPECT_EQ(over[i], a[index[i]]) << "the index may be overwritten";
    EXPECT_EQ(int32_t(stored[index[i]]), int32_t(int16_t(a[i])));
  }
}

} // namespace
