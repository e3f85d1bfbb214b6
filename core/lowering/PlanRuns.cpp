// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deciding on accesses by runs.

#include "core/lowering/RunAccess.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::analysis;
using namespace kiln::lowering;

/// All lanes that differ in the minor coordinate alone are equal, as the ops show that
/// rowOf follows.
static bool isSameInRuns(Value tile) {
  Operation *op = tile.getDefiningOp();
  if (!op)
    return false;
  DenseElementsAttr constant;
  if (matchPattern(tile, m_Constant(&constant)))
    return constant.isSplat();
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op)) {
    auto source = dyn_cast<VectorType>(broadcast.getSource().getType());
    if (!source || source.getShape().back() == 1)
      return true;
    return source.getRank() > 1 && isSameInRuns(broadcast.getSource());
  }
  return OpTrait::hasElementwiseMappableTraits(op) && op->getNumResults() == 1 &&
         llvm::all_of(op->getOperands(), [](Value v) { return isa<VectorType>(v.getType()) ? isSameInRuns(v) : true; });
}

namespace {

class RunPlanner {
public:
  RunPlanner(AffineTiles &tiles, RunPlan &plan, std::string &why) : tiles(tiles), plan(plan), why(why) {}

  bool planOffsets(Value offsets) {
    std::optional<Parts> parts = split(offsets);
    if (!parts)
      return false;
    plan.columns.offsets = parts->column;
    return fitMinorStride();
  }

  bool planMask(Value mask) {
    plan.columns.box = findBox(tiles, mask, plan.columns.tile.getShape());
    for (Value residual : plan.columns.box.residual) {
      if (!isSameInRuns(residual)) {
        why = "the mask is not one of rows and a box";
        return false;
      }
      plan.rowMasks.push_back(residual);
    }
    addGuards(plan.columns.guards, plan.columns.box.guards);
    return true;
  }

private:
  /// A sum of rows and a column.
  struct Parts {
    SmallVector<Value> rows;
    AffineForm column;
  };

  AffineForm zero() const {
    AffineExpr none = getAffineConstantExpr(0, plan.columns.tile.getContext());
    return {none, SmallVector<AffineExpr>(plan.columns.tile.getRank(), none)};
  }

  /// The row parts of a tile go into the plan; what stays is affine along the run.
  std::optional<Parts> split(Value tile) {
    if (isSameInRuns(tile)) {
      plan.rows.push_back(tile);
      return Parts{{tile}, zero()};
    }
    if (std::optional<AffineResult> affine = tiles.analyze(tile); affine && isAlongRun(affine->form)) {
      addGuards(plan.columns.guards, affine->guards);
      return Parts{{}, affine->form};
    }
    Operation *op = tile.getDefiningOp();
    if (auto extension = dyn_cast_or_null<arith::ExtSIOp>(op))
      return split(extension.getIn());
    if (auto sum = dyn_cast_or_null<arith::AddIOp>(op))
      return splitSum(sum);
    why = "the offsets are no sum of rows and columns";
    return std::nullopt;
  }

  bool isAlongRun(const AffineForm &form) const {
    for (unsigned d = 0; d + 1 < form.coefficients.size(); ++d)
      if (form.dependsOn(d))
        return false;
    return true;
  }

  std::optional<Parts> splitSum(arith::AddIOp sum) {
    std::optional<Parts> lhs = split(sum.getLhs()), rhs = lhs ? split(sum.getRhs()) : std::nullopt;
    if (!rhs)
      return std::nullopt;
    Parts parts{lhs->rows, zero()};
    llvm::append_range(parts.rows, rhs->rows);
    parts.column.uniform = lhs->column.uniform + rhs->column.uniform;
    for (auto [to, x, y] : llvm::zip(parts.column.coefficients, lhs->column.coefficients, rhs->column.coefficients))
      to = x + y;
    unsigned width = ConstantIntRanges::getStorageBitwidth(sum.getType());
    if (width == 64 || (tiles.fitsWidth(sum.getLhs(), width - 1) && tiles.fitsWidth(sum.getRhs(), width - 1)))
      return parts;
    if (parts.rows.size() != 1) {
      why = "the rows are no single number each, in fewer than 64 bits";
      return std::nullopt;
    }
    plan.rowGuards.push_back({parts.rows.front(), parts.column, width});
    return parts;
  }

  bool fitMinorStride() {
    AffineExpr stride = plan.columns.offsets.coefficients.back(), one = getAffineConstantExpr(1, stride.getContext());
    if (auto constant = dyn_cast<AffineConstantExpr>(stride)) {
      why = "the minor stride is " + std::to_string(constant.getValue()) + ", and runs are contiguous";
      return constant.getValue() == 1;
    }
    addGuards(plan.columns.guards, RangeGuard{{stride, {}}, {}, one, one, "the minor stride is 1"});
    return true;
  }

  AffineTiles &tiles;
  RunPlan &plan;
  std::string &why;
};

} // namespace

std::optional<RunPlan> kiln::lowering::planRuns(AffineTiles &tiles, const AccessParts &access, std::string &why) {
  int64_t rank = access.tile.getRank();
  if (rank < 2 || access.tile.getShape().back() == 1) {
    why = "the tile has no minor dimension for runs";
    return std::nullopt;
  }
  RunPlan plan;
  plan.columns.tile = access.tile;
  plan.columns.kept = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  RunPlanner planner(tiles, plan, why);
  if (!planner.planOffsets(access.offsets) || !planner.planMask(access.mask))
    return std::nullopt;
  return plan;
}
