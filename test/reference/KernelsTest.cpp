// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole kernels in tile form against plain loops.

#include "test/reference/Harness.h"
#include <cmath>

using namespace kiln::reference;

namespace {
using KernelsTest = KernelTest;

TEST_F(KernelsTest, VectorAddMasksTheTail) {
  const char *text = R"(
    func.func @add(%x: !tile.ptr, %y: !tile.ptr, %out: !tile.ptr, %n: i32) {
      %pid = tile.program_id x : i32
      %c64 = arith.constant 64 : i32
      %start = arith.muli %pid, %c64 : i32
      %lane = tile.range 0 to 64 : tensor<64xi32>
      %starts = tile.broadcast %start : i32 -> tensor<64xi32>
      %offs = arith.addi %starts, %lane : tensor<64xi32>
      %ns = tile.broadcast %n : i32 -> tensor<64xi32>
      %m = arith.cmpi slt, %offs, %ns : tensor<64xi32>
      %a = tile.load %x[%offs] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
      %b = tile.load %y[%offs] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
      %s = arith.addf %a, %b : tensor<64xf32>
      tile.store %s, %out[%offs] mask %m : tensor<64xf32>, !tile.ptr, tensor<64xi32>
      return
    })";
  std::vector<float> x(100), y(100), expected(101);
  for (int i = 0; i < 100; ++i) {
    x[i] = 0.1f * static_cast<float>(i);
    y[i] = 1.0f / static_cast<float>(i + 1);
    expected[i] = x[i] + y[i];
  }
  expected[100] = -7; // beyond n: stays
  std::vector<float> before(101, -7.0f);
  Argument out = buffer(before);
  RunReport report = run(text, {buffer(x), buffer(y), out, i32(100)}, {2, 1, 1});
  EXPECT_EQ(contents<float>(out, 101), expected);
  EXPECT_EQ(report.bytesRead, 800u);
  EXPECT_EQ(report.bytesWritten, 400u);
}

const char *softmaxText = R"(
  func.func @softmax(%x: !tile.ptr, %out: !tile.ptr, %n: i32) {
    %row = tile.program_id x : i32
    %start = arith.muli %row, %n : i32
    %p = tile.ptr_add %x, %start x f32 : !tile.ptr, i32
    %q = tile.ptr_add %out, %start x f32 : !tile.ptr, i32
    %lane = tile.range 0 to 32 : tensor<32xi32>
    %ns = tile.broadcast %n : i32 -> tensor<32xi32>
    %m = arith.cmpi slt, %lane, %ns : tensor<32xi32>
    %low = arith.constant dense<0xFF800000> : tensor<32xf32>
    %v = tile.load %p[%lane] mask %m other %low : !tile.ptr, tensor<32xi32> -> tensor<32xf32>
    %max = tile.reduce %v axis 0 : (tensor<32xf32>) -> f32 {
    ^bb0(%a: f32, %b: f32):
      %r = arith.maxnumf %a, %b : f32
      tile.yield %r : f32
    }
    %maxs = tile.broadcast %max : f32 -> tensor<32xf32>
    %d = arith.subf %v, %maxs : tensor<32xf32>
    %e = math.exp %d : tensor<32xf32>
    %sum = tile.reduce %e axis 0 : (tensor<32xf32>) -> f32 {
    ^bb0(%a: f32, %b: f32):
      %r = arith.addf %a, %b : f32
      tile.yield %r : f32
    }
    %sums = tile.broadcast %sum : f32 -> tensor<32xf32>
    %s = arith.divf %e, %sums : tensor<32xf32>
    tile.store %s, %q[%lane] mask %m : tensor<32xf32>, !tile.ptr, tensor<32xi32>
    return
  })";

TEST_F(KernelsTest, SoftmaxOfRows) {
  constexpr int rows = 5, columns = 29;
  std::vector<float> x(rows * columns);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = 3 * std::sin(static_cast<float>(i * i));
  options.trackBounds = true;
  Argument out = buffer(std::vector<float>(x.size()));
  run(softmaxText, {buffer(x), out, i32(columns)}, {rows, 1, 1});
  std::vector<float> got = contents<float>(out, x.size());
  auto bounds = *memory.bounds(out.bits, x.size(), 4);
  for (int r = 0; r < rows; ++r) {
    double max = -1e300, sum = 0;
    for (int c = 0; c < columns; ++c)
      max = std::max<double>(max, x[r * columns + c]);
    for (int c = 0; c < columns; ++c)
      sum += std::exp(x[r * columns + c] - max);
    for (int c = 0; c < columns; ++c) {
      double exact = std::exp(x[r * columns + c] - max) / sum;
      double bound = bounds[r * columns + c];
      // The bound holds against the exact value and is not a thousand ulps.
      EXPECT_LE(std::abs(got[r * columns + c] - exact), bound);
      EXPECT_LT(bound, 1e-4 * exact);
      EXPECT_GT(bound, 0);
    }
  }
}

TEST_F(KernelsTest, ThreadsGiveTheSameBits) {
  std::vector<float> x(64 * 31);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = std::cos(static_cast<float>(i));
  Argument in = buffer(x), one = buffer(std::vector<float>(x.size())), four = buffer(std::vector<float>(x.size()));
  RunReport first = run(softmaxText, {in, one, i32(31)}, {64, 1, 1});
  options.threads = 4;
  RunReport second = run(softmaxText, {in, four, i32(31)}, {64, 1, 1});
  EXPECT_EQ(contents<uint32_t>(one, x.size()), contents<uint32_t>(four, x.size()));
  EXPECT_EQ(first.steps, second.steps);
  EXPECT_EQ(first.bytesWritten, second.bytesWritten);
}
} // namespace
