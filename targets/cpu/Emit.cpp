// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the llvm dialect to bytes: LLVM's pipeline and code generator for the
// host's architecture (its baseline, so that the bytes do not depend on the
// machine that compiles), then the linker.

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "targets/cpu/CPU.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include <dlfcn.h>

using namespace mlir;
using namespace kiln;

namespace {

std::unique_ptr<llvm::TargetMachine> hostMachine(std::string &error) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, /*CPU=*/"", /*Features=*/"", llvm::TargetOptions(), llvm::Reloc::PIC_));
}

void optimize(llvm::Module &code, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager calls;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder passes(&machine);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(calls);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, calls, modules);
  passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(code, modules);
}

/// A kernel in LLVM IR, optimised for the machine that it is to run on.
struct HostCode {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;

  LogicalResult make(ModuleOp source) {
    std::string error;
    machine = hostMachine(error);
    if (!machine)
      return source.emitError() << "LLVM has no code generator for this host: " << error;
    OwningOpRef<ModuleOp> flat = ModuleOp::create(source.getLoc());
    source.walk([&](gpu::GPUModuleOp kernels) {
      for (Operation &op : kernels.getBody()->without_terminator())
        flat->push_back(op.clone());
    });
    module = translateModuleToLLVMIR(*flat, context, "kiln");
    if (!module)
      return source.emitError() << "LLVM takes no IR from this kernel";
    module->setTargetTriple(machine->getTargetTriple());
    module->setDataLayout(machine->createDataLayout());
    optimize(*module, *machine);
    return success();
  }

  LogicalResult generate(ModuleOp source, llvm::CodeGenFileType kind, SmallVectorImpl<char> &bytes) {
    llvm::raw_svector_ostream out(bytes);
    llvm::legacy::PassManager codegen;
    if (machine->addPassesToEmitFile(codegen, out, nullptr, kind))
      return source.emitError() << "LLVM cannot write code for " << machine->getTargetTriple().str();
    codegen.run(*module);
    return success();
  }
};

/// A linker, from the PATH or beside LLVM: its path, and what it is called with first.
std::vector<std::string> findLinker() {
  SmallVector<std::string> beside;
  Dl_info library;
  if (dladdr(reinterpret_cast<void *>(&llvm::sys::getDefaultTargetTriple), &library)) {
    SmallString<128> real;
    if (!llvm::sys::fs::real_path(library.dli_fname, real))
      beside.push_back((llvm::sys::path::parent_path(llvm::sys::path::parent_path(real)) + "/bin").str());
  }
  SmallVector<StringRef> directories(beside.begin(), beside.end());
  for (const char *name : {"ld.lld-22", "ld.lld", "cc"})
    for (ArrayRef<StringRef> where : {ArrayRef<StringRef>(), ArrayRef<StringRef>(directories)})
      if (auto path = llvm::sys::findProgramByName(name, where))
        return name == StringRef("cc") ? std::vector<std::string>{*path, "-nostdlib", "-Wl,--build-id=none", "-Wl,-s"}
                                       : std::vector<std::string>{*path, "--build-id=none", "-s"};
  return {};
}

/// A temporary file that goes when this object does.
struct TemporaryFile {
  SmallString<128> path;
  llvm::FileRemover remover;

  std::error_code create(StringRef suffix) {
    std::error_code error = llvm::sys::fs::createTemporaryFile("kiln", suffix, path);
    if (!error)
      remover.setFile(path);
    return error;
  }
};

} // namespace

FailureOr<std::vector<uint8_t>> kiln::cpu::emitSharedObject(ModuleOp module) {
  HostCode code;
  SmallVector<char, 0> object;
  if (failed(code.make(module)) || failed(code.generate(module, llvm::CodeGenFileType::ObjectFile, object)))
    return failure();
  std::vector<std::string> linker = findLinker();
  if (linker.empty())
    return module.emitError() << "found no linker for host code; install ld.lld (Debian: lld-22) or cc (gcc)";
  TemporaryFile from, to, log;
  for (auto [file, suffix] : {std::pair(&from, "o"), std::pair(&to, "so"), std::pair(&log, "txt")})
    if (std::error_code error = file->create(suffix))
      return module.emitError() << "cannot make a temporary file: " << error.message();
  std::error_code error;
  llvm::raw_fd_ostream(from.path, error) << StringRef(object.data(), object.size());
  std::vector<std::string> words = linker;
  for (StringRef word : {StringRef("-shared"), StringRef("-o"), StringRef(to.path), StringRef(from.path)})
    words.push_back(word.str());
  SmallVector<StringRef> arguments(words.begin(), words.end());
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(log.path), StringRef(log.path)};
  std::string why;
  if (error || llvm::sys::ExecuteAndWait(linker[0], arguments, std::nullopt, redirects, 0, 0, &why) != 0) {
    auto text = llvm::MemoryBuffer::getFile(log.path);
    return module.emitError() << "'" << linker[0] << "' cannot link the kernel: " << why
                              << (text ? (*text)->getBuffer() : "");
  }
  auto bytes = llvm::MemoryBuffer::getFile(to.path);
  if (!bytes)
    return module.emitError() << "cannot read what '" << linker[0] << "' wrote: " << bytes.getError().message();
  return std::vector<uint8_t>((*bytes)->getBuffer().bytes_begin(), (*bytes)->getBuffer().bytes_end());
}

FailureOr<std::string> kiln::cpu::emitCode(ModuleOp module, StringRef kind) {
  HostCode code;
  if (failed(code.make(module)))
    return failure();
  std::string text;
  if (kind == "llvm") {
    llvm::raw_string_ostream(text) << *code.module;
    return text;
  }
  SmallVector<char, 0> bytes;
  if (failed(code.generate(module, llvm::CodeGenFileType::AssemblyFile, bytes)))
    return failure();
  return std::string(bytes.data(), bytes.size());
}
