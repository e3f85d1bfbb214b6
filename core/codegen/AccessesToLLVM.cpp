// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars in memory: plain and volatile accesses, atomics, fences. A boolean is a
// byte there.

#include "core/codegen/NativeToLLVM.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

namespace {

using ScopeNames = decltype(codegen::LLVMLowering::syncScope);

/// Patterns that have to name a scope.
template <typename OpT>
struct ScopedPattern : ConvertOpToLLVMPattern<OpT> {
  ScopedPattern(const LLVMTypeConverter &types, ScopeNames scopeNames)
      : ConvertOpToLLVMPattern<OpT>(types), scopeNames(std::move(scopeNames)) {}

  StringRef scopeOf(OpT op) const { return scopeNames ? scopeNames(op.getScope()) : StringRef(); }

  ScopeNames scopeNames;
};

LLVM::AtomicOrdering orderingOf(tile::Ordering ordering) {
  switch (ordering) {
  case tile::Ordering::Relaxed:
    return LLVM::AtomicOrdering::monotonic;
  case tile::Ordering::Acquire:
    return LLVM::AtomicOrdering::acquire;
  case tile::Ordering::Release:
    return LLVM::AtomicOrdering::release;
  case tile::Ordering::AcqRel:
    break;
  }
  return LLVM::AtomicOrdering::acq_rel;
}

/// Of a compare and swap that does not swap: it reads only.
LLVM::AtomicOrdering orderingOfRead(tile::Ordering ordering) {
  bool acquires = ordering == tile::Ordering::Acquire || ordering == tile::Ordering::AcqRel;
  return acquires ? LLVM::AtomicOrdering::acquire : LLVM::AtomicOrdering::monotonic;
}

/// LLVM's operation that does exactly this. Its float extrema leave the order of
/// zeros open, so there is none for those.
std::optional<LLVM::AtomicBinOp> operationOf(tile::Atomic kind) {
  switch (kind) {
  case tile::Atomic::And:
    return LLVM::AtomicBinOp::_and;
  case tile::Atomic::Or:
    return LLVM::AtomicBinOp::_or;
  case tile::Atomic::Xor:
    return LLVM::AtomicBinOp::_xor;
  case tile::Atomic::Add:
    return LLVM::AtomicBinOp::add;
  case tile::Atomic::FAdd:
    return LLVM::AtomicBinOp::fadd;
  case tile::Atomic::Max:
    return LLVM::AtomicBinOp::max;
  case tile::Atomic::Min:
    return LLVM::AtomicBinOp::min;
  case tile::Atomic::UMax:
    return LLVM::AtomicBinOp::umax;
  case tile::Atomic::UMin:
    return LLVM::AtomicBinOp::umin;
  case tile::Atomic::Xchg:
    return LLVM::AtomicBinOp::xchg;
  case tile::Atomic::Inc:
    return LLVM::AtomicBinOp::uinc_wrap;
  case tile::Atomic::Dec:
    return LLVM::AtomicBinOp::udec_wrap;
  case tile::Atomic::FMax:
  case tile::Atomic::FMin:
    break;
  }
  return std::nullopt;
}

/// An element of a memref. Unlike MLIR's own pattern this one promises nothing of
/// the address: strides may be negative.
template <typename OpT>
struct AccessToLLVM : ConvertOpToLLVMPattern<OpT> {
  using ConvertOpToLLVMPattern<OpT>::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value address = this->getStridedElementPtr(rewriter, op.getLoc(), op.getMemRefType(), adaptor.getMemref(),
                                               adaptor.getIndices());
    if constexpr (std::is_same_v<OpT, memref::LoadOp>)
      rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, this->typeConverter->convertType(op.getType()), address);
    else
      rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValue(), address);
    return success();
  }
};

struct LoadToLLVM : ConvertOpToLLVMPattern<tile::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::LoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getType()) || op.getMask() || op.getOffsets())
      return rewriter.notifyMatchFailure(op, "not a scalar without a mask");
    Type type = typeConverter->convertType(op.getType());
    bool isBoolean = type.isInteger(1);
    Value value =
        LLVM::LoadOp::create(rewriter, op.getLoc(), isBoolean ? Type(rewriter.getI8Type()) : type, adaptor.getPointer(),
                             /*alignment=*/0, op.getIsVolatile());
    if (isBoolean) {
      Value zero = LLVM::ConstantOp::create(rewriter, op.getLoc(), rewriter.getI8Type(), 0);
      value = LLVM::ICmpOp::create(rewriter, op.getLoc(), LLVM::ICmpPredicate::ne, value, zero);
    }
    rewriter.replaceOp(op, value);
    return success();
  }
};

struct StoreToLLVM : ConvertOpToLLVMPattern<tile::StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::StoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getValue().getType()) || op.getMask() || op.getOffsets())
      return rewriter.notifyMatchFailure(op, "not a scalar without a mask");
    Value value = adaptor.getValue();
    if (value.getType().isInteger(1))
      value = LLVM::ZExtOp::create(rewriter, op.getLoc(), rewriter.getI8Type(), value);
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, value, adaptor.getPointer(), /*alignment=*/0, op.getIsVolatile());
    return success();
  }
};

struct RmwToLLVM : ScopedPattern<tile::AtomicRmwOp> {
  using ScopedPattern::ScopedPattern;
  LogicalResult matchAndRewrite(tile::AtomicRmwOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getType()) || op.getMask() || op.getOffsets())
      return rewriter.notifyMatchFailure(op, "not a scalar without a mask");
    std::optional<LLVM::AtomicBinOp> operation = operationOf(op.getKind());
    Type type = adaptor.getValue().getType();
    bool isFloatInBits = isa<FloatType>(op.getType()) && type.isInteger();
    if (!operation || type.isInteger(1) || (isFloatInBits && operation == LLVM::AtomicBinOp::fadd))
      return rewriter.notifyMatchFailure(op, "LLVM has no such operation; expand-atomics makes it of others");
    rewriter.replaceOpWithNewOp<LLVM::AtomicRMWOp>(op, *operation, adaptor.getPointer(), adaptor.getValue(),
                                                   orderingOf(op.getOrdering()), scopeOf(op));
    return success();
  }
};

struct CasToLLVM : ScopedPattern<tile::AtomicCasOp> {
  using ScopedPattern::ScopedPattern;
  LogicalResult matchAndRewrite(tile::AtomicCasOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!op.getType().isInteger() || op.getType().isInteger(1) || op.getMask() || op.getOffsets())
      return rewriter.notifyMatchFailure(op, "not a scalar integer without a mask");
    Value pair = LLVM::AtomicCmpXchgOp::create(rewriter, op.getLoc(), adaptor.getPointer(), adaptor.getCompare(),
                                               adaptor.getValue(), orderingOf(op.getOrdering()),
                                               orderingOfRead(op.getOrdering()), scopeOf(op));
    rewriter.replaceOpWithNewOp<LLVM::ExtractValueOp>(op, pair, 0);
    return success();
  }
};

/// A relaxed fence orders nothing, and LLVM has none.
struct FenceToLLVM : ScopedPattern<tile::FenceOp> {
  using ScopedPattern::ScopedPattern;
  LogicalResult matchAndRewrite(tile::FenceOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    if (op.getOrdering() != tile::Ordering::Relaxed)
      LLVM::FenceOp::create(rewriter, op.getLoc(), orderingOf(op.getOrdering()), scopeOf(op));
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

std::vector<std::string> codegen::scalarAtomics(const LLVMLowering &lowering) {
  std::vector<std::string> names;
  auto add = [&](tile::Atomic kind, const char *type) {
    names.push_back((tile::stringifyAtomic(kind) + ":" + type).str());
  };
  for (const char *type : {"f32", "f64"})
    add(tile::Atomic::FAdd, type);
  if (!lowering.narrowFloatsAsBits)
    for (const char *type : {"f16", "bf16"})
      add(tile::Atomic::FAdd, type);
  for (const char *type : {"f16", "bf16", "f32", "f64"})
    add(tile::Atomic::Xchg, type);
  for (uint32_t kind = 0; kind <= tile::getMaxEnumValForAtomic(); ++kind)
    for (const char *type : {"i8", "i16", "i32", "i64"})
      if (auto operation = operationOf(tile::Atomic(kind)); operation && operation != LLVM::AtomicBinOp::fadd)
        add(tile::Atomic(kind), type);
  return names;
}

void codegen::populateAccessesToLLVMPatterns(const LLVMTypeConverter &types, const LLVMLowering &lowering,
                                             RewritePatternSet &patterns) {
  patterns.add<AccessToLLVM<memref::LoadOp>, AccessToLLVM<memref::StoreOp>>(types, /*benefit=*/10);
  patterns.add<LoadToLLVM, StoreToLLVM>(types);
  patterns.add<RmwToLLVM, CasToLLVM, FenceToLLVM>(types, lowering.syncScope);
}
