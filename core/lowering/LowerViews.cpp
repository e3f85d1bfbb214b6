// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-views: a view is its parts (pointer, extents, strides, padding), also
// where loops and branches carry it. An access of a block becomes one through
// the pointer with an offset and a mask per lane, so that a single pass,
// select-access-rungs, decides how every kind of access is done.

#include "core/lowering/Passes.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/DialectConversion.h"

namespace kiln::lowering {
#define GEN_PASS_DEF_LOWERVIEWSPASS
#include "core/lowering/Passes.h.inc"
} // namespace kiln::lowering

using namespace mlir;
using namespace kiln;

namespace {

//===-- a view as values ---------------------------------------------------===//

/// !tile.view<..> of rank r  =>  pointer, r extents, r strides, "pads with NaN".
struct ViewParts {
  Value pointer;
  SmallVector<Value> extents, strides;
  Value padsNan;

  explicit ViewParts(ValueRange values) {
    size_t rank = (values.size() - 2) / 2;
    pointer = values.front();
    llvm::append_range(extents, values.slice(1, rank));
    llvm::append_range(strides, values.slice(1 + rank, rank));
    padsNan = values.back();
  }
};

struct ViewTypes : TypeConverter {
  ViewTypes() {
    addConversion([](Type type) { return type; });
    addConversion([](tile::ViewType view, SmallVectorImpl<Type> &types) -> LogicalResult {
      MLIRContext *context = view.getContext();
      types.push_back(tile::PtrType::get(context, "global"));
      types.append(2 * view.getShape().size(), IntegerType::get(context, 64));
      types.push_back(IntegerType::get(context, 1));
      return success();
    });
  }
};

//===-- an access of a block -----------------------------------------------===//

/// Builds pointer, offsets and mask of one access, dimension by dimension, with
/// all arithmetic in 64 bits.
class BlockAccess {
public:
  BlockAccess(OpBuilder &builder, Location loc, const ViewParts &view, VectorType tile)
      : builder(builder), loc(loc), view(view), tile(tile), pointer(view.pointer) {
    offsets = constant(tile.clone(builder.getI64Type()), 0);
  }

  /// Dimension d of the view lies along dimension `to` of the tile, from coordinate `first` on.
  void addLanes(unsigned d, int64_t to, Value first) {
    first = extend(first);
    advance(d, first);
    auto type = VectorType::get({tile.getDimSize(to)}, builder.getI64Type());
    Value lanes = vector::StepOp::create(builder, loc, type.clone(builder.getIndexType()));
    lanes = arith::IndexCastOp::create(builder, loc, type, lanes);
    addOffsets(arith::MulIOp::create(builder, loc, lanes, splat(type, view.strides[d])), to);
    Value at = arith::AddIOp::create(builder, loc, splat(type, first), lanes);
    restrict(d, at, first, to);
  }

  /// Dimension d of the view has coordinate `at` in every lane.
  void addUniform(unsigned d, Value at) {
    at = extend(at);
    advance(d, at);
    restrict(d, at, at, /*to=*/0);
  }

  /// Dimension d of the view has the coordinates `rows` along dimension `to` of the tile.
  void addIndexed(unsigned d, int64_t to, Value rows) {
    rows = extend(rows);
    addOffsets(arith::MulIOp::create(builder, loc, rows, splat(rows.getType(), view.strides[d])), to);
    restrict(d, rows, rows, to);
  }

  Value getPointer() {
    return uniform ? tile::PtrAddOp::create(builder, loc, pointer, uniform, tile.getElementType()).getResult()
                   : pointer;
  }
  Value getOffsets() const { return offsets; }
  Value getMask() const { return mask; }

  /// What lanes outside give; null for 0.
  Value getPadding() {
    auto element = dyn_cast<FloatType>(tile.getElementType());
    if (!element || matchPattern(view.padsNan, m_Zero()))
      return {};
    auto scalar = [&](const APFloat &value) -> Value {
      return arith::ConstantOp::create(builder, loc, builder.getFloatAttr(element, value));
    };
    const llvm::fltSemantics &format = element.getFloatSemantics();
    Value padding = scalar(APFloat::getQNaN(format));
    if (!matchPattern(view.padsNan, m_One()))
      padding = arith::SelectOp::create(builder, loc, view.padsNan, padding, scalar(APFloat::getZero(format)));
    return vector::BroadcastOp::create(builder, loc, tile, padding);
  }

private:
  Value constant(Type type, int64_t value) {
    auto element = builder.getIntegerAttr(getElementTypeOrSelf(type), value);
    if (auto vector = dyn_cast<VectorType>(type))
      return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(vector, element));
    return arith::ConstantOp::create(builder, loc, element);
  }

  Value extend(Value index) {
    Type wide = tile::withElementType(index.getType(), builder.getI64Type());
    return wide == index.getType() ? index : arith::ExtSIOp::create(builder, loc, wide, index).getResult();
  }

  Value splat(Type type, Value scalar) {
    return isa<VectorType>(type) ? vector::BroadcastOp::create(builder, loc, type, scalar).getResult() : scalar;
  }

  /// The same start in all lanes goes to the pointer.
  void advance(unsigned d, Value first) {
    if (matchPattern(first, m_Zero()))
      return;
    Value step = arith::MulIOp::create(builder, loc, first, view.strides[d]);
    uniform = uniform ? arith::AddIOp::create(builder, loc, uniform, step).getResult() : step;
  }

  /// A vector along dimension `to`, or a scalar, for the whole tile.
  Value spread(Value value, int64_t to) {
    Type element = getElementTypeOrSelf(value.getType());
    if (isa<VectorType>(value.getType())) {
      SmallVector<int64_t> shape(tile.getRank(), 1);
      shape[to] = tile.getDimSize(to);
      value = vector::ShapeCastOp::create(builder, loc, VectorType::get(shape, element), value);
    }
    return vector::BroadcastOp::create(builder, loc, tile.clone(element), value);
  }

  void addOffsets(Value along, int64_t to) {
    offsets = arith::AddIOp::create(builder, loc, offsets, spread(along, to));
  }

  /// Lanes are on where 0 <= at < extent.
  void restrict(unsigned d, Value at, Value first, int64_t to) {
    using P = arith::CmpIPredicate;
    Value inside = arith::CmpIOp::create(builder, loc, P::slt, at, splat(at.getType(), view.extents[d]));
    if (!matchPattern(first, m_Zero())) {
      Value from = arith::CmpIOp::create(builder, loc, P::sge, at, constant(at.getType(), 0));
      inside = arith::AndIOp::create(builder, loc, from, inside);
    }
    inside = spread(inside, to);
    mask = mask ? arith::AndIOp::create(builder, loc, mask, inside).getResult() : inside;
  }

  OpBuilder &builder;
  Location loc;
  const ViewParts &view;
  VectorType tile;
  Value pointer, uniform, offsets, mask;
};

/// The dimensions of the block that are longer than 1 are those of the tile, in
/// order; a block or a tile may have more of extent 1 than the other.
BlockAccess blockAccess(OpBuilder &builder, Location loc, const ViewParts &view, ArrayRef<int64_t> block,
                        ArrayRef<ValueRange> indices, VectorType tile) {
  BlockAccess access(builder, loc, view, tile);
  int64_t to = 0;
  for (auto [d, extent] : llvm::enumerate(block)) {
    if (extent == 1) {
      access.addUniform(d, indices[d].front());
      continue;
    }
    while (tile.getDimSize(to) == 1)
      ++to;
    access.addLanes(d, to++, indices[d].front());
  }
  return access;
}

/// A row of the view for each row of the tile.
BlockAccess rowAccess(OpBuilder &builder, Location loc, const ViewParts &view, Value rows, Value column,
                      VectorType tile) {
  BlockAccess access(builder, loc, view, tile);
  access.addIndexed(0, 0, rows);
  access.addLanes(1, 1, column);
  return access;
}

void replaceByLoad(ConversionPatternRewriter &rewriter, Operation *op, BlockAccess access) {
  Type type = op->getResult(0).getType();
  Value padding = access.getPadding();
  auto load = tile::LoadOp::create(rewriter, op->getLoc(), type, access.getPointer(), access.getOffsets(),
                                   access.getMask(), padding);
  load->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, load);
}

void replaceByStore(ConversionPatternRewriter &rewriter, Operation *op, Value value, BlockAccess access) {
  auto store =
      tile::StoreOp::create(rewriter, op->getLoc(), value, access.getPointer(), access.getOffsets(), access.getMask());
  store->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.eraseOp(op);
}

//===-- patterns -----------------------------------------------------------===//

/// %v = tile.make_view %p, [..], [..] pad nan  =>  its operands, and true.
struct TakeViewApart : OpConversionPattern<tile::MakeViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::MakeViewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> parts = {adaptor.getPointer()};
    llvm::append_range(parts, adaptor.getExtents());
    llvm::append_range(parts, adaptor.getStrides());
    parts.push_back(
        arith::ConstantOp::create(rewriter, op.getLoc(), rewriter.getBoolAttr(op.getPadding() == tile::Padding::Nan)));
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
    return success();
  }
};

/// select %c, %v, %w : !tile.view<..>  =>  a select for each part.
struct SelectParts : OpConversionPattern<arith::SelectOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(arith::SelectOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> parts;
    for (auto [a, b] : llvm::zip(adaptor.getTrueValue(), adaptor.getFalseValue()))
      parts.push_back(arith::SelectOp::create(rewriter, op.getLoc(), adaptor.getCondition().front(), a, b));
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
    return success();
  }
};

struct PoisonParts : OpConversionPattern<ub::PoisonOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(ub::PoisonOp op, OneToNOpAdaptor, ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertType(op.getType(), types)))
      return failure();
    SmallVector<Value> parts;
    for (Type type : types)
      parts.push_back(ub::PoisonOp::create(rewriter, op.getLoc(), type));
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
    return success();
  }
};

/// tile.load_view %v[%i, %j]  =>  tile.load %p + i * s0 + j * s1 [lane offsets] mask lanes inside.
struct LowerLoadView : OpConversionPattern<tile::LoadViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::LoadViewOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    ViewParts view(adaptor.getView());
    replaceByLoad(rewriter, op,
                  blockAccess(rewriter, op.getLoc(), view, op.getView().getType().getShape(), adaptor.getIndices(),
                              cast<VectorType>(op.getType())));
    return success();
  }
};

struct LowerStoreView : OpConversionPattern<tile::StoreViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::StoreViewOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    ViewParts view(adaptor.getView());
    Value value = adaptor.getValue().front();
    replaceByStore(rewriter, op, value,
                   blockAccess(rewriter, op.getLoc(), view, op.getView().getType().getShape(), adaptor.getIndices(),
                               cast<VectorType>(value.getType())));
    return success();
  }
};

/// tile.reduce_view  =>  tile.atomic_rmw relaxed device, whose result nobody reads.
struct LowerReduceView : OpConversionPattern<tile::ReduceViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::ReduceViewOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    ViewParts view(adaptor.getView());
    Value value = adaptor.getValue().front();
    BlockAccess access = blockAccess(rewriter, op.getLoc(), view, op.getView().getType().getShape(),
                                     adaptor.getIndices(), cast<VectorType>(value.getType()));
    auto atomic = tile::AtomicRmwOp::create(rewriter, op.getLoc(), value.getType(), op.getKind(),
                                            tile::Ordering::Relaxed, tile::Scope::Device, value, access.getPointer(),
                                            access.getOffsets(), access.getMask());
    atomic->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerGatherView : OpConversionPattern<tile::GatherViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::GatherViewOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    ViewParts view(adaptor.getView());
    replaceByLoad(rewriter, op,
                  rowAccess(rewriter, op.getLoc(), view, adaptor.getRows().front(), adaptor.getColumn().front(),
                            cast<VectorType>(op.getType())));
    return success();
  }
};

struct LowerScatterView : OpConversionPattern<tile::ScatterViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::ScatterViewOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    ViewParts view(adaptor.getView());
    Value value = adaptor.getValue().front();
    replaceByStore(rewriter, op, value,
                   rowAccess(rewriter, op.getLoc(), view, adaptor.getRows().front(), adaptor.getColumn().front(),
                             cast<VectorType>(value.getType())));
    return success();
  }
};

struct LowerViews : lowering::impl::LowerViewsPassBase<LowerViews> {
  /// What a caller would have to take apart as well, and what has no address in device memory.
  LogicalResult check(gpu::GPUFuncOp func) {
    for (BlockArgument argument : func.getArguments())
      if (isa<tile::ViewType>(argument.getType()))
        return func.emitError() << "'" << func.getName() << "' takes a view as argument " << argument.getArgNumber()
                                << "; make the view in the kernel, from a pointer, extents and strides";
    WalkResult walked = func.walk([](tile::MakeViewOp op) {
      StringRef space = op.getPointer().getType().getSpace();
      if (space == "global")
        return WalkResult::advance();
      op.emitOpError() << "expected a pointer to 'global' memory but got one to '" << space << "'";
      return WalkResult::interrupt();
    });
    return failure(walked.wasInterrupted());
  }

  void runOnOperation() override {
    ViewTypes types;
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    patterns.add<TakeViewApart, SelectParts, PoisonParts, LowerLoadView, LowerStoreView, LowerReduceView,
                 LowerGatherView, LowerScatterView>(types, &getContext());
    scf::populateSCFStructuralTypeConversionsAndLegality(types, patterns, target);
    target.markUnknownOpDynamicallyLegal([&](Operation *op) { return types.isLegal(op); });
    FrozenRewritePatternSet frozen(std::move(patterns));
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>())
      if (failed(check(func)) || failed(applyFullConversion(func, target, frozen)))
        return signalPassFailure();
  }
};

} // namespace
