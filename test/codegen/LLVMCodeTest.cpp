// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel in the llvm dialect as code for machines that are not this one.

#include "core/codegen/LLVMCode.h"
#include "core/codegen/NativeToLLVM.h"
#include "core/codegen/SharedObject.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/IR/Module.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace kiln::codegen;

namespace {

constexpr const char *kernel = R"(
gpu.module @kernels {
  llvm.func @twice(%p: !llvm.ptr) {
    %x = llvm.load %p : !llvm.ptr -> f32
    %y = llvm.fadd %x, %x : f32
    llvm.store %y, %p : f32, !llvm.ptr
    llvm.return
  }
})";

class LLVMCodeTest : public testing::Test {
protected:
  LLVMCodeTest() {
    DialectRegistry registry;
    registry.insert<gpu::GPUDialect>();
    registerLLVM(registry);
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(kernel, &context);
  }

  std::string text(FileKind kind, const CodeOptions &options = {}) {
    FailureOr<std::string> text = generateText(*module, kind, options);
    return succeeded(text) ? *text : "failed";
  }

  /// The error that `act` gives.
  std::string errorOf(llvm::function_ref<void()> act) {
    std::string said;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) { said = diagnostic.str(); });
    act();
    return said;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

bool contains(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

TEST_F(LLVMCodeTest, theTripleChoosesTheMachine) {
  EXPECT_TRUE(
      contains(text(FileKind::Assembly, {.triple = "x86_64-pc-linux-gnu", .cpu = "", .features = ""}), "addss"));
  std::string ptx = text(FileKind::Assembly, {.triple = "nvptx64-nvidia-cuda", .cpu = "sm_90", .features = "+ptx80"});
  EXPECT_TRUE(contains(ptx, ".target sm_90")) << ptx;
  EXPECT_TRUE(contains(ptx, ".version 8.0")) << ptx;
  EXPECT_TRUE(contains(ptx, "add.rn.f32") || contains(ptx, "add.f32")) << ptx;
}

TEST_F(LLVMCodeTest, theLevelChoosesThePipeline) {
  std::string plain = text(FileKind::IR, {.triple = "", .cpu = "", .features = "", .optimization = 0});
  std::string optimized = text(FileKind::IR);
  EXPECT_FALSE(contains(plain, "captures(none)"));
  EXPECT_TRUE(contains(optimized, "captures(none)")) << optimized;
}

TEST_F(LLVMCodeTest, anUnknownTripleIsAnError) {
  std::string said = errorOf([&] { text(FileKind::Object, {.triple = "abacus-x-y", .cpu = "", .features = ""}); });
  EXPECT_TRUE(contains(said, "LLVM cannot make code for 'abacus-x-y': ")) << said;
}

TEST_F(LLVMCodeTest, aMachineWithoutObjectFilesSaysSo) {
  std::string said =
      errorOf([&] { text(FileKind::Object, {.triple = "nvptx64-nvidia-cuda", .cpu = "sm_90", .features = ""}); });
  EXPECT_EQ(said, "LLVM cannot write an object file for 'nvptx64-nvidia-cuda'");
}

TEST_F(LLVMCodeTest, aTargetMayWorkOnTheModule) {
  auto code = LLVMCode::translate(*module);
  ASSERT_TRUE(succeeded(code));
  (*code)->module().getFunction("twice")->setName("thrice");
  FailureOr<std::vector<uint8_t>> bytes = (*code)->generate(FileKind::Assembly);
  ASSERT_TRUE(succeeded(bytes));
  EXPECT_TRUE(contains(std::string(bytes->begin(), bytes->end()), "thrice:"));
}

TEST_F(LLVMCodeTest, theLinkerSaysWhatItDislikes) {
  uint8_t bytes[] = {1, 2, 3};
  std::string said = errorOf([&] { EXPECT_TRUE(failed(linkSharedObject(*module, bytes))); });
  EXPECT_TRUE(contains(said, "cannot link the kernel: ")) << said;
}

} // namespace
