// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The npu target: from native form to a program for the simulator.

#include "core/layout/Passes.h"
#include "core/lowering/Passes.h"
#include "kiln/Target.h"
#include "kiln/tile/Tile.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "sim/Config.h"
#include "targets/npu/Dma.h"
#include "targets/npu/Encode.h"
#include "targets/npu/NPU.h"
#include "targets/npu/Registers.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace kiln;

namespace {

TargetInfo makeInfo() {
  npu::Config machine;
  TargetInfo info;
  info.name = "npu";
  info.version = "1";
  info.summary = "sample NPU: scratchpad, DMA queues, vector unit; runs on its simulator";
  info.entry = EntryLevel::Native;
  info.elementTypes = {"i1", "i8", "i16", "i32", "f16", "bf16", "f32"};
  int64_t accRow = 4 * machine.arraySize;
  info.takes = {"tile.atomic_rmw", "tile.atomic_cas"};
  info.spaces = {{npu::spmSpace.str(), machine.spmBytes, 64}, {npu::accSpace.str(), machine.accBytes, accRow, accRow}};
  info.copyDimensions = 2;
  info.nativeLanes = machine.vectorLength;
  info.emitKinds = {{"npu", "mlir", "the npu dialect with registers"}, {"asm", "s", "instructions as text"}};
  info.knobs = {{"registers", "registers of a class that may be used at once", npu::fewestRegisters, 31}};
  info.functionUlp = {{"math.exp", 1},     {"math.exp2", 1},   {"math.expm1", 2}, {"math.log", 1},   {"math.log2", 1.5},
                      {"math.log1p", 1.5}, {"math.sin", 1.5},  {"math.cos", 1.5}, {"math.tanh", 3},  {"math.erf", 1.5},
                      {"math.rsqrt", 1},   {"math.sqrt", 0.5}, {"math.cbrt", 1},  {"math.log10", 2}, {"math.tan", 4},
                      {"math.atan", 3},    {"math.atan2", 3},  {"math.asin", 3},  {"math.acos", 3},  {"math.sinh", 4},
                      {"math.cosh", 2.5},  {"math.asinh", 4},  {"math.acosh", 4}, {"math.atanh", 4}};
  info.defaultRank = 0;
  return info;
}

/// Combiners that an instruction does: sums and products of 32 bits, since those of
/// narrow types are brought back into them at each step; the others for all that a
/// vector register holds.
SmallVector<std::string> keptCombiners(ArrayRef<const char *> sums, ArrayRef<const char *> others) {
  SmallVector<std::string> kept;
  for (StringRef op : sums)
    kept.push_back((op + (op.ends_with("f") ? ":f32" : ":i32")).str());
  for (StringRef op : others)
    for (const char *type : {"f16", "bf16", "f32", "i8", "i16", "i32"})
      kept.push_back((op + ":" + type).str());
  return kept;
}

class NPUTarget : public Target {
public:
  const TargetInfo &info() const override { return data; }

  Mapping mapping() const override {
    Mapping mapping;
    mapping.contractPlan = npu::contractPlan;
    mapping.hardwareDims = [lanes = data.nativeLanes](Operation *) {
      return std::vector<HardwareDim>{{"element", lanes}, {"row", 0}};
    };
    return mapping;
  }

  void registerDialects(DialectRegistry &registry) const override { registry.insert<npu::NPUDialect>(); }
  void registerPasses() const override { npu::registerNPUPasses(); }

  void buildPipeline(OpPassManager &pm, Phase phase) const override {
    OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
    if (phase == Phase::BeforeConversion) {
      layout::ExpandLaneReductionsPassOptions lanes;
      lanes.keep =
          keptCombiners({"arith.addf", "arith.addi"}, {"arith.maxnumf", "arith.minnumf", "arith.maxsi", "arith.minsi",
                                                       "arith.andi", "arith.ori", "arith.xori"});
      kernels.addPass(layout::createExpandLaneReductionsPass(lanes));
      layout::ExpandLaneScansPassOptions scans;
      scans.keep = keptCombiners({"arith.addf", "arith.mulf", "arith.addi", "arith.muli"},
                                 {"arith.maxnumf", "arith.minnumf", "arith.maxsi", "arith.minsi", "arith.ori"});
      kernels.addPass(layout::createExpandLaneScansPass(scans));
      kernels.addPass(lowering::createExpandAtomicsPass({npu::nativeAtomicNames(), {}}));
      kernels.addPass(npu::createMapProgramsPass());
      kernels.addPass(npu::createInsertSyncPass());
      kernels.addPass(createSCFToControlFlowPass());
    } else {
      kernels.addPass(createCSEPass());
      kernels.addPass(createCanonicalizerPass());
      kernels.addPass(npu::createHoistInvariantsPass());
      kernels.addPass(npu::createSpillRegistersPass());
      kernels.addPass(npu::createAllocateRegistersPass());
    }
  }

  void populateConversion(TypeConverter &types, RewritePatternSet &patterns,
                          ConversionTarget &legality) const override {
    npu::addRegisterTypes(types, patterns.getContext());
    npu::populateScalarPatterns(types, patterns);
    npu::populateCastPatterns(types, patterns);
    npu::populateControlPatterns(types, patterns);
    npu::populateHostPatterns(types, patterns);
    npu::populateVectorPatterns(types, patterns);
    npu::populateMathPatterns(types, patterns);
    npu::populateMemoryPatterns(types, patterns);
    npu::populateMatrixPatterns(types, patterns);
    npu::populateAtomicPatterns(types, patterns);
    legality.addLegalDialect<npu::NPUDialect>();
    legality.addIllegalOp<npu::ArgOp, npu::NextPidOp>();
    legality.addLegalOp<ModuleOp, gpu::GPUModuleOp>();
    legality.addDynamicallyLegalOp<gpu::GPUFuncOp>(
        [&types](gpu::GPUFuncOp func) { return types.isLegal(&func.getBody()); });
  }

  FailureOr<EmittedKernel> emit(ModuleOp module) const override {
    FailureOr<npu::Program> program = encode(module);
    if (failed(program))
      return failure();
    EmittedKernel kernel;
    kernel.code = program->toBytes();
    kernel.variant.attributes["instructions"] = program->words.size();
    return kernel;
  }

  FailureOr<std::string> emitText(ModuleOp module, StringRef kind) const override {
    if (kind == "npu") {
      std::string text;
      llvm::raw_string_ostream(text) << module;
      return text;
    }
    if (kind != "asm")
      return Target::emitText(module, kind);
    FailureOr<npu::Program> program = encode(module);
    if (failed(program))
      return failure();
    std::string text;
    llvm::raw_string_ostream out(text);
    for (auto [i, word] : llvm::enumerate(program->words)) {
      out << llvm::format("%5zu", i) << "  " << llvm::format("%-44s", npu::disassemble(*npu::decode(word)).c_str());
      if (!program->locationOf(i).empty())
        out << "; " << program->locationOf(i);
      out << "\n";
    }
    return text;
  }

private:
  static FailureOr<npu::Program> encode(ModuleOp module) {
    gpu::GPUFuncOp kernel;
    module.walk([&](gpu::GPUFuncOp func) { kernel = func; });
    if (!kernel)
      return module.emitError() << "expected one kernel but got none";
    FailureOr<npu::Program> program = npu::encodeKernel(kernel);
    if (succeeded(program))
      program->machine = npu::Config().name;
    return program;
  }

  TargetInfo data = makeInfo();
};

} // namespace

KILN_REGISTER_TARGET(npu, NPUTarget)
