// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the mirror dialect, the text of its types and of the ops that
// the declarative format cannot spell.

#include "core/triton/Triton.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kiln::triton;

#include "core/triton/TritonDialect.cpp.inc"
#include "core/triton/TritonEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "core/triton/TritonTypes.cpp.inc"

#define GET_OP_CLASSES
#include "core/triton/Triton.cpp.inc"

void TritonDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "core/triton/TritonTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "core/triton/Triton.cpp.inc"
      >();
}

//===-- types --------------------------------------------------------------===//

Type PtrType::parse(AsmParser &parser) {
  Type pointee;
  int64_t space = 1;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseType(pointee))
    return {};
  if (succeeded(parser.parseOptionalComma()) && parser.parseInteger(space))
    return {};
  if (parser.parseGreater())
    return {};
  if (!pointee.isIntOrFloat() && !isa<PtrType, RankedTensorType>(pointee)) {
    parser.emitError(at) << "expected a pointer to an integer, a float, a pointer or a tensor but got " << pointee;
    return {};
  }
  return PtrType::get(parser.getContext(), pointee, space);
}

void PtrType::print(AsmPrinter &printer) const {
  printer << "<" << getPointee();
  if (getSpace() != 1)
    printer << ", " << getSpace();
  printer << ">";
}

Type DescType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type type;
  if (parser.parseLess())
    return {};
  // With no dimensions in front, this is the older spelling or a block of rank 0.
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseDimensionList(shape, /*allowDynamic=*/false) || parser.parseType(type) || parser.parseGreater())
    return {};
  auto block = dyn_cast<RankedTensorType>(type);
  if (!block || !shape.empty()) {
    if (!type.isIntOrFloat()) {
      parser.emitError(at) << "expected a block of integers or floats but got elements of type " << type;
      return {};
    }
    block = RankedTensorType::get(shape, type);
  }
  if (!block.hasStaticShape() || !block.getElementType().isIntOrFloat()) {
    parser.emitError(at) << "expected a block of static shape with integers or floats but got " << block;
    return {};
  }
  return DescType::get(parser.getContext(), block);
}

void DescType::print(AsmPrinter &printer) const { printer << "<" << getBlock() << ">"; }

PtrType kiln::triton::pointerIn(Type type) { return dyn_cast<PtrType>(getElementTypeOrSelf(type)); }

bool kiln::triton::isBlockPointer(Type type) {
  auto pointer = dyn_cast<PtrType>(type);
  return pointer && isa<RankedTensorType>(pointer.getPointee());
}

bool kiln::triton::isPointer(Type type) {
  PtrType pointer = pointerIn(type);
  return pointer && !isa<RankedTensorType>(pointer.getPointee());
}

Type kiln::triton::pointeeOf(Type pointers) {
  PtrType pointer = pointerIn(pointers);
  if (!pointer)
    return pointers;
  auto tensor = dyn_cast<RankedTensorType>(pointers);
  if (!tensor || !RankedTensorType::isValidElementType(pointer.getPointee()))
    return pointer.getPointee();
  return tensor.clone(pointer.getPointee());
}

Type kiln::triton::maskFor(Type pointers) {
  Type bit = IntegerType::get(pointers.getContext(), 1);
  auto tensor = dyn_cast<RankedTensorType>(pointeeOf(pointers));
  return tensor ? Type(tensor.clone(bit)) : bit;
}

//===-- functions ------------------------------------------------------------===//

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> arguments, ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag,
                      std::string &) { return builder.getFunctionType(arguments, results); };
  return function_interface_impl::parseFunctionOp(parser, result, /*allowVariadic=*/false,
                                                  getFunctionTypeAttrName(result.name), buildType,
                                                  getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
                                           getArgAttrsAttrName(), getResAttrsAttrName());
}

LogicalResult ReturnOp::verify() {
  auto function = cast<FuncOp>((*this)->getParentOp());
  if (getOperandTypes() != TypeRange(function.getResultTypes()))
    return emitOpError() << "expected to return (" << function.getResultTypes() << ") but got (" << getOperandTypes()
                         << ")";
  return success();
}

//===-- block pointers and descriptors -----------------------------------------===//

static ParseResult parseList(OpAsmParser &parser, SmallVectorImpl<OpAsmParser::UnresolvedOperand> &list) {
  return failure(parser.parseComma() || parser.parseOperandList(list, OpAsmParser::Delimiter::Square));
}

/// The base's type is not in the text: it follows from the result's.
ParseResult MakeTensorPtrOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand base;
  SmallVector<OpAsmParser::UnresolvedOperand> shape, strides, offsets;
  PtrType type;
  if (parser.parseOperand(base) || parseList(parser, shape) || parseList(parser, strides) ||
      parseList(parser, offsets) || parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseCustomTypeWithFallback(type))
    return failure();
  auto block = dyn_cast<RankedTensorType>(type.getPointee());
  if (!block)
    return parser.emitError(at) << "expected a pointer to a tensor but got " << type;
  Builder &builder = parser.getBuilder();
  auto baseType = PtrType::get(builder.getContext(), block.getElementType(), type.getSpace());
  result.addAttribute(
      getOperandSegmentSizesAttrName(result.name),
      builder.getDenseI32ArrayAttr({1, static_cast<int32_t>(shape.size()), static_cast<int32_t>(strides.size()),
                                    static_cast<int32_t>(offsets.size())}));
  result.addTypes(type);
  return failure(parser.resolveOperand(base, baseType, result.operands) ||
                 parser.resolveOperands(shape, builder.getI64Type(), result.operands) ||
                 parser.resolveOperands(strides, builder.getI64Type(), result.operands) ||
                 parser.resolveOperands(offsets, builder.getI32Type(), result.operands));
}

void MakeTensorPtrOp::print(OpAsmPrinter &printer) {
  printer << " " << getBase() << ", [" << getShape() << "], [" << getStrides() << "], [" << getOffsets() << "]";
  printer.printOptionalAttrDict((*this)->getAttrs(), {getOperandSegmentSizesAttrName()});
  printer << " : ";
  printer.printStrippedAttrOrType(getType());
}

static LogicalResult verifyRank(Operation *op, RankedTensorType block, ArrayRef<size_t> counts) {
  for (size_t count : counts)
    if (static_cast<int64_t>(count) != block.getRank())
      return op->emitOpError() << "expected " << block.getRank() << " entries per list for a block of type " << block
                               << " but got " << count;
  return success();
}

LogicalResult MakeTensorPtrOp::verify() {
  return verifyRank(*this, cast<RankedTensorType>(getType().getPointee()),
                    {getShape().size(), getStrides().size(), getOffsets().size()});
}

LogicalResult AdvanceOp::verify() {
  return verifyRank(*this, cast<RankedTensorType>(getType().getPointee()), {getOffsets().size()});
}

LogicalResult MakeDescOp::verify() {
  return verifyRank(*this, getType().getBlock(), {getShape().size(), getStrides().size()});
}
