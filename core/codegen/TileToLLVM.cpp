// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of native form that MLIR has no pattern for, or one that says something
// else than docs/semantics.md.

#include "core/codegen/NativeToLLVM.h"
#include "kiln/tile/Buffers.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

Value codegen::bytePointer(OpBuilder &builder, Location loc, Value pointer, int64_t bytes) {
  Value distance = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), bytes);
  return LLVM::GEPOp::create(builder, loc, pointer.getType(), builder.getI8Type(), pointer, LLVM::GEPArg(distance));
}

int64_t codegen::placedBytes(Operation *func, StringRef space) {
  int64_t end = 0;
  func->walk([&](memref::AllocOp op) {
    auto address = op->getAttrOfType<IntegerAttr>("tile.address");
    int64_t bytes = op.getType().getNumElements() * tile::elementBytes(op.getType().getElementType());
    if (address && tile::spaceOf(op.getType()) == space)
      end = std::max(end, address.getInt() + bytes);
  });
  return end;
}

namespace {

/// tile.program_id and tile.num_programs, as the target has them.
template <typename OpT>
struct GridToValue : ConvertOpToLLVMPattern<OpT> {
  using Function = std::function<Value(OpBuilder &, Operation *, tile::Axis)>;
  GridToValue(const LLVMTypeConverter &types, Function valueOf)
      : ConvertOpToLLVMPattern<OpT>(types), valueOf(std::move(valueOf)) {}

  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, valueOf(rewriter, op, op.getAxis()));
    return success();
  }

  Function valueOf;
};

/// A step of whole elements. An index narrower than 64 bits is sign-extended, as
/// the op has it.
struct PtrAddToGEP : ConvertOpToLLVMPattern<tile::PtrAddOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::PtrAddOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
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

/// A placed buffer  =>  the base of its space and its address there.
struct AllocToDescriptor : ConvertOpToLLVMPattern<memref::AllocOp> {
  AllocToDescriptor(const LLVMTypeConverter &types, decltype(codegen::LLVMLowering::spaceBase) spaceBase,
                    PatternBenefit benefit)
      : ConvertOpToLLVMPattern(types, benefit), spaceBase(std::move(spaceBase)) {}

  LogicalResult matchAndRewrite(memref::AllocOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    auto address = op->getAttrOfType<IntegerAttr>("tile.address");
    if (!address)
      return rewriter.notifyMatchFailure(op, "the buffer has no address yet");
    Value base = spaceBase(rewriter, op, tile::spaceOf(op.getType()));
    Value buffer = codegen::bytePointer(rewriter, op.getLoc(), base, address.getInt());
    rewriter.replaceOp(
        op, {MemRefDescriptor::fromStaticShape(rewriter, op.getLoc(), *getTypeConverter(), op.getType(), buffer)});
    return success();
  }

  decltype(codegen::LLVMLowering::spaceBase) spaceBase;
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

/// Kernels give nothing back.
struct ReturnToLLVM : ConvertOpToLLVMPattern<gpu::ReturnOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(gpu::ReturnOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, ValueRange());
    return success();
  }
};

/// A promise that is not used.
struct DropAssume : ConvertOpToLLVMPattern<tile::AssumeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::AssumeOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void codegen::populateTileToLLVMPatterns(const LLVMTypeConverter &types, const LLVMLowering &lowering,
                                         RewritePatternSet &patterns) {
  // Ours go before MLIR's for the same op.
  constexpr unsigned first = 10;
  patterns.add<PtrAddToGEP, PointerCast<tile::PtrToIntOp, LLVM::PtrToIntOp>,
               PointerCast<tile::IntToPtrOp, LLVM::IntToPtrOp>, ViewToDescriptor, BoxMaskToCompares, ReturnToLLVM,
               DropAssume>(types);
  patterns.add<ElementsToInserts, ExtremumToIntrinsic<arith::MaxNumFOp>, ExtremumToIntrinsic<arith::MinNumFOp>>(types,
                                                                                                                first);
  if (lowering.programId)
    patterns.add<GridToValue<tile::ProgramIdOp>>(types, lowering.programId);
  if (lowering.numPrograms)
    patterns.add<GridToValue<tile::NumProgramsOp>>(types, lowering.numPrograms);
  if (lowering.spaceBase)
    patterns.add<AllocToDescriptor>(types, lowering.spaceBase, first);
}
