// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers, effects and type lists of the ops that access memory.

#include "kiln/tile/Tile.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace kiln::tile;

using OptionalOperand = std::optional<OpAsmParser::UnresolvedOperand>;

//===-- type lists ---------------------------------------------------------===//
// The types of mask, `other` and compare follow from the accessed value, so the
// text names only value, pointer and offsets.

static Type maskTypeOf(Type value) { return withElementType(value, IntegerType::get(value.getContext(), 1)); }

static ParseResult parsePointerTypes(OpAsmParser &parser, const OptionalOperand &offsets, Type &pointer,
                                     Type &offsetsType) {
  if (parser.parseType(pointer))
    return failure();
  if (offsets && (parser.parseComma() || parser.parseType(offsetsType)))
    return failure();
  return success();
}

static void printPointerTypes(OpAsmPrinter &printer, Type pointer, Type offsetsType) {
  printer << pointer;
  if (offsetsType)
    printer << ", " << offsetsType;
}

static ParseResult parseLoadTypes(OpAsmParser &parser, OptionalOperand offsets, OptionalOperand mask,
                                  OptionalOperand other, Type &pointer, Type &offsetsType, Type &maskType,
                                  Type &otherType, Type &result) {
  if (parsePointerTypes(parser, offsets, pointer, offsetsType) || parser.parseArrow() || parser.parseType(result))
    return failure();
  if (mask)
    maskType = maskTypeOf(result);
  if (other)
    otherType = result;
  return success();
}

static void printLoadTypes(OpAsmPrinter &printer, Operation *, Value, Value, Value, Type pointer, Type offsetsType,
                           Type, Type, Type result) {
  printPointerTypes(printer, pointer, offsetsType);
  printer << " -> " << result;
}

static ParseResult parseStoreTypes(OpAsmParser &parser, OptionalOperand offsets, OptionalOperand mask, Type &value,
                                   Type &pointer, Type &offsetsType, Type &maskType) {
  if (parser.parseType(value) || parser.parseComma() || parsePointerTypes(parser, offsets, pointer, offsetsType))
    return failure();
  if (mask)
    maskType = maskTypeOf(value);
  return success();
}

static void printStoreTypes(OpAsmPrinter &printer, Operation *, Value, Value, Type value, Type pointer,
                            Type offsetsType, Type) {
  printer << value << ", ";
  printPointerTypes(printer, pointer, offsetsType);
}

static ParseResult parseAtomicTypes(OpAsmParser &parser, OptionalOperand offsets, OptionalOperand mask, Type &value,
                                    Type &pointer, Type &offsetsType, Type &maskType, Type &result) {
  if (parseStoreTypes(parser, offsets, mask, value, pointer, offsetsType, maskType))
    return failure();
  result = value;
  return success();
}

static void printAtomicTypes(OpAsmPrinter &printer, Operation *, Value, Value, Type value, Type pointer,
                             Type offsetsType, Type, Type) {
  printer << value << ", ";
  printPointerTypes(printer, pointer, offsetsType);
}

static ParseResult parseCasTypes(OpAsmParser &parser, OptionalOperand offsets, OptionalOperand mask, Type &compare,
                                 Type &value, Type &pointer, Type &offsetsType, Type &maskType, Type &result) {
  if (parseAtomicTypes(parser, offsets, mask, value, pointer, offsetsType, maskType, result))
    return failure();
  compare = value;
  return success();
}

static void printCasTypes(OpAsmPrinter &printer, Operation *, Value, Value, Type, Type value, Type pointer,
                          Type offsetsType, Type, Type) {
  printer << value << ", ";
  printPointerTypes(printer, pointer, offsetsType);
}

/// Each operand's type, with its scale's behind it where there is one.
static ParseResult parseDotScaledTypes(OpAsmParser &parser, OptionalOperand lhsScale, OptionalOperand rhsScale,
                                       Type &lhs, Type &lhsScaleType, Type &rhs, Type &rhsScaleType) {
  if (parser.parseType(lhs) || (lhsScale && (parser.parseComma() || parser.parseType(lhsScaleType))) ||
      parser.parseComma() || parser.parseType(rhs) ||
      (rhsScale && (parser.parseComma() || parser.parseType(rhsScaleType))))
    return failure();
  return success();
}

static void printDotScaledTypes(OpAsmPrinter &printer, Operation *, Value, Value, Type lhs, Type lhsScale, Type rhs,
                                Type rhsScale) {
  printer << lhs;
  if (lhsScale)
    printer << ", " << lhsScale;
  printer << ", " << rhs;
  if (rhsScale)
    printer << ", " << rhsScale;
}

static ParseResult parseGatherTypes(OpAsmParser &parser, OptionalOperand mask, OptionalOperand fill, Type &pointer,
                                    Type &offsets, Type &maskType, Type &fillType, Type &target) {
  if (parser.parseType(pointer) || parser.parseComma() || parser.parseType(offsets) ||
      (mask && (parser.parseComma() || parser.parseType(maskType))) ||
      (fill && (parser.parseComma() || parser.parseType(fillType))) || parser.parseComma() || parser.parseType(target))
    return failure();
  return success();
}

static void printGatherTypes(OpAsmPrinter &printer, Operation *, Value, Value, Type pointer, Type offsets, Type mask,
                             Type fill, Type target) {
  printer << pointer << ", " << offsets;
  if (mask)
    printer << ", " << mask;
  if (fill)
    printer << ", " << fill;
  printer << ", " << target;
}

/// The types of those of two operands that are there, each behind a comma.
static ParseResult parseOptionalTypes(OpAsmParser &parser, OptionalOperand first, OptionalOperand second,
                                      Type &firstType, Type &secondType) {
  if (first && (parser.parseComma() || parser.parseType(firstType)))
    return failure();
  return ParseResult(failure(second && (parser.parseComma() || parser.parseType(secondType))));
}

static void printOptionalTypes(OpAsmPrinter &printer, Operation *, Value, Value, Type firstType, Type secondType) {
  for (Type type : {firstType, secondType})
    if (type)
      printer << ", " << type;
}

#define GET_OP_CLASSES
#include "core/tile/Tile.cpp.inc"

//===-- accesses through pointers ------------------------------------------===//

static LogicalResult verifySameShape(Operation *op, StringRef what, Type type, Type value) {
  auto shape = [](Type t) {
    auto shaped = dyn_cast<ShapedType>(t);
    return shaped ? shaped.getShape() : ArrayRef<int64_t>();
  };
  if (isa<ShapedType>(type) == isa<ShapedType>(value) && shape(type) == shape(value))
    return success();
  return op->emitOpError() << "expected " << what << " of the shape of the accessed value " << value << " but got "
                           << type;
}

/// What all accesses share: a scalar access has a scalar pointer and no
/// offsets, a tile has a pointer with offsets or one pointer per lane.
static LogicalResult verifyAccess(Operation *op, Value pointer, Value offsets, Value mask, Type value) {
  bool isTile = isa<ShapedType>(value);
  bool manyPointers = isa<ShapedType>(pointer.getType());
  if (isTile && !manyPointers && !offsets)
    return op->emitOpError() << "accesses a tile of type " << value
                             << " through one pointer and needs offsets, one per lane";
  if (!isTile && (manyPointers || offsets))
    return op->emitOpError() << "accesses a scalar of type " << value << " and takes one pointer without offsets";
  if (manyPointers && offsets)
    return op->emitOpError() << "takes either a tile of pointers or one pointer with offsets, not both";
  if (manyPointers && failed(verifySameShape(op, "pointers", pointer.getType(), value)))
    return failure();
  if (offsets && failed(verifySameShape(op, "offsets", offsets.getType(), value)))
    return failure();
  if (mask && failed(verifySameShape(op, "a mask", mask.getType(), value)))
    return failure();
  return success();
}

LogicalResult LoadOp::verify() {
  if (getOther() && getOther().getType() != getType())
    return emitOpError() << "expected 'other' of the result type " << getType() << " but got " << getOther().getType();
  if (getOther() && !getMask())
    return emitOpError() << "has 'other' but no mask that could select it";
  return verifyAccess(*this, getPointer(), getOffsets(), getMask(), getType());
}

LogicalResult StoreOp::verify() {
  return verifyAccess(*this, getPointer(), getOffsets(), getMask(), getValue().getType());
}

LogicalResult kiln::tile::verifyAtomicKind(Operation *op, Atomic kind, Type element) {
  bool wantsFloat = kind == Atomic::FAdd || kind == Atomic::FMax || kind == Atomic::FMin;
  bool wantsAny = kind == Atomic::Xchg;
  if (wantsAny || (wantsFloat ? isa<FloatType>(element) : element.isIntOrIndex()))
    return success();
  return op->emitOpError() << "'" << stringifyAtomic(kind) << "' needs " << (wantsFloat ? "float" : "integer")
                           << " elements but got " << element;
}

LogicalResult AtomicRmwOp::verify() {
  if (failed(verifyAtomicKind(*this, getKind(), getElementTypeOrSelf(getValue()))))
    return failure();
  if (getResult().getType() != getValue().getType())
    return emitOpError() << "expected a result of type " << getValue().getType() << " but got "
                         << getResult().getType();
  return verifyAccess(*this, getPointer(), getOffsets(), getMask(), getValue().getType());
}

LogicalResult AtomicCasOp::verify() {
  if (getCompare().getType() != getValue().getType() || getResult().getType() != getValue().getType())
    return emitOpError() << "expected compare, value and result of one type but got " << getCompare().getType() << ", "
                         << getValue().getType() << " and " << getResult().getType();
  return verifyAccess(*this, getPointer(), getOffsets(), getMask(), getValue().getType());
}

void LoadOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Write::get());
}

void StoreOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Read::get());
}

//===-- pointers -------------------------------------------------------------===//

LogicalResult PtrAddOp::verify() {
  Type element = getElementType();
  if (!element.isIntOrFloat() && !isa<PtrType>(element))
    return emitOpError() << "expected an integer, float or pointer element type but got " << element;
  return verifySameShape(*this, "an offset", getOffset().getType(), getPointer().getType());
}

LogicalResult PtrToIntOp::verify() {
  if (!getElementTypeOrSelf(getType()).isInteger(64))
    return emitOpError() << "expected a result of i64 but got " << getType();
  return verifySameShape(*this, "a result", getType(), getPointer().getType());
}

LogicalResult IntToPtrOp::verify() {
  if (!getElementTypeOrSelf(getAddress().getType()).isInteger(64))
    return emitOpError() << "expected an address of i64 but got " << getAddress().getType();
  return verifySameShape(*this, "a result", getType(), getAddress().getType());
}

//===-- views ----------------------------------------------------------------===//

LogicalResult MakeViewOp::verify() {
  size_t rank = getType().getShape().size();
  if (getExtents().size() != rank || getStrides().size() != rank)
    return emitOpError() << "expected " << rank << " extents and strides for " << getType() << " but got "
                         << getExtents().size() << " and " << getStrides().size();
  return success();
}

/// A block access: one index per dimension, and a tile with the block's
/// elements in order, up to unit dimensions.
static LogicalResult verifyBlock(Operation *op, ViewType view, OperandRange indices, ShapedType tile) {
  if (indices.size() != view.getShape().size())
    return op->emitOpError() << "expected " << view.getShape().size() << " indices for " << view << " but got "
                             << indices.size();
  auto withoutUnits = [](ArrayRef<int64_t> shape) {
    return llvm::to_vector(llvm::make_filter_range(shape, [](int64_t n) { return n != 1; }));
  };
  if (tile.getElementType() != view.getElementType() || withoutUnits(tile.getShape()) != withoutUnits(view.getShape()))
    return op->emitOpError() << "expected a tile of the block of " << view << " but got " << tile;
  return success();
}

LogicalResult LoadViewOp::verify() {
  return verifyBlock(*this, getView().getType(), getIndices(), cast<ShapedType>(getType()));
}

LogicalResult StoreViewOp::verify() {
  return verifyBlock(*this, getView().getType(), getIndices(), cast<ShapedType>(getValue().getType()));
}

LogicalResult ReduceViewOp::verify() {
  auto tile = cast<ShapedType>(getValue().getType());
  if (failed(verifyAtomicKind(*this, getKind(), tile.getElementType())))
    return failure();
  return verifyBlock(*this, getView().getType(), getIndices(), tile);
}

/// Row access: a block of one row, and a 2-D tile with a row per row number.
static LogicalResult verifyRows(Operation *op, ViewType view, ShapedType rows, ShapedType tile) {
  ArrayRef<int64_t> block = view.getShape();
  if (block.size() != 2 || block[0] != 1)
    return op->emitOpError() << "expected a view with blocks of one row but got " << view;
  if (rows.getRank() != 1 || tile.getRank() != 2 || tile.getDimSize(0) != rows.getDimSize(0) ||
      tile.getDimSize(1) != block[1] || tile.getElementType() != view.getElementType())
    return op->emitOpError() << "expected a tile with one row of " << view << " for each of " << rows << " but got "
                             << tile;
  return success();
}

LogicalResult GatherViewOp::verify() {
  return verifyRows(*this, getView().getType(), cast<ShapedType>(getRows().getType()), cast<ShapedType>(getType()));
}

LogicalResult ScatterViewOp::verify() {
  return verifyRows(*this, getView().getType(), cast<ShapedType>(getRows().getType()),
                    cast<ShapedType>(getValue().getType()));
}
