// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linking code of the host.

#ifndef KILN_CORE_CODEGEN_SHAREDOBJECT_H
#define KILN_CORE_CODEGEN_SHAREDOBJECT_H

#include "mlir/IR/BuiltinOps.h"

#include <cstdint>
#include <vector>

namespace kiln::codegen {

/// A shared object of one object file, linked by `ld.lld` or `cc`. Equal objects
/// give equal bytes. Errors are on `module`, and say what the linker said.
mlir::FailureOr<std::vector<uint8_t>> linkSharedObject(mlir::ModuleOp module, llvm::ArrayRef<uint8_t> object);

} // namespace kiln::codegen

#endif // KILN_CORE_CODEGEN_SHAREDOBJECT_H
