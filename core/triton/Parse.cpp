// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text to verified mirror module. MLIR reports errors as it goes; here the first
// becomes the one error of the reader, with what to do about it.

#include "core/triton/Prescan.h"
#include "core/triton/Reader.h"
#include "core/triton/Triton.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace kiln::triton;

Location kiln::triton::sourceLocation(Location location) {
  if (auto named = dyn_cast<NameLoc>(location))
    return sourceLocation(named.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return sourceLocation(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      if (Location found = sourceLocation(part); isa<FileLineColLoc>(found))
        return found;
  }
  return location;
}

namespace {
/// Keeps the first error of a scope from reaching the user as it is.
class FirstError {
public:
  explicit FirstError(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          if (!location && diagnostic.getSeverity() == DiagnosticSeverity::Error) {
            location = sourceLocation(diagnostic.getLocation());
            text = diagnostic.str();
          }
          return success();
        }) {}

  std::optional<Location> location;
  std::string text;

private:
  ScopedDiagnosticHandler handler;
};
} // namespace

/// Functions one after another, not in parallel, so that the first error is the
/// same in every run.
static LogicalResult verifyInOrder(ModuleOp module) {
  if (failed(verify(module, /*verifyRecursively=*/false)))
    return failure();
  for (Operation &op : module.getOps())
    if (failed(verify(&op)))
      return failure();
  return success();
}

static OwningOpRef<ModuleOp> parseQuietly(llvm::MemoryBufferRef text, MLIRContext &context, FirstError &error) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text.getBuffer(), text.getBufferIdentifier()),
                             llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context, /*verifyAfterParse=*/false));
  if (module && failed(verifyInOrder(*module)))
    module = {};
  return module;
}

OwningOpRef<ModuleOp> kiln::triton::parseTriton(llvm::MemoryBufferRef text, MLIRContext &context) {
  if (std::optional<PrescanError> error = prescan(text.getBuffer())) {
    emitError(FileLineColLoc::get(&context, text.getBufferIdentifier(), error->line, error->column)) << error->message;
    return {};
  }
  context.loadDialect<TritonDialect, arith::ArithDialect, cf::ControlFlowDialect, gpu::GPUDialect, LLVM::LLVMDialect,
                      math::MathDialect, scf::SCFDialect, ub::UBDialect>();
  OwningOpRef<ModuleOp> module;
  std::optional<Location> location;
  std::string message;
  {
    FirstError error(context);
    module = parseQuietly(text, context, error);
    location = error.location;
    message = error.text;
  }
  if (module)
    return module;
  Location fallback = FileLineColLoc::get(&context, text.getBufferIdentifier(), 1, 1);
  emitError(location.value_or(fallback)) << (message.empty() ? "the text is not a module" : message)
                                         << "; the reader takes the 'ttir' stage of Triton 3.6 to 3.9, as printed";
  return {};
}
