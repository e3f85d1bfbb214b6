// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of the reference share: a kernel from text, buffers of C++
// values, and a run.

#ifndef KILN_TEST_REFERENCE_HARNESS_H
#define KILN_TEST_REFERENCE_HARNESS_H

#include "core/reference/Interpreter.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace kiln::reference {

class KernelTest : public ::testing::Test {
protected:
  KernelTest() {
    context.loadDialect<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                        mlir::gpu::GPUDialect, mlir::math::MathDialect, mlir::memref::MemRefDialect,
                        mlir::scf::SCFDialect, tile::TileDialect, mlir::ub::UBDialect, mlir::vector::VectorDialect>();
  }

  /// The first function of the text.
  mlir::FunctionOpInterface parse(const std::string &text) {
    mlir::ParserConfig config(&context);
    module = mlir::parseSourceString<mlir::ModuleOp>(text, config, "kernel.mlir");
    mlir::FunctionOpInterface found;
    if (module)
      module->walk([&](mlir::FunctionOpInterface f) { found = found ? found : f; });
    EXPECT_TRUE(found) << "the kernel does not parse";
    return found;
  }

  template <typename T>
  Argument buffer(const std::vector<T> &values, const std::string &name = "buffer") {
    uint64_t address = *memory.allocate(values.size() * sizeof(T), 16, name);
    EXPECT_TRUE(memory.write(
        address, llvm::ArrayRef(reinterpret_cast<const std::byte *>(values.data()), values.size() * sizeof(T))));
    return Argument::pointer(address);
  }

  template <typename T>
  std::vector<T> contents(Argument pointer, size_t count) {
    auto bytes = memory.read(pointer.bits, count * sizeof(T));
    EXPECT_TRUE(bool(bytes));
    std::vector<T> values(count);
    std::memcpy(values.data(), bytes->data(), bytes->size());
    return values;
  }

  Argument i32(int32_t value) {
    return Argument::scalar(static_cast<uint32_t>(value), mlir::IntegerType::get(&context, 32));
  }
  Argument i64(int64_t value) {
    return Argument::scalar(static_cast<uint64_t>(value), mlir::IntegerType::get(&context, 64));
  }

  /// Runs the kernel; an error is a test failure.
  RunReport run(const std::string &text, std::vector<Argument> arguments, std::array<int64_t, 3> grid = {1, 1, 1}) {
    mlir::FunctionOpInterface kernel = parse(text);
    if (!kernel)
      return {};
    auto report = reference::run(kernel, arguments, grid, memory, options);
    EXPECT_TRUE(bool(report)) << report.error().message();
    return report ? *report : RunReport();
  }

  /// Runs the kernel, which has to fail; gives the error.
  std::string fail(const std::string &text, std::vector<Argument> arguments, std::array<int64_t, 3> grid = {1, 1, 1}) {
    mlir::FunctionOpInterface kernel = parse(text);
    if (!kernel)
      return {};
    auto report = reference::run(kernel, arguments, grid, memory, options);
    EXPECT_FALSE(bool(report)) << "the run succeeds";
    return report ? "" : report.error().message();
  }

  /// Applies ops to whole tiles: `body` computes %r of type $R from %x (and %y),
  /// both of type $X. The number of elements is that of `x`.
  template <typename Out, typename In>
  std::vector<Out> apply(const std::string &body, const std::string &in, const std::string &out,
                         const std::vector<In> &x, const std::vector<In> &y = {}) {
    std::string n = std::to_string(x.size()), inType = "tensor<" + n + "x" + in + ">",
                outType = "tensor<" + n + "x" + out + ">", lanes = "tensor<" + n + "xi32>";
    std::string text = "func.func @k(%px: !tile.ptr, %py: !tile.ptr, %pr: !tile.ptr) {\n"
                       "%lane = tile.range 0 to " +
                       n + " : " + lanes +
                       "\n"
                       "%x = tile.load %px[%lane] : !tile.ptr, " +
                       lanes + " -> " + inType + "\n";
    if (!y.empty())
      text += "%y = tile.load %py[%lane] : !tile.ptr, " + lanes + " -> " + inType + "\n";
    text += body + "\ntile.store %r, %pr[%lane] : " + outType + ", !tile.ptr, " + lanes + "\nreturn }";
    for (auto [from, to] : {std::pair("$X", inType), std::pair("$R", outType)})
      for (size_t at; (at = text.find(from)) != std::string::npos;)
        text.replace(at, 2, to);
    applied = buffer(std::vector<Out>(x.size()));
    lastReport = run(text, {buffer(x), buffer(y), applied});
    return contents<Out>(applied, x.size());
  }

  /// Bounds of the last apply().
  template <typename Out>
  std::vector<double> appliedBounds(size_t count) {
    return *memory.bounds(applied.bits, count, sizeof(Out));
  }

  Argument applied;
  RunReport lastReport;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Memory memory;
  RunOptions options;
};

} // namespace kiln::reference

#endif // KILN_TEST_REFERENCE_HARNESS_H
