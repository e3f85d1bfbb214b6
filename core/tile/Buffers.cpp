// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looking through views of memrefs.

#include "kiln/tile/Buffers.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace kiln;

/// What `op` views; null for other ops. (memref.transpose lacks the interface.)
static Value viewedBy(Operation *op) {
  if (auto view = dyn_cast_or_null<ViewLikeOpInterface>(op))
    return view.getViewSource();
  auto transpose = dyn_cast_or_null<memref::TransposeOp>(op);
  return transpose ? transpose.getIn() : Value();
}

Value tile::rootOf(Value memory) {
  while (Value source = viewedBy(memory.getDefiningOp()))
    memory = source;
  return memory;
}

memref::AllocOp tile::bufferOf(Value memory) { return rootOf(memory).getDefiningOp<memref::AllocOp>(); }

StringRef tile::spaceOf(MemRefType type) {
  auto space = dyn_cast_or_null<SpaceAttr>(type.getMemorySpace());
  return space ? space.getName() : StringRef();
}

bool tile::isDeviceMemory(Value memory) { return spaceOf(cast<MemRefType>(memory.getType())) == "global"; }

Value tile::unusedPadding(OpBuilder &builder, Location loc, Type element) {
  if (element.isIntOrFloat())
    return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  return ub::PoisonOp::create(builder, loc, element);
}

SmallVector<Operation *> tile::usersThroughViews(Value memory) {
  SmallVector<Operation *> users;
  for (Operation *user : memory.getUsers()) {
    if (viewedBy(user) == memory)
      users.append(usersThroughViews(user->getResult(0)));
    else
      users.push_back(user);
  }
  return users;
}

bool tile::mayWrite(Operation *op, Value buffer) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return !isMemoryEffectFree(op);
  SmallVector<MemoryEffects::EffectInstance> all;
  effects.getEffects(all);
  return llvm::any_of(all, [&](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect()) && (!effect.getValue() || rootOf(effect.getValue()) == buffer);
  });
}

bool tile::isOverwrittenAfter(Operation *read, Value memory) {
  Value buffer = rootOf(memory);
  return llvm::any_of(usersThroughViews(buffer), [&](Operation *user) {
    Operation *inBlock = read->getBlock()->findAncestorOpInBlock(*user);
    return inBlock && read->isBeforeInBlock(inBlock) && mayWrite(user, buffer);
  });
}

Value tile::fromMemory(OpBuilder &builder, Location loc, Value value, Type element) {
  if (getElementTypeOrSelf(value.getType()) == element)
    return value;
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(value.getType()));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value, zero);
}

std::optional<SmallVector<int64_t>> tile::staticStrides(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || llvm::any_of(strides, ShapedType::isDynamic))
    return std::nullopt;
  return strides;
}
