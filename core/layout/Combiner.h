// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Combiners of reductions, applied to all lanes of vectors.

#ifndef KILN_CORE_LAYOUT_COMBINER_H
#define KILN_CORE_LAYOUT_COMBINER_H

#include "kiln/tile/Tile.h"
#include "mlir/IR/Builders.h"

namespace kiln::layout {

/// The body of `combiner` on `accumulated` and `next`, lane by lane: 1-D vectors
/// of one length, or scalars. Its ops are elementwise, or the result is empty
/// and an error was reported.
llvm::SmallVector<mlir::Value> combineLanes(mlir::OpBuilder &builder, mlir::Region &combiner,
                                            mlir::ValueRange accumulated, mlir::ValueRange next);

/// The name of the op that is all of the combiner of a reduction or scan of one
/// input, as in `%r = op %a, %b`; "" for any other.
llvm::StringRef singleCombiner(mlir::Region &combiner);

/// Whether `keep` names the combiner of a reduction or scan of one input: its op,
/// or its op and element type as in `arith.addf:f32`.
bool isKept(llvm::ArrayRef<std::string> keep, mlir::Region &combiner);

/// Bits of the widest element type among `values`.
int64_t widestElement(mlir::ValueRange values);

/// Whether the sides of a combiner may change places: each result is a
/// commutative op on the accumulated and the next element of one input.
bool isCommutative(mlir::Region &combiner);

/// Lane i takes lane i + distance; where that is outside, the nearest lane.
mlir::Value shiftLanes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value vector, int64_t distance);

} // namespace kiln::layout

#endif // KILN_CORE_LAYOUT_COMBINER_H
