// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers of whole tiles.

#include "core/staging/TileBuffer.h"
#include "kiln/tile/Buffers.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln;

static VectorType inMemory(VectorType type) {
  return type.getElementType().isInteger(1) ? type.clone(IntegerType::get(type.getContext(), 8)) : type;
}

Value staging::allocateTile(OpBuilder &builder, Location loc, VectorType type, StringRef space, int64_t rowBytes) {
  Type element = inMemory(type).getElementType();
  auto where = tile::SpaceAttr::get(builder.getContext(), space);
  SmallVector<int64_t> shape(type.getShape());
  int64_t bytes = tile::elementBytes(element);
  if (!shape.empty())
    shape.back() = llvm::alignTo(shape.back() * bytes, rowBytes) / bytes;
  Value buffer =
      memref::AllocOp::create(builder, loc, MemRefType::get(shape, element, MemRefLayoutAttrInterface(), where));
  if (ArrayRef(shape) == type.getShape())
    return buffer;
  auto attrs = [&](ArrayRef<int64_t> numbers) {
    return llvm::map_to_vector(numbers, [&](int64_t n) { return OpFoldResult(builder.getIndexAttr(n)); });
  };
  SmallVector<int64_t> zeros(shape.size(), 0), ones(shape.size(), 1);
  return memref::SubViewOp::create(builder, loc, buffer, attrs(zeros), attrs(type.getShape()), attrs(ones));
}

/// Indices, map and bounds of a transfer of everything.
static std::tuple<SmallVector<Value>, AffineMapAttr, ArrayAttr> wholeTransfer(OpBuilder &builder, Location loc,
                                                                              int64_t rank) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return {SmallVector<Value>(rank, zero), AffineMapAttr::get(builder.getMultiDimIdentityMap(rank)),
          builder.getBoolArrayAttr(SmallVector<bool>(rank, true))};
}

Value staging::readTile(OpBuilder &builder, Location loc, VectorType type, Value buffer) {
  VectorType stored = inMemory(type);
  auto [indices, map, inBounds] = wholeTransfer(builder, loc, type.getRank());
  Value pad = tile::unusedPadding(builder, loc, stored.getElementType());
  Value value = vector::TransferReadOp::create(builder, loc, stored, buffer, indices, map, pad, Value(), inBounds);
  return tile::fromMemory(builder, loc, value, type.getElementType());
}

void staging::writeTile(OpBuilder &builder, Location loc, Value tile, Value buffer) {
  auto type = cast<VectorType>(tile.getType());
  if (VectorType stored = inMemory(type); stored != type)
    tile = arith::ExtUIOp::create(builder, loc, stored, tile);
  auto [indices, map, inBounds] = wholeTransfer(builder, loc, type.getRank());
  vector::TransferWriteOp::create(builder, loc, tile, buffer, indices, map, Value(), inBounds);
}

Value staging::spillTile(OpBuilder &builder, Location loc, Value tile, StringRef space) {
  Value buffer = allocateTile(builder, loc, cast<VectorType>(tile.getType()), space);
  writeTile(builder, loc, tile, buffer);
  return buffer;
}
