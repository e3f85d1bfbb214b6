// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Error bounds: where they start, how they spread, what they make ambiguous,
// and how a target's buffer is compared.

#include "test/reference/Harness.h"
#include <bit>
#include <cmath>
#include <random>

using namespace kiln::reference;

namespace {
class BoundsTest : public KernelTest {
protected:
  BoundsTest() { options.trackBounds = true; }

  std::vector<double> bounds(const std::string &body, std::vector<float> x, std::vector<float> y = {}) {
    values = apply<float>(body, "f32", "f32", x, y);
    return appliedBounds<float>(x.size());
  }
  std::vector<float> values;
};

TEST_F(BoundsTest, ExactOpsOnExactOperandsHaveNoBound) {
  std::vector<float> x = {0.1f, 3}, y = {0.3f, 7};
  for (const char *op : {"arith.addf %x, %y", "arith.mulf %x, %y", "arith.divf %x, %y", "arith.maxnumf %x, %y",
                         "math.sqrt %x", "math.floor %x", "arith.negf %x"})
    EXPECT_EQ(bounds(std::string("%r = ") + op + " : $R", x, y), (std::vector<double>{0, 0})) << op;
}

TEST_F(BoundsTest, ApproximateFunctionsErrByTheTargetsUlps) {
  options.ulp["math.exp"] = 3;
  auto e = bounds("%r = math.exp %x : $R", {0, 1});
  EXPECT_EQ(e[0], 3.5 * 0x1p-23);
  EXPECT_EQ(e[1], 3.5 * 0x1p-22); // e lies in [2, 4)
  options.defaultUlp = 1;
  EXPECT_EQ(bounds("%r = math.tanh %x : $R", {0.75f})[0], 1.5 * 0x1p-24);
}

TEST_F(BoundsTest, ContractionAdmitsAFusedProduct) {
  auto e = bounds("%p = arith.mulf %x, %x fastmath<contract> : $R\n%r = arith.addf %p, %y fastmath<contract> : $R", {3},
                  {1});
  double unit = 0x1p-24;
  EXPECT_DOUBLE_EQ(e[0], 9 * unit + 2 * 10 * unit);
  EXPECT_EQ(bounds("%p = arith.mulf %x, %x fastmath<contract> : $R\n%r = arith.addf %p, %y : $R", {3}, {1})[0], 0);
}

TEST_F(BoundsTest, BoundsSurviveAStoreAndAReload) {
  const char *text = R"(
    func.func @k(%x: !tile.ptr, %out: !tile.ptr) {
      %v = tile.load %x : !tile.ptr -> f32
      %e = math.exp %v : f32
      tile.store %e, %x : f32, !tile.ptr
      %w = tile.load %x : !tile.ptr -> f32
      tile.store %w, %out : f32, !tile.ptr
      %zero = arith.constant 0.0 : f32
      tile.store %zero, %x : f32, !tile.ptr
      return
    })";
  Argument x = buffer<float>({1}), out = buffer<float>({0});
  run(text, {x, out});
  EXPECT_GT((*memory.bounds(out.bits, 1, 4))[0], 0);
  EXPECT_EQ((*memory.bounds(x.bits, 1, 4))[0], 0); // overwritten by an exact value
}

TEST_F(BoundsTest, ASumInAnyOrderStaysWithinItsBound) {
  std::mt19937 random(7);
  std::vector<float> x(257);
  for (float &v : x)
    v = std::ldexp(static_cast<float>(random()) - 2147483648.0f, static_cast<int>(random() % 40) - 40);
  auto e = bounds("%s = tile.reduce %x axis 0 : ($X) -> f32 {\n^bb0(%a: f32, %b: f32):\n%m = arith.addf %a, %b : f32\n"
                  "tile.yield %m : f32\n}\n%r = tile.broadcast %s : f32 -> $R",
                  x);
  for (int trial = 0; trial < 100; ++trial) {
    std::shuffle(x.begin(), x.end(), random);
    float sum = 0;
    for (float v : x)
      sum += v;
    EXPECT_LE(std::abs(sum - values[0]), e[0]);
  }
  EXPECT_EQ(bounds("%s = tile.reduce %x axis 0 : ($X) -> f32 {\n^bb0(%a: f32, %b: f32):\n%m = arith.addf %a, %b : f32\n"
                   "tile.yield %m : f32\n}\n%r = tile.broadcast %s : f32 -> $R",
                   {0.1f, 0.7f})[0],
            0); // two elements have one order
}

TEST_F(BoundsTest, AProductInAnyOrderStaysWithinItsBoundAndTf32AdmitsF32) {
  std::string head = "%a = tile.reshape %x : $X -> tensor<1x64xf32>\n%b = tile.reshape %y : $X -> tensor<64x1xf32>\n"
                     "%c = arith.constant dense<0.0> : tensor<1x1xf32>\n%d = tile.dot %a, %b, %c ";
  std::string tail = " : tensor<1x64xf32>, tensor<64x1xf32> -> tensor<1x1xf32>\n"
                     "%s = tile.unsplat %d : tensor<1x1xf32> -> f32\n%r = tile.broadcast %s : f32 -> $R";
  std::vector<float> x(64), y(64);
  double exact = 0;
  float back = 0;
  for (int i = 0; i < 64; ++i) {
    x[i] = std::sin(static_cast<float>(i)) + 0.1f;
    y[i] = std::cos(static_cast<float>(3 * i));
    exact += static_cast<double>(x[i]) * y[i];
  }
  for (int i = 63; i >= 0; --i)
    back = std::fma(x[i], y[i], back);
  double ieee = bounds(head + "ieee" + tail, x, y)[0];
  EXPECT_LE(std::abs(values[0] - exact), ieee);
  EXPECT_LE(std::abs(values[0] - back), ieee);
  double tf32 = bounds(head + "tf32" + tail, x, y)[0];
  EXPECT_NE(values[0], static_cast<float>(exact));
  EXPECT_LE(std::abs(values[0] - exact), tf32);
  EXPECT_GT(tf32, 100 * ieee);
}

TEST_F(BoundsTest, ACompareWithinItsBoundIsListedAndItsResultsAreAmbiguous) {
  // exp(0) = 1 may be a little more or less than 1; exp(3) may not.
  std::string body =
      "%e = math.exp %x : $X\n%one = arith.constant dense<1.0> : $X\n%c = arith.cmpf ogt, %e, %one : $X\n"
      "%r = arith.extui %c : tensor<3xi1> to $R";
  auto bits = apply<int32_t>(body, "f32", "i32", std::vector<float>{-1, 0, 3});
  EXPECT_EQ(bits, (std::vector<int32_t>{0, 0, 1}));
  auto e = appliedBounds<int32_t>(3);
  EXPECT_EQ(e, (std::vector<double>{0, INFINITY, 0}));
  ASSERT_EQ(lastReport.ambiguous.size(), 1u);
  EXPECT_EQ(lastReport.ambiguous[0].op, "arith.cmpf");
  EXPECT_EQ(lastReport.ambiguous[0].lane, 1);
  EXPECT_EQ(lastReport.ambiguous[0].lanes, 1u);
}

TEST_F(BoundsTest, ASelectByAnAmbiguousConditionIsBoundedByBothSides) {
  auto e = bounds("%e = math.exp %x : $X\n%one = arith.constant dense<1.0> : $X\n%c = arith.cmpf ogt, %e, %one : $X\n"
                  "%r = arith.select %c, %x, %y : tensor<2xi1>, $R",
                  {0, 3}, {0.25f, 9});
  EXPECT_EQ(e, (std::vector<double>{0.25, 0}));
}

TEST_F(BoundsTest, ConversionsToIntegerAreAmbiguousAtTheirSteps) {
  auto bits = apply<int32_t>("%e = math.exp2 %x : $X\n%r = tile.fptosi %e : $X -> $R", "f32", "i32",
                             std::vector<float>{3, 2.5f});
  EXPECT_EQ(bits, (std::vector<int32_t>{8, 5}));
  EXPECT_EQ(appliedBounds<int32_t>(2), (std::vector<double>{INFINITY, 0}));
}

/// What attention does to masked scores: -infinity among inexact numbers.
TEST_F(BoundsTest, InfinitiesThatEveryTargetGetsAreCertain) {
  std::string body = "%s = math.exp %x : $X\n%low = arith.constant dense<0xFF800000> : $X\n"
                     "%three = arith.constant dense<3.0> : $X\n%m = arith.cmpf olt, %x, %three : $X\n"
                     "%v = arith.select %m, %s, %low : tensor<4xi1>, $X\n"
                     "%max = tile.reduce %v axis 0 : ($X) -> f32 {\n^bb0(%a: f32, %b: f32):\n"
                     "%t = arith.maxnumf %a, %b : f32\ntile.yield %t : f32\n}\n"
                     "%maxs = tile.broadcast %max : f32 -> $X\n%d = arith.subf %v, %maxs : $X\n";
  auto e = bounds(body + "%r = arith.mulf %d, %maxs : $R", {0, 1, 2, 5});
  EXPECT_EQ(values[3], -INFINITY);
  EXPECT_EQ(e[3], 0);
  EXPECT_LT(e[0], 1e-3);
  e = bounds(body + "%r = math.exp %d : $R", {0, 1, 2, 5});
  EXPECT_EQ(values[3], 0);
  EXPECT_LT(e[3], 1e-40);
  EXPECT_LT(e[0], 1e-5);
  e = bounds(body +
                 "%t = tile.reduce %d axis 0 : ($X) -> f32 {\n^bb0(%a: f32, %b: f32):\n%u = arith.addf %a, %b : f32\n"
                 "tile.yield %u : f32\n}\n%r = tile.broadcast %t : f32 -> $R",
             {0, 1, 2, 5});
  EXPECT_EQ(values[0], -INFINITY);
  EXPECT_EQ(e[0], 0);
  // A finite value that may overflow is not certain.
  e = bounds("%t = math.exp %x : $X\n%r = arith.mulf %t, %y : $R", {80, 80}, {1e38f, 1});
  EXPECT_EQ(e[0], INFINITY);
  EXPECT_LT(e[1], 1e30);
}

TEST_F(BoundsTest, NanThatEveryTargetGetsIsCertain) {
  auto e = bounds("%t = math.exp %x : $X\n%p = arith.mulf %t, %y : $X\n%r = arith.addf %p, %t : $R", {1, 1}, {NAN, 2});
  EXPECT_EQ(e[0], 0);
  EXPECT_GT(e[1], 0);
}

TEST_F(BoundsTest, PlainRunsKeepNoBounds) {
  options.trackBounds = false;
  EXPECT_EQ(bounds("%r = math.exp %x : $R", {1})[0], 0);
}

//===-- compare --------------------------------------------------------------===//

class CompareTest : public ::testing::Test {
protected:
  template <typename T>
  Comparison compareAs(mlir::Type type, std::vector<T> expected, std::vector<double> bounds, std::vector<T> got) {
    auto bytes = [](const std::vector<T> &v) {
      return llvm::ArrayRef(reinterpret_cast<const std::byte *>(v.data()), v.size() * sizeof(T));
    };
    return kiln::reference::compare(bytes(expected), bounds, bytes(got), type);
  }
  mlir::MLIRContext context;
  mlir::Type f32 = mlir::Float32Type::get(&context), i32 = mlir::IntegerType::get(&context, 32);
};

TEST_F(CompareTest, WithoutBoundsBitsDecide) {
  EXPECT_TRUE(compareAs<float>(f32, {1, 2}, {}, {1, 2}).equal());
  Comparison c = compareAs<float>(f32, {1, 0.0f, 3}, {}, {1, -0.0f, std::nextafterf(3, 4)});
  EXPECT_EQ(c.mismatches, 2u);
  EXPECT_EQ(c.firstMismatch, 1u);
  EXPECT_EQ(c.message, "2 of 3 elements differ; the first is element 1: expected 0 but got -0 (bound 0)");
}

TEST_F(CompareTest, AnyNanEqualsAnyNanAndNothingElse) {
  float quiet = std::bit_cast<float>(0x7fc00000u), other = std::bit_cast<float>(0xffc12345u);
  EXPECT_TRUE(compareAs<float>(f32, {quiet}, {0}, {other}).equal());
  EXPECT_FALSE(compareAs<float>(f32, {quiet}, {1}, {1}).equal());
  EXPECT_FALSE(compareAs<float>(f32, {1}, {1}, {quiet}).equal());
}

TEST_F(CompareTest, TheLargestErrorIsMeasuredInBounds) {
  Comparison c = compareAs<float>(f32, {10, 20, 30}, {1, 4, 1}, {10.5f, 21, 30});
  EXPECT_TRUE(c.equal());
  EXPECT_EQ(c.largestInBounds, 0.5);
  EXPECT_EQ(c.largestAt, 0u);
  EXPECT_EQ(c.largestError, 1);
  EXPECT_FALSE(compareAs<float>(f32, {10}, {1}, {11.5f}).equal());
}

TEST_F(CompareTest, InfinityIsEqualOnlyWhereTheBoundReachesIt) {
  float most = std::numeric_limits<float>::max();
  EXPECT_FALSE(compareAs<float>(f32, {1e38f}, {1e30}, {INFINITY}).equal());
  EXPECT_TRUE(compareAs<float>(f32, {most}, {1e32}, {INFINITY}).equal());
  EXPECT_FALSE(compareAs<float>(f32, {INFINITY}, {0}, {most}).equal());
  EXPECT_FALSE(compareAs<float>(f32, {INFINITY}, {1}, {-INFINITY}).equal());
}

TEST_F(CompareTest, IntegersAreEqualOrAmbiguous) {
  Comparison c = compareAs<int32_t>(i32, {1, 2, 3}, {0, INFINITY, INFINITY}, {1, 7, 3});
  EXPECT_TRUE(c.equal());
  EXPECT_EQ(c.ambiguous, 1u);
  EXPECT_FALSE(compareAs<int32_t>(i32, {1}, {0}, {2}).equal());
}

TEST_F(CompareTest, SizesThatDoNotFitAreAMismatch) {
  EXPECT_FALSE(compareAs<int32_t>(i32, {1, 2}, {}, {1}).equal());
  EXPECT_FALSE(compareAs<int32_t>(i32, {1, 2}, {0}, {1, 2}).equal());
}
} // namespace
