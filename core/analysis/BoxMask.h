// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Masks as boxes: the part of a mask that a copy engine or a bounds check can
// take as lower and upper limits per dimension, apart from the rest.

#ifndef KILN_CORE_ANALYSIS_BOXMASK_H
#define KILN_CORE_ANALYSIS_BOXMASK_H

#include "core/analysis/AffineTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace kiln::analysis {

/// A comparison that comes out the same in every lane.
struct UniformCompare {
  mlir::arith::CmpIPredicate predicate;
  mlir::AffineExpr lhs, rhs;
};

/// The conjunction `box && conditions && compares && residual` equals the mask. Limits are
/// over the symbols of the AffineTiles that made them.
struct MaskBox {
  /// Per dimension: lane i is inside where every lower limit <= i < every upper.
  llvm::SmallVector<llvm::SmallVector<mlir::AffineExpr>> lower, upper;
  /// Scalars (i1) that must all be true for any lane to be on.
  llvm::SmallVector<mlir::Value> conditions;
  /// Conjuncts that are no box.
  llvm::SmallVector<mlir::Value> residual;
  /// Comparisons of scalars, as 64-bit numbers, that must hold as well.
  llvm::SmallVector<UniformCompare> compares;
  llvm::SmallVector<RangeGuard> guards;

  bool isBox() const { return residual.empty(); }
};

/// Takes `mask` (a vector of i1, or null for all true) of `shape` apart.
MaskBox findBox(AffineTiles &tiles, mlir::Value mask, llvm::ArrayRef<int64_t> shape);

} // namespace kiln::analysis

#endif // KILN_CORE_ANALYSIS_BOXMASK_H
