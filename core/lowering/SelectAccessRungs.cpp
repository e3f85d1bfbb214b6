// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// select-access-rungs: from "an address per lane" to strided views with boxes.
// Invariant: whatever is not proved is tested at run time or left by element.

#include "core/analysis/FactRanges.h"
#include "core/lowering/Passes.h"
#include "core/lowering/StridedAccess.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

namespace kiln::lowering {
#define GEN_PASS_DEF_SELECTACCESSRUNGSPASS
#include "core/lowering/Passes.h.inc"
} // namespace kiln::lowering

using namespace mlir;
using namespace kiln;
using namespace kiln::analysis;
using namespace kiln::lowering;

namespace {

class RungSelector {
public:
  RungSelector(AffineTiles &tiles, bool remarks, int64_t copyDimensions, bool boxes)
      : tiles(tiles), emitter(tiles), remarks(remarks), copyDimensions(copyDimensions), boxes(boxes) {}

  /// True where the access left the element rung.
  template <typename AccessOp>
  bool select(AccessOp op, Type accessed) {
    auto type = dyn_cast<VectorType>(accessed);
    if (op.getIsVolatile())
      return stay(op, "the access is volatile");
    if (!type)
      return selectScalar(op, accessed);
    if (!op.getOffsets())
      return stay(op, "every lane has a pointer of its own");
    if (isa<tile::PtrType>(type.getElementType()))
      return stay(op, "the elements are pointers");
    std::string why;
    constexpr bool isLoad = std::is_same_v<AccessOp, tile::LoadOp>;
    std::optional<StridedPlan> plan =
        planStrided(tiles, {type, op.getOffsets(), op.getMask(), isLoad}, copyDimensions, boxes, why);
    if (!plan)
      return stay(op, why);
    remark(op, *plan);
    OpBuilder builder(op);
    if (!plan->guards.empty()) {
      emitGuarded(builder, op, *plan);
      return true;
    }
    if (Value value = emit(builder, op, *plan))
      op->replaceAllUsesWith(ValueRange(value));
    op->erase();
    return true;
  }

private:
  bool stay(Operation *op, const Twine &reason) {
    if (remarks)
      op->emitRemark() << "rung: element; " << reason << "; runs of 1";
    return false;
  }

  void remark(Operation *op, const StridedPlan &plan) {
    if (!remarks)
      return;
    InFlightDiagnostic diag = op->emitRemark() << "rung: strided";
    if (!plan.guards.empty())
      diag << " if " << guardNames(plan.guards) << ", else element";
    if (!plan.box.isBox())
      diag << "; the mask is not a box";
    diag << "; runs of " << plan.runLength();
  }

  /// The conditions, each once, with how many there are of it.
  static std::string guardNames(ArrayRef<RangeGuard> guards) {
    llvm::MapVector<StringRef, int> counts;
    for (const RangeGuard &guard : guards)
      ++counts[guard.name];
    auto name = [](const std::pair<StringRef, int> &entry) {
      return (entry.first + (entry.second > 1 ? " (" + std::to_string(entry.second) + ")" : "")).str();
    };
    return llvm::join(llvm::map_range(counts, name), " and ");
  }

  /// A scalar goes through a rank-0 view; its mask becomes a branch.
  template <typename AccessOp>
  bool selectScalar(AccessOp op, Type accessed) {
    if (isa<tile::PtrType>(accessed))
      return stay(op, "the element is a pointer");
    OpBuilder builder(op);
    Location loc = op.getLoc();
    constexpr bool isLoad = std::is_same_v<AccessOp, tile::LoadOp>;
    auto branch = op.getMask() ? scf::IfOp::create(builder, loc, op->getResultTypes(), op.getMask(),
                                                   /*withElse=*/isLoad)
                               : scf::IfOp();
    if (branch)
      builder = branch.getThenBodyBuilder();
    if constexpr (isLoad) {
      Value value = emitter.loadScalar(builder, loc, op.getPointer(), accessed);
      if (branch) {
        scf::YieldOp::create(builder, loc, value);
        OpBuilder inElse = branch.getElseBodyBuilder();
        Value other = op.getOther();
        if (!other)
          other = arith::ConstantOp::create(inElse, loc, inElse.getZeroAttr(accessed));
        scf::YieldOp::create(inElse, loc, other);
        value = branch.getResult(0);
      }
      op.replaceAllUsesWith(value);
    } else {
      emitter.storeScalar(builder, loc, op.getValue(), op.getPointer());
    }
    if (remarks)
      op->emitRemark() << "rung: scalar";
    op->erase();
    return true;
  }

  /// The strided version, and its result if it has one.
  Value emit(OpBuilder &builder, tile::LoadOp op, const StridedPlan &plan) { return emitter.load(builder, op, plan); }
  Value emit(OpBuilder &builder, tile::StoreOp op, const StridedPlan &plan) {
    emitter.store(builder, op, plan);
    return {};
  }

  template <typename AccessOp>
  void emitGuarded(OpBuilder &builder, AccessOp op, const StridedPlan &plan) {
    Location loc = op.getLoc();
    Value holds = emitter.guard(builder, loc, plan.guards);
    auto branch = scf::IfOp::create(builder, loc, op->getResultTypes(), holds, /*withElse=*/true);
    OpBuilder thenBuilder = branch.getThenBodyBuilder(), elseBuilder = branch.getElseBodyBuilder();
    Value value = emit(thenBuilder, op, plan);
    Operation *copy = elseBuilder.clone(*op);
    if (value) {
      scf::YieldOp::create(thenBuilder, loc, value);
      scf::YieldOp::create(elseBuilder, loc, copy->getResults());
      op->replaceAllUsesWith(branch);
    }
    op->erase();
  }

  AffineTiles &tiles;
  StridedEmitter emitter;
  bool remarks;
  int64_t copyDimensions;
  bool boxes;
};

struct SelectAccessRungs : lowering::impl::SelectAccessRungsPassBase<SelectAccessRungs> {
  using SelectAccessRungsPassBase::SelectAccessRungsPassBase;

  void runOnOperation() override {
    DataFlowSolver solver;
    loadFactRanges(solver);
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
    AffineTiles tiles(solver, &getContext());
    RungSelector selector(tiles, remarks, copyDimensions, boxes);
    SmallVector<Operation *> accesses;
    getOperation().walk([&](Operation *op) {
      if (isa<tile::LoadOp, tile::StoreOp>(op))
        accesses.push_back(op);
    });
    for (Operation *op : accesses) {
      bool strided = isa<tile::LoadOp>(op) ? selector.select(cast<tile::LoadOp>(op), op->getResult(0).getType())
                                           : selector.select(cast<tile::StoreOp>(op), op->getOperand(0).getType());
      ++(strided ? stridedAccesses : elementAccesses);
    }
  }
};

} // namespace
