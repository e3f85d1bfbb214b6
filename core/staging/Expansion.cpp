// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers, elements and loops of expansions.

#include "core/staging/Expansion.h"
#include "kiln/tile/Buffers.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;

/// The read of all of a buffer that `tile` is; null where it is none.
static vector::TransferReadOp wholeRead(Value tile) {
  // i1 is read as "not 0".
  auto isNot = tile.getDefiningOp<arith::CmpIOp>();
  if (isNot && isNot.getPredicate() == arith::CmpIPredicate::ne && matchPattern(isNot.getRhs(), m_Zero()))
    tile = isNot.getLhs();
  auto read = tile.getDefiningOp<vector::TransferReadOp>();
  if (!read || read.getMask() || !read.getPermutationMap().isIdentity() ||
      cast<MemRefType>(read.getBase().getType()).getShape() != read.getVectorType().getShape() ||
      !llvm::all_of(read.getIndices(), [](Value v) { return matchPattern(v, m_Zero()); }))
    return {};
  return read;
}

Value staging::inBuffer(OpBuilder &builder, Value tile, StringRef space) {
  if (vector::TransferReadOp read = wholeRead(tile)) {
    Value memory = read.getBase();
    if (cast<MemRefType>(memory.getType()).getLayout().isIdentity() && tile::bufferOf(memory) &&
        !tile::isOverwrittenAfter(read, memory))
      return memory;
  }
  return spillTile(builder, tile.getLoc(), tile, space);
}

Value staging::loadElement(OpBuilder &builder, Location loc, Value buffer, ValueRange at, Type element) {
  return tile::fromMemory(builder, loc, memref::LoadOp::create(builder, loc, buffer, at), element);
}

void staging::storeElement(OpBuilder &builder, Location loc, Value element, Value buffer, ValueRange at) {
  Type stored = cast<MemRefType>(buffer.getType()).getElementType();
  if (element.getType() != stored)
    element = arith::ExtUIOp::create(builder, loc, stored, element);
  memref::StoreOp::create(builder, loc, element, buffer, at);
}

Value staging::inRow(OpBuilder &builder, Location loc, Value buffer) {
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  if (rank == 1)
    return buffer;
  SmallVector<ReassociationIndices> all = {llvm::to_vector(llvm::seq<int64_t>(rank))};
  return memref::CollapseShapeOp::create(builder, loc, buffer, all);
}

Value staging::partOf(OpBuilder &builder, Location loc, Value buffer, ArrayRef<OpFoldResult> offsets,
                      ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides, ArrayRef<int64_t> shape) {
  SmallVector<OpFoldResult> extents = getAsIndexOpFoldResult(builder.getContext(), sizes);
  SmallVector<OpFoldResult> distances = getAsIndexOpFoldResult(builder.getContext(), strides);
  MemRefType type = memref::SubViewOp::inferRankReducedResultType(shape, cast<MemRefType>(buffer.getType()), offsets,
                                                                  extents, distances);
  return memref::SubViewOp::create(builder, loc, type, buffer, offsets, extents, distances);
}

void staging::forEachElement(OpBuilder &builder, Location loc, ArrayRef<int64_t> shape,
                             function_ref<void(ValueRange)> body) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> at;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (int64_t extent : shape) {
    if (extent == 1) {
      at.push_back(zero);
      continue;
    }
    Value end = arith::ConstantIndexOp::create(builder, loc, extent);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto loop = scf::ForOp::create(builder, loc, zero, end, one);
    builder.setInsertionPointToStart(loop.getBody());
    at.push_back(loop.getInductionVar());
  }
  body(at);
}

Value staging::inAllElements(OpBuilder &builder, Value value, VectorType like) {
  if (isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(builder, value.getLoc(), like.clone(value.getType()), value);
}
