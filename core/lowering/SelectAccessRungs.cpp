// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// select-access-rungs: from "an address per lane" to strided views with boxes.
// Invariant: whatever is not proved is tested at run time or left by element.

#include "core/analysis/FactRanges.h"
#include "core/lowering/Passes.h"
#include "core/lowering/RunAccess.h"
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

enum class Rung { Strided, Runs, Element };

class RungSelector {
public:
  /// `copyDimensions`, `boxes` and `runs` are the pass's options.
  RungSelector(AffineTiles &tiles, bool remarks, int64_t copyDimensions, bool boxes, bool runs)
      : tiles(tiles), emitter(tiles), runEmitter(tiles, emitter), remarks(remarks), copyDimensions(copyDimensions),
        boxes(boxes), runs(runs) {}

  template <typename AccessOp>
  Rung select(AccessOp op, Type accessed) {
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
      return selectRuns(op, type, why);
    remark(op, *plan);
    emitBelow(op, *plan, plan->guards.empty() ? Value() : guard(op, *plan));
    return Rung::Strided;
  }

private:
  Rung stay(Operation *op, const Twine &reason) {
    if (remarks)
      op->emitRemark() << "rung: element; " << reason << "; runs of 1";
    return Rung::Element;
  }

  /// `notStrided` is why the access is on no better rung.
  template <typename AccessOp>
  Rung selectRuns(AccessOp op, VectorType type, const std::string &notStrided) {
    constexpr bool isLoad = std::is_same_v<AccessOp, tile::LoadOp>;
    std::string why;
    std::optional<RunPlan> plan =
        runs ? planRuns(tiles, {type, op.getOffsets(), op.getMask(), isLoad}, why) : std::nullopt;
    if (!plan)
      return stay(op, notStrided);
    if (remarks) {
      InFlightDiagnostic diag = op->emitRemark() << "rung: " << (isLoad ? "run gather" : "run scatter");
      if (plan->isGuarded())
        diag << " if " << guardNames(*plan) << ", else element";
      diag << "; " << notStrided << "; runs of " << type.getShape().back();
    }
    emitBelow(op, *plan, plan->isGuarded() ? guard(op, *plan) : Value());
    return Rung::Runs;
  }

  void remark(Operation *op, const StridedPlan &plan) {
    if (!remarks)
      return;
    InFlightDiagnostic diag = op->emitRemark() << "rung: strided";
    if (!plan.guards.empty())
      diag << " if " << guardNames(plan) << ", else element";
    if (!plan.box.isBox())
      diag << "; the mask is not a box";
    diag << "; runs of " << plan.runLength();
  }

  /// The conditions, each once, with how many there are of it.
  static std::string guardNames(const StridedPlan &plan) { return guardNames(plan.guards, 0); }
  static std::string guardNames(const RunPlan &plan) { return guardNames(plan.columns.guards, plan.rowGuards.size()); }
  static std::string guardNames(ArrayRef<RangeGuard> guards, int rowGuards) {
    llvm::MapVector<StringRef, int> counts;
    for (const RangeGuard &guard : guards)
      ++counts[guard.name];
    if (rowGuards > 0)
      counts["no run wraps around"] = rowGuards;
    auto name = [](const std::pair<StringRef, int> &entry) {
      return (entry.first + (entry.second > 1 ? " (" + std::to_string(entry.second) + ")" : "")).str();
    };
    return llvm::join(llvm::map_range(counts, name), " and ");
  }

  /// A scalar goes through a rank-0 view; its mask becomes a branch.
  template <typename AccessOp>
  Rung selectScalar(AccessOp op, Type accessed) {
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
    return Rung::Strided;
  }

  Value guard(Operation *op, const StridedPlan &plan) {
    OpBuilder builder(op);
    return emitter.guard(builder, op->getLoc(), plan.guards);
  }
  Value guard(Operation *op, const RunPlan &plan) {
    OpBuilder builder(op);
    return runEmitter.guard(builder, op->getLoc(), plan);
  }

  /// The version by the plan, and its result if it has one.
  Value emit(OpBuilder &builder, tile::LoadOp op, const StridedPlan &plan) { return emitter.load(builder, op, plan); }
  Value emit(OpBuilder &builder, tile::StoreOp op, const StridedPlan &plan) {
    emitter.store(builder, op, plan);
    return {};
  }

  Value emit(OpBuilder &builder, tile::LoadOp op, const RunPlan &plan) { return runEmitter.load(builder, op, plan); }
  Value emit(OpBuilder &builder, tile::StoreOp op, const RunPlan &plan) {
    runEmitter.store(builder, op, plan);
    return {};
  }

  /// The access by its plan, where `holds` is null or true, in place of the op.
  template <typename AccessOp, typename PlanT>
  void emitBelow(AccessOp op, const PlanT &plan, Value holds) {
    OpBuilder builder(op);
    if (!holds) {
      if (Value value = emit(builder, op, plan))
        op->replaceAllUsesWith(ValueRange(value));
      op->erase();
      return;
    }
    Location loc = op.getLoc();
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
  RunEmitter runEmitter;
  bool remarks;
  int64_t copyDimensions;
  bool boxes, runs;
};

struct SelectAccessRungs : lowering::impl::SelectAccessRungsPassBase<SelectAccessRungs> {
  using SelectAccessRungsPassBase::SelectAccessRungsPassBase;

  void runOnOperation() override {
    DataFlowSolver solver;
    loadFactRanges(solver);
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
    AffineTiles tiles(solver, &getContext());
    RungSelector selector(tiles, remarks, copyDimensions, boxes, runs);
    SmallVector<Operation *> accesses;
    getOperation().walk([&](Operation *op) {
      if (isa<tile::LoadOp, tile::StoreOp>(op))
        accesses.push_back(op);
    });
    for (Operation *op : accesses) {
      Rung rung = isa<tile::LoadOp>(op) ? selector.select(cast<tile::LoadOp>(op), op->getResult(0).getType())
                                        : selector.select(cast<tile::StoreOp>(op), op->getOperand(0).getType());
      ++(rung == Rung::Strided ? stridedAccesses : rung == Rung::Runs ? runAccesses : elementAccesses);
    }
  }
};

} // namespace
