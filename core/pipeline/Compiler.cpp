// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The phases, and the artifact that comes out of them.

#include "core/pipeline/Compiler.h"
#include "core/layout/AssignLayouts.h"
#include "core/layout/Passes.h"
#include "core/lowering/Passes.h"
#include "core/pipeline/CompileKey.h"
#include "core/pipeline/Signature.h"
#include "core/staging/Passes.h"
#include "core/staging/PlanContractions.h"
#include "core/target/ConvertToTarget.h"
#include "core/target/ElementTypes.h"
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
  rungs.boxes = info.entry != EntryLevel::Kernel;
  rungs.runs = info.entry != EntryLevel::Kernel || llvm::is_contained(info.takes, "tile.gather_runs");
  pm.nest<gpu::GPUModuleOp>().addPass(lowering::createSelectAccessRungsPass(rungs));
  pm.nest<gpu::GPUModuleOp>().addPass(lowering::createWidenLoopsPass());
  addCleanup(pm);
  if (!hasWideIntegers(info)) {
    pm.nest<gpu::GPUModuleOp>().addPass(lowering::createNarrowWideIntegersPass());
    addCleanup(pm);
  }
  pm.nest<gpu::GPUModuleOp>().addPass(lowering::createVerifyKernelFormPass());
}

/// The options of an expansion, which leaves alone what the target converts itself.
template <typename OptionsT>
OptionsT expansionOptions(const TargetInfo &info) {
  OptionsT options;
  options.space = info.spaces.front().name;
  options.keep.assign(info.takes.begin(), info.takes.end());
  return options;
}

/// Whole-tile ops that slicing cannot follow become loops and ops that it can.
/// Later ones expand what earlier ones leave.
void addExpansions(OpPassManager &pm, const TargetInfo &info) {
  using namespace staging;
  pm.addPass(createExpandContractionsPass(expansionOptions<ExpandContractionsPassOptions>(info)));
  pm.addPass(createExpandGathersPass(expansionOptions<ExpandGathersPassOptions>(info)));
  pm.addPass(createExpandHistogramsPass(expansionOptions<ExpandHistogramsPassOptions>(info)));
  pm.addPass(createExpandMapsPass(expansionOptions<ExpandMapsPassOptions>(info)));
  pm.addPass(createExpandConstantsPass(expansionOptions<ExpandConstantsPassOptions>(info)));
  pm.addPass(createExpandInterleavesPass(expansionOptions<ExpandInterleavesPassOptions>(info)));
  pm.addPass(createExpandTransposesPass(expansionOptions<ExpandTransposesPassOptions>(info)));
  pm.addPass(createExpandReshapesPass(expansionOptions<ExpandReshapesPassOptions>(info)));
}

void buildStaged(OpPassManager &pm, const Target &target) {
  const TargetInfo &info = target.info();
  const SpaceInfo &space = info.spaces.front();
  staging::ExpandElementOpsPassOptions elements;
  elements.space = space.name;
  elements.keep.assign(info.takes.begin(), info.takes.end());
  pm.nest<gpu::GPUModuleOp>().addPass(staging::createExpandElementOpsPass(elements));
  pm.nest<gpu::GPUModuleOp>().addPass(
      staging::createExpandRunsPass(expansionOptions<staging::ExpandRunsPassOptions>(info)));
  staging::StageMemoryPassOptions options;
  options.space = space.name;
  pm.nest<gpu::GPUModuleOp>().addPass(staging::createStageMemoryPass(options));
  staging::BufferCarriedTilesPassOptions carried;
  carried.space = space.name;
  pm.nest<gpu::GPUModuleOp>().addPass(staging::createBufferCarriedTilesPass(carried));
  pm.nest<gpu::GPUModuleOp>().addPass(
      staging::createExpandDotScaledPass(expansionOptions<staging::ExpandDotScaledPassOptions>(target.info())));
  pm.nest<gpu::GPUModuleOp>().addPass(staging::createPlanContractionsPass(target));
  addExpansions(pm.nest<gpu::GPUModuleOp>(), info);
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

/// Arithmetic with narrow floats that the target lacks; fp8 as bits, where it has
/// no format of eight bits.
void expandNarrowFloats(OpPassManager &pm, const TargetInfo &info) {
  lowering::ExpandNarrowFloatsPassOptions floats;
  floats.keep.assign(info.elementTypes.begin(), info.elementTypes.end());
  pm.nest<gpu::GPUModuleOp>().addPass(lowering::createExpandNarrowFloatsPass(floats));
  if (llvm::none_of(info.elementTypes, [](StringRef type) { return type.starts_with("f8"); }))
    pm.nest<gpu::GPUModuleOp>().addPass(layout::createExpandFp8Pass());
  addCleanup(pm);
}

void buildNative(OpPassManager &pm, const Target &target) {
  const TargetInfo &info = target.info();
  pm.nest<gpu::GPUModuleOp>().addPass(layout::createAssignLayoutsPass(target.mapping()));
  layout::SliceToNativePassOptions slicing;
  slicing.space = info.spaces.front().name;
  slicing.lanes = info.nativeLanes;
  pm.nest<gpu::GPUModuleOp>().addPass(layout::createSliceToNativePass(slicing));
  expandNarrowFloats(pm, info);
  if (!hasWideIntegers(info))
    pm.nest<gpu::GPUModuleOp>().addPass(layout::createExpandPointerTilesPass());
  for (const SpaceInfo &space : info.spaces) {
    staging::PlaceBuffersPassOptions placing;
    placing.space = space.name;
    placing.capacity = space.capacityBytes;
    placing.alignment = space.alignmentBytes;
    pm.nest<gpu::GPUModuleOp>().addPass(staging::createPlaceBuffersPass(placing));
  }
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
  // Behind kernel form all work is for this target; who stops before its own phase
  // only looks at forms of the core, which have every type.
  bool makesCode = options.stopAfter.empty() || options.stopAfter == "target";
  if (makesCode && phase == phaseNames(target)[2])
    pm.nest<gpu::GPUModuleOp>().addPass(createVerifyElementTypesPass(info));
  if (phase == "tile")
    buildTile(pm);
  else if (phase == "kernel-form")
    buildKernelForm(pm, info, options.remarks);
  else if (phase == "staged")
    buildStaged(pm, target);
  else if (phase == "native")
    buildNative(pm, target);
  else
    buildTarget(pm, target);
}

/// Whether an error was reported since this was made. Handlers before it print.
class ErrorListener {
public:
  explicit ErrorListener(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          heard |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
          return failure(); // the next handler prints it
        }) {}

  bool hasHeard() const { return heard; }

private:
  bool heard = false;
  ScopedDiagnosticHandler handler;
};

/// The name of the first function in the module.
std::string functionName(ModuleOp module) {
  std::string name;
  module.walk([&](FunctionOpInterface function) {
    name = function.getName().str();
    return WalkResult::interrupt();
  });
  return name;
}

/// What a target gives; an error of ours where it fails without a word.
template <typename T>
FailureOr<T> requireExplained(ModuleOp module, const Target &target, StringRef what,
                              llvm::function_ref<FailureOr<T>()> give) {
  std::string name = functionName(module);
  ErrorListener listener(module.getContext());
  FailureOr<T> given = give();
  if (failed(given) && !listener.hasHeard())
    module.emitError() << "target '" << target.info().name << "' failed to emit " << what << " of '" << name
                       << "' and did not say why";
  return given;
}

/// Runs one phase; an error of ours where a pass fails without a word.
LogicalResult runPhase(ModuleOp module, StringRef phase, const Target &target, const CompileOptions &options) {
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  buildPhase(pm, phase, target, options);
  std::string name = functionName(module);
  ErrorListener listener(module.getContext());
  if (succeeded(pm.run(module)))
    return success();
  if (!listener.hasHeard())
    module.emitError() << "phase '" << phase << "' for target '" << target.info().name << "' failed on '" << name
                       << "' and did not say why";
  return failure();
}

/// Writes the module to <directory>/NN-<phase>.mlir, whole or not at all.
LogicalResult dump(ModuleOp module, StringRef directory, unsigned number, StringRef phase) {
  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    return emitError(UnknownLoc::get(module.getContext()))
           << "--dump-to: cannot make directory '" << directory << "': " << error.message();
  SmallString<128> path(directory);
  std::string name;
  llvm::raw_string_ostream(name) << llvm::format("%02u-", number) << phase << ".mlir";
  llvm::sys::path::append(path, name);
  std::string why;
  auto file = openOutputFile(path, &why);
  if (!file)
    return emitError(UnknownLoc::get(module.getContext())) << "--dump-to: " << why;
  module->print(file->os(), OpPrintingFlags().enableDebugInfo(true, /*prettyForm=*/false));
  file->keep();
  return success();
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
  for (const auto &[name, value] : options.knobs)
    module->setAttr((knobAttrPrefix + name).str(), Builder(module.getContext()).getI64IntegerAttr(value));
  for (const std::string &phase : phaseNames(target)) {
    if (failed(runPhase(module, phase, target, options)))
      return failure();
    if (!options.dumpTo.empty() && failed(dump(module, options.dumpTo, number++, phase)))
      return failure();
    if (phase == options.stopAfter)
      break;
  }
  return success();
}

FailureOr<std::string> kiln::emitText(ModuleOp module, const Target &target, StringRef kind) {
  return requireExplained<std::string>(module, target, ("'" + kind + "'").str(),
                                       [&] { return target.emitText(module, kind); });
}

namespace {

/// The kernels that options.kernel wants.
FailureOr<SmallVector<func::FuncOp>> selectKernels(ModuleOp module, const CompileOptions &options) {
  SmallVector<func::FuncOp> all(module.getOps<func::FuncOp>());
  SmallVector<func::FuncOp> wanted = llvm::filter_to_vector(
      all, [&](func::FuncOp kernel) { return options.kernel.empty() || kernel.getName() == options.kernel; });
  if (all.empty())
    return module.emitError() << "expected at least one kernel but got none";
  if (wanted.empty())
    return module.emitError() << "no kernel is called '" << options.kernel << "'";
  if (wanted.size() > 1 && !options.variants.empty())
    return module.emitError() << "facts are about one kernel but the module has " << wanted.size();
  return wanted;
}

/// What is one of several is dumped into a directory of its own.
void dumpBelow(CompileOptions &options, StringRef name) {
  if (options.dumpTo.empty())
    return;
  SmallString<128> path(options.dumpTo);
  llvm::sys::path::append(path, name);
  options.dumpTo = path.str();
}

/// Compiles the variants of one kernel into an artifact.
class KernelCompiler {
public:
  KernelCompiler(func::FuncOp kernel, const Target &target, const CompileOptions &options)
      : kernel(kernel), target(target), options(options) {}

  LogicalResult compileInto(Artifact &artifact) {
    if (failed(start()))
      return failure();
    for (const std::vector<Fact> &facts : sets)
      if (failed(addVariant(artifact, facts)))
        return failure();
    if (options.general && failed(addVariant(artifact, {})))
      return failure();
    if (Result<void> added = artifact.addKernel(info); !added)
      return failToAdd(added.error());
    return success();
  }

private:
  /// All of the metadata but the variants.
  LogicalResult start() {
    info.kernel = kernel.getName().str();
    info.target = target.info().name;
    info.targetVersion = target.info().version;
    FailureOr<std::vector<ArgumentInfo>> signature = signatureOf(kernel);
    if (failed(signature))
      return failure();
    info.arguments = *signature;
    info.preconditions = preconditionsOf(kernel);
    Result<FactSets> canonical = canonicalFacts(kernel, info.arguments, options.variants);
    if (!canonical)
      return emitError(UnknownLoc::get(kernel->getContext())) << canonical.error().message();
    sets = std::move(*canonical);
    if (!options.text.empty())
      info.compileKey = compileKey(info, sets, options);
    if (options.general)
      return success();
    if (sets.size() > 1)
      return kernel.emitError() << "expected one set of facts where there is no general variant but got "
                                << sets.size();
    // No guard, but conditions of every launch.
    if (sets.empty())
      sets.emplace_back();
    llvm::append_range(info.preconditions, sets.front());
    return success();
  }

  LogicalResult addVariant(Artifact &artifact, const std::vector<Fact> &facts) {
    size_t number = info.variants.size();
    FailureOr<EmittedKernel> emitted = emit(facts, number);
    if (failed(emitted))
      return failure();
    LaunchVariant &variant = emitted->variant;
    if (options.general)
      variant.guard = facts;
    variant.section = "code:" + info.kernel;
    if (number > 0)
      variant.section += ":" + std::to_string(number);
    if (variant.entry.empty())
      variant.entry = info.kernel;
    if (variant.parameters.empty())
      for (auto [i, argument] : llvm::enumerate(info.arguments))
        variant.parameters.push_back(LaunchParameter::fromArgument(argument.name, i));
    if (Result<void> added = artifact.add(variant.section, std::move(emitted->code)); !added)
      return failToAdd(added.error());
    info.variants.push_back(std::move(variant));
    return success();
  }

  /// Code of one variant. With several of them, messages say which it is about.
  FailureOr<EmittedKernel> emit(const std::vector<Fact> &facts, size_t number) {
    OwningOpRef<ModuleOp> alone = ModuleOp::create(kernel->getParentOp()->getLoc());
    func::FuncOp copy = kernel.clone();
    alone->getBody()->push_back(copy);
    applyFacts(copy, facts);
    std::string which = facts.empty() ? "the general variant" : "the variant with " + print(facts, info.arguments);
    bool isOneOfMany = options.general && !sets.empty();
    CompileOptions here = options;
    if (isOneOfMany)
      dumpBelow(here, "variant-" + std::to_string(number));
    if (options.remarks && isOneOfMany)
      kernel.emitRemark() << which << ":";
    FailureOr<EmittedKernel> emitted = failure();
    if (succeeded(lower(*alone, target, here)))
      emitted = requireExplained<EmittedKernel>(*alone, target, "the code", [&] { return target.emit(*alone); });
    if (succeeded(emitted) && emitted->code.empty())
      return kernel.emitError() << "target '" << info.target << "' emitted no code for '" << info.kernel << "'";
    if (failed(emitted) && isOneOfMany)
      return kernel.emitError() << "this was about " << which << " of '" << info.kernel << "'";
    return emitted;
  }

  LogicalResult failToAdd(const Error &error) {
    return kernel.emitError() << "cannot put '" << info.kernel << "' into an artifact: " << error.message();
  }

  func::FuncOp kernel;
  const Target &target;
  const CompileOptions &options;
  FactSets sets;
  LaunchInfo info;
};

} // namespace

LogicalResult kiln::selectAndSpecialize(ModuleOp module, const CompileOptions &options) {
  FailureOr<SmallVector<func::FuncOp>> kernels = selectKernels(module, options);
  if (failed(kernels))
    return failure();
  for (func::FuncOp other : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (!llvm::is_contained(*kernels, other))
      other.erase();
  if (options.variants.empty())
    return success();
  func::FuncOp kernel = kernels->front();
  FailureOr<std::vector<ArgumentInfo>> signature = signatureOf(kernel);
  if (failed(signature))
    return failure();
  Result<FactSets> sets = canonicalFacts(kernel, *signature, options.variants);
  if (!sets)
    return kernel.emitError() << sets.error().message();
  if (sets->size() > 1)
    return kernel.emitError() << "expected one set of facts but got " << sets->size();
  if (!sets->empty())
    applyFacts(kernel, sets->front());
  return success();
}

FailureOr<Artifact> kiln::compile(ModuleOp module, const Target &target, const CompileOptions &options) {
  FailureOr<SmallVector<func::FuncOp>> kernels = selectKernels(module, options);
  if (failed(kernels))
    return failure();
  Artifact artifact;
  for (func::FuncOp kernel : *kernels) {
    CompileOptions here = options;
    if (kernels->size() > 1)
      dumpBelow(here, kernel.getName());
    if (failed(KernelCompiler(kernel, target, here).compileInto(artifact)))
      return failure();
  }
  return artifact;
}
