// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln-read-triton: shows what the reader makes of a Triton text, for tests.
//
//   kiln-read-triton k.ttir [--no-fp-fusion] [--mirror] [--locations]

#include "core/triton/Reader.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

/// `file:line:column: error: text`, the form that editors understand.
static void printDiagnostic(Diagnostic &diagnostic) {
  llvm::raw_ostream &out = llvm::errs();
  if (auto at = dyn_cast<FileLineColLoc>(kiln::triton::sourceLocation(diagnostic.getLocation())))
    out << at.getFilename().getValue() << ":" << at.getLine() << ":" << at.getColumn() << ": ";
  out << (diagnostic.getSeverity() == DiagnosticSeverity::Error ? "error: " : "note: ") << diagnostic.str() << "\n";
  for (Diagnostic &note : diagnostic.getNotes())
    printDiagnostic(note);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::opt<std::string> input(llvm::cl::Positional, llvm::cl::desc("<text>"), llvm::cl::init("-"));
  llvm::cl::opt<bool> noFusion("no-fp-fusion", llvm::cl::desc("keep products and sums apart"));
  llvm::cl::opt<bool> mirror("mirror", llvm::cl::desc("print the parsed text, not its conversion"));
  llvm::cl::opt<bool> locations("locations", llvm::cl::desc("print source locations"));
  llvm::cl::ParseCommandLineOptions(argc, argv, "reads Triton text into tile form\n");

  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!buffer) {
    llvm::WithColor::error(llvm::errs(), "kiln-read-triton")
        << "cannot read '" << input << "': " << buffer.getError().message() << "\n";
    return 1;
  }
  MLIRContext context;
  ScopedDiagnosticHandler handler(&context, printDiagnostic);
  kiln::triton::ReadOptions options;
  options.fpFusion = !noFusion;
  llvm::MemoryBufferRef text = (*buffer)->getMemBufferRef();
  OwningOpRef<ModuleOp> module = mirror ? kiln::triton::parseTriton(text, context)
                                        : kiln::triton::readTriton(text, context, options);
  if (!module)
    return 1;
  OpPrintingFlags flags;
  if (locations)
    flags.enableDebugInfo(true, /*prettyForm=*/false);
  module->print(llvm::outs(), flags);
  return 0;
}
