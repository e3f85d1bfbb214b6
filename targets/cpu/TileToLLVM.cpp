// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops of `tile` that stay in native form, placed buffers and the function
// itself. Device memory is host memory: a pointer is a pointer.

#include "kiln/tile/Tile.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "targets/cpu/CPU.h"
#include "targets/cpu/Instance.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln;

/// Address arithmetic in bytes.
static Value bytePointer(OpBuilder &builder, Location loc, Value pointer, LLVM::GEPArg bytes) {
  return LLVM::GEPOp::create(builder, loc, pointer.getType(), builder.getI8Type(), pointer, bytes);
}

Value kiln::cpu::loadField(OpBuilder &builder, Operation *op, Type type, size_t offset) {
  Value instance = op->getParentOfType<LLVM::LLVMFuncOp>().getArgument(0);
  return LLVM::LoadOp::create(builder, op->getLoc(), type,
                              bytePointer(builder, op->getLoc(), instance, static_cast<int32_t>(offset)));
}

namespace {

/// Where the last of the placed buffers ends.
int64_t arenaBytes(gpu::GPUFuncOp func) {
  int64_t end = 0;
  func.walk([&](memref::AllocOp op) {
    auto address = op->getAttrOfType<IntegerAttr>("tile.address");
    int64_t bytes = op.getType().getNumElements() * tile::elementBytes(op.getType().getElementType());
    end = std::max(end, (address ? address.getInt() : 0) + bytes);
  });
  return end;
}

/// gpu.func with arguments  =>  llvm.func(instance) that loads them.
struct FuncToLLVM : ConvertOpToLLVMPattern<gpu::GPUFuncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::GPUFuncOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
    auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(rewriter.getContext()), pointer);
    auto func = LLVM::LLVMFuncOp::create(rewriter, loc, op.getName(), type);
    func->setAttr(cpu::arenaBytesAttrName, rewriter.getI64IntegerAttr(arenaBytes(op)));
    Block *body = &op.getBody().front();
    rewriter.inlineRegionBefore(op.getBody(), func.getBody(), func.end());
    Block *entry = rewriter.createBlock(&func.getBody(), func.getBody().begin(), pointer, loc);
    Value parameters = LLVM::LoadOp::create(
        rewriter, loc, pointer,
        bytePointer(rewriter, loc, entry->getArgument(0), static_cast<int32_t>(offsetof(cpu::Instance, parameters))));
    TypeConverter::SignatureConversion arguments(body->getNumArguments());
    int64_t offset = 0;
    for (BlockArgument argument : body->getArguments()) {
      Type converted = typeConverter->convertType(argument.getType());
      if (!converted)
        return rewriter.notifyMatchFailure(op, "an argument has no form in memory");
      int64_t bytes = tile::elementBytes(argument.getType());
      offset = llvm::alignTo(offset, bytes);
      Value address = bytePointer(rewriter, loc, parameters, static_cast<int32_t>(offset));
      offset += bytes;
      bool isBool = converted.isInteger(1);
      Value value = LLVM::LoadOp::create(rewriter, loc, isBool ? Type(rewriter.getI8Type()) : converted, address);
      if (isBool)
        value = LLVM::TruncOp::create(rewriter, loc, converted, value);
      arguments.remapInput(argument.getArgNumber(), value);
    }
    body = rewriter.applySignatureConversion(body, arguments, typeConverter);
    rewriter.setInsertionPointToEnd(entry);
    LLVM::BrOp::create(rewriter, loc, body);
    if (failed(rewriter.convertRegionTypes(&func.getBody(), *typeConverter)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

struct ReturnToLLVM : ConvertOpToLLVMPattern<gpu::ReturnOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(gpu::ReturnOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, ValueRange());
    return success();
  }
};

template <typename OpT, size_t field>
struct GridToLoad : ConvertOpToLLVMPattern<OpT> {
  using ConvertOpToLLVMPattern<OpT>::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor, ConversionPatternRewriter &rewriter) const override {
    size_t offset = field + sizeof(int32_t) * static_cast<size_t>(op.getAxis());
    rewriter.replaceOp(op, cpu::loadField(rewriter, op, rewriter.getI32Type(), offset));
    return success();
  }
};

struct PtrAddToGEP : ConvertOpToLLVMPattern<tile::PtrAddOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::PtrAddOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    // An index narrower than 64 bits is sign-extended, as the op has it.
    Type step = LLVM::LLVMArrayType::get(rewriter.getI8Type(), tile::elementBytes(op.getElementType()));
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(op, typeConverter->convertType(op.getType()), step, adaptor.getPointer(),
                                             adaptor.getOffset());
    return success();
  }
};

template <typename OpT, typename CastOp>
struct PointerCast : ConvertOpToLLVMPattern<OpT> {
  using ConvertOpToLLVMPattern<OpT>::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<CastOp>(op, this->typeConverter->convertType(op.getType()), adaptor.getOperands()[0]);
    return success();
  }
};

struct ViewToDescriptor : ConvertOpToLLVMPattern<tile::ViewOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::ViewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefType type = op.getType();
    auto view = MemRefDescriptor::poison(rewriter, loc, typeConverter->convertType(type));
    view.setAllocatedPtr(rewriter, loc, adaptor.getPointer());
    view.setAlignedPtr(rewriter, loc, adaptor.getPointer());
    view.setOffset(rewriter, loc, adaptor.getOffset());
    for (int64_t d = 0; d < type.getRank(); ++d) {
      view.setConstantSize(rewriter, loc, d, type.getDimSize(d));
      view.setStride(rewriter, loc, d, adaptor.getStrides()[d]);
    }
    rewriter.replaceOp(op, {view});
    return success();
  }
};

struct AllocToDescriptor : ConvertOpToLLVMPattern<memref::AllocOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(memref::AllocOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    auto address = op->getAttrOfType<IntegerAttr>("tile.address");
    if (!address)
      return rewriter.notifyMatchFailure(op, "the buffer has no address yet");
    Value arena =
        cpu::loadField(rewriter, op, LLVM::LLVMPointerType::get(rewriter.getContext()), offsetof(cpu::Instance, arena));
    Value buffer = bytePointer(rewriter, op.getLoc(), arena, static_cast<int32_t>(address.getInt()));
    rewriter.replaceOp(
        op, {MemRefDescriptor::fromStaticShape(rewriter, op.getLoc(), *getTypeConverter(), op.getType(), buffer)});
    return success();
  }
};

/// A scalar in memory. Unlike MLIR's own pattern this one promises nothing of
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

/// A native box mask  =>  compares of the lane's number with the limits.
struct BoxMaskToCompares : ConvertOpToLLVMPattern<tile::BoxMaskOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::BoxMaskOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    auto type = cast<VectorType>(op.getType());
    if (type.getRank() != 1)
      return rewriter.notifyMatchFailure(op, "not a native vector");
    Location loc = op.getLoc();
    auto wide = type.clone(rewriter.getI64Type());
    SmallVector<int64_t> numbers = llvm::to_vector(llvm::seq<int64_t>(0, type.getNumElements()));
    Value lanes = arith::ConstantOp::create(rewriter, loc, DenseElementsAttr::get(wide, ArrayRef(numbers)));
    Value low = vector::BroadcastOp::create(rewriter, loc, wide, op.getLow()[0]);
    Value high = vector::BroadcastOp::create(rewriter, loc, wide, op.getHigh()[0]);
    Value above = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sge, lanes, low);
    Value below = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::slt, lanes, high);
    rewriter.replaceOpWithNewOp<arith::AndIOp>(op, above, below);
    return success();
  }
};

/// Scalars that must be read and written as the text says.
struct VolatileLoad : ConvertOpToLLVMPattern<tile::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::LoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getType()) || op.getMask() || op.getOffsets())
      return rewriter.notifyMatchFailure(op, "not a scalar without a mask");
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, typeConverter->convertType(op.getType()), adaptor.getPointer(),
                                              /*alignment=*/0, op.getIsVolatile());
    return success();
  }
};

struct VolatileStore : ConvertOpToLLVMPattern<tile::StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::StoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getValue().getType()) || op.getMask() || op.getOffsets())
      return rewriter.notifyMatchFailure(op, "not a scalar without a mask");
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValue(), adaptor.getPointer(), /*alignment=*/0,
                                               op.getIsVolatile());
    return success();
  }
};

/// MLIR's own pattern inserts the elements with their types of before.
struct ElementsToInserts : ConvertOpToLLVMPattern<vector::FromElementsOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(vector::FromElementsOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (op.getType().getRank() != 1)
      return rewriter.notifyMatchFailure(op, "not a native vector");
    Value vector = LLVM::PoisonOp::create(rewriter, op.getLoc(), typeConverter->convertType(op.getType()));
    for (auto [lane, element] : llvm::enumerate(adaptor.getElements())) {
      Value position =
          LLVM::ConstantOp::create(rewriter, op.getLoc(), rewriter.getI64Type(), static_cast<int64_t>(lane));
      vector = LLVM::InsertElementOp::create(rewriter, op.getLoc(), vector, element, position);
    }
    rewriter.replaceOp(op, vector);
    return success();
  }
};

/// Every ordering becomes the strongest; there is one thread.
struct CasToCmpXchg : ConvertOpToLLVMPattern<tile::AtomicCasOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::AtomicCasOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!op.getType().isInteger() || op.getType().isInteger(1) || op.getMask() || op.getOffsets())
      return rewriter.notifyMatchFailure(op, "not a scalar integer without a mask");
    Value pair =
        LLVM::AtomicCmpXchgOp::create(rewriter, op.getLoc(), adaptor.getPointer(), adaptor.getCompare(),
                                      adaptor.getValue(), LLVM::AtomicOrdering::seq_cst, LLVM::AtomicOrdering::seq_cst);
    rewriter.replaceOpWithNewOp<LLVM::ExtractValueOp>(op, pair, 0);
    return success();
  }
};

struct FenceToLLVM : ConvertOpToLLVMPattern<tile::FenceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::FenceOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::FenceOp>(op, LLVM::AtomicOrdering::seq_cst, StringRef());
    return success();
  }
};

/// A promise that this target does not use.
struct DropAssume : ConvertOpToLLVMPattern<tile::AssumeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::AssumeOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

/// The extrema of IEEE 754-2019 that skip a NaN and order the zeros; MLIR's own
/// pattern gives the older ones, which leave the zeros open.
template <typename OpT>
struct ExtremumToIntrinsic : ConvertOpToLLVMPattern<OpT> {
  using ConvertOpToLLVMPattern<OpT>::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    const char *name = std::is_same_v<OpT, arith::MaxNumFOp> ? "llvm.maximumnum" : "llvm.minimumnum";
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(op, this->typeConverter->convertType(op.getType()),
                                                       rewriter.getStringAttr(name), adaptor.getOperands());
    return success();
  }
};

} // namespace

void kiln::cpu::populateTilePatterns(const LLVMTypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<FuncToLLVM, ReturnToLLVM, GridToLoad<tile::ProgramIdOp, offsetof(Instance, program)>,
               GridToLoad<tile::NumProgramsOp, offsetof(Instance, grid)>, PtrAddToGEP,
               PointerCast<tile::PtrToIntOp, LLVM::PtrToIntOp>, PointerCast<tile::IntToPtrOp, LLVM::IntToPtrOp>,
               ViewToDescriptor, BoxMaskToCompares, VolatileLoad, VolatileStore, CasToCmpXchg, FenceToLLVM, DropAssume>(
      types);
  patterns.add<AllocToDescriptor, ElementsToInserts, AccessToLLVM<memref::LoadOp>, AccessToLLVM<memref::StoreOp>,
               ExtremumToIntrinsic<arith::MaxNumFOp>, ExtremumToIntrinsic<arith::MinNumFOp>>(types, /*benefit=*/10);
}
