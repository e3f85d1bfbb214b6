// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// npu-allocate-registers: greedy colouring of SSA values in dominance order.
// The interference graph of a program in SSA form is chordal, and this order
// colours it with as few colours as it has values alive at once (Hack, 2006).
// Constants, and predicates made of them, are first copied to where they are
// used: a `li` costs one cycle of a core that mostly waits, a register held across
// the program costs more.

#include "mlir/Analysis/Liveness.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Dominance.h"
#include "targets/npu/NPU.h"
#include "targets/npu/Registers.h"
#include "llvm/ADT/DepthFirstIterator.h"

namespace kiln::npu {
#define GEN_PASS_DEF_ALLOCATEREGISTERSPASS
#include "targets/npu/Passes.h.inc"
} // namespace kiln::npu

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {

class Allocator {
public:
  Allocator(gpu::GPUFuncOp func, DominanceInfo &dominance) : func(func), liveness(func), dominance(dominance) {}

  LogicalResult run() {
    for (Block *block : dominanceOrder())
      if (failed(colourBlock(*block)))
        return failure();
    return success();
  }

  DenseMap<Value, int64_t> registerOf;
  std::array<int64_t, 3> used = {0, 0, 0};

private:
  /// Parents before children in the dominator tree.
  SmallVector<Block *> dominanceOrder() {
    Region &body = func.getBody();
    if (body.hasOneBlock())
      return {&body.front()};
    SmallVector<Block *> order;
    for (DominanceInfoNode *node : llvm::depth_first(dominance.getRootNode(&body)))
      order.push_back(node->getBlock());
    return order;
  }

  LogicalResult colourBlock(Block &block) {
    std::array<llvm::BitVector, 3> busy;
    for (unsigned c = 0; c < 3; ++c)
      busy[c].resize(registerCount(static_cast<RegisterClass>(c)));
    const LivenessBlockInfo *info = liveness.getLiveness(&block);
    for (Value value : info->in())
      occupy(busy, value);
    for (BlockArgument argument : block.getArguments())
      if (failed(colour(busy, argument)))
        return failure();
    for (BlockArgument argument : block.getArguments())
      if (!info->isLiveOut(argument) && argument.use_empty())
        release(busy, argument);
    for (Operation &op : block) {
      for (Value operand : op.getOperands())
        if (diesAt(info, operand, &op))
          release(busy, operand);
      for (Value result : op.getResults())
        if (failed(colour(busy, result)))
          return failure();
      for (Value result : op.getResults())
        if (result.use_empty())
          release(busy, result);
    }
    return success();
  }

  /// No later use in this block, and none after it.
  static bool diesAt(const LivenessBlockInfo *info, Value value, Operation *op) {
    if (info->isLiveOut(value))
      return false;
    return llvm::none_of(value.getUsers(), [&](Operation *user) {
      return user->getBlock() == op->getBlock() && op->isBeforeInBlock(user);
    });
  }

  void occupy(std::array<llvm::BitVector, 3> &busy, Value value) {
    auto it = registerOf.find(value);
    if (it != registerOf.end())
      busy[static_cast<unsigned>(classOf(value))].set(it->second);
  }

  void release(std::array<llvm::BitVector, 3> &busy, Value value) {
    auto it = registerOf.find(value);
    if (it != registerOf.end() && !(classOf(value) == RegisterClass::Scalar && it->second == 0))
      busy[static_cast<unsigned>(classOf(value))].reset(it->second);
  }

  LogicalResult colour(std::array<llvm::BitVector, 3> &busy, Value value) {
    RegisterClass cls = classOf(value);
    llvm::BitVector &taken = busy[static_cast<unsigned>(cls)];
    if (isZero(value)) {
      registerOf[value] = 0;
      return success();
    }
    int64_t first = firstRegister(cls), last = scratchRegister(cls) - 1, chosen = -1;
    for (int64_t wish : wishes(value))
      if (wish >= first && wish <= last && !taken.test(wish)) {
        chosen = wish;
        break;
      }
    for (int64_t r = first; chosen < 0 && r <= last; ++r)
      if (!taken.test(r))
        chosen = r;
    if (chosen < 0) {
      emitError(value.getLoc()) << "more than " << (last - first + 1) << " " << className(cls)
                                << " registers are needed at once here; 'npu-spill-registers' makes room";
      return failure();
    }
    taken.set(chosen);
    registerOf[value] = chosen;
    int64_t &most = used[static_cast<unsigned>(cls)];
    most = std::max<int64_t>(most, taken.count());
    return success();
  }

  /// Registers that would save a move: those of the values that this one is
  /// passed on to or comes from.
  SmallVector<int64_t> wishes(Value value) {
    SmallVector<int64_t> list;
    auto add = [&](Value other) {
      auto it = registerOf.find(other);
      if (other && it != registerOf.end())
        list.push_back(it->second);
    };
    for (OpOperand &use : value.getUses())
      if (auto branch = dyn_cast<BranchOpInterface>(use.getOwner()))
        if (std::optional<BlockArgument> argument = branch.getSuccessorBlockArgument(use.getOperandNumber()))
          add(*argument);
    if (auto argument = dyn_cast<BlockArgument>(value))
      for (auto it = argument.getOwner()->pred_begin(); it != argument.getOwner()->pred_end(); ++it)
        if (auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator()))
          add(branch.getSuccessorOperands(it.getSuccessorIndex())[argument.getArgNumber()]);
    return list;
  }

  gpu::GPUFuncOp func;
  Liveness liveness;
  DominanceInfo &dominance;
};

struct AllocateRegisters : npu::impl::AllocateRegistersPassBase<AllocateRegisters> {
  void record(gpu::GPUFuncOp func, Allocator &allocator) {
    Builder builder(&getContext());
    auto numbers = [&](ValueRange values) {
      SmallVector<int64_t> list;
      for (Value value : values)
        list.push_back(allocator.registerOf.lookup(value));
      return builder.getDenseI64ArrayAttr(list);
    };
    for (Block &block : func.getBody()) {
      for (Operation &op : block)
        if (op.getNumResults() > 0)
          op.setAttr(registersAttrName, numbers(op.getResults()));
      if (block.getNumArguments() > 0)
        block.getTerminator()->setAttr(argumentRegistersAttrName, numbers(block.getArguments()));
    }
  }

  void runOnOperation() override {
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      repeatPredicates(func);
      sinkConstants(func);
      Allocator allocator(func, getAnalysis<DominanceInfo>());
      if (failed(allocator.run()))
        return signalPassFailure();
      record(func, allocator);
      scalarRegisters.updateMax(allocator.used[0]);
      vectorRegisters.updateMax(allocator.used[1]);
    }
  }
};

} // namespace
