// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln-read-triton: shows what the reader makes of a Triton text, for tests.
//
//   kiln-read-triton k.ttir [--no-fp-fusion] [--mirror] [--locations]
//                    [--split-input-file] [--verify-diagnostics]

#include "core/tools/InputFile.h"
#include "core/triton/Reader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

namespace {
struct Options {
  bool noFusion = false, mirror = false, locations = false, verifyDiagnostics = false;
};
} // namespace

/// `file:line:column: error: text`, the form that editors understand.
static void printDiagnostic(Diagnostic &diagnostic) {
  llvm::raw_ostream &out = llvm::errs();
  if (auto at = dyn_cast<FileLineColLoc>(kiln::triton::sourceLocation(diagnostic.getLocation())))
    out << at.getFilename().getValue() << ":" << at.getLine() << ":" << at.getColumn() << ": ";
  out << (diagnostic.getSeverity() == DiagnosticSeverity::Error ? "error: " : "note: ") << diagnostic.str() << "\n";
  for (Diagnostic &note : diagnostic.getNotes())
    printDiagnostic(note);
}

static LogicalResult show(llvm::MemoryBufferRef text, MLIRContext &context, const Options &options, raw_ostream &out) {
  kiln::triton::ReadOptions reading;
  reading.fpFusion = !options.noFusion;
  OwningOpRef<ModuleOp> module =
      options.mirror ? kiln::triton::parseTriton(text, context) : kiln::triton::readTriton(text, context, reading);
  if (!module)
    return failure();
  OpPrintingFlags flags;
  if (options.locations)
    flags.enableDebugInfo(true, /*prettyForm=*/false);
  module->print(out, flags);
  out << "\n";
  return success();
}

static LogicalResult process(std::unique_ptr<llvm::MemoryBuffer> buffer, const Options &options, raw_ostream &out) {
  MLIRContext context;
  llvm::MemoryBufferRef text = buffer->getMemBufferRef();
  if (!options.verifyDiagnostics) {
    ScopedDiagnosticHandler handler(&context, printDiagnostic);
    return show(text, context, options, out);
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticVerifierHandler handler(sources, &context);
  (void)show(text, context, options, llvm::nulls());
  return handler.verify();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::opt<std::string> input(llvm::cl::Positional, llvm::cl::desc("<text>"), llvm::cl::init("-"));
  llvm::cl::opt<bool> noFusion("no-fp-fusion", llvm::cl::desc("keep products and sums apart"));
  llvm::cl::opt<bool> mirror("mirror", llvm::cl::desc("print the parsed text, not its conversion"));
  llvm::cl::opt<bool> locations("locations", llvm::cl::desc("print source locations"));
  llvm::cl::opt<bool> split("split-input-file", llvm::cl::desc("read the parts between '// -----' lines apart"));
  llvm::cl::opt<bool> verify("verify-diagnostics", llvm::cl::desc("check 'expected-error' comments"));
  llvm::cl::ParseCommandLineOptions(argc, argv, "reads Triton text into tile form\n");

  if (kiln::Result<void> readable = kiln::tools::checkInputFile(input); !readable) {
    llvm::WithColor::error(llvm::errs(), "kiln-read-triton") << readable.error().message() << "\n";
    return 1;
  }
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!buffer) {
    llvm::WithColor::error(llvm::errs(), "kiln-read-triton")
        << "cannot read '" << input << "': " << buffer.getError().message() << "\n";
    return 1;
  }
  Options options{noFusion, mirror, locations, verify};
  auto part = [&](std::unique_ptr<llvm::MemoryBuffer> text, raw_ostream &out) {
    return process(std::move(text), options, out);
  };
  if (split)
    return failed(splitAndProcessBuffer(std::move(*buffer), part, llvm::outs(), "// -----", "// -----\n"));
  return failed(part(std::move(*buffer), llvm::outs()));
}
