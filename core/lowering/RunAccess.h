// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rung of runs: offsets that are affine and contiguous along the minor
// dimension, from a start for each run that need not be affine in anything: rows
// picked by numbers from memory. select-access-rungs decides with it.
//
// Offsets are sums. A summand is a row part, the same in all lanes of a run, or
// affine along the run. A sum of both in fewer than 64 bits may wrap somewhere
// inside a run; what ranges do not prove is tested at run time.

#ifndef KILN_CORE_LOWERING_RUNACCESS_H
#define KILN_CORE_LOWERING_RUNACCESS_H

#include "core/lowering/StridedAccess.h"

namespace kiln::lowering {

/// `rows` + `column` has to fit in `width` signed bits in every lane.
struct RowGuard {
  mlir::Value rows;
  analysis::AffineForm column;
  unsigned width;
};

/// An access by runs in the making.
struct RunPlan {
  /// What is affine along the runs, with the part of the mask that is a box.
  StridedPlan columns;
  /// Tiles that are the same in all lanes of a run: their sum is its start.
  llvm::SmallVector<mlir::Value> rows;
  /// Such tiles of booleans, all of which have to be true.
  llvm::SmallVector<mlir::Value> rowMasks;
  llvm::SmallVector<RowGuard> rowGuards;

  bool isGuarded() const { return !rowGuards.empty() || !columns.guards.empty(); }
};

/// The plan for an access, or the reason why there is none in `why`.
std::optional<RunPlan> planRuns(analysis::AffineTiles &tiles, const AccessParts &access, std::string &why);

/// Emits accesses by their plans.
class RunEmitter {
public:
  RunEmitter(const analysis::AffineTiles &tiles, const StridedEmitter &strided) : tiles(tiles), strided(strided) {}

  mlir::Value load(mlir::OpBuilder &builder, tile::LoadOp op, const RunPlan &plan) const;
  void store(mlir::OpBuilder &builder, tile::StoreOp op, const RunPlan &plan) const;

  /// "All of the guards hold", as an i1.
  mlir::Value guard(mlir::OpBuilder &builder, mlir::Location loc, const RunPlan &plan) const;

private:
  struct Operands {
    mlir::Value offset, runs, low, high, mask;
  };
  Operands operands(mlir::OpBuilder &builder, mlir::Location loc, const RunPlan &plan) const;
  mlir::Value starts(mlir::OpBuilder &builder, mlir::Location loc, const RunPlan &plan) const;
  mlir::Value mask(mlir::OpBuilder &builder, mlir::Location loc, const RunPlan &plan) const;
  mlir::Value test(mlir::OpBuilder &builder, mlir::Location loc, const RowGuard &guard) const;

  const analysis::AffineTiles &tiles;
  const StridedEmitter &strided;
};

} // namespace kiln::lowering

#endif // KILN_CORE_LOWERING_RUNACCESS_H
