// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fusion planning; the rule is at the head of FusionGroups.h.

#include "core/layout/FusionGroups.h"
#include "kiln/tile/Buffers.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::layout;

bool kiln::layout::isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() || isa<tile::PtrAddOp, tile::PtrToIntOp, tile::IntToPtrOp>(op);
}

bool kiln::layout::isTile(Value value) { return isa<VectorType>(value.getType()); }

static bool hasTiles(Operation *op) {
  return llvm::any_of(op->getOperands(), isTile) || llvm::any_of(op->getResults(), isTile);
}

static bool isShapeOp(Operation *op) { return isa<vector::BroadcastOp, vector::ShapeCastOp, vector::TransposeOp>(op); }

/// Integer work on lane numbers is cheaper than a trip through memory.
static bool isCheapElementwise(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() && isa<arith::ArithDialect>(op->getDialect()) &&
         llvm::all_of(op->getResultTypes(), [](Type t) { return getElementTypeOrSelf(t).isIntOrIndex(); }) &&
         !isa<arith::FPToSIOp, arith::FPToUIOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op);
}

/// True where `value` repeats a much smaller tile, such as a column of offsets:
/// that one is worth keeping in memory, what is computed from it is not.
static bool repeatsLittle(Value value) {
  constexpr int64_t much = 8;
  auto broadcast = value.getDefiningOp<vector::BroadcastOp>();
  auto from = broadcast ? dyn_cast<VectorType>(broadcast.getSourceType()) : VectorType();
  return from && from.getNumElements() * much <= cast<VectorType>(value.getType()).getNumElements();
}

OpRole kiln::layout::roleOf(Operation *op) {
  if (!hasTiles(op))
    return OpRole::Scalar;
  if (isa<vector::TransferReadOp>(op))
    return OpRole::Read;
  if (isa<vector::TransferWriteOp>(op))
    return OpRole::Write;
  if (isa<tile::ReduceOp>(op))
    return OpRole::Reduce;
  if (isa<tile::ScanOp>(op))
    return OpRole::Scan;
  if (op->hasTrait<OpTrait::ConstantLike>() || isa<vector::StepOp, tile::BoxMaskOp>(op))
    return OpRole::Remat;
  auto isCheap = [](Value v) {
    Operation *def = v.getDefiningOp();
    return !isTile(v) || (def && roleOf(def) == OpRole::Remat);
  };
  if (isShapeOp(op))
    return llvm::all_of(op->getOperands(), isCheap) ? OpRole::Remat : OpRole::Shape;
  if (!isElementwise(op))
    return OpRole::Opaque;
  bool again = isCheapElementwise(op) &&
               llvm::all_of(op->getOperands(), [&](Value v) { return isCheap(v) || repeatsLittle(v); });
  return again ? OpRole::Remat : OpRole::Compute;
}

namespace {

class Planner {
public:
  FusionPlan plan;

  void visit(Operation *op) {
    OpRole role = roleOf(op);
    if (role == OpRole::Remat || role == OpRole::Shape)
      return;
    if (role == OpRole::Scalar || role == OpRole::Opaque) {
      if (open && (role == OpRole::Opaque || mustFollowGroup(op)))
        close(op);
      return;
    }
    SmallVector<int64_t> domain = domainOf(op);
    if (role == OpRole::Scan) {
      if (open)
        close(op);
      plan.groupOf[op] = plan.groups.size();
      plan.groups.push_back({domain, cast<tile::ScanOp>(op).getAxis(), {op}, op});
      return;
    }
    if (open && !canJoin(op, role, domain))
      close(op);
    if (!open) {
      plan.groups.push_back({domain, std::nullopt, {}, nullptr});
      open = true;
    }
    FusionGroup &group = plan.groups.back();
    group.members.push_back(op);
    plan.groupOf[op] = plan.groups.size() - 1;
    if (auto reduce = dyn_cast<tile::ReduceOp>(op))
      group.axis = reduce.getAxis();
  }

  void finish(Operation *terminator) {
    if (open)
      close(terminator);
  }

private:
  static SmallVector<int64_t> domainOf(Operation *op) {
    Value tile;
    if (auto write = dyn_cast<vector::TransferWriteOp>(op))
      tile = write.getValueToStore();
    else if (auto reduce = dyn_cast<tile::ReduceOp>(op))
      tile = reduce.getInputs()[0];
    else
      tile = op->getResult(0);
    return llvm::to_vector(cast<VectorType>(tile.getType()).getShape());
  }

  void close(Operation *before) {
    plan.groups.back().closedBy = before;
    open = false;
  }

  bool inOpenGroup(Operation *op) const {
    auto it = plan.groupOf.find(op);
    return open && it != plan.groupOf.end() && it->second == plan.groups.size() - 1;
  }

  /// `value` (a scalar, or a tile seen at other coordinates when `moved`) is
  /// there while the open group's loops run.
  bool available(Value value, bool moved) const {
    Operation *def = value.getDefiningOp();
    if (!def)
      return true;
    if (inOpenGroup(def))
      return !moved && roleOf(def) != OpRole::Reduce && isTile(value);
    OpRole role = roleOf(def);
    if (role != OpRole::Remat && role != OpRole::Shape)
      return true;
    bool moves = moved || isShapeOp(def);
    return llvm::all_of(def->getOperands(), [&](Value v) { return available(v, moves); });
  }

  bool canJoin(Operation *op, OpRole role, ArrayRef<int64_t> domain) const {
    const FusionGroup &group = plan.groups.back();
    if (group.domain != domain)
      return false;
    if (role == OpRole::Reduce && group.axis && *group.axis != static_cast<int64_t>(cast<tile::ReduceOp>(op).getAxis()))
      return false;
    if (touchesBuffers(op, /*elsewhere=*/true))
      return false;
    return llvm::all_of(op->getOperands(), [&](Value v) { return available(v, false); });
  }

  static SmallVector<Value> memoryOf(Operation *op) {
    return llvm::filter_to_vector(op->getOperands(), [](Value v) { return isa<MemRefType>(v.getType()); });
  }

  /// `op` and the open group touch one buffer; with `elsewhere`, through different
  /// views. (Two members of a group may share a view: they access the same lanes,
  /// in order.)
  bool touchesBuffers(Operation *op, bool elsewhere) const {
    for (Operation *member : plan.groups.back().members)
      for (Value theirs : memoryOf(member))
        for (Value ours : memoryOf(op))
          if (tile::rootOf(theirs) == tile::rootOf(ours) && !(elsewhere && theirs == ours))
            return true;
    return false;
  }

  /// A scalar op that needs a result of the open group or meets its memory.
  bool mustFollowGroup(Operation *op) const {
    if (llvm::any_of(op->getOperands(), [&](Value v) {
          Operation *def = v.getDefiningOp();
          return def && inOpenGroup(def);
        }))
      return true;
    if (op->getNumRegions() > 0 || op->hasTrait<OpTrait::IsTerminator>())
      return true;
    if (isa<memref::AllocOp>(op) || isMemoryEffectFree(op))
      return false;
    return touchesBuffers(op, /*elsewhere=*/false);
  }

  bool open = false;
};

} // namespace

FusionPlan kiln::layout::planFusion(Block &block) {
  Planner planner;
  for (Operation &op : block)
    planner.visit(&op);
  planner.finish(block.getTerminator());
  return std::move(planner.plan);
}
