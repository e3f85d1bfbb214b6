// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far away the next use of a value is, for choosing what to spill: the
// value that is needed last (Belady, 1966; for programs in SSA form: Braun and
// Hack, 2009).

#ifndef KILN_TARGETS_NPU_NEXTUSES_H
#define KILN_TARGETS_NPU_NEXTUSES_H

#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/IR/Operation.h"

namespace kiln::npu {

class NextUses {
public:
  /// `loops` may be null: there are none.
  NextUses(mlir::Region &body, const mlir::CFGLoopInfo *loops);

  /// Instructions from behind `op` to the next use of `value`; a use behind a
  /// loop that `op` is in counts as very far. Unreachable uses: the largest number.
  int64_t distanceAfter(mlir::Operation *op, mlir::Value value) const;
  /// The same from the start of a block.
  int64_t distanceFrom(mlir::Block *block, mlir::Value value) const;

private:
  int64_t atEnd(mlir::Block *block, mlir::Value value) const;

  const mlir::CFGLoopInfo *loops;
  llvm::DenseMap<mlir::Operation *, int64_t> position;
  /// For each block the distances, from its start, of the values used from there on.
  llvm::DenseMap<mlir::Block *, llvm::DenseMap<mlir::Value, int64_t>> atStart;
};

} // namespace kiln::npu

#endif // KILN_TARGETS_NPU_NEXTUSES_H
