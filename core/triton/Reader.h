// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the text that Triton prints (its `ttir` stage, versions 3.6 to 3.9) and
// gives the kernels in tile form.
//
//   mlir::OwningOpRef<mlir::ModuleOp> module =
//       kiln::triton::readTriton(buffer->getMemBufferRef(), context);
//   if (!module)
//     return failure();   // one diagnostic was emitted
//
// Any input gives a verified module or at least one error diagnostic. An error
// in the text is placed at its file and line, one in the kernel at the Python
// file and line that Triton recorded.

#ifndef KILN_TRITON_READER_H
#define KILN_TRITON_READER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace kiln::triton {

struct ReadOptions {
  /// Allow a product and a sum to become one fused operation: sets
  /// `fastmath<contract>` on the float additions, subtractions and products.
  bool fpFusion = true;
};

/// A module with one `func.func` in tile form for each public kernel of the
/// text; null after an error. Loads the dialects that it needs.
///
/// Arguments carry `tile.name` (StringAttr), for pointers `tile.pointee`
/// (TypeAttr), and `tile.multiple_of` (i64) where the text states it.
mlir::OwningOpRef<mlir::ModuleOp> readTriton(llvm::MemoryBufferRef text, mlir::MLIRContext &context,
                                             const ReadOptions &options = {});

/// The text parsed and verified but not converted: the `tt` mirror, for tests.
mlir::OwningOpRef<mlir::ModuleOp> parseTriton(llvm::MemoryBufferRef text, mlir::MLIRContext &context);

/// The file and line a person would look at: the innermost source position of a
/// location that may be named, fused or inlined. `location` where it has none.
mlir::Location sourceLocation(mlir::Location location);

} // namespace kiln::triton

#endif // KILN_TRITON_READER_H
