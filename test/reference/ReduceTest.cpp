// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, scans, maps and matrix products: order, ties, NaN, wrap-around.

#include "test/reference/Harness.h"
#include <cmath>

using namespace kiln::reference;

namespace {
using ReduceTest = KernelTest;

const float nan = std::nanf("");

std::string maxnumBody() {
  return "^bb0(%a: f32, %b: f32):\n%m = arith.maxnumf %a, %b : f32\ntile.yield %m : f32\n}\n";
}

TEST_F(ReduceTest, MaxSkipsNanAndAllNanIsNan) {
  auto max = [&](std::vector<float> x) {
    return apply<float>("%s = tile.reduce %x axis 0 : ($X) -> f32 {\n" + maxnumBody() +
                            "%r = tile.broadcast %s : f32 -> $R",
                        "f32", "f32", x)[0];
  };
  EXPECT_EQ(max({nan, 6, 8}), 8);
  EXPECT_EQ(max({-INFINITY, -INFINITY}), -INFINITY);
  EXPECT_TRUE(std::isnan(max({nan, nan, nan})));
  EXPECT_EQ(max({-5}), -5);
}

TEST_F(ReduceTest, ASumStartsAtElementZeroSoThatMinusZeroSurvives) {
  auto sum = apply<float>("%s = tile.reduce %x axis 0 : ($X) -> f32 {\n^bb0(%a: f32, %b: f32):\n"
                          "%m = arith.addf %a, %b : f32\ntile.yield %m : f32\n}\n%r = tile.broadcast %s : f32 -> $R",
                          "f32", "f32", std::vector<float>{-0.0f, -0.0f, -0.0f});
  EXPECT_TRUE(std::signbit(sum[0]));
}

TEST_F(ReduceTest, SumOfHalvesRoundsAtEveryStep) {
  // 2048 + 1 = 2048 in f16, so that 1s added one by one are lost.
  auto sum = apply<uint16_t>("%s = tile.reduce %x axis 0 : ($X) -> f16 {\n^bb0(%a: f16, %b: f16):\n"
                             "%m = arith.addf %a, %b : f16\ntile.yield %m : f16\n}\n%r = tile.broadcast %s : f16 -> $R",
                             "f16", "f16", std::vector<uint16_t>{0x6800, 0x3c00, 0x3c00, 0x3c00});
  EXPECT_EQ(sum[0], 0x6800);
}

/// a of the first, b of the last: neither commutative nor a well-known op.
const char *firstMinusHalf = "^bb0(%a: f32, %b: f32):\n%h = arith.constant 0.5 : f32\n%p = arith.mulf %b, %h : f32\n"
                             "%m = arith.subf %a, %p : f32\ntile.yield %m : f32\n}\n";

TEST_F(ReduceTest, TheAccumulatedSideComesFirst) {
  std::vector<float> x = {16, 8, 4, 2};
  auto reduced = apply<float>(std::string("%s = tile.reduce %x axis 0 : ($X) -> f32 {\n") + firstMinusHalf +
                                  "%r = tile.broadcast %s : f32 -> $R",
                              "f32", "f32", x);
  EXPECT_EQ(reduced[0], 16 - 4 - 2 - 1);
  auto scanned =
      apply<float>(std::string("%r = tile.scan %x axis 0 : ($X) -> $R {\n") + firstMinusHalf, "f32", "f32", x);
  EXPECT_EQ(scanned, (std::vector<float>{16, 12, 10, 9}));
  auto back =
      apply<float>(std::string("%r = tile.scan %x axis 0 reverse : ($X) -> $R {\n") + firstMinusHalf, "f32", "f32", x);
  EXPECT_EQ(back, (std::vector<float>{2 - 2 - 4 - 8, 2 - 2 - 4, 2 - 2, 2}));
}

TEST_F(ReduceTest, TypedLoopsForScansRunBothWays) {
  std::string sum = "^bb0(%a: i8, %b: i8):\n%m = arith.addi %a, %b : i8\ntile.yield %m : i8\n}\n";
  std::vector<int8_t> x = {100, 100, 1, -3};
  EXPECT_EQ(apply<int8_t>("%r = tile.scan %x axis 0 : ($X) -> $R {\n" + sum, "i8", "i8", x),
            (std::vector<int8_t>{100, -56, -55, -58}));
  EXPECT_EQ(apply<int8_t>("%r = tile.scan %x axis 0 reverse : ($X) -> $R {\n" + sum, "i8", "i8", x),
            (std::vector<int8_t>{-58, 98, -2, -3}));
}

/// argmax with ties to the left: (value, index) of two inputs.
std::string argmax(const std::string &tile, const std::string &result) {
  return "%i = tile.range 0 to 8 : tensor<8xi32>\n%idx = tile.reshape %i : tensor<8xi32> -> " + tile +
         "xi32>\n%v, %k = tile.reduce %t, %idx axis 1 : (" + tile + "xf32>, " + tile + "xi32>) -> (" + result +
         "xf32>, " + result + R"(xi32>) {
      ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
        %eq = arith.cmpf oeq, %a, %b : f32
        %lt = arith.cmpi slt, %ai, %bi : i32
        %tie = arith.andi %eq, %lt : i1
        %gt = arith.cmpf ogt, %a, %b : f32
        %c = arith.ori %gt, %tie : i1
        %rv = arith.select %c, %a, %b : f32
        %ri = arith.select %c, %ai, %bi : i32
        tile.yield %rv, %ri : f32, i32
      })";
}

TEST_F(ReduceTest, ArgmaxOfRowsBreaksTiesToTheLeft) {
  std::string body = "%t = tile.reshape %x : $X -> tensor<2x4xf32>\n" + argmax("tensor<2x4", "tensor<2") +
                     "\n%twice = tile.cat %k, %k : tensor<2xi32> -> tensor<4xi32>\n"
                     "%r = tile.cat %twice, %twice : tensor<4xi32> -> $R";
  auto got = apply<int32_t>(body, "f32", "i32", std::vector<float>{3, 7, 7, 1, 5, 5, 5, 5});
  EXPECT_EQ(got[0], 1);
  EXPECT_EQ(got[1], 4); // indices run through the whole tile
}

TEST_F(ReduceTest, AxesOfA3DTile) {
  // Sum over axis 1 of a 2x3x2 tile.
  std::string body = "%t = tile.reshape %x : $X -> tensor<2x3x2xi32>\n"
                     "%s = tile.reduce %t axis 1 : (tensor<2x3x2xi32>) -> tensor<2x2xi32> {\n"
                     "^bb0(%a: i32, %b: i32):\n%m = arith.addi %a, %b : i32\ntile.yield %m : i32\n}\n"
                     "%e = tile.reshape %s : tensor<2x2xi32> -> tensor<2x1x2xi32>\n"
                     "%w = tile.broadcast %e : tensor<2x1x2xi32> -> tensor<2x3x2xi32>\n"
                     "%r = tile.reshape %w : tensor<2x3x2xi32> -> $R";
  auto got = apply<int32_t>(body, "i32", "i32", std::vector<int32_t>{1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60});
  EXPECT_EQ(got, (std::vector<int32_t>{9, 12, 9, 12, 9, 12, 90, 120, 90, 120, 90, 120}));
}

TEST_F(ReduceTest, ACombinerWithControlFlowRunsLaneByLane) {
  std::string body = R"(
    %s = tile.reduce %x axis 0 : ($X) -> i32 {
    ^bb0(%a: i32, %b: i32):
      %zero = arith.constant 0 : i32
      %c = arith.cmpi slt, %b, %zero : i32
      %m = scf.if %c -> i32 {
        scf.yield %a : i32
      } else {
        %n = arith.addi %a, %b : i32
        scf.yield %n : i32
      }
      tile.yield %m : i32
    }
    %r = tile.broadcast %s : i32 -> $R)";
  EXPECT_EQ(apply<int32_t>(body, "i32", "i32", std::vector<int32_t>{1, -5, 2, -7, 3})[0], 6);
}

TEST_F(ReduceTest, MapSeesPacksOfConsecutiveElements) {
  std::string body = R"(
    %r = tile.map %x pack 2 : ($X) -> $R {
    ^bb0(%a: i32, %b: i32):
      %d = arith.subi %a, %b : i32
      tile.yield %b, %d : i32, i32
    })";
  EXPECT_EQ(apply<int32_t>(body, "i32", "i32", std::vector<int32_t>{1, 2, 30, 40}),
            (std::vector<int32_t>{2, -1, 40, -10}));
  std::string branchy = R"(
    %r = tile.map %x pack 1 : ($X) -> $R {
    ^bb0(%a: i32):
      %zero = arith.constant 0 : i32
      %c = arith.cmpi slt, %a, %zero : i32
      %m = scf.if %c -> i32 {
        %n = arith.subi %zero, %a : i32
        scf.yield %n : i32
      } else {
        scf.yield %a : i32
      }
      tile.yield %m : i32
    })";
  EXPECT_EQ(apply<int32_t>(branchy, "i32", "i32", std::vector<int32_t>{1, -2, 3}), (std::vector<int32_t>{1, 2, 3}));
}

//===-- moving elements ------------------------------------------------------===//

TEST_F(ReduceTest, JoinSplitCatTransposeGather) {
  std::vector<int32_t> x = {1, 2, 3, 4}, y = {5, 6, 7, 8};
  std::string joined = "%j = tile.join %x, %y : $X -> tensor<4x2xi32>\n";
  EXPECT_EQ(apply<int32_t>(joined + "%t = tile.transpose %j [1, 0] : tensor<4x2xi32> -> tensor<2x4xi32>\n"
                                    "%f = tile.reshape %t : tensor<2x4xi32> -> tensor<8xi32>\n"
                                    "%h = tile.reshape %f : tensor<8xi32> -> tensor<4x2xi32>\n"
                                    "%l, %r = tile.split %h : tensor<4x2xi32> -> $R",
                           "i32", "i32", x, y),
            (std::vector<int32_t>{2, 4, 6, 8}));
  EXPECT_EQ(apply<int32_t>(joined + "%r, %q = tile.split %j : tensor<4x2xi32> -> $R", "i32", "i32", x, y), x);
  std::string gather = "%i = arith.constant dense<[3, 3, 0, 1]> : tensor<4xi32>\n"
                       "%r = tile.gather %x[%i] axis 0 : $X, tensor<4xi32> -> $R";
  EXPECT_EQ(apply<int32_t>(gather, "i32", "i32", x), (std::vector<int32_t>{4, 4, 1, 2}));
}

TEST_F(ReduceTest, GatherReportsAnIndexOutside) {
  std::string text = R"(func.func @k() {
      %x = tile.range 0 to 4 : tensor<4xi32>
      %i = arith.constant dense<[0, 1, 4, 0]> : tensor<4xi32>
      %t = tile.gather %x[%i] axis 0 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
      return
    })";
  EXPECT_NE(fail(text, {}).find("'tile.gather' op in lane 2 of program (0, 0, 0) takes element 4 of an axis of 4"),
            std::string::npos);
}

TEST_F(ReduceTest, HistogramIgnoresWhatHasNoBin) {
  std::string body = "%zero = arith.constant dense<5> : $X\n%m = arith.cmpi ne, %x, %zero : $X\n"
                     "%r = tile.histogram %x mask %m : $X, tensor<8xi1> -> $R";
  EXPECT_EQ(apply<int32_t>(body, "i32", "i32", std::vector<int32_t>{0, 0, 7, -1, 8, 5, 3, 7}),
            (std::vector<int32_t>{2, 0, 0, 1, 0, 0, 0, 2}));
}

//===-- products -------------------------------------------------------------===//

/// M x K times K x N, with i8 operands and an i32 accumulator.
TEST_F(ReduceTest, IntegerProductsAreSignedAndWrap) {
  const char *text = R"(
    func.func @k(%pa: !tile.ptr, %pb: !tile.ptr, %pc: !tile.ptr) {
      %l = tile.range 0 to 6 : tensor<6xi32>
      %oa = tile.reshape %l : tensor<6xi32> -> tensor<2x3xi32>
      %ob = tile.reshape %l : tensor<6xi32> -> tensor<3x2xi32>
      %l4 = tile.range 0 to 4 : tensor<4xi32>
      %oc = tile.reshape %l4 : tensor<4xi32> -> tensor<2x2xi32>
      %a = tile.load %pa[%oa] : !tile.ptr, tensor<2x3xi32> -> tensor<2x3xi8>
      %b = tile.load %pb[%ob] : !tile.ptr, tensor<3x2xi32> -> tensor<3x2xi8>
      %c = arith.constant dense<2147483647> : tensor<2x2xi32>
      %d = tile.dot %a, %b, %c ieee : tensor<2x3xi8>, tensor<3x2xi8> -> tensor<2x2xi32>
      tile.store %d, %pc[%oc] : tensor<2x2xi32>, !tile.ptr, tensor<2x2xi32>
      return
    })";
  Argument out = buffer(std::vector<int32_t>(4));
  run(text, {buffer<int8_t>({1, 2, 3, -1, 0, -128}), buffer<int8_t>({1, 0, 0, 1, 0, -128}), out});
  EXPECT_EQ(contents<int32_t>(out, 4),
            (std::vector<int32_t>{INT32_MIN, INT32_MAX + (2 - 384), INT32_MAX - 1, INT32_MIN + 16383}));
}

TEST_F(ReduceTest, ProductsAddInAscendingDepthInTheAccumulator) {
  // 1 + 2^-24 + 2^-24: one after another both are lost; the other way they are not.
  std::vector<float> ascending = {1, 0x1p-24f, 0x1p-24f}, descending = {0x1p-24f, 0x1p-24f, 1};
  auto dot = [&](std::vector<float> x, const char *precision) {
    return apply<float>(
        "%a = tile.reshape %x : $X -> tensor<1x3xf32>\n%b = arith.constant dense<1.0> : tensor<3x1xf32>\n"
        "%c = arith.constant dense<0.0> : tensor<1x1xf32>\n%d = tile.dot %a, %b, %c " +
            std::string(precision) +
            " : tensor<1x3xf32>, tensor<3x1xf32> -> tensor<1x1xf32>\n"
            "%s = tile.unsplat %d : tensor<1x1xf32> -> f32\n%r = tile.broadcast %s : f32 -> $R",
        "f32", "f32", x)[0];
  };
  EXPECT_EQ(dot(ascending, "ieee"), 1);
  EXPECT_EQ(dot(descending, "ieee"), 1 + 0x1p-23f);
  // tf32 keeps 10 bits: 1 + 2^-11 is a tie and loses it.
  EXPECT_EQ(dot({1 + 0x1p-11f, 0, 0}, "tf32"), 1);
  EXPECT_EQ(dot({1 + 0x1p-11f, 0, 0}, "ieee"), 1 + 0x1p-11f);
}

TEST_F(ReduceTest, ScaledProductOfPackedFours) {
  // e2m1 codes: 1 = 0.5, 2 = 1, 7 = 6, 9 = -0.5. Low half first. Scales 2^(128-127) and
  // 2^(126-127).
  const char *text = R"(
    func.func @k(%pa: !tile.ptr, %out: !tile.ptr) {
      %l = tile.range 0 to 16 : tensor<16xi32>
      %oa = tile.reshape %l : tensor<16xi32> -> tensor<1x16xi32>
      %a = tile.load %pa[%oa] : !tile.ptr, tensor<1x16xi32> -> tensor<1x16xi8>
      %sa = arith.constant dense<-128> : tensor<1x1xi8>
      %b = arith.constant dense<1.0> : tensor<32x1xbf16>
      %c = arith.constant dense<100.0> : tensor<1x1xf32>
      %sb = arith.constant dense<126> : tensor<1x1xi8>
      %d = tile.dot_scaled %a scale %sa e2m1, %b scale %sb bf16, %c
          : tensor<1x16xi8>, tensor<1x1xi8>, tensor<32x1xbf16>, tensor<1x1xi8> -> tensor<1x1xf32>
      %s = tile.unsplat %d : tensor<1x1xf32> -> f32
      tile.store %s, %out : f32, !tile.ptr
      return
    })";
  std::vector<uint8_t> codes(16, 0);
  codes[0] = 0x21; // 0.5, 1
  codes[3] = 0x97; // 6, -0.5
  Argument out = buffer<float>({0});
  run(text, {buffer(codes), out});
  EXPECT_EQ(contents<float>(out, 1)[0], 100 + 2 * 0.5f * (0.5f + 1 + 6 - 0.5f));
}

TEST_F(ReduceTest, VectorReductionsAndContractions) {
  const char *text = R"(
    func.func @k(%p: !tile.ptr, %out: !tile.ptr) {
      %zero = arith.constant 0 : i64
      %one = arith.constant 1 : i64
      %three = arith.constant 3 : i64
      %c0 = arith.constant 0 : index
      %pad = arith.constant 0 : i32
      %m = tile.view %p + %zero strides [%three, %one] : !tile.ptr
          -> memref<2x3xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>
      %t = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]}
          : memref<2x3xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>, vector<2x3xi32>
      %acc = arith.constant dense<[100, 200]> : vector<2xi32>
      %rows = vector.multi_reduction <add>, %t, %acc [1] : vector<2x3xi32> to vector<2xi32>
      %z = arith.constant dense<0> : vector<2x2xi32>
      %g = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                                             affine_map<(i, j, k) -> (j, i)>],
                            iterator_types = ["parallel", "parallel", "reduction"]} %t, %t, %z
          : vector<2x3xi32>, vector<2x3xi32> into vector<2x2xi32>
      %flat = vector.shape_cast %t : vector<2x3xi32> to vector<6xi32>
      %max = vector.reduction <maxsi>, %flat : vector<6xi32> into i32
      %gf = vector.shape_cast %g : vector<2x2xi32> to vector<4xi32>
      %base = arith.constant dense<0> : vector<7xi32>
      %v0 = vector.insert_strided_slice %rows, %base {offsets = [0], strides = [1]} : vector<2xi32> into vector<7xi32>
      %v1 = vector.insert_strided_slice %gf, %v0 {offsets = [2], strides = [1]} : vector<4xi32> into vector<7xi32>
      %v2 = vector.insert %max, %v1 [6] : i32 into vector<7xi32>
      %o = tile.view %out + %zero strides [%one] : !tile.ptr
          -> memref<7xi32, strided<[?], offset: ?>, #tile.space<"global">>
      vector.transfer_write %v2, %o[%c0] {in_bounds = [true]}
          : vector<7xi32>, memref<7xi32, strided<[?], offset: ?>, #tile.space<"global">>
      return
    })";
  Argument out = buffer(std::vector<int32_t>(7));
  run(text, {buffer<int32_t>({1, 2, 3, 4, 5, 60}), out});
  EXPECT_EQ(contents<int32_t>(out, 7), (std::vector<int32_t>{106, 269, 14, 194, 194, 3641, 60}));
}
} // namespace
