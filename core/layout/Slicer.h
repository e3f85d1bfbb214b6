// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices of whole tiles, computed on demand.
//
// A slice is `lanes` consecutive elements of a tile along its minor dimension,
// starting at given coordinates, as a 1-D vector; with lanes == 1 it is a
// scalar. The slicer follows a tile's definition down: shape ops change the
// coordinates, elementwise ops slice their operands, cheap ops are computed
// again, and values of other groups are read from their buffers.

#ifndef KILN_CORE_LAYOUT_SLICER_H
#define KILN_CORE_LAYOUT_SLICER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace kiln::layout {

class Slicer {
public:
  /// `buffers` maps tiles that live in on-chip memory to their buffers.
  Slicer(mlir::OpBuilder &builder, const llvm::DenseMap<mlir::Value, mlir::Value> &buffers)
      : builder(builder), buffers(buffers) {}

  /// Null after an error that was reported on the op that cannot be sliced.
  mlir::Value slice(mlir::Value tile, llvm::ArrayRef<mlir::Value> at, int64_t lanes);

  /// Stores a slice into a buffer.
  void store(mlir::Value slice, mlir::Value buffer, llvm::ArrayRef<mlir::Value> at);

  /// The elementwise `op` on slices: a copy with vectors of `lanes` elements
  /// (or scalars) as operands and results.
  mlir::Operation *cloneElementwise(mlir::Operation *op, mlir::ValueRange operands, int64_t lanes);

  /// Forgets slices; needed when the builder enters or leaves a loop body.
  void clear() { done.clear(); }

  mlir::Value zeroIndex(mlir::Location loc);

private:
  using At = llvm::ArrayRef<mlir::Value>;
  mlir::Value compute(mlir::Value tile, At at, int64_t lanes);
  mlir::Value load(mlir::Location loc, mlir::Value buffer, mlir::Type element, At at, int64_t lanes);
  mlir::Value stridedLoad(mlir::Location loc, mlir::Value buffer, mlir::Type element, At at, int64_t dimension,
                          int64_t lanes);
  mlir::Value constant(mlir::Operation *op, int64_t lanes);
  mlir::Value broadcast(mlir::Operation *op, At at, int64_t lanes);
  mlir::Value shapeCast(mlir::Operation *op, At at, int64_t lanes);
  mlir::Value transpose(mlir::Operation *op, At at, int64_t lanes);
  mlir::Value column(mlir::Operation *op, mlir::Value tile, At at, int64_t dimension, int64_t lanes);
  mlir::Value step(mlir::Operation *op, At at, int64_t lanes);
  mlir::Value boxMask(mlir::Operation *op, At at, int64_t lanes);
  mlir::Value elementwise(mlir::OpResult tile, At at, int64_t lanes);
  mlir::Value repeat(mlir::Location loc, mlir::Value scalar, int64_t lanes);

  mlir::OpBuilder &builder;
  const llvm::DenseMap<mlir::Value, mlir::Value> &buffers;
  std::map<std::tuple<void *, std::vector<void *>, int64_t>, mlir::Value> done;
};

/// The type of `lanes` elements: a vector, or the element itself for one.
mlir::Type sliceType(mlir::Type element, int64_t lanes);

} // namespace kiln::layout

#endif // KILN_CORE_LAYOUT_SLICER_H
