// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "targets/npu/NextUses.h"

using namespace mlir;
using namespace kiln::npu;

static constexpr int64_t never = std::numeric_limits<int64_t>::max() / 4;

/// More than any way through a loop's body: what is needed after the loop is
/// needed later than what is needed in it.
static constexpr int64_t outOfLoop = int64_t(1) << 32;

/// By an op of the block; its arguments are there from the start.
static bool isMadeIn(Value value, Block *block) {
  return value.getParentBlock() == block && !isa<BlockArgument>(value);
}

NextUses::NextUses(Region &body, const CFGLoopInfo *loops) : loops(loops) {
  for (Block &block : body) {
    int64_t next = 0;
    for (Operation &op : block)
      position[&op] = next++;
  }
  // From the last block back, until nothing gets nearer.
  for (bool changed = true; changed;) {
    changed = false;
    for (Block &block : llvm::reverse(body)) {
      DenseMap<Value, int64_t> now;
      for (Block *successor : block.getSuccessors())
        for (auto &[value, distance] : atStart[successor])
          if (int64_t beyond = atEnd(&block, value); beyond < never && !isMadeIn(value, &block))
            now[value] = position[block.getTerminator()] + 1 + beyond;
      for (Operation &op : llvm::reverse(block))
        for (Value operand : op.getOperands())
          if (!isMadeIn(operand, &block))
            now[operand] = position[&op];
      for (auto &[value, distance] : now) {
        int64_t &known = atStart[&block].try_emplace(value, never).first->second;
        changed |= distance < known;
        known = std::min(known, distance);
      }
    }
  }
}

int64_t NextUses::atEnd(Block *block, Value value) const {
  int64_t nearest = never;
  const CFGLoop *loop = loops ? loops->getLoopFor(block) : nullptr;
  for (Block *successor : block->getSuccessors()) {
    auto uses = atStart.find(successor);
    // The successor's own arguments are other values there.
    if (uses == atStart.end() || value.getParentBlock() == successor)
      continue;
    auto it = uses->second.find(value);
    if (it == uses->second.end())
      continue;
    bool leaves = loop && !loop->contains(successor);
    nearest = std::min(nearest, it->second + (leaves ? outOfLoop : 0));
  }
  return nearest;
}

int64_t NextUses::distanceAfter(Operation *op, Value value) const {
  Block *block = op->getBlock();
  int64_t here = position.lookup(op), nearest = never;
  for (Operation *user : value.getUsers())
    if (user->getBlock() == block && position.lookup(user) > here)
      nearest = std::min(nearest, position.lookup(user) - here);
  if (nearest != never)
    return nearest;
  return position.lookup(block->getTerminator()) - here + atEnd(block, value);
}

int64_t NextUses::distanceFrom(Block *block, Value value) const {
  auto uses = atStart.find(block);
  if (uses == atStart.end())
    return never;
  auto it = uses->second.find(value);
  return it == uses->second.end() ? never : it->second;
}
