// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emission: blocks in order, one op after the other. What SSA leaves open is
// settled here: the moves on control-flow edges, the vector length before each
// vector instruction, semaphore numbers, and branch targets.

#include "targets/npu/Encode.h"
#include "kiln/tile/SourceLine.h"
#include "targets/npu/Message.h"
#include "targets/npu/Registers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <map>

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {

/// One register to another, on an edge.
struct Move {
  Value from;
  int64_t source, target;
  RegisterClass cls;
};

class Encoder {
public:
  explicit Encoder(gpu::GPUFuncOp func) : func(func) {}

  FailureOr<Program> run() {
    collectRegisters();
    for (Block &block : func.getBody()) {
      startOf[&block] = program.words.size();
      vectorLength = 0;
      for (Operation &op : block)
        if (failed(emit(&op)))
          return failure();
    }
    for (auto &[index, block] : branches)
      if (!program.patchImm(index, startOf.lookup(block)))
        return func.emitError() << "'" << func.getName() << "' has a branch out of range";
    return std::move(program);
  }

private:
  void collectRegisters() {
    for (Block &block : func.getBody()) {
      for (Operation &op : block)
        if (auto numbers = op.getAttrOfType<DenseI64ArrayAttr>(registersAttrName))
          for (auto [value, number] : llvm::zip(op.getResults(), numbers.asArrayRef()))
            registerOf[value] = number;
      if (auto numbers = block.getTerminator()->getAttrOfType<DenseI64ArrayAttr>(argumentRegistersAttrName))
        for (auto [value, number] : llvm::zip(block.getArguments(), numbers.asArrayRef()))
          registerOf[value] = number;
    }
  }

  LogicalResult emit(Operation *op) {
    location = program.location(tile::describeSource(op->getLoc()));
    current = op;
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case<ConstOp>([&](auto c) { return emitConstant(c); })
        .Case<ExecOp>([&](auto e) { return emitExec(e); })
        .Case<SyncOp>([&](auto s) { return emitSync(s); })
        .Case<BrOp>([&](auto b) { return emitBranch(b); })
        .Case<CondBrOp>([&](auto b) { return emitCondBranch(b); })
        .Case<HaltOp>([&](auto) { return append(npu::Op::Halt, {}); })
        .Default([](Operation *other) -> LogicalResult {
          return other->emitError() << "'" << other->getName() << "' has no encoding";
        });
  }

  LogicalResult append(npu::Op op, ArrayRef<int64_t> operands) {
    Result<Instr> instr = make(op, std::span<const int64_t>(operands.data(), operands.size()));
    if (!instr)
      return current->emitError() << instr.error().message();
    Result<uint32_t> index = program.append(*instr, location);
    if (!index)
      return current->emitError() << index.error().message();
    return success();
  }

  LogicalResult emitConstant(ConstOp op) {
    int64_t value = op.getValue(), target = registerOf.lookup(op.getResult());
    if (value == 0)
      return success();
    if (failed(append(npu::Op::Li, {target, static_cast<int32_t>(value)})))
      return failure();
    if (llvm::isInt<32>(value))
      return success();
    return append(npu::Op::Lih, {target, value >> 32});
  }

  LogicalResult setLength(int64_t length) {
    if (length == vectorLength || length == 0)
      return success();
    vectorLength = length;
    return append(npu::Op::Setvli, {length});
  }

  LogicalResult emitExec(ExecOp op) {
    npu::Op code = *findOp(op.getMnemonic().str());
    if (failed(setLength(op.getVl().value_or(0))))
      return failure();
    std::optional<Message> message = messageOf(op);
    uint32_t number = message ? program.message(*message) : 0;
    if (number > UINT16_MAX)
      return op.emitError() << "the kernel has more than " << UINT16_MAX + 1 << " messages to print";
    SmallVector<int64_t> operands;
    size_t reads = 0, writes = 0, numbers = 0;
    for (const Operand &operand : instrInfo(code).operands) {
      if (operand.cls == RegClass::Imm && message)
        operands.push_back(number);
      else if (operand.cls == RegClass::Imm)
        operands.push_back(op.getImms().empty() ? 0 : op.getImms()[numbers++]);
      else if (operand.access == Access::Write)
        operands.push_back(registerOf.lookup(op.getResult(writes++)));
      else
        operands.push_back(registerOf.lookup(op.getRegisters()[reads++]));
    }
    return append(code, operands);
  }

  /// A semaphore has one engine that waits for it, so a pair of engines has one
  /// of its own.
  LogicalResult emitSync(SyncOp op) {
    auto [it, isNew] = semaphoreOf.try_emplace({op.getFrom(), op.getTo()}, semaphoreOf.size());
    auto number = [](EngineKind engine) { return static_cast<int64_t>(engine); };
    if (failed(append(npu::Op::SemPost, {number(op.getFrom()), it->second, 1})))
      return failure();
    return append(npu::Op::SemWait, {number(op.getTo()), it->second, 1});
  }

  //===-- control flow -------------------------------------------------------===//

  LogicalResult jump(Block *target) {
    if (target == current->getBlock()->getNextNode())
      return success();
    branches.push_back({program.words.size(), target});
    return append(npu::Op::Jal, {0, 0});
  }

  LogicalResult emitBranch(BrOp op) {
    if (failed(moveAll(op.getArguments(), op.getTarget())))
      return failure();
    return jump(op.getTarget());
  }

  /// bne c, r0, taken; moves and jump of the false edge; taken: those of the
  /// true edge. Without moves the branch goes to the block itself.
  LogicalResult emitCondBranch(CondBrOp op) {
    int64_t condition = registerOf.lookup(op.getCondition());
    uint32_t branch = program.words.size();
    if (failed(append(npu::Op::Bne, {condition, 0, 0})))
      return failure();
    bool direct = edgeMoves(op.getTrueArguments(), op.getTrueTarget()).empty();
    if (direct)
      branches.push_back({branch, op.getTrueTarget()});
    if (failed(moveAll(op.getFalseArguments(), op.getFalseTarget())))
      return failure();
    if (direct)
      return jump(op.getFalseTarget());
    branches.push_back({static_cast<uint32_t>(program.words.size()), op.getFalseTarget()});
    if (failed(append(npu::Op::Jal, {0, 0})))
      return failure();
    if (!program.patchImm(branch, program.words.size()))
      return op.emitError() << "a branch is out of range";
    vectorLength = 0;
    if (failed(moveAll(op.getTrueArguments(), op.getTrueTarget())))
      return failure();
    return jump(op.getTrueTarget());
  }

  SmallVector<Move> edgeMoves(ValueRange values, Block *target) {
    SmallVector<Move> moves;
    for (auto [value, argument] : llvm::zip(values, target->getArguments())) {
      int64_t source = registerOf.lookup(value), to = registerOf.lookup(argument);
      if (source != to && !argument.use_empty())
        moves.push_back({value, source, to, classOf(value)});
    }
    return moves;
  }

  /// The moves of an edge happen at once: one whose target is still a source
  /// has to wait, and a cycle is opened through the scratch register.
  LogicalResult moveAll(ValueRange values, Block *target) {
    SmallVector<Move> moves = edgeMoves(values, target);
    while (!moves.empty()) {
      auto ready = llvm::find_if(moves, [&](const Move &m) {
        return llvm::none_of(moves, [&](const Move &o) { return o.cls == m.cls && o.source == m.target; });
      });
      if (ready != moves.end()) {
        if (failed(move(*ready, ready->target)))
          return failure();
        moves.erase(ready);
        continue;
      }
      Move &first = moves.front();
      int64_t scratch = scratchRegister(first.cls), freed = first.source;
      if (failed(move(first, scratch)))
        return failure();
      for (Move &other : moves)
        if (other.cls == first.cls && other.source == freed)
          other.source = scratch;
    }
    return success();
  }

  LogicalResult move(const Move &m, int64_t target) {
    if (m.cls == RegisterClass::Scalar)
      return append(npu::Op::Addi, {target, m.source, 0});
    if (failed(setLength(lengthOf(m.from))))
      return failure();
    return append(m.cls == RegisterClass::Vector ? npu::Op::Vmv : npu::Op::Pmov, {target, m.source});
  }

  gpu::GPUFuncOp func;
  Program program;
  DenseMap<Value, int64_t> registerOf;
  DenseMap<Block *, uint32_t> startOf;
  SmallVector<std::pair<uint32_t, Block *>> branches;
  std::map<std::pair<EngineKind, EngineKind>, int64_t> semaphoreOf;
  Operation *current = nullptr;
  uint32_t location = 0;
  int64_t vectorLength = 0;
};

} // namespace

FailureOr<Program> kiln::npu::encodeKernel(gpu::GPUFuncOp func) { return Encoder(func).run(); }
