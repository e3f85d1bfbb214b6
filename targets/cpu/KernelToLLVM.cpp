// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels as functions of a cpu::Instance. Device memory is host memory: a
// pointer is a pointer.

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "targets/cpu/CPU.h"
#include "targets/cpu/Instance.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln;

namespace {

Value instanceOf(Operation *op) { return op->getParentOfType<LLVM::LLVMFuncOp>().getArgument(0); }

/// A field of the Instance that the converted function around `op` is called with.
Value loadField(OpBuilder &builder, Operation *op, Type type, size_t offset) {
  Value address = codegen::bytePointer(builder, op->getLoc(), instanceOf(op), static_cast<int64_t>(offset));
  return LLVM::LoadOp::create(builder, op->getLoc(), type, address);
}

/// A number of a field with one for each axis.
auto loadAxis(size_t field) {
  return [field](OpBuilder &builder, Operation *op, tile::Axis axis) {
    return loadField(builder, op, builder.getI32Type(), field + sizeof(int32_t) * static_cast<size_t>(axis));
  };
}

/// Calls the function in a field of the Instance, which comes first; of the
/// arguments the first `fixed` ones are not variadic.
void callHost(OpBuilder &builder, Operation *op, size_t field, ArrayRef<Value> arguments, size_t fixed) {
  Value instance = instanceOf(op);
  SmallVector<Value> operands = {loadField(builder, op, instance.getType(), field), instance};
  operands.append(arguments.begin(), arguments.end());
  SmallVector<Type> types(ValueRange(operands).drop_front().take_front(fixed + 1).getTypes());
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), types,
                                          /*isVarArg=*/field == offsetof(cpu::Instance, print));
  LLVM::CallOp::create(builder, op->getLoc(), type, operands);
}

void callPrint(OpBuilder &builder, Operation *op, const codegen::PrintedElement &element) {
  auto number = [&](int64_t value, unsigned width) -> Value {
    return LLVM::ConstantOp::create(builder, op->getLoc(), builder.getIntegerType(width), value);
  };
  int32_t flags = (element.hex ? cpu::PrintHex : 0) | (element.bits ? 0 : cpu::PrintNothing);
  SmallVector<Value> arguments = {codegen::textAddress(builder, op, element.prefix),
                                  codegen::textAddress(builder, op, element.type), number(flags, 32),
                                  element.bits ? element.bits : number(0, 64), number(element.indices.size(), 32)};
  size_t fixed = arguments.size();
  llvm::append_range(arguments, element.indices);
  callHost(builder, op, offsetof(cpu::Instance, print), arguments, fixed);
}

struct FuncToLLVM : ConvertOpToLLVMPattern<gpu::GPUFuncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::GPUFuncOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
    auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(rewriter.getContext()), pointer);
    auto func = LLVM::LLVMFuncOp::create(rewriter, loc, op.getName(), type);
    func->setAttr(cpu::arenaBytesAttrName, rewriter.getI64IntegerAttr(codegen::placedBytes(op, cpu::arenaName)));
    Block *body = &op.getBody().front();
    rewriter.inlineRegionBefore(op.getBody(), func.getBody(), func.end());
    Block *entry = rewriter.createBlock(&func.getBody(), func.getBody().begin(), pointer, loc);
    TypeConverter::SignatureConversion arguments(body->getNumArguments());
    if (failed(loadArguments(rewriter, func, body, arguments)))
      return rewriter.notifyMatchFailure(op, "an argument has no form in memory");
    body = rewriter.applySignatureConversion(body, arguments, typeConverter);
    rewriter.setInsertionPointToEnd(entry);
    LLVM::BrOp::create(rewriter, loc, body);
    if (failed(rewriter.convertRegionTypes(&func.getBody(), *typeConverter)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }

  /// The parameters are packed as a C struct packs them.
  LogicalResult loadArguments(OpBuilder &builder, LLVM::LLVMFuncOp func, Block *body,
                              TypeConverter::SignatureConversion &arguments) const {
    Location loc = func.getLoc();
    Value field = codegen::bytePointer(builder, loc, func.getArgument(0), int64_t(offsetof(cpu::Instance, parameters)));
    Value parameters = LLVM::LoadOp::create(builder, loc, field.getType(), field);
    int64_t offset = 0;
    for (BlockArgument argument : body->getArguments()) {
      Type type = typeConverter->convertType(argument.getType());
      if (!type)
        return failure();
      int64_t bytes = tile::elementBytes(argument.getType());
      offset = llvm::alignTo(offset, bytes);
      Value address = codegen::bytePointer(builder, loc, parameters, offset);
      offset += bytes;
      bool isBoolean = type.isInteger(1);
      Value value = LLVM::LoadOp::create(builder, loc, isBoolean ? Type(builder.getI8Type()) : type, address);
      if (isBoolean)
        value = LLVM::TruncOp::create(builder, loc, type, value);
      arguments.remapInput(argument.getArgNumber(), value);
    }
    return success();
  }
};

} // namespace

codegen::LLVMLowering kiln::cpu::makeLowering() {
  codegen::LLVMLowering lowering;
  lowering.narrowFloatsAsBits = true;
  lowering.programId = loadAxis(offsetof(Instance, program));
  lowering.numPrograms = loadAxis(offsetof(Instance, grid));
  lowering.spaceBase = [](OpBuilder &builder, Operation *op, StringRef) {
    return loadField(builder, op, LLVM::LLVMPointerType::get(builder.getContext()), offsetof(Instance, arena));
  };
  lowering.print = callPrint;
  lowering.fail = [](OpBuilder &builder, Operation *op, StringRef message) {
    callHost(builder, op, offsetof(Instance, fail), codegen::textAddress(builder, op, message), 1);
  };
  return lowering;
}

void kiln::cpu::populateKernelPatterns(const LLVMTypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<FuncToLLVM>(types);
}
