// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of the reader in order: parse, check, structure, convert, clean up.

#include "core/triton/Reader.h"
#include "core/triton/Convert.h"
#include "core/triton/Structure.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace kiln::triton;

static LogicalResult convertKernels(ModuleOp mirror, ModuleOp module, const ReadOptions &options) {
  Converter converter(mirror.getContext(), options);
  bool any = false;
  for (FuncOp kernel : mirror.getOps<FuncOp>()) {
    if (!kernel.isPublic() || kernel.isExternal())
      continue;
    if (failed(converter.convertKernel(kernel, module)))
      return failure();
    any = true;
  }
  if (!any)
    return emitError(sourceLocation(mirror.getLoc())) << "the text has no public 'tt.func', which would be a kernel";
  return success();
}

/// What the mirror's own verifiers leave open, tile's verifiers decide; one
/// function after another, so that the first error is always the same.
static LogicalResult verifyKernels(ModuleOp module) {
  for (Operation &kernel : module.getOps())
    if (failed(verify(&kernel)))
      return failure();
  return success();
}

/// What is still poison reaches no use that matters; zero makes it the same in
/// every run and on every target.
static void replacePoison(ModuleOp module) {
  module.walk([](ub::PoisonOp poison) {
    OpBuilder builder(poison);
    poison.replaceAllUsesWith(zeroOf(builder, poison.getLoc(), poison.getType()));
    poison.erase();
  });
}

static LogicalResult simplify(ModuleOp module) {
  PassManager passes(module.getContext());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  return passes.run(module);
}

OwningOpRef<ModuleOp> kiln::triton::readTriton(llvm::MemoryBufferRef text, MLIRContext &context,
                                               const ReadOptions &options) {
  OwningOpRef<ModuleOp> mirror = parseTriton(text, context);
  if (!mirror || failed(checkTypes(*mirror)) || failed(structureFunctions(*mirror)))
    return {};
  context.loadDialect<tile::TileDialect, func::FuncDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(mirror->getLoc());
  if (failed(convertKernels(*mirror, *module, options)) || failed(verifyKernels(*module)))
    return {};
  if (failed(simplify(*module)))
    return {};
  replacePoison(*module);
  if (failed(simplify(*module)))
    return {};
  return module;
}
