// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cpu target: native form to host code, by the patterns of MLIR and a few of
// its own. What is general about that is an expansion of the core.

#include "core/layout/Passes.h"
#include "core/staging/Passes.h"
#include "kiln/tile/Tile.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"
#include "targets/cpu/CPU.h"

using namespace mlir;
using namespace kiln;

namespace {

TargetInfo makeInfo() {
  TargetInfo info;
  info.name = "cpu";
  info.version = "1";
  info.summary = "host code through LLVM, one program instance after another";
  info.entry = EntryLevel::Native;
  info.elementTypes = {"i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"};
  info.spaces = {{"arena", int64_t(256) << 20, 64}};
  info.nativeLanes = 8;
  info.emitKinds = {{"llvm", "ll", "LLVM IR"}, {"asm", "s", "assembly of the host"}};
  info.defaultRank = 10;
  return info;
}

class CPUTarget : public Target {
public:
  const TargetInfo &info() const override { return data; }

  void registerDialects(DialectRegistry &registry) const override {
    registry.insert<LLVM::LLVMDialect>();
    registerBuiltinDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
  }

  void buildPipeline(OpPassManager &pm, Phase phase) const override {
    if (phase == Phase::AfterConversion)
      return;
    OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
    kernels.addPass(layout::createExpandLaneReductionsPass());
    kernels.addPass(layout::createExpandLaneScansPass());
    kernels.addPass(staging::createExpandCopiesPass());
    kernels.addPass(memref::createExpandStridedMetadataPass());
    kernels.addPass(createLowerAffinePass());
    kernels.addPass(createCanonicalizerPass());
    kernels.addPass(createCSEPass());
    kernels.addPass(createSCFToControlFlowPass());
  }

  std::unique_ptr<TypeConverter> makeTypeConverter(MLIRContext *context) const override {
    auto types = std::make_unique<LLVMTypeConverter>(context);
    types->addConversion([](tile::PtrType type) { return LLVM::LLVMPointerType::get(type.getContext()); });
    types->addTypeAttributeConversion(
        [](BaseMemRefType, tile::SpaceAttr space) -> TypeConverter::AttributeConversionResult {
          return IntegerAttr::get(IntegerType::get(space.getContext(), 64), 0);
        });
    return types;
  }

  void populateConversion(TypeConverter &converter, RewritePatternSet &patterns,
                          ConversionTarget &legality) const override {
    auto &types = static_cast<LLVMTypeConverter &>(converter);
    arith::populateArithToLLVMConversionPatterns(types, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
    populateFuncToLLVMConversionPatterns(types, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(types, patterns);
    populateMathToLLVMConversionPatterns(types, patterns, /*approximateLog1p=*/false);
    populateVectorToLLVMConversionPatterns(types, patterns);
    vector::populateVectorStepLoweringPatterns(patterns);
    ub::populateUBToLLVMConversionPatterns(types, patterns);
    cpu::populateTilePatterns(types, patterns);
    legality.addLegalDialect<LLVM::LLVMDialect>();
  }

  FailureOr<EmittedKernel> emit(ModuleOp module) const override {
    FailureOr<std::vector<uint8_t>> code = cpu::emitSharedObject(module);
    if (failed(code))
      return failure();
    EmittedKernel kernel;
    kernel.code = std::move(*code);
    module.walk([&](LLVM::LLVMFuncOp func) {
      if (auto bytes = func->getAttrOfType<IntegerAttr>(cpu::arenaBytesAttrName))
        kernel.variant.attributes["arena_bytes"] = bytes.getInt();
    });
    return kernel;
  }

  FailureOr<std::string> emitText(ModuleOp module, StringRef kind) const override {
    return kind == "llvm" || kind == "asm" ? cpu::emitCode(module, kind) : Target::emitText(module, kind);
  }

private:
  TargetInfo data = makeInfo();
};

} // namespace

KILN_REGISTER_TARGET(cpu, CPUTarget)
