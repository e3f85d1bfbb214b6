// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer and float arithmetic. Expected values come from wider C++ types, or
// are written down.

#include "core/reference/Element.h"
#include "test/reference/Harness.h"
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

using namespace kiln::reference;

namespace {
using ArithTest = KernelTest;

constexpr float infinity = std::numeric_limits<float>::infinity();
const float nan = std::nanf("");

/// All pairs of i8 values.
struct AllPairs {
  std::vector<int8_t> x, y;
  AllPairs() {
    for (int a = -128; a < 128; ++a)
      for (int b = -128; b < 128; ++b) {
        x.push_back(static_cast<int8_t>(a));
        y.push_back(static_cast<int8_t>(b));
      }
  }
};

int floorDiv(int a, int b) { return static_cast<int>(std::floor(static_cast<double>(a) / b)); }

TEST_F(ArithTest, EveryPairOfI8) {
  AllPairs pairs;
  struct Case {
    const char *op;
    std::function<int(int, int)> expected;
  };
  auto u = [](int v) { return v & 255; };
  const Case cases[] = {
      {"arith.addi", [](int a, int b) { return a + b; }},
      {"arith.subi", [](int a, int b) { return a - b; }},
      {"arith.muli", [](int a, int b) { return a * b; }},
      {"arith.xori", [](int a, int b) { return a ^ b; }},
      {"arith.maxsi", [](int a, int b) { return a > b ? a : b; }},
      {"arith.minui", [=](int a, int b) { return u(a) < u(b) ? a : b; }},
      {"tile.divsi", [](int a, int b) { return b == 0 ? -1 : a / b; }}, // -128 / -1 = 128 wraps to -128
      {"tile.remsi", [](int a, int b) { return b == 0 ? a : a % b; }},
      {"tile.divui", [=](int a, int b) { return b == 0 ? -1 : u(a) / u(b); }},
      {"tile.remui", [=](int a, int b) { return b == 0 ? a : u(a) % u(b); }},
      {"tile.shli", [=](int a, int b) { return u(b) < 8 ? a << u(b) : 0; }},
      {"tile.shrui", [=](int a, int b) { return u(b) < 8 ? u(a) >> u(b) : 0; }},
      {"tile.shrsi", [=](int a, int b) { return floorDiv(a, 1 << std::min(u(b), 8)); }},
  };
  for (const Case &c : cases) {
    auto got = apply<int8_t>(std::string("%r = ") + c.op + " %x, %y : $R", "i8", "i8", pairs.x, pairs.y);
    for (size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(got[i], static_cast<int8_t>(c.expected(pairs.x[i], pairs.y[i])))
          << c.op << " " << int(pairs.x[i]) << " " << int(pairs.y[i]);
  }
}

TEST_F(ArithTest, OddWidthsWrapAtTheirOwnWidth) {
  // i4 in a byte: 7 + 1 = -8, and its sign counts.
  auto sum = apply<int8_t>("%s = arith.addi %x, %y : $X\n%r = arith.extsi %s : $X to $R", "i4", "i8",
                           std::vector<int8_t>{7, 15, 8, 3}, {1, 1, 8, 4});
  EXPECT_EQ(sum, (std::vector<int8_t>{-8, 0, 0, 7}));
  auto less = apply<int8_t>("%c = arith.cmpi slt, %x, %y : $X\n%r = arith.extui %c : tensor<2xi1> to $R", "i4", "i8",
                            std::vector<int8_t>{8, 1}, {1, 8});
  EXPECT_EQ(less, (std::vector<int8_t>{1, 0}));
}

TEST_F(ArithTest, SixtyFourBitsAtTheBorders) {
  int64_t least = std::numeric_limits<int64_t>::min(), most = std::numeric_limits<int64_t>::max();
  std::vector<int64_t> x = {least, most, least, -7, 7, 0}, y = {-1, 1, 0, 2, 0, 0};
  EXPECT_EQ(apply<int64_t>("%r = tile.divsi %x, %y : $R", "i64", "i64", x, y),
            (std::vector<int64_t>{least, most, -1, -3, -1, -1}));
  EXPECT_EQ(apply<int64_t>("%r = tile.remsi %x, %y : $R", "i64", "i64", x, y),
            (std::vector<int64_t>{0, 0, least, -1, 7, 0}));
  EXPECT_EQ(apply<int64_t>("%r = arith.addi %x, %y : $R", "i64", "i64", x, y),
            (std::vector<int64_t>{most, least, least, -5, 7, 0}));
  EXPECT_EQ(apply<int64_t>("%l, %r = arith.mulsi_extended %x, %y : $R", "i64", "i64", x, y),
            (std::vector<int64_t>{0, 0, 0, -1, 0, 0}));
}

TEST_F(ArithTest, ProvedOpsCheckTheirProof) {
  std::vector<int32_t> x = {7, 1, -5}, y = {2, 1, 3};
  EXPECT_EQ(apply<int32_t>("%r = arith.divsi %x, %y {tile.proof = \"range\"} : $R", "i32", "i32", x, y),
            (std::vector<int32_t>{3, 1, -1}));
  EXPECT_EQ(apply<int32_t>("%r = arith.ceildivsi %x, %y {tile.proof = \"range\"} : $R", "i32", "i32", x, y),
            (std::vector<int32_t>{4, 1, -1}));
  EXPECT_EQ(apply<int32_t>("%r = arith.floordivsi %x, %y {tile.proof = \"range\"} : $R", "i32", "i32", x, y),
            (std::vector<int32_t>{3, 1, -2}));
  x = {7, 6, -5, 0}, y = {2, 3, 3, 5};
  EXPECT_EQ(apply<int32_t>("%r = arith.ceildivui %x, %y {tile.proof = \"range\"} : $R", "i32", "i32", x, y),
            (std::vector<int32_t>{4, 2, 0x55555554, 0}));
}

TEST_F(ArithTest, BrokenProofsAreErrors) {
  auto text = [](std::string op) { return "func.func @k(%a: i32, %b: i32) { %r = " + op + " : i32\nreturn }"; };
  EXPECT_NE(fail(text("arith.divsi %a, %b"), {i32(1), i32(1)}).find("has no 'tile.proof' attribute"),
            std::string::npos);
  EXPECT_NE(fail(text("arith.divsi %a, %b {tile.proof = \"range\"}"), {i32(1), i32(0)}).find("divides by 0"),
            std::string::npos);
  EXPECT_NE(fail(text("arith.divsi %a, %b {tile.proof = \"range\"}"), {i32(INT32_MIN), i32(-1)})
                .find("divides the least value by -1"),
            std::string::npos);
  EXPECT_NE(fail(text("arith.shli %a, %b {tile.proof = \"range\"}"), {i32(1), i32(32)}).find("shifts by 32"),
            std::string::npos);
  std::string convert = "func.func @k(%a: f32) { %r = arith.fptosi %a {tile.proof = \"range\"} : f32 to i8\nreturn }";
  Argument big = Argument::scalar(std::bit_cast<uint32_t>(128.0f), mlir::Float32Type::get(&context));
  EXPECT_EQ(fail(convert, {big}),
            "kernel.mlir:1:30: 'arith.fptosi' op in program (0, 0, 0) converts 128 to 8 bits against its proof");
}

//===-- floats ---------------------------------------------------------------===//

/// Bits, with all NaNs made one.
std::vector<uint32_t> bitsOf(const std::vector<float> &values) {
  std::vector<uint32_t> bits;
  for (float v : values)
    bits.push_back(std::isnan(v) ? 0x7fc00000u : std::bit_cast<uint32_t>(v));
  return bits;
}

TEST_F(ArithTest, ExtremaAndTheirNanAndZeroRules) {
  std::vector<float> x = {nan, 1, nan, -0.0f, 0.0f, -infinity, 3}, y = {2, nan, nan, 0.0f, -0.0f, infinity, -4};
  auto op = [&](const char *name) {
    return bitsOf(apply<float>(std::string("%r = arith.") + name + " %x, %y : $R", "f32", "f32", x, y));
  };
  EXPECT_EQ(op("maxnumf"), bitsOf({2, 1, nan, 0.0f, 0.0f, infinity, 3}));
  EXPECT_EQ(op("minnumf"), bitsOf({2, 1, nan, -0.0f, -0.0f, -infinity, -4}));
  EXPECT_EQ(op("maximumf"), bitsOf({nan, nan, nan, 0.0f, 0.0f, infinity, 3}));
  EXPECT_EQ(op("minimumf"), bitsOf({nan, nan, nan, -0.0f, -0.0f, -infinity, -4}));
}

TEST_F(ArithTest, ClampTakesLowForNanWhereItIsIgnored) {
  std::vector<float> x = {nan, -5, 5, 0.5f};
  std::string limits = "%lo = arith.constant dense<-1.0> : $X\n%hi = arith.constant dense<1.0> : $X\n";
  EXPECT_EQ(bitsOf(apply<float>(limits + "%r = tile.clamp %x, %lo, %hi ignore : $R", "f32", "f32", x)),
            bitsOf({-1, -1, 1, 0.5f}));
  EXPECT_EQ(bitsOf(apply<float>(limits + "%r = tile.clamp %x, %lo, %hi propagate : $R", "f32", "f32", x)),
            bitsOf({nan, -1, 1, 0.5f}));
}

TEST_F(ArithTest, ComparesWithNan) {
  std::vector<float> x = {nan, 1, 1, 2, -0.0f}, y = {1, 1, 2, 1, 0.0f};
  auto op = [&](const char *predicate) {
    return apply<uint8_t>(std::string("%c = arith.cmpf ") + predicate +
                              ", %x, %y : $X\n%r = arith.extui %c : tensor<5xi1> to $R",
                          "f32", "i8", x, y);
  };
  using Bits = std::vector<uint8_t>;
  EXPECT_EQ(op("oeq"), (Bits{0, 1, 0, 0, 1}));
  EXPECT_EQ(op("une"), (Bits{1, 0, 1, 1, 0}));
  EXPECT_EQ(op("one"), (Bits{0, 0, 1, 1, 0}));
  EXPECT_EQ(op("olt"), (Bits{0, 0, 1, 0, 0}));
  EXPECT_EQ(op("uge"), (Bits{1, 1, 0, 1, 1}));
  EXPECT_EQ(op("ord"), (Bits{0, 1, 1, 1, 1}));
  EXPECT_EQ(op("uno"), (Bits{1, 0, 0, 0, 0}));
}

TEST_F(ArithTest, NegAndAbsAreMovesThatKeepPayloads) {
  std::vector<uint32_t> x = {0x7fa12345u, 0xff800001u, 0x00000000u};
  EXPECT_EQ(apply<uint32_t>("%r = arith.negf %x : $R", "f32", "f32", x),
            (std::vector<uint32_t>{0xffa12345u, 0x7f800001u, 0x80000000u}));
  EXPECT_EQ(apply<uint32_t>("%r = math.absf %x : $R", "f32", "f32", x),
            (std::vector<uint32_t>{0x7fa12345u, 0x7f800001u, 0x00000000u}));
}

TEST_F(ArithTest, FloatToIntSaturatesAndNanIsZero) {
  std::vector<float> x = {nan, infinity, -infinity, 127.9f, 128, -128.9f, -129, -0.9f, 300, 255.9f};
  EXPECT_EQ(apply<int8_t>("%r = tile.fptosi %x : $X -> $R", "f32", "i8", x),
            (std::vector<int8_t>{0, 127, -128, 127, 127, -128, -128, 0, 127, 127}));
  EXPECT_EQ(apply<uint8_t>("%r = tile.fptoui %x : $X -> $R", "f32", "i8", x),
            (std::vector<uint8_t>{0, 255, 0, 127, 128, 0, 0, 0, 255, 255}));
  std::vector<double> wide = {9.3e18, -9.3e18, 9223372036854774784.0, 1.9e19};
  EXPECT_EQ(apply<int64_t>("%r = tile.fptosi %x : $X -> $R", "f64", "i64", wide),
            (std::vector<int64_t>{INT64_MAX, INT64_MIN, 9223372036854774784, INT64_MAX}));
  EXPECT_EQ(apply<uint64_t>("%r = tile.fptoui %x : $X -> $R", "f64", "i64", wide),
            (std::vector<uint64_t>{9300000000000000000u, 0, 9223372036854774784u, UINT64_MAX}));
}

TEST_F(ArithTest, IntToFloatRoundsOnce) {
  // 2^62 + 2^54 + 1 is above the middle of two bf16 values, in double it is on it.
  std::vector<int64_t> x = {(int64_t(1) << 62) + (int64_t(1) << 54) + 1, INT64_MAX, -3, (int64_t(1) << 24) + 1};
  EXPECT_EQ(apply<uint16_t>("%r = arith.sitofp %x : $X to $R", "i64", "bf16", x),
            (std::vector<uint16_t>{0x5e81, 0x5f00, 0xc040, 0x4b80}));
  EXPECT_EQ(apply<float>("%r = arith.sitofp %x : $X to $R", "i64", "f32", x),
            (std::vector<float>{static_cast<float>(x[0]), 0x1p63f, -3, 16777216}));
  EXPECT_EQ(apply<float>("%r = arith.uitofp %x : $X to $R", "i8", "f32", std::vector<int8_t>{-1, 1}),
            (std::vector<float>{255, 1}));
}

TEST_F(ArithTest, HalfArithmeticRoundsOnce) {
  // 2048 + 1 is a tie in f16 and goes to even; 2050 + 1 too.
  auto half = [](double v) { return static_cast<uint16_t>(encode(v, Format::F16)); };
  std::vector<uint16_t> x = {half(2048), half(2050), half(60000), half(0x1p-24)};
  std::vector<uint16_t> one = {half(1), half(1), half(60000), half(0x1p-24)};
  EXPECT_EQ(apply<uint16_t>("%r = arith.addf %x, %y : $R", "f16", "f16", x, one),
            (std::vector<uint16_t>{half(2048), half(2052), 0x7c00, half(0x1p-23)}));
  // (1 + 2^-10)^2 + c: in f16 the product is 1 + 2^-9 + 2^-20. With c = 2^-11 - 2^-20 the exact
  // sum is the tie 1 + 2^-9 + 2^-11, which an f64 intermediate keeps exactly.
  std::vector<uint16_t> a = {half(1 + 0x1p-10)};
  auto fma = apply<uint16_t>("%c = arith.constant dense<0x0FFE> : $X\n%r = math.fma %x, %x, %c : $R", "f16", "f16", a);
  double c = decode(0x0ffe, Format::F16);
  double exact = (1 + 0x1p-10) * (1 + 0x1p-10) + c; // exact in double
  EXPECT_EQ(fma[0], half(exact));
}

TEST_F(ArithTest, FmaOfHalfIsRoundedOnceWhereDoubleIsNotEnough) {
  // The product 683 * 3 = 2049 is a tie of f16; the least subnormal decides.
  auto half = [](double v) { return static_cast<uint16_t>(encode(v, Format::F16)); };
  std::vector<uint16_t> x = {half(683)}, y = {half(3)};
  auto up =
      apply<uint16_t>("%c = arith.constant dense<0x0001> : $X\n%r = math.fma %x, %y, %c : $R", "f16", "f16", x, y);
  EXPECT_EQ(up[0], half(2050));
  auto down =
      apply<uint16_t>("%c = arith.constant dense<0x8001> : $X\n%r = math.fma %x, %y, %c : $R", "f16", "f16", x, y);
  EXPECT_EQ(down[0], half(2048));
  // 7 * 37 = 259 is a tie of bf16 between 258 and 260; 2^-133 decides, which
  // double does not keep beside 259.
  auto brain = apply<uint16_t>("%e = arith.constant dense<[0x0001, 0x8001]> : $X\n%r = math.fma %x, %y, %e : $R",
                               "bf16", "bf16", std::vector<uint16_t>{0x40e0, 0x40e0}, {0x4214, 0x4214});
  EXPECT_EQ(brain, (std::vector<uint16_t>{0x4382, 0x4381}));
}

TEST_F(ArithTest, CastsRoundAsTheySay) {
  std::vector<float> x = {1.0f + 0x1p-8f, 1.0f + 3 * 0x1p-8f, infinity, 3.4e38f, -0.0f, 500, -1e-10f};
  EXPECT_EQ(apply<uint16_t>("%r = arith.truncf %x : $X to $R", "f32", "bf16", x),
            (std::vector<uint16_t>{0x3f80, 0x3f82, 0x7f80, 0x7f80, 0x8000, 0x43fa, 0xaedc}));
  EXPECT_EQ(apply<uint16_t>("%r = tile.cast %x toward_zero : $X -> $R", "f32", "bf16", x),
            (std::vector<uint16_t>{0x3f80, 0x3f81, 0x7f80, 0x7f7f, 0x8000, 0x43fa, 0xaedb}));
  EXPECT_EQ(apply<uint8_t>("%r = tile.cast %x nearest : $X -> $R", "f32", "f8E4M3FN", x),
            (std::vector<uint8_t>{0x38, 0x38, 0x7e, 0x7e, 0x80, 0x7e, 0x80}));
}

TEST_F(ArithTest, RoundingToWholeNumbers) {
  std::vector<float> x = {2.5f, -2.5f, 0.5f, -0.4f, 1e30f};
  auto op = [&](const char *name) {
    return bitsOf(apply<float>(std::string("%r = math.") + name + " %x : $R", "f32", "f32", x));
  };
  EXPECT_EQ(op("floor"), bitsOf({2, -3, 0, -1, 1e30f}));
  EXPECT_EQ(op("ceil"), bitsOf({3, -2, 1, -0.0f, 1e30f}));
  EXPECT_EQ(op("round"), bitsOf({3, -3, 1, -0.0f, 1e30f}));
  EXPECT_EQ(op("roundeven"), bitsOf({2, -2, 0, -0.0f, 1e30f}));
  EXPECT_EQ(op("trunc"), bitsOf({2, -2, 0, -0.0f, 1e30f}));
}

TEST_F(ArithTest, MathFunctionsAtKnownPoints) {
  auto op = [&](const char *name, std::vector<float> x) {
    return bitsOf(apply<float>(std::string("%r = math.") + name + " %x : $R", "f32", "f32", x));
  };
  EXPECT_EQ(op("exp", {0, -infinity, 1, nan, 100}), bitsOf({1, 0, 2.71828182845904523f, nan, infinity}));
  EXPECT_EQ(op("exp2", {3, -149, -151}), bitsOf({8, 0x1p-149f, 0}));
  EXPECT_EQ(op("log", {1, 0, -1}), bitsOf({0, -infinity, nan}));
  EXPECT_EQ(op("log2", {8, 0.125f}), bitsOf({3, -3}));
  EXPECT_EQ(op("sqrt", {2, -0.0f, -1}), bitsOf({1.41421356237309505f, -0.0f, nan}));
  EXPECT_EQ(op("rsqrt", {4, 0}), bitsOf({0.5f, infinity}));
  EXPECT_EQ(op("erf", {0, infinity}), bitsOf({0, 1}));
  EXPECT_EQ(op("tanh", {0.5f}), bitsOf({0.46211715726000976f}));
  EXPECT_EQ(op("sin", {1}), bitsOf({0.84147098480789650f}));
}
} // namespace
