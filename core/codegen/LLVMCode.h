// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the llvm dialect to text or bytes, by LLVM's optimiser and any code
// generator that it has:
//
//   return codegen::generate(module, codegen::FileKind::Assembly, {.triple = "..", .cpu = ".."});
//
// LLVMCode has the steps of it apart, for a target that works on the LLVM module
// between them: links a library into it, marks its kernels.

#ifndef KILN_CORE_CODEGEN_LLVMCODE_H
#define KILN_CORE_CODEGEN_LLVMCODE_H

#include "mlir/IR/BuiltinOps.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace kiln::codegen {

/// The machine that code is made for.
struct CodeOptions {
  /// Empty: the host's.
  std::string triple;
  /// As in `llc -mcpu` and `-mattr`; empty: the least that the triple promises.
  /// Code then depends on nothing of the machine that compiles it.
  std::string cpu;
  std::string features;
  /// 0 to 3, as in `opt -O`.
  unsigned optimization = 2;
};

/// LLVM IR as text, the machine's assembly, an object file.
enum class FileKind { IR, Assembly, Object };

/// Optimised code of the kernels in `source`, as LLVMCode::translate() takes them.
mlir::FailureOr<std::vector<uint8_t>> generate(mlir::ModuleOp source, FileKind kind, const CodeOptions &options = {});

/// The same as text.
mlir::FailureOr<std::string> generateText(mlir::ModuleOp source, FileKind kind, const CodeOptions &options = {});

/// One module of LLVM IR with the machine that it is for.
class LLVMCode {
public:
  /// The functions and globals of every gpu.module in `source`, which are in the
  /// llvm dialect. An error, on `source`, names a triple that LLVM has no code generator
  /// for. `source` has to stay until the code is generated.
  static mlir::FailureOr<std::unique_ptr<LLVMCode>> translate(mlir::ModuleOp source, const CodeOptions &options = {});
  ~LLVMCode();

  llvm::Module &module() { return *ir; }
  /// Runs LLVM's pipeline of CodeOptions::optimization.
  void optimize();
  /// What the code generator makes of the IR, which is used up by it.
  mlir::FailureOr<std::vector<uint8_t>> generate(FileKind kind);

private:
  LLVMCode(mlir::ModuleOp source, const CodeOptions &options);

  mlir::ModuleOp source;
  CodeOptions options;
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> ir;
};

} // namespace kiln::codegen

#endif // KILN_CORE_CODEGEN_LLVMCODE_H
