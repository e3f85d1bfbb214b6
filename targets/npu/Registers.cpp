// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "targets/npu/Registers.h"

using namespace mlir;
using namespace kiln::npu;

void kiln::npu::sinkConstants(gpu::GPUFuncOp func) {
  SmallVector<ConstOp> constants;
  func.walk([&](ConstOp op) { constants.push_back(op); });
  for (ConstOp op : constants) {
    DenseMap<Block *, Operation *> firstUse;
    for (Operation *user : op->getUsers()) {
      Operation *&first = firstUse[user->getBlock()];
      if (!first || user->isBeforeInBlock(first))
        first = user;
    }
    for (auto [block, first] : firstUse) {
      OpBuilder builder(first);
      auto copy = cast<ConstOp>(builder.clone(*op));
      copy->setLoc(first->getLoc());
      op.getResult().replaceUsesWithIf(copy.getResult(),
                                       [&](OpOperand &use) { return use.getOwner()->getBlock() == block; });
    }
    op.erase();
  }
}

/// One copy of each predicate that is the same in every run, for each use of it:
/// there are few of them, and each takes one cycle to make.
void repeatPredicates(gpu::GPUFuncOp func) {
  SmallVector<ExecOp> predicates;
  func.walk([&](ExecOp op) {
    bool isFixed = (op.getMnemonic() == "pvl" || op.getMnemonic() == "pset") &&
                   llvm::all_of(op.getRegisters(), [](Value v) { return v.getDefiningOp<ConstOp>() != nullptr; });
    if (isFixed)
      predicates.push_back(op);
  });
  for (ExecOp op : predicates) {
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      OpBuilder builder(use.getOwner());
      use.set(builder.clone(*op)->getResult(0));
    }
    op.erase();
  }
}

void kiln::npu::repeatPredicates(gpu::GPUFuncOp func) {
  SmallVector<ExecOp> predicates;
  func.walk([&](ExecOp op) {
    bool isFixed = (op.getMnemonic() == "pvl" || op.getMnemonic() == "pset") &&
                   llvm::all_of(op.getRegisters(), [](Value v) { return v.getDefiningOp<ConstOp>() != nullptr; });
    if (isFixed)
      predicates.push_back(op);
  });
  for (ExecOp op : predicates) {
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      OpBuilder builder(use.getOwner());
      use.set(builder.clone(*op)->getResult(0));
    }
    op.erase();
  }
}

static int64_t lengthOf(Value value, DenseSet<Value> &visited) {
  if (auto exec = value.getDefiningOp<ExecOp>())
    return exec.getVl().value_or(0);
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !visited.insert(value).second)
    return 0;
  int64_t length = 0;
  for (auto it = argument.getOwner()->pred_begin(); it != argument.getOwner()->pred_end(); ++it)
    if (auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator()))
      length = std::max(
          length, lengthOf(branch.getSuccessorOperands(it.getSuccessorIndex())[argument.getArgNumber()], visited));
  return length;
}

int64_t kiln::npu::lengthOf(Value value) {
  DenseSet<Value> visited;
  return ::lengthOf(value, visited);
}
