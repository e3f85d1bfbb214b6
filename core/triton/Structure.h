// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps on the mirror before it is converted, and the errors of the reader.

#ifndef KILN_TRITON_STRUCTURE_H
#define KILN_TRITON_STRUCTURE_H

#include "core/triton/Triton.h"

namespace kiln::triton {

/// Starts the one error that refuses `op`, at the Python line it came from. An
/// op without a line takes that of the nearest op around it.
mlir::InFlightDiagnostic refuse(mlir::Operation *op);

/// Refuses what no kernel may hold: tiles that are too large, dynamic or laid
/// out, integers wider than 64 bits, pointers into other address spaces.
mlir::LogicalResult checkTypes(mlir::ModuleOp module);

/// Afterwards the public functions call nothing and have one block per region.
mlir::LogicalResult structureFunctions(mlir::ModuleOp module);

} // namespace kiln::triton

#endif // KILN_TRITON_STRUCTURE_H
