// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a target says of its machine arrives in the llvm dialect: address spaces,
// scopes of atomics, how floats are kept.

#include "core/codegen/NativeToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/DialectConversion.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace kiln;

namespace {

class LoweringTest : public testing::Test {
protected:
  LoweringTest() {
    context.loadDialect<tile::TileDialect, func::FuncDialect, LLVM::LLVMDialect>();
    lowering.addressSpace = [](StringRef space) { return space == "near" ? 3u : 1u; };
    lowering.syncScope = [](tile::Scope scope) { return StringRef(scope == tile::Scope::System ? "" : "nearby"); };
  }

  /// The text of a function after the patterns; "" where one of its ops is declined.
  std::string lower(const char *text) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return "does not parse";
    std::unique_ptr<LLVMTypeConverter> types = codegen::makeTypeConverter(&context, lowering);
    RewritePatternSet patterns(&context);
    codegen::populateNativeToLLVMPatterns(*types, lowering, patterns);
    ConversionTarget legality(context);
    legality.addLegalOp<ModuleOp>();
    legality.addLegalDialect<LLVM::LLVMDialect>();
    ScopedDiagnosticHandler silence(&context, [](Diagnostic &) {});
    std::string result;
    if (succeeded(applyFullConversion(*module, legality, std::move(patterns))))
      llvm::raw_string_ostream(result) << *module;
    return result;
  }

  MLIRContext context;
  codegen::LLVMLowering lowering;
};

bool contains(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

TEST_F(LoweringTest, spacesBecomeAddressSpaces) {
  std::unique_ptr<LLVMTypeConverter> types = codegen::makeTypeConverter(&context, lowering);
  EXPECT_EQ(types->convertType(tile::PtrType::get(&context, "near")), LLVM::LLVMPointerType::get(&context, 3));
  EXPECT_EQ(types->convertType(tile::PtrType::get(&context, "global")), LLVM::LLVMPointerType::get(&context, 1));
  auto memory = MemRefType::get({4}, Float32Type::get(&context), MemRefLayoutAttrInterface(),
                                tile::SpaceAttr::get(&context, "near"));
  auto descriptor = cast<LLVM::LLVMStructType>(types->convertType(memory));
  EXPECT_EQ(descriptor.getBody()[1], LLVM::LLVMPointerType::get(&context, 3));
}

TEST_F(LoweringTest, atomicsKeepOrderAndScope) {
  std::string text = lower(R"(func.func @f(%p: !tile.ptr, %v: i32, %x: f32) {
    %0 = tile.atomic_rmw inc acquire device %v, %p : i32, !tile.ptr
    %1 = tile.atomic_rmw fadd relaxed system %x, %p : f32, !tile.ptr
    %2 = tile.atomic_cas acq_rel device %v, %v, %p : i32, !tile.ptr
    tile.fence release device
    tile.fence relaxed device
    return
  })");
  EXPECT_TRUE(contains(text, "atomicrmw uinc_wrap %arg0, %arg1 syncscope(\"nearby\") acquire : !llvm.ptr<1>")) << text;
  EXPECT_TRUE(contains(text, "atomicrmw fadd %arg0, %arg2 monotonic")) << text;
  EXPECT_TRUE(contains(text, "cmpxchg %arg0, %arg1, %arg1 syncscope(\"nearby\") acq_rel acquire")) << text;
  EXPECT_TRUE(contains(text, "fence syncscope(\"nearby\") release")) << text;
  EXPECT_FALSE(contains(text, "fence syncscope(\"nearby\") monotonic")) << text;
}

TEST_F(LoweringTest, whatLLVMLacksIsDeclined) {
  const char *extremum = R"(func.func @f(%p: !tile.ptr, %x: f32) {
    %0 = tile.atomic_rmw fmax relaxed device %x, %p : f32, !tile.ptr
    return
  })";
  EXPECT_EQ(lower(extremum), "");
  const char *half = R"(func.func @f(%p: !tile.ptr, %x: f16) {
    %0 = tile.atomic_rmw fadd relaxed device %x, %p : f16, !tile.ptr
    return
  })";
  EXPECT_TRUE(contains(lower(half), "atomicrmw fadd"));
  lowering.narrowFloatsAsBits = true;
  EXPECT_EQ(lower(half), "");
}

TEST_F(LoweringTest, booleansAreBytesInMemory) {
  std::string text = lower(R"(func.func @f(%p: !tile.ptr) {
    %0 = tile.load volatile %p : !tile.ptr -> i1
    tile.store %0, %p : i1, !tile.ptr
    return
  })");
  EXPECT_TRUE(contains(text, "llvm.load volatile %arg0 : !llvm.ptr<1> -> i8")) << text;
  EXPECT_TRUE(contains(text, "llvm.icmp \"ne\"")) << text;
  EXPECT_TRUE(contains(text, "llvm.zext")) << text;
}

TEST_F(LoweringTest, opsWithoutTheirFunctionAreDeclined) {
  const char *id = "func.func @f() -> i32 { %0 = tile.program_id y : i32  return %0 : i32 }";
  EXPECT_EQ(lower(id), "");
  lowering.programId = [](OpBuilder &builder, Operation *op, tile::Axis axis) -> Value {
    return LLVM::ConstantOp::create(builder, op->getLoc(), builder.getI32Type(), 70 + static_cast<int>(axis));
  };
  EXPECT_TRUE(contains(lower(id), "llvm.mlir.constant(71 : i32)"));
}

TEST_F(LoweringTest, scalarAtomicsAreThoseThatArePatterns) {
  for (bool asBits : {false, true}) {
    lowering.narrowFloatsAsBits = asBits;
    for (const std::string &name : codegen::scalarAtomics(lowering)) {
      auto [kind, type] = StringRef(name).split(':');
      std::string text = ("func.func @f(%p: !tile.ptr, %x: " + type + ") { %0 = tile.atomic_rmw " + kind +
                          " relaxed device %x, %p : " + type + ", !tile.ptr  return }")
                             .str();
      EXPECT_TRUE(contains(lower(text.c_str()), "atomicrmw")) << name;
    }
  }
}

} // namespace
