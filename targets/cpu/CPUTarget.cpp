// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cpu target: native form to host code, by what the core has for targets that
// make code through LLVM.

#include "core/codegen/LLVMCode.h"
#include "core/codegen/SharedObject.h"
#include "core/layout/Passes.h"
#include "core/lowering/Passes.h"
#include "core/staging/Passes.h"
#include "kiln/Target.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/DialectConversion.h"
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
  info.spaces = {{cpu::arenaName.str(), int64_t(256) << 20, 64}};
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

  void registerDialects(DialectRegistry &registry) const override { codegen::registerLLVM(registry); }

  void buildPipeline(OpPassManager &pm, Phase phase) const override {
    if (phase == Phase::AfterConversion)
      return;
    OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
    lowering::ExpandAtomicsPassOptions atomics;
    llvm::append_range(atomics.keepScalars, codegen::scalarAtomics(cpu::makeLowering()));
    kernels.addPass(layout::createExpandLaneReductionsPass());
    kernels.addPass(layout::createExpandLaneScansPass());
    kernels.addPass(layout::createExpandColumnsPass());
    kernels.addPass(staging::createExpandCopiesPass());
    kernels.addPass(memref::createExpandStridedMetadataPass());
    kernels.addPass(createLowerAffinePass());
    kernels.addPass(lowering::createExpandAtomicsPass(atomics));
    kernels.addPass(lowering::createExpandTotalArithmeticPass());
    kernels.addPass(lowering::createExpandNarrowFloatsPass());
    kernels.addPass(createCanonicalizerPass());
    kernels.addPass(createCSEPass());
    kernels.addPass(createSCFToControlFlowPass());
  }

  std::unique_ptr<TypeConverter> makeTypeConverter(MLIRContext *context) const override {
    return codegen::makeTypeConverter(context, cpu::makeLowering());
  }

  void populateConversion(TypeConverter &converter, RewritePatternSet &patterns,
                          ConversionTarget &legality) const override {
    auto &types = static_cast<LLVMTypeConverter &>(converter);
    codegen::populateNativeToLLVMPatterns(types, cpu::makeLowering(), patterns);
    cpu::populateKernelPatterns(types, patterns);
    codegen::populateMathToLLVMPatterns(types, patterns);
    legality.addLegalDialect<LLVM::LLVMDialect>();
  }

  /// Code is for the baseline of the host's architecture, so that the bytes do not
  /// depend on the machine that compiles.
  FailureOr<EmittedKernel> emit(ModuleOp module) const override {
    FailureOr<std::vector<uint8_t>> code = codegen::generate(module, codegen::FileKind::Object);
    if (succeeded(code))
      code = codegen::linkSharedObject(module, *code);
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
    if (kind == "llvm")
      return codegen::generateText(module, codegen::FileKind::IR);
    if (kind == "asm")
      return codegen::generateText(module, codegen::FileKind::Assembly);
    return Target::emitText(module, kind);
  }

private:
  TargetInfo data = makeInfo();
};

} // namespace

KILN_REGISTER_TARGET(cpu, CPUTarget)
