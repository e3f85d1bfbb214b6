// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// npu-hoist-invariants: loop-invariant code motion on the block graph. What is
// worth it are vector instructions: one of 128 lanes takes eight cycles, as
// long as eight scalar ones.

#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Dominance.h"
#include "targets/npu/Registers.h"

namespace kiln::npu {
#define GEN_PASS_DEF_HOISTINVARIANTSPASS
#include "targets/npu/Passes.h.inc"
} // namespace kiln::npu

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {

/// Values of each class that one loop may keep in registers for this pass: a
/// good third of the vector registers, few of the scarce predicates.
constexpr std::array<unsigned, 3> budgetPerLoop = {6, 12, 2};

class LoopHoister {
public:
  explicit LoopHoister(CFGLoop &loop) : loop(loop) {}

  unsigned run() {
    // Not getLoopPreheader(): it asks blocks whether they may be hoisted into,
    // which MLIR's have no answer to, and gives null.
    Block *before = loop.getLoopPredecessor();
    if (!before || before->getNumSuccessors() != 1)
      return 0;
    unsigned count = 0;
    for (Block *block : loop.getBlocks())
      for (Operation &op : llvm::make_early_inc_range(*block))
        if (canMove(&op)) {
          moveBefore(&op, before->getTerminator());
          ++count;
        }
    return count;
  }

private:
  bool isInside(Value value) const { return loop.contains(value.getParentBlock()); }

  /// Constants move with what needs them: allocation puts them there anyway.
  bool isInvariant(Value value) const { return !isInside(value) || value.getDefiningOp<ConstOp>(); }

  bool canMove(Operation *op) {
    auto exec = dyn_cast<ExecOp>(op);
    if (!exec || !exec.getVl() || !isMemoryEffectFree(op) ||
        !llvm::all_of(op->getOperands(), [&](Value v) { return isInvariant(v); }))
      return false;
    return left(op->getResult(0)) > 0;
  }

  unsigned &left(Value value) { return budget[static_cast<unsigned>(classOf(value))]; }

  void moveBefore(Operation *op, Operation *place) {
    OpBuilder builder(place);
    for (OpOperand &operand : op->getOpOperands())
      if (isInside(operand.get()))
        operand.set(builder.clone(*operand.get().getDefiningOp())->getResult(0));
    op->moveBefore(place);
    --left(op->getResult(0));
    moved.insert(op->getResult(0));
    // What only moved ops use takes no register of the loop any more.
    for (Value operand : op->getOperands())
      if (moved.contains(operand) &&
          llvm::none_of(operand.getUsers(), [&](Operation *user) { return loop.contains(user->getBlock()); })) {
        moved.erase(operand);
        ++left(operand);
      }
  }

  CFGLoop &loop;
  std::array<unsigned, 3> budget = budgetPerLoop;
  /// Values that this loop keeps in registers from before it.
  DenseSet<Value> moved;
};

struct HoistInvariants : npu::impl::HoistInvariantsPassBase<HoistInvariants> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      Region &body = func.getBody();
      if (body.hasOneBlock())
        continue;
      DominanceInfo dominance(func);
      CFGLoopInfo loops(dominance.getDomTree(&body));
      SmallVector<CFGLoop *> outerFirst = llvm::to_vector(loops.getLoopsInPreorder());
      for (CFGLoop *loop : llvm::reverse(outerFirst))
        hoisted += LoopHoister(*loop).run();
    }
  }
};

} // namespace
