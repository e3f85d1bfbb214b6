// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The phases, and the artifact that comes out of them.

#include "core/pipeline/Compiler.h"
#include "core/layout/Passes.h"
#include "core/lowering/Passes.h"
#include "core/pipeline/Signature.h"
#include "core/staging/Passes.h"
#include "core/target/ConvertToTarget.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace kiln;

namespace {

void addCleanup(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

/// Whether vectors hold 64-bit integers.
bool hasWideIntegers(const TargetInfo &info) { return llvm::is_contained(info.elementTypes, "i64"); }

void buildTile(OpPassManager &pm) { addCleanup(pm); }

void buildKernelForm(OpPassManager &pm, const TargetInfo &info, bool remarks) {
  pm.addPass(lowering::createConvertTileToKernelPass());
  pm.nest<gpu::GPUModuleOp>().addPass(lowering::createLowerViewsPass());
  addCleanup(pm);
  lowering::SelectAccessRungsPassOptions rungs;
  rungs.remarks = remarks;
  rungs.copyDimensions = info.copyDimensions;
  pm.nest<gpu::GPUModuleOp>().addPass(lowering::createSelectAccessRungsPass(rungs));
  pm.nest<gpu::GPUModuleOp>().addPass(lowering::createWidenLoopsPass());
  addCleanup(pm);
  if (hasWideIntegers(info))
    return;
  pm.nest<gpu::GPUModuleOp>().addPass(lowering::createNarrowWideIntegersPass());
  addCleanup(pm);
}

void buildStaged(OpPassManager &pm, const SpaceInfo &space) {
  staging::StageMemoryPassOptions options;
  options.space = space.name;
  pm.nest<gpu::GPUModuleOp>().addPass(staging::createStageMemoryPass(options));
  staging::BufferCarriedTilesPassOptions carried;
  carried.space = space.name;
  pm.nest<gpu::GPUModuleOp>().addPass(staging::createBufferCarriedTilesPass(carried));
}

/// 64-bit integers in words, for targets whose vectors hold none.
void splitWideIntegers(OpPassManager &pm) {
  layout::ExpandLaneReductionsPassOptions reductions;
  reductions.widerThan = 32;
  pm.nest<gpu::GPUModuleOp>().addPass(layout::createExpandLaneReductionsPass(reductions));
  layout::ExpandLaneScansPassOptions scans;
  scans.widerThan = 32;
  pm.nest<gpu::GPUModuleOp>().addPass(layout::createExpandLaneScansPass(scans));
  pm.nest<gpu::GPUModuleOp>().addPass(layout::createSplitWideIntegersPass());
  addCleanup(pm);
}

void buildNative(OpPassManager &pm, const TargetInfo &info) {
  const SpaceInfo &space = info.spaces.front();
  layout::SliceToNativePassOptions slicing;
  slicing.space = space.name;
  slicing.lanes = info.nativeLanes;
  pm.nest<gpu::GPUModuleOp>().addPass(layout::createSliceToNativePass(slicing));
  addCleanup(pm);
  staging::PlaceBuffersPassOptions placing;
  placing.space = space.name;
  placing.capacity = space.capacityBytes;
  placing.alignment = space.alignmentBytes;
  pm.nest<gpu::GPUModuleOp>().addPass(staging::createPlaceBuffersPass(placing));
  if (!hasWideIntegers(info))
    splitWideIntegers(pm);
}

void buildTarget(OpPassManager &pm, const Target &target) {
  target.buildPipeline(pm, Phase::BeforeConversion);
  pm.addPass(createConvertToTargetPass(target));
  target.buildPipeline(pm, Phase::AfterConversion);
}

void buildPhase(OpPassManager &pm, StringRef phase, const Target &target, const CompileOptions &options) {
  const TargetInfo &info = target.info();
  if (phase == "tile")
    buildTile(pm);
  else if (phase == "kernel-form")
    buildKernelForm(pm, info, options.remarks);
  else if (phase == "staged")
    buildStaged(pm, info.spaces.front());
  else if (phase == "native")
    buildNative(pm, info);
  else
    buildTarget(pm, target);
}

/// Writes the module to <directory>/NN-<phase>.mlir, whole or not at all.
LogicalResult dump(ModuleOp module, StringRef directory, unsigned number, StringRef phase) {
  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    return module.emitError() << "cannot make directory '" << directory << "': " << error.message();
  SmallString<128> path(directory);
  std::string name;
  llvm::raw_string_ostream(name) << llvm::format("%02u-", number) << phase << ".mlir";
  llvm::sys::path::append(path, name);
  std::string why;
  auto file = openOutputFile(path, &why);
  if (!file)
    return module.emitError() << why;
  module->print(file->os(), OpPrintingFlags().enableDebugInfo(true, /*prettyForm=*/false));
  file->keep();
  return success();
}

/// One kernel as a module of its own.
OwningOpRef<ModuleOp> isolate(ModuleOp module, func::FuncOp kernel) {
  OwningOpRef<ModuleOp> alone = ModuleOp::create(module.getLoc());
  alone->getBody()->push_back(kernel->clone());
  return alone;
}

} // namespace

std::vector<std::string> kiln::phaseNames(const Target &target) {
  std::vector<std::string> names = {"tile", "kernel-form"};
  EntryLevel entry = target.info().entry;
  if (entry == EntryLevel::Staged || entry == EntryLevel::Native)
    names.push_back("staged");
  if (entry == EntryLevel::Native)
    names.push_back("native");
  names.push_back("target");
  return names;
}

LogicalResult kiln::lower(ModuleOp module, const Target &target, const CompileOptions &options) {
  unsigned number = 0;
  for (const std::string &phase : phaseNames(target)) {
    PassManager pm(module.getContext(), ModuleOp::getOperationName());
    buildPhase(pm, phase, target, options);
    if (failed(pm.run(module)))
      return failure();
    if (!options.dumpTo.empty() && failed(dump(module, options.dumpTo, number++, phase)))
      return failure();
    if (phase == options.stopAfter)
      break;
  }
  return success();
}

FailureOr<Artifact> kiln::compile(ModuleOp module, const Target &target, const CompileOptions &options) {
  Artifact artifact;
  for (auto kernel : module.getOps<func::FuncOp>()) {
    LaunchInfo info;
    info.kernel = kernel.getName().str();
    info.target = target.info().name;
    info.targetVersion = target.info().version;
    FailureOr<std::vector<ArgumentInfo>> signature = signatureOf(kernel);
    if (failed(signature))
      return failure();
    info.arguments = *signature;
    info.preconditions = preconditionsOf(kernel);
    OwningOpRef<ModuleOp> alone = isolate(module, kernel);
    if (failed(lower(*alone, target, options)))
      return failure();
    FailureOr<EmittedKernel> emitted = target.emit(*alone);
    if (failed(emitted))
      return failure();
    if (emitted->code.empty())
      return kernel.emitError() << "target '" << info.target << "' emitted no code for '" << info.kernel << "'";
    LaunchVariant &variant = emitted->variant;
    variant.section = "code:" + info.kernel;
    if (variant.entry.empty())
      variant.entry = info.kernel;
    if (variant.parameters.empty())
      for (auto [i, argument] : llvm::enumerate(info.arguments))
        variant.parameters.push_back(LaunchParameter::fromArgument(argument.name, i));
    std::string section = variant.section;
    info.variants.push_back(std::move(variant));
    Result<void> added = artifact.add(section, std::move(emitted->code));
    if (added)
      added = artifact.addKernel(info);
    if (!added)
      return kernel.emitError() << "cannot put '" << info.kernel << "' into an artifact: " << added.error().message();
  }
  if (artifact.sections().empty())
    return module.emitError() << "expected at least one kernel but got none";
  return artifact;
}
