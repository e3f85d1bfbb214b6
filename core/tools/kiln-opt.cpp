// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln-opt: mlir-opt with Kiln's dialects and passes.

#include "core/pipeline/Registration.h"
#include "core/tools/BuiltIn.h"
#include "core/tools/InputFile.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  kiln::registerCoreDialects(registry);
  kiln::registerCorePasses();
  kiln::TargetRegistry targets;
  if (kiln::Result<void> added = kiln::tools::addBuiltInTargets(targets); !added) {
    llvm::errs() << "kiln-opt: error: " << added.error().message() << "\n";
    return 1;
  }
  for (const kiln::Target *target : targets.all()) {
    target->registerDialects(registry);
    target->registerPasses();
  }
  llvm::InitLLVM init(argc, argv);
  auto [input, output] = mlir::registerAndParseCLIOptions(argc, argv, "kiln optimizer driver\n", registry);
  if (kiln::Result<void> readable = kiln::tools::checkInputFile(input); !readable) {
    llvm::errs() << "kiln-opt: error: " << readable.error().message() << "\n";
    return 1;
  }
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, input, output, registry));
}
