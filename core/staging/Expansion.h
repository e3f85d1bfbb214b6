// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the expansions of whole-tile ops share: operands as on-chip buffers,
// their elements one by one, loops over them.

#ifndef KILN_CORE_STAGING_EXPANSION_H
#define KILN_CORE_STAGING_EXPANSION_H

#include "core/staging/TileBuffer.h"
#include "kiln/tile/Tile.h"
#include "llvm/ADT/STLExtras.h"

namespace kiln::staging {

/// A contiguous buffer with the elements of `tile`, not to be written: the one
/// that `tile` is a whole read of, where nothing writes that later, else a new one
/// in `space`.
mlir::Value inBuffer(mlir::OpBuilder &builder, mlir::Value tile, llvm::StringRef space);

/// One element out of a buffer, and into it; i1 is a byte there.
mlir::Value loadElement(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value buffer, mlir::ValueRange at,
                        mlir::Type element);
void storeElement(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value element, mlir::Value buffer,
                  mlir::ValueRange at);

/// A buffer as one row of elements.
mlir::Value inRow(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value buffer);

/// Part of a buffer: `sizes` elements at `offsets`, `strides` apart, as a memref of
/// `shape`, which may lack unit dimensions of `sizes`.
mlir::Value partOf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value buffer,
                   llvm::ArrayRef<mlir::OpFoldResult> offsets, llvm::ArrayRef<int64_t> sizes,
                   llvm::ArrayRef<int64_t> strides, llvm::ArrayRef<int64_t> shape);

/// Loops over the coordinates of `shape` in row-major order, around what `body`
/// makes. Afterwards the builder stands behind the loops.
void forEachElement(mlir::OpBuilder &builder, mlir::Location loc, llvm::ArrayRef<int64_t> shape,
                    llvm::function_ref<void(mlir::ValueRange)> body);

/// `value` in every element of a tile like `like`; `value` itself if it is a tile.
mlir::Value inAllElements(mlir::OpBuilder &builder, mlir::Value value, mlir::VectorType like);

/// The ops of one kind below `root`, unless the target keeps them.
template <typename OpT>
llvm::SmallVector<OpT> opsToExpand(mlir::Operation *root, llvm::ArrayRef<std::string> keep) {
  llvm::SmallVector<OpT> ops;
  if (!llvm::is_contained(keep, OpT::getOperationName().str()))
    root->walk([&](OpT op) { ops.push_back(op); });
  return ops;
}

} // namespace kiln::staging

#endif // KILN_CORE_STAGING_EXPANSION_H
