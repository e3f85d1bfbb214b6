// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on pointers that are taken apart, and the ops that are nothing
// else. An offset goes to the uniform part where it is the same in all lanes;
// what varies keeps its width, so that a product of the kernel wraps where
// Triton's does, until a second offset is added to it.

#include "core/triton/Convert.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::triton;

//===-- integers -----------------------------------------------------------===//

Value Converter::constant(Type type, int64_t value) {
  return arith::ConstantOp::create(builder, loc, type, builder.getIntegerAttr(type, value));
}

/// Broadcasts are left outside: fewer elements to extend, and the extents that
/// do not vary stay visible.
Value Converter::signExtend(Value integer, unsigned width) {
  Type type = integer.getType();
  if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() >= width)
    return integer;
  Type wide = tile::withElementType(type, builder.getIntegerType(width));
  if (auto broadcast = integer.getDefiningOp<tile::BroadcastOp>())
    return tile::BroadcastOp::create(builder, loc, wide, signExtend(broadcast.getSource(), width));
  return arith::ExtSIOp::create(builder, loc, wide, integer);
}

Value Converter::scalarOf(Value tile, unsigned depth) {
  auto type = dyn_cast<RankedTensorType>(tile.getType());
  if (!type)
    return tile;
  DenseElementsAttr splat;
  if (matchPattern(tile, m_Constant(&splat)))
    return splat.isSplat() ? arith::ConstantOp::create(builder, loc, splat.getSplatValue<TypedAttr>()).getResult()
                           : Value();
  Operation *op = tile.getDefiningOp();
  if (!op || depth == 0)
    return {};
  if (isa<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(op))
    return scalarOf(op->getOperand(0), depth - 1);
  if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumResults() != 1 || !isPure(op))
    return {};
  IRMapping scalars;
  for (Value operand : op->getOperands()) {
    Value scalar = scalarOf(operand, depth - 1);
    if (!scalar)
      return {};
    scalars.map(operand, scalar);
  }
  Operation *copy = builder.clone(*op, scalars);
  copy->getResult(0).setType(type.getElementType());
  return copy->getResult(0);
}

//===-- ranges ---------------------------------------------------------------===//

ConstantIntRanges Converter::computeRange(Value value, unsigned depth) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(value.getType());
  ConstantIntRanges all = ConstantIntRanges::maxRange(width);
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return all;
  if (isa<tile::ReshapeOp, tile::TransposeOp>(op))
    return rangeOf(op->getOperand(0), depth - 1);
  auto infer = dyn_cast<InferIntRangeInterface>(op);
  bool isInteger =
      llvm::all_of(op->getOperandTypes(), [](Type type) { return getElementTypeOrSelf(type).isInteger(); });
  if (!infer || !isInteger)
    return all;
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : op->getOperands())
    operands.push_back(rangeOf(operand, depth - 1));
  infer.inferResultRanges(operands, [&](Value result, const ConstantIntRanges &range) {
    if (result == value && range.umin().getBitWidth() == width)
      all = range;
  });
  return all;
}

const ConstantIntRanges &Converter::rangeOf(Value value, unsigned depth) {
  auto found = ranges.find(value);
  if (found != ranges.end())
    return *found->second;
  auto range = std::make_unique<ConstantIntRanges>(computeRange(value, depth));
  return *(ranges[value] = std::move(range));
}

/// Two offsets of one width stay there if their sum cannot leave it; otherwise
/// both are widened first, since Triton adds each to the address on its own.
Value Converter::addOffsets(Value a, Value b) {
  unsigned wide = getElementTypeOrSelf(a).getIntOrFloatBitWidth();
  if (wide < 64 && a.getType() == b.getType()) {
    ConstantIntRanges x = rangeOf(a), y = rangeOf(b);
    bool low = false, high = false;
    (void)x.smin().sadd_ov(y.smin(), low);
    (void)x.smax().sadd_ov(y.smax(), high);
    if (!low && !high)
      return arith::AddIOp::create(builder, loc, a, b);
  }
  return arith::AddIOp::create(builder, loc, signExtend(a, 64), signExtend(b, 64));
}

//===-- pointers -------------------------------------------------------------===//

Value Converter::address(const Pointer &pointer, Type element) {
  if (!pointer.uniform)
    return pointer.base;
  return tile::PtrAddOp::create(builder, loc, pointer.base, pointer.uniform, element);
}

Value Converter::lanes(const Pointer &pointer, PtrType type, ArrayRef<int64_t> shape) {
  if (pointer.lanes)
    return pointer.lanes;
  Type element = convertType(type.getPointee());
  auto tileType = RankedTensorType::get(shape, convertType(type));
  Value all = tile::BroadcastOp::create(builder, loc, tileType, address(pointer, element));
  if (!pointer.varying)
    return all;
  return tile::PtrAddOp::create(builder, loc, all, pointer.varying, element);
}

Value Converter::offsets(const Pointer &pointer, ArrayRef<int64_t> shape) {
  if (pointer.varying)
    return pointer.varying;
  return zeroOf(builder, loc, RankedTensorType::get(shape, builder.getI32Type()));
}

Pointer Converter::advance(const Pointer &pointer, Value offset, Type type) {
  Pointer moved = pointer;
  if (pointer.lanes) {
    moved.lanes =
        tile::PtrAddOp::create(builder, loc, pointer.lanes, offset, convertType(pointerIn(type).getPointee()));
  } else if (Value scalar = scalarOf(offset)) {
    Value wide = signExtend(scalar, 64);
    moved.uniform = pointer.uniform ? arith::AddIOp::create(builder, loc, pointer.uniform, wide).getResult() : wide;
  } else {
    moved.varying = pointer.varying ? addOffsets(pointer.varying, offset) : offset;
  }
  return moved;
}

/// Elements of another size: the uniform part joins the base, the varying part
/// is counted in the new elements where they divide the old ones.
Pointer Converter::reinterpret(const Pointer &pointer, Type from, Type to) {
  Type fromElement = convertType(pointerIn(from).getPointee()), toElement = convertType(pointerIn(to).getPointee());
  int64_t fromBytes = tile::elementBytes(fromElement), toBytes = tile::elementBytes(toElement);
  if (fromBytes == toBytes || pointer.lanes)
    return pointer;
  Pointer result{address(pointer, fromElement), {}, {}, {}};
  if (!pointer.varying)
    return result;
  if (fromBytes % toBytes != 0) {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(from).getShape();
    return {{}, {}, {}, lanes(pointer, pointerIn(from), shape)};
  }
  Value wide = signExtend(pointer.varying, 64);
  auto factor = SplatElementsAttr::get(cast<ShapedType>(wide.getType()), APInt(64, fromBytes / toBytes));
  Value scale = arith::ConstantOp::create(builder, loc, factor);
  result.varying = arith::MulIOp::create(builder, loc, wide, scale);
  return result;
}

Pointer Converter::coerce(const Pointer &pointer, PointerForm form, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (form.lanes && tensor)
    return {{}, {}, {}, lanes(pointer, pointerIn(type), tensor.getShape())};
  Pointer result = pointer;
  if (!form.width || !tensor)
    return result;
  result.varying = pointer.varying ? signExtend(pointer.varying, form.width)
                                   : zeroOf(builder, loc, tensor.clone(builder.getIntegerType(form.width)));
  return result;
}

/// A choice per lane keeps one base where both sides have the same.
Pointer Converter::selectLanes(Value condition, const Pointer &a, const Pointer &b, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  auto select = [&](Value x, Value y) -> Value { return arith::SelectOp::create(builder, loc, condition, x, y); };
  if (a.lanes || b.lanes || a.base != b.base) {
    PtrType pointer = pointerIn(type);
    return {{}, {}, {}, select(lanes(a, pointer, tensor.getShape()), lanes(b, pointer, tensor.getShape()))};
  }
  if (a.uniform == b.uniform) {
    PointerForm form = {false, 32};
    for (Value varying : {a.varying, b.varying})
      if (varying)
        form.width = std::max(form.width, getElementTypeOrSelf(varying).getIntOrFloatBitWidth());
    return {a.base, a.uniform, select(coerce(a, form, type).varying, coerce(b, form, type).varying), {}};
  }
  auto whole = [&](const Pointer &side) {
    Value varying = coerce(side, {false, 64}, type).varying;
    if (!side.uniform)
      return varying;
    Value all = tile::BroadcastOp::create(builder, loc, varying.getType(), side.uniform);
    return arith::AddIOp::create(builder, loc, varying, all).getResult();
  };
  return {a.base, {}, select(whole(a), whole(b)), {}};
}

//===-- ops --------------------------------------------------------------------===//

static LogicalResult convertAddPtr(Converter &c, AddPtrOp op) {
  c.set(op.getResult(), c.advance(c.pointer(op.getPtr()), c.plain(op.getOffset()), op.getType()));
  return success();
}

static LogicalResult convertBitcast(Converter &c, BitcastOp op) {
  Type from = op.getSrc().getType(), to = op.getType();
  if (isPointer(from) && isPointer(to)) {
    c.set(op.getResult(), c.reinterpret(c.pointer(op.getSrc()), from, to));
    return success();
  }
  if (isPointer(from) || isPointer(to))
    return refuse(op) << "turns " << from << " into " << to << "; use 'tt.int_to_ptr' or 'tt.ptr_to_int'";
  Type fromElement = getElementTypeOrSelf(from), toElement = getElementTypeOrSelf(to);
  if (fromElement.getIntOrFloatBitWidth() != toElement.getIntOrFloatBitWidth())
    return refuse(op) << "expected types of one width but got " << from << " and " << to;
  Value source = c.plain(op.getSrc());
  if (from != to)
    source = arith::BitcastOp::create(c.builder, c.loc, to, source);
  c.set(op.getResult(), source);
  return success();
}

static LogicalResult convertIntToPtr(Converter &c, IntToPtrOp op) {
  unsigned width = getElementTypeOrSelf(op.getSrc()).getIntOrFloatBitWidth();
  if (width != 64)
    return refuse(op) << "expected an address of 64 bits but got " << op.getSrc().getType();
  c.setLoaded(op.getResult(),
              tile::IntToPtrOp::create(c.builder, c.loc, c.convertType(op.getType()), c.plain(op.getSrc())));
  return success();
}

static LogicalResult convertPtrToInt(Converter &c, PtrToIntOp op) {
  unsigned width = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
  if (width != 64)
    return refuse(op) << "expected an address of 64 bits but got " << op.getType();
  c.set(op.getResult(), tile::PtrToIntOp::create(c.builder, c.loc, op.getType(), c.plain(op.getSrc())).getResult());
  return success();
}

/// A scalar condition selects part by part; whatever the pointers' bases, the
/// result has one.
static LogicalResult convertSelect(Converter &c, arith::SelectOp op) {
  Type type = op.getType();
  Value condition = c.plain(op.getCondition());
  if (isPointer(type))
    if (Value scalar = c.scalarOf(condition))
      condition = scalar;
  if (isPointer(type) && isa<ShapedType>(condition.getType())) {
    c.set(op.getResult(), c.selectLanes(condition, c.pointer(op.getTrueValue()), c.pointer(op.getFalseValue()), type));
    return success();
  }
  PointerForm form = Converter::join(c.formOf(op.getTrueValue()), c.formOf(op.getFalseValue()));
  SmallVector<Value> yes, no, parts;
  c.flatten(op.getTrueValue(), form, yes);
  c.flatten(op.getFalseValue(), form, no);
  for (auto [a, b] : llvm::zip(yes, no))
    parts.push_back(arith::SelectOp::create(c.builder, c.loc, condition, a, b));
  if (Operation *made = parts.back().getDefiningOp())
    c.keepHints(op, made);
  ValueRange range = parts;
  c.unflatten(op.getResult(), form, range);
  return success();
}

/// Stays poison while the result is cleaned up, so that a choice between it and
/// a value becomes the value.
static LogicalResult convertPoison(Converter &c, ub::PoisonOp op) {
  SmallVector<Type> types;
  SmallVector<Value> parts;
  c.flattenTypes(op.getType(), {}, types);
  for (Type type : types)
    parts.push_back(ub::PoisonOp::create(c.builder, c.loc, type));
  ValueRange range = parts;
  c.unflatten(op.getResult(), {}, range);
  return success();
}

void kiln::triton::addPointerHandlers(Converter &converter) {
  converter.add<AddPtrOp>(convertAddPtr);
  converter.add<BitcastOp>(convertBitcast);
  converter.add<IntToPtrOp>(convertIntToPtr);
  converter.add<PtrToIntOp>(convertPtrToInt);
  converter.add<arith::SelectOp>(convertSelect);
  converter.add<ub::PoisonOp>(convertPoison);
}
