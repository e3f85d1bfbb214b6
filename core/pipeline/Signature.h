// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's arguments as the runtime sees them.

#ifndef KILN_CORE_PIPELINE_SIGNATURE_H
#define KILN_CORE_PIPELINE_SIGNATURE_H

#include "kiln/LaunchInfo.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/LLVM.h"

#include <vector>

namespace kiln {

/// Names, kinds and element types, from the argument attributes `tile.name` and
/// `tile.pointee`. A pointer without a pointee counts as one to bytes (i8).
mlir::FailureOr<std::vector<ArgumentInfo>> signatureOf(mlir::FunctionOpInterface kernel);

/// What the kernel's text states about its arguments (the attributes listed in
/// kiln/tile/Tile.h), as facts that a launch has to meet.
std::vector<Fact> preconditionsOf(mlir::FunctionOpInterface kernel);

/// The element type of an MLIR type, if the runtime has it.
std::optional<ElementType> elementTypeOf(mlir::Type type);

} // namespace kiln

#endif // KILN_CORE_PIPELINE_SIGNATURE_H
