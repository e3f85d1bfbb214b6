// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the ops of kernel form and below.

#include "kiln/tile/Tile.h"

using namespace mlir;
using namespace kiln::tile;

static LogicalResult verifyBox(Operation *op, OperandRange low, OperandRange high, int64_t rank) {
  if (static_cast<int64_t>(low.size()) == rank && static_cast<int64_t>(high.size()) == rank)
    return success();
  return op->emitOpError() << "expected " << rank << " lower and upper bounds but got " << low.size() << " and "
                           << high.size();
}

LogicalResult ViewOp::verify() {
  MemRefType type = getType();
  if (static_cast<int64_t>(getStrides().size()) != type.getRank())
    return emitOpError() << "expected " << type.getRank() << " strides for " << type << " but got "
                         << getStrides().size();
  auto space = dyn_cast_or_null<SpaceAttr>(type.getMemorySpace());
  if (!space || space.getName() != getPointer().getType().getSpace())
    return emitOpError() << "expected a memref in #tile.space<\"" << getPointer().getType().getSpace() << "\"> but got "
                         << type;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || !ShapedType::isDynamic(offset) ||
      !llvm::all_of(strides, ShapedType::isDynamic) || !type.hasStaticShape())
    return emitOpError() << "expected a static shape with dynamic strides and offset but got " << type;
  return success();
}

/// The type of the words of a buffer: two to an element, whatever its strides.
/// Null where those are no strides.
static MemRefType wordsOf(MemRefType buffer) {
  auto twice = [](int64_t elements) { return ShapedType::isDynamic(elements) ? elements : 2 * elements; };
  SmallVector<int64_t> shape(buffer.getShape()), strides;
  int64_t offset;
  if (failed(buffer.getStridesAndOffset(strides, offset)))
    return {};
  shape.push_back(2);
  for (int64_t &stride : strides)
    stride = twice(stride);
  strides.push_back(1);
  MemRefLayoutAttrInterface layout;
  if (!buffer.getLayout().isIdentity())
    layout = StridedLayoutAttr::get(buffer.getContext(), twice(offset), strides);
  return MemRefType::get(shape, IntegerType::get(buffer.getContext(), 32), layout, buffer.getMemorySpace());
}

void WordsOp::build(OpBuilder &builder, OperationState &state, Value buffer) {
  build(builder, state, wordsOf(cast<MemRefType>(buffer.getType())), buffer);
}

Value WordsOp::getViewSource() { return getBuffer(); }

LogicalResult WordsOp::verify() {
  MemRefType expected = wordsOf(getBuffer().getType());
  if (!expected || getType() != expected)
    return emitOpError() << "expected " << getBuffer().getType() << " to give " << expected << " but got " << getType();
  return success();
}

LogicalResult ToLayoutOp::verify() { return verifyLayout(*this, getType(), getLayout()); }

LogicalResult BoxMaskOp::verify() {
  return verifyBox(*this, getLow(), getHigh(), cast<ShapedType>(getType()).getRank());
}

/// Indices and mask of runs have the tile's shape without its minor dimension.
static LogicalResult verifyRuns(Operation *op, Value tile, Value runs, Value mask) {
  auto type = cast<ShapedType>(tile.getType()), indices = cast<ShapedType>(runs.getType());
  if (!type.getElementType().isIntOrFloat() || type.getElementType().isInteger(1))
    return op->emitOpError() << "expected elements of whole bytes in memory, not pointers, but got " << type;
  if (type.getRank() < 2 || indices.getShape() != type.getShape().drop_back() ||
      !(indices.getElementType().isInteger(32) || indices.getElementType().isInteger(64)))
    return op->emitOpError() << "expected i32 or i64 indices of the shape of " << type
                             << " without its minor dimension but got " << indices;
  if (mask && cast<ShapedType>(mask.getType()).getShape() != indices.getShape())
    return op->emitOpError() << "expected a mask of the shape of " << indices << " but got " << mask.getType();
  return success();
}

LogicalResult GatherRunsOp::verify() { return verifyRuns(*this, getResult(), getRuns(), getMask()); }

LogicalResult ScatterRunsOp::verify() { return verifyRuns(*this, getValue(), getRuns(), getMask()); }

LogicalResult CopyOp::verify() {
  MemRefType source = getSource().getType(), target = getTarget().getType();
  if (source.getShape() != target.getShape() || source.getElementType() != target.getElementType())
    return emitOpError() << "expected source and target of one shape and element type but got " << source << " and "
                         << target;
  if (getFill() && getFill().getType() != target.getElementType())
    return emitOpError() << "expected a fill of type " << target.getElementType() << " but got " << getFill().getType();
  return verifyBox(*this, getLow(), getHigh(), source.getRank());
}

/// Offsets and mask of an indexed copy have the buffer's shape.
static LogicalResult verifyIndexed(Operation *op, MemRefType buffer, MemRefType offsets, Value mask) {
  if (offsets.getShape() != buffer.getShape() ||
      !(offsets.getElementType().isInteger(32) || offsets.getElementType().isInteger(64)))
    return op->emitOpError() << "expected i32 or i64 offsets of the shape of " << buffer << " but got " << offsets;
  if (!mask)
    return success();
  auto type = cast<MemRefType>(mask.getType());
  if (type.getShape() != buffer.getShape() || !type.getElementType().isInteger(8))
    return op->emitOpError() << "expected a mask of i8 of the shape of " << buffer << " but got " << type;
  return success();
}

LogicalResult CopyGatherOp::verify() {
  if (getFill() && getFill().getType() != getTarget().getType().getElementType())
    return emitOpError() << "expected a fill of type " << getTarget().getType().getElementType() << " but got "
                         << getFill().getType();
  return verifyIndexed(*this, getTarget().getType(), getOffsets().getType(), getMask());
}

LogicalResult CopyScatterOp::verify() {
  return verifyIndexed(*this, getSource().getType(), getOffsets().getType(), getMask());
}

LogicalResult ContractOp::verify() {
  ArrayRef<int64_t> a = getLhs().getType().getShape(), b = getRhs().getType().getShape();
  ArrayRef<int64_t> c = getAccumulator().getType().getShape();
  if (a.size() != 2 || b.size() != 2 || c.size() != 2 || a[1] != b[0] || c[0] != a[0] || c[1] != b[1])
    return emitOpError() << "expected MxK times KxN into MxN but got " << getLhs().getType() << " times "
                         << getRhs().getType() << " into " << getAccumulator().getType();
  return success();
}

/// Buffers of one type for what goes in and what comes out.
static LogicalResult verifyAtomicBuffers(Operation *op, MemRefType values, Value other, StringRef what) {
  if (!other || other.getType() == values)
    return success();
  return op->emitOpError() << "expected " << what << " of type " << values << " but got " << other.getType();
}

LogicalResult CopyAtomicRmwOp::verify() {
  MemRefType values = getValues().getType();
  if (failed(verifyAtomicKind(*this, getKind(), values.getElementType())) ||
      failed(verifyAtomicBuffers(*this, values, getOld(), "a buffer of old values")))
    return failure();
  return verifyIndexed(*this, values, getOffsets().getType(), getMask());
}

LogicalResult CopyAtomicCasOp::verify() {
  MemRefType values = getValues().getType();
  if (failed(verifyAtomicBuffers(*this, values, getCompare(), "a buffer to compare with")) ||
      failed(verifyAtomicBuffers(*this, values, getOld(), "a buffer of old values")))
    return failure();
  return verifyIndexed(*this, values, getOffsets().getType(), getMask());
}
