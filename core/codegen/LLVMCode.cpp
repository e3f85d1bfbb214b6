// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that talks to LLVM's optimiser and code generators.

#include "core/codegen/LLVMCode.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace kiln::codegen;

static std::unique_ptr<llvm::TargetMachine> makeMachine(const CodeOptions &options, std::string &error) {
  // Every generator that LLVM was built with: which one is wanted, the triple says.
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::Triple triple(options.triple.empty() ? llvm::sys::getDefaultTargetTriple() : options.triple);
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, options.cpu, options.features, llvm::TargetOptions(), llvm::Reloc::PIC_,
                                  std::nullopt, llvm::CodeGenOpt::parseLevel('0' + options.optimization).value()));
}

/// The contents of the kernels' containers, in one module that can be translated.
static OwningOpRef<ModuleOp> flatten(ModuleOp source) {
  OwningOpRef<ModuleOp> flat = ModuleOp::create(source.getLoc());
  source.walk([&](gpu::GPUModuleOp kernels) {
    for (Operation &op : kernels.getBody()->without_terminator())
      flat->push_back(op.clone());
  });
  return flat;
}

LLVMCode::LLVMCode(ModuleOp source, const CodeOptions &options)
    : source(source), options(options), context(std::make_unique<llvm::LLVMContext>()) {
  this->options.optimization = std::min(options.optimization, 3u);
}

LLVMCode::~LLVMCode() = default;

FailureOr<std::unique_ptr<LLVMCode>> LLVMCode::translate(ModuleOp source, const CodeOptions &options) {
  std::unique_ptr<LLVMCode> code(new LLVMCode(source, options));
  std::string error;
  code->machine = makeMachine(code->options, error);
  if (!code->machine)
    return source.emitError() << "LLVM cannot make code for '"
                              << (options.triple.empty() ? "this host" : options.triple) << "': " << error;
  code->ir = translateModuleToLLVMIR(*flatten(source), *code->context, "kiln");
  if (!code->ir)
    return source.emitError() << "LLVM takes no IR from this kernel";
  code->ir->setTargetTriple(code->machine->getTargetTriple());
  code->ir->setDataLayout(code->machine->createDataLayout());
  return code;
}

void LLVMCode::optimize() {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager calls;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder passes(machine.get());
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(calls);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, calls, modules);
  const llvm::OptimizationLevel levels[] = {llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1,
                                            llvm::OptimizationLevel::O2, llvm::OptimizationLevel::O3};
  if (options.optimization == 0)
    passes.buildO0DefaultPipeline(levels[0]).run(*ir, modules);
  else
    passes.buildPerModuleDefaultPipeline(levels[options.optimization]).run(*ir, modules);
}

FailureOr<std::vector<uint8_t>> LLVMCode::generate(FileKind kind) {
  SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  if (kind == FileKind::IR) {
    out << *ir;
    return std::vector<uint8_t>(bytes.begin(), bytes.end());
  }
  llvm::legacy::PassManager passes;
  auto file = kind == FileKind::Object ? llvm::CodeGenFileType::ObjectFile : llvm::CodeGenFileType::AssemblyFile;
  if (machine->addPassesToEmitFile(passes, out, nullptr, file))
    return source.emitError() << "LLVM cannot write " << (kind == FileKind::Object ? "an object file" : "assembly")
                              << " for '" << machine->getTargetTriple().str() << "'";
  passes.run(*ir);
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

FailureOr<std::vector<uint8_t>> kiln::codegen::generate(ModuleOp source, FileKind kind, const CodeOptions &options) {
  auto code = LLVMCode::translate(source, options);
  if (failed(code))
    return failure();
  (*code)->optimize();
  return (*code)->generate(kind);
}

FailureOr<std::string> kiln::codegen::generateText(ModuleOp source, FileKind kind, const CodeOptions &options) {
  FailureOr<std::vector<uint8_t>> bytes = generate(source, kind, options);
  if (failed(bytes))
    return failure();
  return std::string(bytes->begin(), bytes->end());
}
