// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which whole-tile ops share one loop nest.
//
// The ops of a block are taken in program order. An op joins the open group
// when it has the group's iteration domain and needs nothing that exists only
// after the group's loops: no result of one of its reductions, and no value of
// the group at other coordinates than its own. Otherwise the group is closed
// (its loops will stand right before that op) and a new one opened.

#ifndef KILN_CORE_LAYOUT_FUSIONGROUPS_H
#define KILN_CORE_LAYOUT_FUSIONGROUPS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace kiln::layout {

/// How a whole-tile op takes part in slicing.
enum class OpRole {
  Scalar,  ///< has no tile operand or result
  Remat,   ///< cheap and without memory: computed wherever it is needed
  Shape,   ///< renames the lanes of a value that is not cheap
  Compute, ///< computed once, in its group
  Reduce,  ///< a reduction: its results exist after the group's loops
  Scan,    ///< a scan: has loops of its own, in its own direction
  Read,    ///< reads an on-chip buffer at its own coordinates
  Write,   ///< writes an on-chip buffer at its own coordinates
  Opaque   ///< cannot be sliced; takes and gives whole tiles
};

OpRole roleOf(mlir::Operation *op);

/// Lane i of each result comes from lane i of the tiles among the operands.
bool isElementwise(mlir::Operation *op);

/// True for tiles: vectors of whole-tile ops, not scalars or memrefs.
bool isTile(mlir::Value value);

struct FusionGroup {
  llvm::SmallVector<int64_t> domain;
  /// The dimension that its reductions reduce, if it has any.
  std::optional<int64_t> axis;
  /// Compute, Reduce, Read and Write ops in program order.
  llvm::SmallVector<mlir::Operation *> members;
  /// The loops stand right before this op.
  mlir::Operation *closedBy = nullptr;
};

/// Groups of one block, and which group each member belongs to.
struct FusionPlan {
  llvm::SmallVector<FusionGroup, 0> groups;
  llvm::DenseMap<mlir::Operation *, unsigned> groupOf;
};

FusionPlan planFusion(mlir::Block &block);

} // namespace kiln::layout

#endif // KILN_CORE_LAYOUT_FUSIONGROUPS_H
