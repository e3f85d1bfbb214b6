// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The strided rung: whether an access can be made through a view, what has to
// hold for that at run time, and its code. select-access-rungs decides with it.
//
// A view has the dimensions of the tile, or, where a target copies rows, only
// some of them: a dimension of extent 1 has one place, and one along which all
// lanes read the same place is read once and broadcast. Then the minor one has
// a stride of 1, by proof or by a guard.

#ifndef KILN_CORE_LOWERING_STRIDEDACCESS_H
#define KILN_CORE_LOWERING_STRIDEDACCESS_H

#include "core/analysis/BoxMask.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace kiln::lowering {

/// A strided access in the making.
struct StridedPlan {
  mlir::VectorType tile;
  /// Elements from the pointer, over the dimensions of the tile.
  analysis::AffineForm offsets;
  analysis::MaskBox box;
  /// All of them have to hold at run time.
  llvm::SmallVector<analysis::RangeGuard> guards;
  /// The dimensions of the tile that the view has, in its order.
  llvm::SmallVector<int64_t> kept;

  bool keepsAll() const { return static_cast<int64_t>(kept.size()) == tile.getRank(); }
  /// The stride along dimension d, with what the guards say of it.
  mlir::AffineExpr strideOf(int64_t d) const;
  /// Elements that are certain to lie in a row in memory, once the guards hold.
  int64_t runLength() const;
};

/// What the planner looks at of a tile.load or tile.store.
struct AccessParts {
  mlir::VectorType tile;
  mlir::Value offsets, mask;
  bool isLoad;
};

/// The plan for an access, or the reason why there is none in `why`. With
/// `copyDimensions` above 0 only what a copy engine of so many dimensions can do;
/// with `boxes` only masks that are boxes.
std::optional<StridedPlan> planStrided(analysis::AffineTiles &tiles, const AccessParts &access, int64_t copyDimensions,
                                       bool boxes, std::string &why);

/// The type of an element in memory: i1 takes a byte there.
mlir::Type memoryType(mlir::Type element);

/// A value, or a tile, as memory has it.
mlir::Value toMemory(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);

/// Emits accesses by their plans.
class StridedEmitter {
public:
  explicit StridedEmitter(const analysis::AffineTiles &tiles) : tiles(tiles) {}

  mlir::Value load(mlir::OpBuilder &builder, tile::LoadOp op, const StridedPlan &plan) const;
  void store(mlir::OpBuilder &builder, tile::StoreOp op, const StridedPlan &plan) const;

  /// The element at a pointer.
  mlir::Value loadScalar(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value pointer, mlir::Type element) const;
  void storeScalar(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Value pointer) const;

  /// "All of the guards hold", as an i1.
  mlir::Value guard(mlir::OpBuilder &builder, mlir::Location loc, llvm::ArrayRef<analysis::RangeGuard> guards) const;

  /// The tightest of several limits, kept inside [0, extent].
  mlir::Value limit(mlir::OpBuilder &builder, mlir::Location loc, llvm::ArrayRef<mlir::AffineExpr> limits, bool isLower,
                    int64_t extent) const;

  /// What of a box turns all lanes of the view on or off at once.
  llvm::SmallVector<mlir::Value> conditions(mlir::OpBuilder &builder, mlir::Location loc,
                                            const StridedPlan &plan) const;

private:
  mlir::Value loadShared(mlir::OpBuilder &builder, tile::LoadOp op, const StridedPlan &plan) const;
  mlir::Value view(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value pointer, const StridedPlan &plan) const;
  mlir::Value mask(mlir::OpBuilder &builder, mlir::Location loc, const StridedPlan &plan, mlir::Value original) const;
  mlir::Value test(mlir::OpBuilder &builder, mlir::Location loc, const analysis::RangeGuard &guard) const;

  const analysis::AffineTiles &tiles;
};

} // namespace kiln::lowering

#endif // KILN_CORE_LOWERING_STRIDEDACCESS_H
