// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How each op of kernel form is sliced.

#include "core/layout/Slicer.h"
#include "core/layout/FusionGroups.h"
#include "kiln/tile/Buffers.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::layout;

Type kiln::layout::sliceType(Type element, int64_t lanes) {
  return lanes == 1 ? element : VectorType::get({lanes}, element);
}

Value Slicer::zeroIndex(Location loc) { return arith::ConstantIndexOp::create(builder, loc, 0); }

Value Slicer::repeat(Location loc, Value scalar, int64_t lanes) {
  if (!scalar || lanes == 1)
    return scalar;
  return vector::BroadcastOp::create(builder, loc, sliceType(scalar.getType(), lanes), scalar);
}

Value Slicer::slice(Value tile, ArrayRef<Value> at, int64_t lanes) {
  std::vector<void *> coordinates;
  for (Value v : at)
    coordinates.push_back(v.getAsOpaquePointer());
  auto key = std::make_tuple(tile.getAsOpaquePointer(), std::move(coordinates), lanes);
  auto it = done.find(key);
  if (it != done.end())
    return it->second;
  Value result = compute(tile, at, lanes);
  done[key] = result;
  return result;
}

Value Slicer::compute(Value tile, At at, int64_t lanes) {
  Location loc = tile.getLoc();
  Type element = getElementTypeOrSelf(tile.getType());
  if (Value buffer = buffers.lookup(tile))
    return load(loc, buffer, element, at, lanes);
  Operation *op = tile.getDefiningOp();
  if (!op) {
    emitError(loc) << "a tile carried into this region cannot be sliced";
    return {};
  }
  return TypeSwitch<Operation *, Value>(op)
      .Case<vector::TransferReadOp>([&](auto read) { return load(loc, read.getBase(), element, at, lanes); })
      .Case<arith::ConstantOp>([&](auto) { return constant(op, lanes); })
      .Case<ub::PoisonOp>([&](auto) { return ub::PoisonOp::create(builder, loc, sliceType(element, lanes)); })
      .Case<vector::BroadcastOp>([&](auto) { return broadcast(op, at, lanes); })
      .Case<vector::ShapeCastOp>([&](auto) { return shapeCast(op, at, lanes); })
      .Case<vector::TransposeOp>([&](auto) { return transpose(op, at, lanes); })
      .Case<vector::StepOp>([&](auto) { return step(op, at, lanes); })
      .Case<tile::BoxMaskOp>([&](auto) { return boxMask(op, at, lanes); })
      .Default([&](Operation *) -> Value {
        if (isElementwise(op))
          return elementwise(cast<OpResult>(tile), at, lanes);
        op->emitError() << "'" << op->getName() << "' cannot be cut into native vectors yet";
        return {};
      });
}

Value Slicer::load(Location loc, Value buffer, Type element, At at, int64_t lanes) {
  auto memory = cast<MemRefType>(buffer.getType());
  if (lanes == 1)
    return tile::fromMemory(builder, loc, memref::LoadOp::create(builder, loc, buffer, at), element);
  std::optional<SmallVector<int64_t>> strides = tile::staticStrides(memory);
  if (strides && strides->back() != 1)
    return stridedLoad(loc, buffer, element, at, memory.getRank() - 1, lanes);
  auto type = VectorType::get({lanes}, memory.getElementType());
  return tile::fromMemory(builder, loc, vector::LoadOp::create(builder, loc, type, buffer, at), element);
}

/// Lanes along a dimension that is not the minor one: a strided read, so the
/// tile has to lie in memory.
Value Slicer::column(Operation *op, Value tile, At at, int64_t dimension, int64_t lanes) {
  Location loc = op->getLoc();
  Value buffer = buffers.lookup(tile);
  if (auto read = tile.getDefiningOp<vector::TransferReadOp>(); read && !buffer)
    buffer = read.getBase();
  if (!buffer) {
    op->emitError() << "a transpose of the minor dimension of a value that is not in memory cannot be cut into "
                       "native vectors yet";
    return {};
  }
  return stridedLoad(loc, buffer, getElementTypeOrSelf(tile.getType()), at, dimension, lanes);
}

/// Lanes that lie apart in memory, along one dimension of a buffer.
Value Slicer::stridedLoad(Location loc, Value buffer, Type element, At at, int64_t dimension, int64_t lanes) {
  auto memory = cast<MemRefType>(buffer.getType());
  auto map = AffineMap::get(memory.getRank(), 0, builder.getAffineDimExpr(dimension));
  Value pad = tile::unusedPadding(builder, loc, memory.getElementType());
  Value value =
      vector::TransferReadOp::create(builder, loc, VectorType::get({lanes}, memory.getElementType()), buffer, at,
                                     AffineMapAttr::get(map), pad, Value(), builder.getBoolArrayAttr({true}));
  return tile::fromMemory(builder, loc, value, element);
}

void Slicer::store(Value slice, Value buffer, At at) {
  Location loc = slice.getLoc();
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  if (getElementTypeOrSelf(slice.getType()) != element)
    slice = arith::ExtUIOp::create(builder, loc, tile::withElementType(slice.getType(), element), slice);
  auto memory = cast<MemRefType>(buffer.getType());
  std::optional<SmallVector<int64_t>> strides = tile::staticStrides(memory);
  if (!isa<VectorType>(slice.getType())) {
    memref::StoreOp::create(builder, loc, slice, buffer, at);
  } else if (strides && strides->back() != 1) {
    auto map = AffineMap::get(memory.getRank(), 0, builder.getAffineDimExpr(memory.getRank() - 1));
    vector::TransferWriteOp::create(builder, loc, slice, buffer, at, AffineMapAttr::get(map), Value(),
                                    builder.getBoolArrayAttr({true}));
  } else {
    vector::StoreOp::create(builder, loc, slice, buffer, at);
  }
}

Value Slicer::constant(Operation *op, int64_t lanes) {
  auto dense = dyn_cast<DenseElementsAttr>(cast<arith::ConstantOp>(op).getValue());
  if (!dense || !dense.isSplat()) {
    op->emitError() << "a constant tile whose elements differ cannot be cut into native vectors yet";
    return {};
  }
  Value scalar = arith::ConstantOp::create(builder, op->getLoc(), cast<TypedAttr>(dense.getSplatValue<Attribute>()));
  return repeat(op->getLoc(), scalar, lanes);
}

Value Slicer::broadcast(Operation *op, At at, int64_t lanes) {
  Value source = op->getOperand(0);
  auto from = dyn_cast<VectorType>(source.getType());
  if (!from)
    return repeat(op->getLoc(), source, lanes);
  SmallVector<Value> inner;
  size_t added = at.size() - from.getRank();
  for (int64_t d = 0; d < from.getRank(); ++d)
    inner.push_back(from.getDimSize(d) == 1 ? zeroIndex(op->getLoc()) : at[added + d]);
  if (from.getRank() == 0 || from.getShape().back() == 1)
    return repeat(op->getLoc(), slice(source, inner, 1), lanes);
  return slice(source, inner, lanes);
}

Value Slicer::shapeCast(Operation *op, At at, int64_t lanes) {
  auto cast = llvm::cast<vector::ShapeCastOp>(op);
  ArrayRef<int64_t> from = cast.getSourceVectorType().getShape(), to = cast.getResultVectorType().getShape();
  SmallVector<Value> inner;
  size_t next = 0;
  bool unitsOnly = true;
  for (int64_t extent : from) {
    if (extent == 1) {
      inner.push_back(zeroIndex(op->getLoc()));
      continue;
    }
    while (next < to.size() && to[next] == 1)
      ++next;
    unitsOnly = unitsOnly && next < to.size() && to[next] == extent;
    if (!unitsOnly)
      break;
    inner.push_back(at[next++]);
  }
  bool sameMinor = lanes == 1 || (!from.empty() && from.back() == to.back());
  if (unitsOnly && sameMinor)
    return slice(cast.getSource(), inner, lanes);
  op->emitError() << "a reshape of " << cast.getSourceVectorType() << " to " << cast.getResultVectorType()
                  << " cannot be cut into native vectors yet";
  return {};
}

Value Slicer::transpose(Operation *op, At at, int64_t lanes) {
  auto transpose = cast<vector::TransposeOp>(op);
  ArrayRef<int64_t> order = transpose.getPermutation();
  SmallVector<Value> inner(at.size());
  for (auto [to, from] : llvm::enumerate(order))
    inner[from] = at[to];
  if (lanes != 1 && order.back() != static_cast<int64_t>(order.size()) - 1)
    return column(op, transpose.getVector(), inner, order.back(), lanes);
  return slice(transpose.getVector(), inner, lanes);
}

Value Slicer::step(Operation *op, At at, int64_t lanes) {
  if (lanes == 1)
    return at[0];
  Value lane = vector::StepOp::create(builder, op->getLoc(), VectorType::get({lanes}, builder.getIndexType()));
  return arith::AddIOp::create(builder, op->getLoc(), repeat(op->getLoc(), at[0], lanes), lane);
}

/// The minor dimension's limits move with the slice; the other dimensions
/// decide whether any lane is on.
Value Slicer::boxMask(Operation *op, At at, int64_t lanes) {
  auto box = cast<tile::BoxMaskOp>(op);
  Location loc = op->getLoc();
  auto i64 = builder.getI64Type();
  size_t minor = at.size() - 1;
  Value on;
  SmallVector<Value> position;
  for (Value v : at)
    position.push_back(arith::IndexCastOp::create(builder, loc, i64, v));
  for (size_t d = 0; d < at.size(); ++d) {
    if (d == minor && lanes != 1)
      continue;
    Value above = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle, box.getLow()[d], position[d]);
    Value below = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, position[d], box.getHigh()[d]);
    Value inside = arith::AndIOp::create(builder, loc, above, below);
    on = on ? arith::AndIOp::create(builder, loc, on, inside).getResult() : inside;
  }
  if (lanes == 1)
    return on ? on : arith::ConstantIntOp::create(builder, loc, builder.getI1Type(), 1).getResult();
  Value low = arith::SubIOp::create(builder, loc, box.getLow()[minor], position[minor]);
  Value high = arith::SubIOp::create(builder, loc, box.getHigh()[minor], position[minor]);
  if (on) {
    Value zero = arith::ConstantIntOp::create(builder, loc, i64, 0);
    high = arith::SelectOp::create(builder, loc, on, high, zero);
  }
  return tile::BoxMaskOp::create(builder, loc, VectorType::get({lanes}, builder.getI1Type()), low, high);
}

Operation *Slicer::cloneElementwise(Operation *op, ValueRange operands, int64_t lanes) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  for (Type type : op->getResultTypes())
    state.addTypes(sliceType(getElementTypeOrSelf(type), lanes));
  for (NamedAttribute attr : op->getAttrs())
    if (attr.getName() != tile::layoutsAttrName)
      state.attributes.push_back(attr);
  return builder.create(state);
}

Value Slicer::elementwise(OpResult tile, At at, int64_t lanes) {
  Operation *op = tile.getOwner();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(isTile(operand) ? slice(operand, at, lanes) : operand);
    if (!operands.back())
      return {};
  }
  return cloneElementwise(op, operands, lanes)->getResult(tile.getResultNumber());
}
