// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running a kernel as it is after a phase of the pipeline of a target, by the
// reference interpreter in the device's place. What changes from one level to
// the next is the fault of the phase between them.

#ifndef KILN_CORE_TOOLS_INTERPRET_H
#define KILN_CORE_TOOLS_INTERPRET_H

#include "core/pipeline/Compiler.h"
#include "core/tools/Judge.h"

namespace kiln::tools {

/// Lowers a copy of the module for `target` up to the phase options.stopAfter,
/// with the facts of the options.
Result<mlir::OwningOpRef<mlir::ModuleOp>> lowerTo(mlir::ModuleOp module, const Target &target,
                                                  const CompileOptions &options);

/// The kernel of this name in a module of any level; null where there is none.
mlir::FunctionOpInterface findFunction(mlir::ModuleOp module, llvm::StringRef name);

} // namespace kiln::tools

#endif // KILN_CORE_TOOLS_INTERPRET_H
