// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On-chip buffers that hold one whole tile.

#ifndef KILN_CORE_STAGING_TILEBUFFER_H
#define KILN_CORE_STAGING_TILEBUFFER_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace kiln::staging {

/// A buffer for a tile of `type` in the space of that name; i1 takes a byte. Where
/// rows have to start at multiples of `rowBytes` it is a view of a wider one.
mlir::Value allocateTile(mlir::OpBuilder &builder, mlir::Location loc, mlir::VectorType type, llvm::StringRef space,
                         int64_t rowBytes = 1);

/// A new buffer that holds `tile`.
mlir::Value spillTile(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tile, llvm::StringRef space);

/// The whole tile out of its buffer, and into it.
mlir::Value readTile(mlir::OpBuilder &builder, mlir::Location loc, mlir::VectorType type, mlir::Value buffer);
void writeTile(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tile, mlir::Value buffer);

} // namespace kiln::staging

#endif // KILN_CORE_STAGING_TILEBUFFER_H
