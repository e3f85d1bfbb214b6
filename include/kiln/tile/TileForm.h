// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every consumer of tile form may rely on, beyond what the ops verify.

#ifndef KILN_TILE_TILEFORM_H
#define KILN_TILE_TILEFORM_H

#include "mlir/IR/BuiltinOps.h"

namespace kiln::tile {

/// Every function of the module is in tile form: it has a body of one block,
/// takes scalars and pointers and returns nothing, and its tiles have from 1 to
/// maxTileElements elements. There is at least one function. Failing, one error
/// was reported.
mlir::LogicalResult verifyTileForm(mlir::ModuleOp module);

} // namespace kiln::tile

#endif // KILN_TILE_TILEFORM_H
