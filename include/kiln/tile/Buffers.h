// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memrefs of staged and native form: a buffer on the chip is a memref.alloc in
// a target's space, and may be seen through views (memref.subview,
// collapse_shape, expand_shape, transpose, cast); device memory is behind a
// tile.view. What may alias is decided here and nowhere else.

#ifndef KILN_TILE_BUFFERS_H
#define KILN_TILE_BUFFERS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace kiln::tile {

/// What is behind a memref's views: the alloc of a buffer, or the tile.view of
/// device memory. Two memrefs with different roots on the chip do not overlap.
mlir::Value rootOf(mlir::Value memory);

/// The alloc behind a memref; null for device memory and function arguments.
mlir::memref::AllocOp bufferOf(mlir::Value memory);

/// True where the memref's memory space is "global".
bool isDeviceMemory(mlir::Value memory);

/// The name of a memref's memory space; "" where it has none.
llvm::StringRef spaceOf(mlir::MemRefType type);

/// Every op that uses `memory` itself or through views of it; the views are not
/// among them.
llvm::SmallVector<mlir::Operation *> usersThroughViews(mlir::Value memory);

/// True where `op`, one of usersThroughViews(buffer), may write it.
bool mayWrite(mlir::Operation *op, mlir::Value buffer);

/// Whether something writes the memory that `read` reads while its value may still
/// be used: after it in its block, at any depth. What stands outside of the block
/// runs before or after all of it.
bool isOverwrittenAfter(mlir::Operation *read, mlir::Value memory);

/// What came out of memory as a value with that element type: a boolean is a byte
/// there, true if it is not 0.
mlir::Value fromMemory(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type element);

/// Strides of a memref type in elements, where all are known.
std::optional<llvm::SmallVector<int64_t>> staticStrides(mlir::MemRefType type);

/// A padding value for a transfer that is in bounds and never uses it.
mlir::Value unusedPadding(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type element);

} // namespace kiln::tile

#endif // KILN_TILE_BUFFERS_H
