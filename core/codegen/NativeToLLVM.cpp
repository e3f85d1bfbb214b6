// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types, and which of MLIR's patterns stand beside ours.

#include "core/codegen/NativeToLLVM.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"

using namespace mlir;
using namespace kiln;

void codegen::registerLLVM(DialectRegistry &registry) {
  registry.insert<LLVM::LLVMDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

static void addNarrowFloats(LLVMTypeConverter &types) {
  types.addConversion([](FloatType type) -> std::optional<Type> {
    if (type.getWidth() >= 32)
      return std::nullopt;
    return IntegerType::get(type.getContext(), type.getWidth());
  });
  types.addConversion([](VectorType type) -> std::optional<Type> {
    auto element = dyn_cast<FloatType>(type.getElementType());
    if (!element || element.getWidth() >= 32 || type.getRank() != 1)
      return std::nullopt;
    return type.clone(IntegerType::get(type.getContext(), element.getWidth()));
  });
}

std::unique_ptr<LLVMTypeConverter> codegen::makeTypeConverter(MLIRContext *context, const LLVMLowering &lowering) {
  auto types = std::make_unique<LLVMTypeConverter>(context);
  auto numberOf = [number = lowering.addressSpace](StringRef space) { return number ? number(space) : 0; };
  types->addConversion([numberOf](tile::PtrType type) {
    return LLVM::LLVMPointerType::get(type.getContext(), numberOf(type.getSpace()));
  });
  types->addTypeAttributeConversion(
      [numberOf](BaseMemRefType, tile::SpaceAttr space) -> TypeConverter::AttributeConversionResult {
        return IntegerAttr::get(IntegerType::get(space.getContext(), 64), numberOf(space.getName()));
      });
  if (lowering.narrowFloatsAsBits)
    addNarrowFloats(*types);
  return types;
}

void codegen::populateNativeToLLVMPatterns(const LLVMTypeConverter &types, const LLVMLowering &lowering,
                                           RewritePatternSet &patterns) {
  arith::populateArithToLLVMConversionPatterns(types, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
  populateFuncToLLVMConversionPatterns(types, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(types, patterns);
  populateVectorToLLVMConversionPatterns(types, patterns);
  vector::populateVectorStepLoweringPatterns(patterns);
  ub::populateUBToLLVMConversionPatterns(types, patterns);
  populateTileToLLVMPatterns(types, lowering, patterns);
  populateAccessesToLLVMPatterns(types, lowering, patterns);
  populateHostCallsToLLVMPatterns(types, lowering, patterns);
}

void codegen::populateMathToLLVMPatterns(const LLVMTypeConverter &types, RewritePatternSet &patterns) {
  populateMathToLLVMConversionPatterns(types, patterns, /*approximateLog1p=*/false, /*benefit=*/2);
  // exp(x) - 1 is no good near 0; the library has the function.
  llvm::erase_if(patterns.getNativePatterns(), [](const std::unique_ptr<RewritePattern> &pattern) {
    return pattern->getRootKind() && pattern->getRootKind()->getStringRef() == math::ExpM1Op::getOperationName();
  });
  populateMathToLibmConversionPatterns(patterns);
}
