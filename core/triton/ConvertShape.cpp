// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that move elements without looking at them. On a tensor of pointers they
// move the varying offsets; where two such tensors meet without a common base,
// they move the pointers.

#include "core/triton/Convert.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::triton;

/// Builds the tile op on one tile of elements; the type is its result's.
using Move = llvm::function_ref<Value(Value, RankedTensorType)>;
using Merge = llvm::function_ref<Value(Value, Value, RankedTensorType)>;

static void moveOne(Converter &c, Value source, Value result, Move move) {
  auto type = cast<RankedTensorType>(result.getType());
  if (!isPointer(type))
    return c.set(result, move(c.plain(source), type));
  Pointer pointer = c.pointer(source);
  if (pointer.lanes)
    pointer.lanes = move(pointer.lanes, cast<RankedTensorType>(c.convertType(type)));
  else if (pointer.varying)
    pointer.varying = move(pointer.varying, type.clone(getElementTypeOrSelf(pointer.varying)));
  c.set(result, pointer);
}

static void moveTwo(Converter &c, Value lhs, Value rhs, Value result, Merge merge) {
  auto type = cast<RankedTensorType>(result.getType());
  if (!isPointer(type))
    return c.set(result, merge(c.plain(lhs), c.plain(rhs), type));
  Pointer a = c.pointer(lhs), b = c.pointer(rhs);
  PointerForm form = Converter::join(c.formOf(lhs), c.formOf(rhs));
  if (form.lanes || a.base != b.base || a.uniform != b.uniform) {
    auto lanes = cast<RankedTensorType>(c.convertType(type));
    return c.set(result, Pointer{{}, {}, {}, merge(c.plain(lhs), c.plain(rhs), lanes)});
  }
  if (form.width)
    a.varying = merge(c.coerce(a, form, lhs.getType()).varying, c.coerce(b, form, rhs.getType()).varying,
                      type.clone(c.builder.getIntegerType(form.width)));
  c.set(result, a);
}

/// Both sides are of the same element type, or pointers to the same.
static LogicalResult checkElements(Operation *op, Value source, Value result) {
  Type from = getElementTypeOrSelf(source), to = getElementTypeOrSelf(result);
  if (from == to)
    return success();
  return refuse(op) << "expected a result with elements of type " << from << " but got " << to;
}

static LogicalResult convertSplat(Converter &c, SplatOp op) {
  if (failed(checkElements(op, op.getSrc(), op.getResult())))
    return failure();
  if (isPointer(op.getType())) {
    c.set(op.getResult(), c.pointer(op.getSrc()));
    return success();
  }
  Value made = tile::BroadcastOp::create(c.builder, c.loc, op.getType(), c.plain(op.getSrc()));
  c.keepHints(op, made.getDefiningOp());
  c.set(op.getResult(), made);
  return success();
}

static LogicalResult convertBroadcast(Converter &c, BroadcastOp op) {
  auto from = cast<RankedTensorType>(op.getSrc().getType()), to = cast<RankedTensorType>(op.getType());
  bool fits = from.getRank() == to.getRank();
  for (int64_t d = 0; fits && d < from.getRank(); ++d)
    fits = from.getDimSize(d) == to.getDimSize(d) || from.getDimSize(d) == 1;
  if (!fits)
    return refuse(op) << "expected extents of 1 or of the result for " << to << " but got " << from;
  if (failed(checkElements(op, op.getSrc(), op.getResult())))
    return failure();
  moveOne(c, op.getSrc(), op.getResult(), [&](Value source, RankedTensorType type) -> Value {
    auto made = tile::BroadcastOp::create(c.builder, c.loc, type, source);
    c.keepHints(op, made);
    return made;
  });
  return success();
}

static LogicalResult convertReshaping(Converter &c, Operation *op, bool anyOrder) {
  Value source = op->getOperand(0), result = op->getResult(0);
  auto from = cast<RankedTensorType>(source.getType()), to = cast<RankedTensorType>(result.getType());
  if (from.getNumElements() != to.getNumElements())
    return refuse(op) << "expected as many elements in the result as in " << from << " but got " << to;
  if (failed(checkElements(op, source, result)))
    return failure();
  moveOne(c, source, result, [&](Value tile, RankedTensorType type) -> Value {
    auto made = tile::ReshapeOp::create(c.builder, c.loc, type, tile, anyOrder);
    c.keepHints(op, made);
    return made;
  });
  return success();
}

static LogicalResult convertExpandDims(Converter &c, ExpandDimsOp op) {
  auto from = cast<RankedTensorType>(op.getSrc().getType()), to = cast<RankedTensorType>(op.getType());
  SmallVector<int64_t> expected(from.getShape());
  int64_t axis = op.getAxisAttr().getInt();
  if (axis < 0 || axis > from.getRank())
    return refuse(op) << "expected an axis from 0 to " << from.getRank() << " but got " << axis;
  expected.insert(expected.begin() + axis, 1);
  if (to.getShape() != ArrayRef<int64_t>(expected))
    return refuse(op) << "expected a unit dimension at " << axis << " of " << from << " but got " << to;
  return convertReshaping(c, op, /*anyOrder=*/false);
}

static LogicalResult convertReshape(Converter &c, ReshapeOp op) {
  return convertReshaping(c, op, op.getAllowReorder());
}

static LogicalResult convertTrans(Converter &c, TransOp op) {
  SmallVector<int64_t> order(op.getOrder());
  if (failed(checkElements(op, op.getSrc(), op.getResult())))
    return failure();
  moveOne(c, op.getSrc(), op.getResult(), [&](Value source, RankedTensorType type) -> Value {
    auto made = tile::TransposeOp::create(c.builder, c.loc, type, source, order);
    c.keepHints(op, made);
    return made;
  });
  return success();
}

static LogicalResult convertJoin(Converter &c, JoinOp op) {
  moveTwo(c, op.getLhs(), op.getRhs(), op.getResult(), [&](Value a, Value b, RankedTensorType type) -> Value {
    return tile::JoinOp::create(c.builder, c.loc, type, a, b);
  });
  return checkElements(op, op.getLhs(), op.getResult());
}

static LogicalResult convertCat(Converter &c, CatOp op) {
  moveTwo(c, op.getLhs(), op.getRhs(), op.getResult(), [&](Value a, Value b, RankedTensorType type) -> Value {
    return tile::CatOp::create(c.builder, c.loc, type, a, b);
  });
  return checkElements(op, op.getLhs(), op.getResult());
}

static LogicalResult convertSplit(Converter &c, SplitOp op) {
  if (failed(checkElements(op, op.getSrc(), op.getOutLHS())))
    return failure();
  for (Value result : op->getResults()) {
    unsigned side = cast<OpResult>(result).getResultNumber();
    moveOne(c, op.getSrc(), result, [&](Value source, RankedTensorType type) -> Value {
      return tile::SplitOp::create(c.builder, c.loc, TypeRange{type, type}, source)->getResult(side);
    });
  }
  return success();
}

static LogicalResult convertUnsplat(Converter &c, UnsplatOp op) {
  if (cast<RankedTensorType>(op.getSrc().getType()).getNumElements() != 1)
    return refuse(op) << "expected a tensor of one element but got " << op.getSrc().getType();
  auto element = [&](Value source) -> Value {
    return tile::UnsplatOp::create(c.builder, c.loc, getElementTypeOrSelf(source), source);
  };
  if (!isPointer(op.getType())) {
    c.set(op.getResult(), element(c.plain(op.getSrc())));
    return success();
  }
  Pointer pointer = c.pointer(op.getSrc());
  if (pointer.lanes) {
    c.setLoaded(op.getResult(), element(pointer.lanes));
    return success();
  }
  Value varying = pointer.varying;
  pointer.varying = {};
  c.set(op.getResult(), varying ? c.advance(pointer, element(varying), op.getType()) : pointer);
  return success();
}

static LogicalResult convertGather(Converter &c, GatherOp op) {
  int64_t axis = op.getAxisAttr().getInt();
  if (axis < 0 || axis >= cast<RankedTensorType>(op.getSrc().getType()).getRank())
    return refuse(op) << "expected an axis of " << op.getSrc().getType() << " but got " << axis;
  if (failed(checkElements(op, op.getSrc(), op.getResult())))
    return failure();
  Value indices = c.plain(op.getIndices());
  moveOne(c, op.getSrc(), op.getResult(), [&](Value source, RankedTensorType type) -> Value {
    return tile::GatherOp::create(c.builder, c.loc, type, source, indices, axis);
  });
  return success();
}

void kiln::triton::addShapeHandlers(Converter &converter) {
  converter.add<SplatOp>(convertSplat);
  converter.add<UnsplatOp>(convertUnsplat);
  converter.add<BroadcastOp>(convertBroadcast);
  converter.add<ExpandDimsOp>(convertExpandDims);
  converter.add<ReshapeOp>(convertReshape);
  converter.add<TransOp>(convertTrans);
  converter.add<JoinOp>(convertJoin);
  converter.add<CatOp>(convertCat);
  converter.add<SplitOp>(convertSplit);
  converter.add<GatherOp>(convertGather);
}
