// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cpu target: native form to host code, by the patterns of MLIR and a few of
// its own. What is general about that is an expansion of the core.

#include "core/layout/Passes.h"
#include "core/lowering/Passes.h"
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
#include "mlir/Dialect/Math/IR/Math.h"
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
  info.elementTypes = {"i1",     "i8",         "i16", "i32",  "i64", "f8E4M3FN", "f8E4M3FNUZ",
                       "f8E5M2", "f8E5M2FNUZ", "f16", "bf16", "f32", "f64"};
  info.spaces = {{"arena", int64_t(256) << 20, 64}};
  info.nativeLanes = 8;
  info.emitKinds = {{"llvm", "ll", "LLVM IR"}, {"asm", "s", "assembly of the host"}};
  // What glibc states for its functions on the architectures it runs on.
  info.functionUlp = {{"math.acos", 1},  {"math.acosh", 3}, {"math.asin", 1},  {"math.asinh", 3},  {"math.atan", 1},
                      {"math.atan2", 2}, {"math.atanh", 3}, {"math.cbrt", 4},  {"math.cos", 1},    {"math.cosh", 3},
                      {"math.erf", 2},   {"math.erfc", 5},  {"math.exp", 1},   {"math.exp2", 1},   {"math.expm1", 2},
                      {"math.log", 1},   {"math.log10", 2}, {"math.log1p", 2}, {"math.log2", 2},   {"math.powf", 2},
                      {"math.rsqrt", 2}, {"math.sin", 1},   {"math.sinh", 3},  {"math.sqrt", 0.5}, {"math.tan", 2},
                      {"math.tanh", 3}};
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
    kernels.addPass(layout::createExpandColumnsPass());
    kernels.addPass(staging::createExpandCopiesPass());
    kernels.addPass(memref::createExpandStridedMetadataPass());
    kernels.addPass(createLowerAffinePass());
    kernels.addPass(lowering::createExpandAtomicsPass());
    kernels.addPass(lowering::createExpandTotalArithmeticPass());
    kernels.addPass(lowering::createExpandNarrowFloatsPass());
    kernels.addPass(createCanonicalizerPass());
    kernels.addPass(createCSEPass());
    kernels.addPass(createSCFToControlFlowPass());
  }

  std::unique_ptr<TypeConverter> makeTypeConverter(MLIRContext *context) const override {
    auto types = std::make_unique<LLVMTypeConverter>(context);
    types->addConversion([](tile::PtrType type) { return LLVM::LLVMPointerType::get(type.getContext()); });
    // Below here floats under 32 bits are only moved, as their bits.
    types->addConversion([](FloatType type) -> std::optional<Type> {
      if (type.getWidth() >= 32)
        return std::nullopt;
      return IntegerType::get(type.getContext(), type.getWidth());
    });
    types->addConversion([](VectorType type) -> std::optional<Type> {
      auto element = dyn_cast<FloatType>(type.getElementType());
      if (!element || element.getWidth() >= 32 || type.getRank() != 1)
        return std::nullopt;
      return type.clone(IntegerType::get(type.getContext(), element.getWidth()));
    });
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
    populateMathToLLVMConversionPatterns(types, patterns, /*approximateLog1p=*/false, /*benefit=*/2);
    // exp(x) - 1 is no good near 0; the library has the function.
    llvm::erase_if(patterns.getNativePatterns(), [](const std::unique_ptr<RewritePattern> &pattern) {
      return pattern->getRootKind() && pattern->getRootKind()->getStringRef() == math::ExpM1Op::getOperationName();
    });
    populateMathToLibmConversionPatterns(patterns);
    populateVectorToLLVMConversionPatterns(types, patterns);
    vector::populateVectorStepLoweringPatterns(patterns);
    ub::populateUBToLLVMConversionPatterns(types, patterns);
    cpu::populateTilePatterns(types, patterns);
    cpu::populateHostPatterns(types, patterns);
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
