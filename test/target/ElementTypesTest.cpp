// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which tiles a target's list of element types keeps out.

#include "core/target/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace kiln;

namespace {

/// What is said of a kernel that selects between two tiles of the type.
std::string declined(const std::string &element, EntryLevel entry, std::vector<std::string> types) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, gpu::GPUDialect>();
  std::string tile = "vector<4x" + element + ">";
  auto module =
      parseSourceString<ModuleOp>("gpu.module @m { gpu.func @k(%c: i1, %a: " + tile + ", %b: " + tile +
                                      ") kernel { %0 = arith.select %c, %a, %b : " + tile + "  gpu.return } }",
                                  &context);
  TargetInfo info;
  info.name = "mine";
  info.entry = entry;
  info.elementTypes = std::move(types);
  PassManager passes(&context);
  passes.nest<gpu::GPUModuleOp>().addPass(createVerifyElementTypesPass(info));
  std::string said;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) { said = diagnostic.str(); });
  EXPECT_EQ(failed(passes.run(*module)), !said.empty());
  return said;
}

TEST(ElementTypesTest, whatIsNotListedIsDeclined) {
  EXPECT_EQ(declined("f64", EntryLevel::Native, {"i32", "f32"}),
            "target 'mine' declines 'arith.select' of 'vector<4xf64>': it computes with i32, f32, but not with 'f64'");
  for (const char *type : {"f64", "i8", "i16", "f16"})
    EXPECT_NE(declined(type, EntryLevel::Kernel, {"f32"}), "") << type;
  EXPECT_NE(declined("f8E5M2", EntryLevel::Native, {"f32", "f8E4M3FN"}), "");
}

TEST(ElementTypesTest, whatIsListedOrMadeByTheCoreIsNot) {
  EXPECT_EQ(declined("f64", EntryLevel::Native, {"f32", "f64"}), "");
  EXPECT_EQ(declined("f64", EntryLevel::Kernel, {}), "");
  for (const char *type : {"i1", "i32", "i64", "index"})
    EXPECT_EQ(declined(type, EntryLevel::Kernel, {"f32"}), "") << type;
  for (const char *type : {"f16", "bf16", "f8E5M2"})
    EXPECT_EQ(declined(type, EntryLevel::Native, {"f32"}), "") << type;
}

} // namespace
