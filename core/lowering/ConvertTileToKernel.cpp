// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// convert-tile-to-kernel: tensors become vectors, functions gpu.funcs. Nothing
// here needs an analysis, so nothing here can fail on a legal kernel.

#include "core/lowering/Passes.h"
#include "kiln/tile/Tile.h"
#include "kiln/tile/TileForm.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/DialectConversion.h"

namespace kiln::lowering {
#define GEN_PASS_DEF_CONVERTTILETOKERNELPASS
#include "core/lowering/Passes.h.inc"
} // namespace kiln::lowering

using namespace mlir;
using namespace kiln;

namespace {

struct TileToVectorTypes : TypeConverter {
  TileToVectorTypes() {
    addConversion([](Type type) { return type; });
    addConversion([](RankedTensorType type) -> std::optional<Type> {
      if (!type.hasStaticShape() || !VectorType::isValidElementType(type.getElementType()))
        return std::nullopt;
      return VectorType::get(type.getShape(), type.getElementType());
    });
    auto cast = [](OpBuilder &builder, Type type, ValueRange inputs, Location loc) -> Value {
      return UnrealizedConversionCastOp::create(builder, loc, type, inputs).getResult(0);
    };
    addSourceMaterialization(cast);
    addTargetMaterialization(cast);
  }
};

/// %c = tile.range a to b  =>  step + a, in the element type.
struct RangeToStep : OpConversionPattern<tile::RangeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::RangeOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    auto type = cast<VectorType>(getTypeConverter()->convertType(op.getType()));
    auto index = VectorType::get(type.getShape(), rewriter.getIndexType());
    Value lanes = vector::StepOp::create(rewriter, op.getLoc(), index);
    Value value = arith::IndexCastOp::create(rewriter, op.getLoc(), type, lanes);
    if (op.getStart() != 0) {
      auto start = DenseElementsAttr::get(type, rewriter.getIntegerAttr(type.getElementType(), op.getStart()));
      value =
          arith::AddIOp::create(rewriter, op.getLoc(), value, arith::ConstantOp::create(rewriter, op.getLoc(), start));
    }
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// The tile shape ops that vector has one to one.
template <typename TileOp, typename VectorOp>
struct ShapeOpToVector : OpConversionPattern<TileOp> {
  using OpConversionPattern<TileOp>::OpConversionPattern;
  LogicalResult matchAndRewrite(TileOp op, typename TileOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    if constexpr (std::is_same_v<TileOp, tile::TransposeOp>)
      rewriter.replaceOpWithNewOp<VectorOp>(op, type, adaptor.getSource(), op.getOrder());
    else
      rewriter.replaceOpWithNewOp<VectorOp>(op, type, adaptor.getSource());
    return success();
  }
};

/// join a, b  =>  interleave along the minor dimension, then name it.
struct JoinToInterleave : OpConversionPattern<tile::JoinOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::JoinOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value mixed = vector::InterleaveOp::create(rewriter, op.getLoc(), adaptor.getLhs(), adaptor.getRhs());
    rewriter.replaceOpWithNewOp<vector::ShapeCastOp>(op, getTypeConverter()->convertType(op.getType()), mixed);
    return success();
  }
};

struct SplitToDeinterleave : OpConversionPattern<tile::SplitOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::SplitOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto half = cast<VectorType>(getTypeConverter()->convertType(op.getLhs().getType()));
    if (half.getRank() == 0) {
      SmallVector<Value> parts;
      for (int64_t i : {0, 1})
        parts.push_back(vector::BroadcastOp::create(
            rewriter, op.getLoc(), half, vector::ExtractOp::create(rewriter, op.getLoc(), adaptor.getSource(), i)));
      rewriter.replaceOp(op, parts);
      return success();
    }
    SmallVector<int64_t> shape(half.getShape());
    shape.back() *= 2;
    Value flat = vector::ShapeCastOp::create(rewriter, op.getLoc(), VectorType::get(shape, half.getElementType()),
                                             adaptor.getSource());
    rewriter.replaceOpWithNewOp<vector::DeinterleaveOp>(op, flat);
    return success();
  }
};

struct CatToInserts : OpConversionPattern<tile::CatOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::CatOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    auto type = cast<VectorType>(getTypeConverter()->convertType(op.getType()));
    Value whole = ub::PoisonOp::create(rewriter, op.getLoc(), type);
    SmallVector<int64_t> offsets(type.getRank(), 0), strides(type.getRank(), 1);
    whole = vector::InsertStridedSliceOp::create(rewriter, op.getLoc(), adaptor.getLhs(), whole, offsets, strides);
    offsets[0] = type.getDimSize(0) / 2;
    rewriter.replaceOpWithNewOp<vector::InsertStridedSliceOp>(op, adaptor.getRhs(), whole, offsets, strides);
    return success();
  }
};

struct UnsplatToExtract : OpConversionPattern<tile::UnsplatOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::UnsplatOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<VectorType>(adaptor.getSource().getType());
    SmallVector<int64_t> zeros(type.getRank(), 0);
    rewriter.replaceOpWithNewOp<vector::ExtractOp>(op, adaptor.getSource(), zeros);
    return success();
  }
};

/// Any other op that works on vectors as on tensors: same name, new types.
struct RetypeOp : ConversionPattern {
  RetypeOp(const TypeConverter &types, MLIRContext *context)
      : ConversionPattern(types, Pattern::MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &rewriter) const override {
    if (!op->hasTrait<OpTrait::Elementwise>() && !isa<tile::TileDialect>(op->getDialect()) &&
        !isa<arith::ConstantOp, ub::PoisonOp>(op))
      return rewriter.notifyMatchFailure(op, "not an op that takes vectors like tensors");
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(operands);
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), state.types)))
      return rewriter.notifyMatchFailure(op, "a result type has no vector form");
    state.addAttributes(op->getAttrs());
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto value = dyn_cast<DenseElementsAttr>(constant.getValue());
      if (!value)
        return rewriter.notifyMatchFailure(op, "not a dense constant");
      state.attributes.set(constant.getValueAttrName(), value.reshape(cast<VectorType>(state.types[0])));
    }
    for (Region &region : op->getRegions())
      rewriter.inlineRegionBefore(region, *state.addRegion(), state.regions.back()->end());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

void populatePatterns(TileToVectorTypes &types, RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<RangeToStep, ShapeOpToVector<tile::BroadcastOp, vector::BroadcastOp>,
               ShapeOpToVector<tile::ReshapeOp, vector::ShapeCastOp>,
               ShapeOpToVector<tile::TransposeOp, vector::TransposeOp>, JoinToInterleave, SplitToDeinterleave,
               CatToInserts, UnsplatToExtract>(types, context, /*benefit=*/2);
  patterns.add<RetypeOp>(types, context);
}

struct ConvertTileToKernel : lowering::impl::ConvertTileToKernelPassBase<ConvertTileToKernel> {
  LogicalResult convertBody(gpu::GPUFuncOp func) {
    TileToVectorTypes types;
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    populatePatterns(types, patterns);
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      bool regionsLegal = llvm::all_of(op->getRegions(), [&](Region &r) { return types.isLegal(&r); });
      return types.isLegal(op) && regionsLegal;
    });
    scf::populateSCFStructuralTypeConversionsAndLegality(types, patterns, target);
    return applyFullConversion(func, target, std::move(patterns));
  }

  /// Moves a function in tile form into `module` as a gpu.func.
  gpu::GPUFuncOp moveFunction(func::FuncOp func, OpBuilder &builder) {
    auto kernel = gpu::GPUFuncOp::create(builder, func.getLoc(), func.getName(), func.getFunctionType());
    kernel.getBody().takeBody(func.getBody());
    for (unsigned i = 0; i < func.getNumArguments(); ++i)
      if (DictionaryAttr attrs = func.getArgAttrDict(i))
        kernel.setArgAttrs(i, attrs);
    kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
    kernel->setAttr(tile::formAttrName, builder.getStringAttr("kernel"));
    for (Block &block : kernel.getBody())
      if (auto ret = dyn_cast<func::ReturnOp>(block.getTerminator())) {
        OpBuilder inner(ret);
        gpu::ReturnOp::create(inner, ret.getLoc());
        ret.erase();
      }
    return kernel;
  }

  void runOnOperation() override {
    if (failed(tile::verifyTileForm(getOperation())))
      return signalPassFailure();
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    auto builder = OpBuilder::atBlockEnd(getOperation().getBody());
    auto module = gpu::GPUModuleOp::create(builder, getOperation().getLoc(), "kernels");
    builder.setInsertionPointToStart(module.getBody());
    for (func::FuncOp func : functions) {
      gpu::GPUFuncOp kernel = moveFunction(func, builder);
      func.erase();
      if (failed(convertBody(kernel)))
        return signalPassFailure();
    }
  }
};

} // namespace
