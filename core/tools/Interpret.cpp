// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Levels to interpret.

#include "core/tools/Interpret.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::tools;

Result<OwningOpRef<ModuleOp>> kiln::tools::lowerTo(ModuleOp module, const Target &target,
                                                   const CompileOptions &options) {
  std::vector<std::string> levels = phaseNames(target);
  levels.pop_back(); // the target's own dialect
  const std::string &level = options.stopAfter;
  if (!llvm::is_contained(levels, level))
    return Error("the reference interprets no level '" + level + "' of target '" + target.info().name +
                 "'; it interprets: " + llvm::join(levels, ", "));
  OwningOpRef<ModuleOp> lowered(module.clone());
  if (failed(selectAndSpecialize(*lowered, options)) || failed(lower(*lowered, target, options)))
    return Error("cannot lower the kernel to '" + level + "'");
  return lowered;
}

FunctionOpInterface kiln::tools::findFunction(ModuleOp module, StringRef name) {
  FunctionOpInterface found;
  module.walk([&](FunctionOpInterface function) {
    if (function.getName() == name)
      found = function;
  });
  return found;
}
