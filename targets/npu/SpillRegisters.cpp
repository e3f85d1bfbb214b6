// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// npu-spill-registers: afterwards no more values of a class are alive anywhere
// than may have registers, so that colouring cannot fail.
//
// One value at a time leaves the registers for good: a store where it is made,
// a load before each use. What the loads give lives up to one use and is never
// spilled itself, which ends the search.

#include "kiln/Target.h"
#include "mlir/Analysis/Liveness.h"
#include "mlir/IR/Dominance.h"
#include "sim/Config.h"
#include "targets/npu/Exec.h"
#include "targets/npu/NextUses.h"
#include "targets/npu/Registers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace kiln::npu {
#define GEN_PASS_DEF_SPILLREGISTERSPASS
#include "targets/npu/Passes.h.inc"
} // namespace kiln::npu

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {

/// Memory for spilled values, handed out from a place on.
class Slots {
public:
  Slots(int64_t scratchpad, int64_t scalars) : scratchpad(scratchpad), scalars(scalars) {}

  int64_t take(RegisterClass cls) {
    Config machine;
    if (cls == RegisterClass::Scalar)
      return bump(scalars, 8);
    return bump(scratchpad, cls == RegisterClass::Vector ? machine.vectorLength * 4 : machine.vectorLength / 8);
  }

  int64_t scratchpad, scalars;

private:
  static int64_t bump(int64_t &next, int64_t bytes) {
    next = llvm::alignTo(next, bytes);
    next += bytes;
    return next - bytes;
  }
};

class Spiller {
public:
  Spiller(gpu::GPUFuncOp func, RegisterClass cls, int64_t registers, Slots &slots)
      : func(func), cls(cls), registers(registers), slots(slots) {}

  int64_t spilled = 0, repeated = 0;

  /// Spills until everything fits. The body's loops stay as they are.
  LogicalResult run() {
    DominanceInfo dominance(func);
    Region &body = func.getBody();
    std::optional<CFGLoopInfo> loops;
    if (!body.hasOneBlock())
      loops.emplace(dominance.getDomTree(&body));
    for (bool changed = true; changed;) {
      changed = false;
      Liveness liveness(func);
      NextUses uses(body, loops ? &*loops : nullptr);
      for (Block &block : body) {
        FailureOr<Value> victim = findVictim(block, liveness, uses);
        if (failed(victim))
          return failure();
        if (!*victim)
          continue;
        evict(*victim);
        changed = true;
        // What was found out about other blocks may not hold any more.
        break;
      }
    }
    return success();
  }

private:
  bool counts(Value value) const { return classOf(value) == cls && !isZero(value); }

  using ValueSet = llvm::SmallSetVector<Value, 32>;

  /// A value that has to go from this block, null where all fit.
  FailureOr<Value> findVictim(Block &block, Liveness &liveness, const NextUses &uses) {
    const LivenessBlockInfo *info = liveness.getLiveness(&block);
    ValueSet alive;
    for (Value value : inOrder(info->in()))
      if (counts(value))
        alive.insert(value);
    for (BlockArgument argument : block.getArguments())
      if (counts(argument))
        alive.insert(argument);
    if (static_cast<int64_t>(alive.size()) > registers)
      return farthest(alive, {}, [&](Value v) { return uses.distanceFrom(&block, v); }, &block.front());
    for (BlockArgument argument : block.getArguments())
      if (argument.use_empty())
        alive.remove(argument);
    for (Operation &op : block) {
      for (Value operand : op.getOperands())
        if (diesAt(info, operand, &op))
          alive.remove(operand);
      for (Value result : op.getResults())
        if (counts(result))
          alive.insert(result);
      if (static_cast<int64_t>(alive.size()) > registers)
        return farthest(alive, op.getResults(), [&](Value v) { return uses.distanceAfter(&op, v); }, &op);
      for (Value result : op.getResults())
        if (result.use_empty())
          alive.remove(result);
    }
    return Value();
  }

  /// Live-in values in the order of the program, so that choices do not depend
  /// on where ops lie in the host's memory.
  SmallVector<Value> inOrder(const Liveness::ValueSetT &values) {
    SmallVector<Value> list;
    for (Block &block : func.getBody()) {
      for (BlockArgument argument : block.getArguments())
        if (values.contains(argument))
          list.push_back(argument);
      for (Operation &op : block)
        for (Value result : op.getResults())
          if (values.contains(result))
            list.push_back(result);
    }
    return list;
  }

  static bool diesAt(const LivenessBlockInfo *info, Value value, Operation *op) {
    return !info->isLiveOut(value) && llvm::none_of(value.getUsers(), [&](Operation *user) {
      return user->getBlock() == op->getBlock() && op->isBeforeInBlock(user);
    });
  }

  /// What can be made again is preferred among equals: it costs no memory.
  FailureOr<Value> farthest(const ValueSet &alive, ValueRange results, llvm::function_ref<int64_t(Value)> distanceOf,
                            Operation *at) {
    Value best;
    int64_t most = -1;
    for (Value value : alive) {
      if (fixed.contains(value) || llvm::is_contained(results, value) || !canEvict(value))
        continue;
      int64_t distance = 2 * distanceOf(value) + canRepeat(value);
      if (distance > most) {
        most = distance;
        best = value;
      }
    }
    if (best)
      return best;
    // Everything is needed here. What a branch hands on may go through memory.
    for (Block *successor : at->getBlock()->getSuccessors())
      for (BlockArgument argument : successor->getArguments())
        if (counts(argument) && canEvict(argument))
          return Value(argument);
    at->emitError() << "needs more than " << registers << " " << className(cls) << " registers at once here";
    return failure();
  }

  /// An argument leaves through stores before the branches to its block, which
  /// has to be the only target that a branch gives it a value for.
  static bool canEvict(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument)
      return true;
    Block *block = argument.getOwner();
    return llvm::all_of(block->getPredecessors(), [&](Block *from) {
      return isa<BranchOpInterface>(from->getTerminator()) && llvm::count(from->getSuccessors(), block) == 1;
    });
  }

  /// Launch parameters do not change; nor does what constants make.
  static bool canRepeat(Value value) {
    if (value.getDefiningOp<ConstOp>())
      return true;
    auto exec = value.getDefiningOp<ExecOp>();
    if (!exec || exec->getNumResults() != 1 ||
        !llvm::all_of(exec.getRegisters(), [](Value v) { return v.getDefiningOp<ConstOp>(); }))
      return false;
    bool isParameter = exec.getRegisters().size() == 1 && isZero(exec.getRegisters()[0]) &&
                       isa<SregType>(value.getType()) && exec.getImms().size() == 1 &&
                       exec.getImms()[0] < parameterBytes && exec.getMnemonic().starts_with("l");
    return isParameter || isMemoryEffectFree(exec);
  }

  void evict(Value value) {
    if (canRepeat(value))
      return repeat(value);
    ++spilled;
    int64_t slot = slots.take(cls), length = lengthOf(value);
    if (auto argument = dyn_cast<BlockArgument>(value))
      value = storeAtBranches(argument, length);
    loadAtUses(value, slot, length);
  }

  void repeat(Value value) {
    ++repeated;
    Operation *made = value.getDefiningOp();
    for (Operation *user : usersOf(value)) {
      OpBuilder builder(user);
      IRMapping map;
      for (Value operand : made->getOperands())
        map.map(operand, builder.clone(*operand.getDefiningOp())->getResult(0));
      Value again = builder.clone(*made, map)->getResult(0);
      fixed.insert(again);
      user->replaceUsesOfWith(value, again);
    }
    made->erase();
  }

  static SmallVector<Operation *> usersOf(Value value) {
    llvm::SmallSetVector<Operation *, 8> users(value.user_begin(), value.user_end());
    return users.takeVector();
  }

  void store(OpBuilder &builder, Value value, int64_t slot, int64_t length) {
    Exec exec{builder, value.getLoc(), cls == RegisterClass::Scalar ? 0 : length};
    static constexpr StringLiteral names[] = {"sd", "vst.i32", "pst"};
    exec.effect(names[static_cast<unsigned>(cls)], {value, exec.constant(0)}, {slot});
  }

  Value load(OpBuilder &builder, Location loc, int64_t slot, int64_t length) {
    Exec exec{builder, loc, length};
    Value zero = exec.constant(0), value;
    if (cls == RegisterClass::Scalar)
      value = exec.scalar("ld", zero, {slot});
    else
      value = cls == RegisterClass::Vector ? exec.vector("vld.i32", zero, {slot}) : exec.predicate("pld", zero, {slot});
    fixed.insert(value);
    return value;
  }

  void loadAtUses(Value value, int64_t slot, int64_t length) {
    SmallVector<Operation *> users = usersOf(value);
    for (Operation *user : users) {
      OpBuilder builder(user);
      user->replaceUsesOfWith(value, load(builder, value.getLoc(), slot, length));
    }
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    store(builder, value, slot, length);
    fixed.insert(value);
  }

  /// The argument goes; its value comes through a slot of its own, which is read
  /// before anything else in the block: two arguments that swap places are both
  /// written on the way before either is read. Gives what was read.
  Value storeAtBranches(BlockArgument argument, int64_t length) {
    Block *block = argument.getOwner();
    int64_t passing = slots.take(cls);
    unsigned index = argument.getArgNumber();
    for (Block *from : llvm::to_vector(block->getPredecessors())) {
      auto branch = cast<BranchOpInterface>(from->getTerminator());
      unsigned successor = std::distance(from->succ_begin(), llvm::find(from->getSuccessors(), block));
      SuccessorOperands operands = branch.getSuccessorOperands(successor);
      OpBuilder builder(branch);
      store(builder, operands[index], passing, length);
      operands.erase(index);
    }
    auto builder = OpBuilder::atBlockBegin(block);
    Value read = load(builder, argument.getLoc(), passing, length);
    argument.replaceAllUsesWith(read);
    block->eraseArgument(index);
    return read;
  }

  gpu::GPUFuncOp func;
  RegisterClass cls;
  int64_t registers;
  Slots &slots;
  DenseSet<Value> fixed;
};

struct SpillRegisters : npu::impl::SpillRegistersPassBase<SpillRegisters> {
  using SpillRegistersPassBase::SpillRegistersPassBase;

  int64_t limitOf(RegisterClass cls) {
    int64_t limit = registers;
    if (auto module = getOperation()->getParentOfType<ModuleOp>())
      if (auto knob = module->getAttrOfType<IntegerAttr>((knobAttrPrefix + "registers").str()))
        limit = knob.getInt();
    return std::min(limit, scratchRegister(cls) - firstRegister(cls));
  }

  static LogicalResult checkRoom(gpu::GPUFuncOp func, StringRef what, int64_t needed, int64_t available) {
    if (needed <= available)
      return success();
    return func.emitError() << "'" << func.getName() << "' needs " << needed << " bytes of " << what
                            << " with its spilled registers but there are " << available << "; smaller tiles would fit";
  }

  LogicalResult spill(gpu::GPUFuncOp func) {
    Config machine;
    auto used = func->getAttrOfType<IntegerAttr>(scratchpadUsedAttrName);
    Slots slots(used ? used.getInt() : 0, spilledScalars);
    repeatPredicates(func);
    sinkConstants(func);
    // Loading and storing vectors takes no scalar register but zero.
    for (RegisterClass cls : {RegisterClass::Vector, RegisterClass::Predicate, RegisterClass::Scalar}) {
      Spiller spiller(func, cls, limitOf(cls), slots);
      if (failed(spiller.run()))
        return failure();
      spilled += spiller.spilled;
      repeated += spiller.repeated;
    }
    if (failed(checkRoom(func, "'spm'", slots.scratchpad, machine.spmBytes)))
      return failure();
    return checkRoom(func, "scalar memory", slots.scalars, machine.smemBytes);
  }

  void runOnOperation() override {
    if (registers < fewestRegisters) {
      getOperation()->emitError() << "expected registers=" << fewestRegisters << " or more but got "
                                  << registers.getValue();
      return signalPassFailure();
    }
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>())
      if (failed(spill(func)))
        return signalPassFailure();
  }
};

} // namespace
