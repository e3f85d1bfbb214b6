// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every subcommand of `kiln` needs: a context with all dialects, the
// targets and devices that are built in or loaded, and messages.

#ifndef KILN_CORE_TOOLS_SESSION_H
#define KILN_CORE_TOOLS_SESSION_H

#include "core/tools/CommandLine.h"
#include "kiln/Device.h"
#include "kiln/Facts.h"
#include "kiln/TargetRegistry.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace kiln::tools {

/// Options that all subcommands take.
std::vector<OptionSpec> commonOptions();

class Session {
public:
  explicit Session(const mlir::DialectRegistry &dialects);

  /// Targets and devices that are built in, and those of --load-target.
  static Result<std::unique_ptr<Session>> create(const CommandLine &line);

  /// The target of --target, or the default one.
  Result<const Target *> target(const CommandLine &line) const;

  /// Parses kernels: Triton's text, or MLIR in tile form. Null after an error
  /// that was printed.
  mlir::OwningOpRef<mlir::ModuleOp> readKernels(llvm::MemoryBufferRef text, bool fpFusion);

  mlir::MLIRContext context;
  TargetRegistry targets;
  DeviceRegistry devices;

private:
  mlir::ScopedDiagnosticHandler printer;
};

/// A whole file, or standard input for "-". Null after an error that was printed.
std::unique_ptr<llvm::MemoryBuffer> readInput(const std::string &path);

/// Whether a file is a compiled artifact.
bool isArtifact(llvm::MemoryBufferRef file);

/// The kernel called `name`, or the only one where `name` is empty. Null after
/// an error that was printed.
mlir::func::FuncOp findKernel(mlir::ModuleOp module, const std::string &name);

/// Facts in text form. The error names the text.
Result<std::vector<Fact>> parseFacts(const std::vector<std::string> &texts, const std::vector<ArgumentInfo> &signature);

/// What --fp-fusion says; on where it is not given.
Result<bool> fpFusion(const CommandLine &line);

/// What --knob says, checked against the target's knobs.
Result<std::map<std::string, int64_t>> knobs(const CommandLine &line, const Target &target);

/// How many files the command line names, and which.
std::string describeFiles(const CommandLine &line);

/// Prints "kiln: error: <text>" and gives the exit status for it.
int fail(const std::string &text);

/// That writeText can write to this path. Asked before the work whose result goes
/// there; `option` is what names it.
Result<void> requireWritable(const std::string &option, const std::string &path);

/// Prints a module to a file, or to standard output for "-". False after an
/// error that was printed.
bool writeText(const std::string &path, llvm::StringRef text);

// One function per subcommand; they give the exit status.
int runTargets(const CommandLine &line);
int runCompile(const CommandLine &line);
int runRun(const CommandLine &line);

std::vector<OptionSpec> targetsOptions();
std::vector<OptionSpec> compileOptions();
std::vector<OptionSpec> runOptions();

} // namespace kiln::tools

#endif // KILN_CORE_TOOLS_SESSION_H
