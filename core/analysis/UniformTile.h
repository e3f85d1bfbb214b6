// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles with one value in every lane.

#ifndef KILN_CORE_ANALYSIS_UNIFORMTILE_H
#define KILN_CORE_ANALYSIS_UNIFORMTILE_H

#include "mlir/IR/Builders.h"

namespace kiln::analysis {

/// The scalar that every lane of `tile` holds, if the tile is a constant or a
/// broadcast of one; null otherwise.
mlir::Value uniformValue(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tile);

} // namespace kiln::analysis

#endif // KILN_CORE_ANALYSIS_UNIFORMTILE_H
