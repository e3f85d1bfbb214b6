// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Speed of the reference on one core: elementwise lane-ops, memory lanes,
// combiners and multiply-adds per second, as items per second.
//
//   build/test/bench/ReferenceBench

#include "core/reference/Interpreter.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include <benchmark/benchmark.h>
#include <string>

using namespace kiln::reference;

namespace {
/// A kernel from text and a 16 MiB buffer that its pointers point to.
class Kernel {
public:
  explicit Kernel(const std::string &text) {
    context.loadDialect<mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::math::MathDialect,
                        mlir::scf::SCFDialect, kiln::tile::TileDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    address = *memory.allocate(uint64_t(1) << 24, 64, "data");
  }

  void run(benchmark::State &state) {
    mlir::FunctionOpInterface kernel = *module->getOps<mlir::FunctionOpInterface>().begin();
    auto report = kiln::reference::run(kernel, {Argument::pointer(address)}, {1, 1, 1}, memory, options);
    if (!report)
      state.SkipWithError(report.error().message().c_str());
  }

  RunOptions options;

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Memory memory;
  uint64_t address;
};

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (size_t at; (at = text.find(from)) != std::string::npos;)
    text.replace(at, from.size(), to);
  return text;
}

/// 100 rounds of `body` (on %x, of type $T, giving %r) over 64 Ki lanes.
std::string loopText(const std::string &body, const std::string &element) {
  std::string text = R"(
    func.func @k(%p: !tile.ptr) {
      %lane = tile.range 0 to 65536 : tensor<65536xi32>
      %start = tile.load %p[%lane] : !tile.ptr, tensor<65536xi32> -> $T
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %n = arith.constant 100 : i32
      %end = scf.for %i = %zero to %n step %one iter_args(%x = %start) -> ($T) : i32 {
        $BODY
        scf.yield %r : $T
      }
      tile.store %end, %p[%lane] : $T, !tile.ptr, tensor<65536xi32>
      return
    })";
  return replaced(replaced(text, "$BODY", body), "$T", "tensor<65536x" + element + ">");
}

void measure(benchmark::State &state, const std::string &text, double items, bool tracksBounds = false) {
  Kernel kernel(text);
  kernel.options.trackBounds = tracksBounds;
  for (auto _ : state)
    kernel.run(state);
  state.SetItemsProcessed(static_cast<int64_t>(items * static_cast<double>(state.iterations())));
}

constexpr double laneOps = 65536.0 * 100;

void addF32(benchmark::State &s) { measure(s, loopText("%r = arith.addf %x, %start : $T", "f32"), laneOps); }
void mulF16(benchmark::State &s) { measure(s, loopText("%r = arith.mulf %x, %start : $T", "f16"), laneOps); }
void addI32(benchmark::State &s) { measure(s, loopText("%r = arith.addi %x, %start : $T", "i32"), laneOps); }
void divI32(benchmark::State &s) { measure(s, loopText("%r = tile.divsi %x, %start : $T", "i32"), laneOps); }
void exp2F32(benchmark::State &s) { measure(s, loopText("%r = math.exp2 %x : $T", "f32"), laneOps); }
void compareSelect(benchmark::State &s) {
  measure(
      s,
      loopText("%c = arith.cmpf olt, %x, %start : $T\n%r = arith.select %c, %x, %start : tensor<65536xi1>, $T", "f32"),
      2 * laneOps);
}
void loadF32(benchmark::State &s) {
  measure(s, loopText("%r = tile.load %p[%lane] : !tile.ptr, tensor<65536xi32> -> $T", "f32"), laneOps);
}
void storeF32(benchmark::State &s) {
  measure(s,
          loopText("tile.store %x, %p[%lane] : $T, !tile.ptr, tensor<65536xi32>\n%r = arith.addf %x, %x : $T", "f32"),
          2 * laneOps);
}
void transpose(benchmark::State &s) {
  measure(s,
          loopText("%a = tile.reshape %x : $T -> tensor<256x256xf32>\n%b = tile.transpose %a [1, 0] : "
                   "tensor<256x256xf32> -> tensor<256x256xf32>\n%r = tile.reshape %b : tensor<256x256xf32> -> $T",
                   "f32"),
          laneOps);
}
void sumF32(benchmark::State &s) {
  measure(s,
          loopText("%v = tile.reduce %x axis 0 : ($T) -> f32 {\n^bb0(%a: f32, %b: f32):\n%m = arith.addf %a, %b : "
                   "f32\ntile.yield %m : f32\n}\n%r = tile.broadcast %v : f32 -> $T",
                   "f32"),
          laneOps);
}
/// A combiner without a typed loop, over 256 rows of 256.
void freeCombiner(benchmark::State &s) {
  measure(s,
          loopText(
              "%a2 = tile.reshape %x : $T -> tensor<256x256xf32>\n%v = tile.reduce %a2 axis 1 : "
              "(tensor<256x256xf32>) -> tensor<256xf32> {\n^bb0(%a: f32, %b: f32):\n%c = arith.cmpf ogt, %a, %b : f32\n"
              "%m = arith.select %c, %a, %b : f32\ntile.yield %m : f32\n}\n%w = tile.reshape %v : tensor<256xf32> "
              "-> tensor<256x1xf32>\n%u = tile.broadcast %w : tensor<256x1xf32> -> tensor<256x256xf32>\n"
              "%r = tile.reshape %u : tensor<256x256xf32> -> $T",
              "f32"),
          laneOps);
}
void addF32WithBounds(benchmark::State &s) {
  measure(s, loopText("%e = math.exp %x : $T\n%r = arith.addf %e, %start : $T", "f32"), 2 * laneOps, true);
}

/// Multiply-adds of a 128 x 128 x 128 product, 10 times.
std::string dotText(const std::string &operand, const std::string &result) {
  std::string text = R"(
    func.func @k(%p: !tile.ptr) {
      %a = arith.constant dense<1.0> : tensor<128x128x$IN>
      %c = arith.constant dense<0.0> : tensor<128x128x$OUT>
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %n = arith.constant 10 : i32
      %end = scf.for %i = %zero to %n step %one iter_args(%x = %c) -> (tensor<128x128x$OUT>) : i32 {
        %r = tile.dot %a, %a, %x ieee : tensor<128x128x$IN>, tensor<128x128x$IN> -> tensor<128x128x$OUT>
        scf.yield %r : tensor<128x128x$OUT>
      }
      return
    })";
  return replaced(replaced(text, "$IN", operand), "$OUT", result);
}
constexpr double multiplyAdds = 128.0 * 128 * 128 * 10;

void dotF32(benchmark::State &s) { measure(s, dotText("f32", "f32"), multiplyAdds); }
void dotF16(benchmark::State &s) { measure(s, dotText("f16", "f32"), multiplyAdds); }
void dotI8(benchmark::State &s) {
  measure(s, replaced(replaced(dotText("i8", "i32"), "1.0", "1"), "0.0", "0"), multiplyAdds);
}

/// Scalar ops: the cost of one step.
void scalarSteps(benchmark::State &s) {
  measure(s, R"(
    func.func @k(%p: !tile.ptr) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %n = arith.constant 100000 : i32
      %end = scf.for %i = %zero to %n step %one iter_args(%x = %zero) -> (i32) : i32 {
        %y = arith.addi %x, %i : i32
        %z = arith.xori %y, %one : i32
        scf.yield %z : i32
      }
      return
    })",
          300000);
}
} // namespace

BENCHMARK(addF32)->Unit(benchmark::kMillisecond);
BENCHMARK(mulF16)->Unit(benchmark::kMillisecond);
BENCHMARK(addI32)->Unit(benchmark::kMillisecond);
BENCHMARK(divI32)->Unit(benchmark::kMillisecond);
BENCHMARK(exp2F32)->Unit(benchmark::kMillisecond);
BENCHMARK(compareSelect)->Unit(benchmark::kMillisecond);
BENCHMARK(loadF32)->Unit(benchmark::kMillisecond);
BENCHMARK(storeF32)->Unit(benchmark::kMillisecond);
BENCHMARK(transpose)->Unit(benchmark::kMillisecond);
BENCHMARK(sumF32)->Unit(benchmark::kMillisecond);
BENCHMARK(freeCombiner)->Unit(benchmark::kMillisecond);
BENCHMARK(addF32WithBounds)->Unit(benchmark::kMillisecond);
BENCHMARK(dotF32)->Unit(benchmark::kMillisecond);
BENCHMARK(dotF16)->Unit(benchmark::kMillisecond);
BENCHMARK(dotI8)->Unit(benchmark::kMillisecond);
BENCHMARK(scalarSteps)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
