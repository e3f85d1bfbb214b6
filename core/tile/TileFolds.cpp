// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds and canonicalisations. Only those that later analyses rely on or that
// remove memory traffic are here.

#include "kiln/tile/Tile.h"
#include "mlir/Dialect/CommonFolders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace kiln::tile;

//===-- pointers -------------------------------------------------------------===//

OpFoldResult PtrAddOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getOffset(), m_Zero()))
    return getPointer();
  return {};
}

namespace {
/// ptr_add (ptr_add p, a), b  =>  ptr_add p, a + b, where both count the same
/// elements in 64 bits (a narrower sum could wrap where the two steps do not).
struct MergePtrAdd : OpRewritePattern<PtrAddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PtrAddOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getPointer().getDefiningOp<PtrAddOp>();
    if (!inner || elementBytes(inner.getElementType()) != elementBytes(op.getElementType()))
      return rewriter.notifyMatchFailure(op, "not a chain of one element size");
    if (!op.getOffset().getType().isInteger(64) || !inner.getOffset().getType().isInteger(64))
      return rewriter.notifyMatchFailure(op, "offsets are not i64");
    Value sum = arith::AddIOp::create(rewriter, op.getLoc(), inner.getOffset(), op.getOffset());
    rewriter.replaceOpWithNewOp<PtrAddOp>(op, inner.getPointer(), sum, op.getElementType());
    return success();
  }
};
} // namespace

void PtrAddOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MergePtrAdd>(context);
}

OpFoldResult PtrToIntOp::fold(FoldAdaptor) {
  if (auto op = getPointer().getDefiningOp<IntToPtrOp>())
    return op.getAddress();
  return {};
}

OpFoldResult IntToPtrOp::fold(FoldAdaptor) {
  auto op = getAddress().getDefiningOp<PtrToIntOp>();
  if (op && op.getPointer().getType() == getType())
    return op.getPointer();
  return {};
}

//===-- masks ----------------------------------------------------------------===//

namespace {
/// An all-true mask (and the `other` that it never selects) goes away.
struct DropTrueLoadMask : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoadOp op, PatternRewriter &rewriter) const override {
    if (!op.getMask() || !matchPattern(op.getMask(), m_One()))
      return rewriter.notifyMatchFailure(op, "the mask is not constant true");
    rewriter.modifyOpInPlace(op, [&] {
      op.getOtherMutable().clear();
      op.getMaskMutable().clear();
    });
    return success();
  }
};

/// A store whose mask is all true loses it; one whose mask is all false goes.
struct SimplifyStoreMask : OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StoreOp op, PatternRewriter &rewriter) const override {
    if (op.getMask() && matchPattern(op.getMask(), m_Zero())) {
      rewriter.eraseOp(op);
      return success();
    }
    if (!op.getMask() || !matchPattern(op.getMask(), m_One()))
      return rewriter.notifyMatchFailure(op, "the mask is not constant");
    rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
    return success();
  }
};
} // namespace

void LoadOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropTrueLoadMask>(context);
}

void StoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<SimplifyStoreMask>(context);
}

//===-- shape ----------------------------------------------------------------===//

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<BroadcastOp>()) {
    if (!isa<ShapedType>(inner.getSource().getType())) {
      getSourceMutable().assign(inner.getSource());
      return getResult();
    }
  }
  auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSource());
  if (splat)
    return splat.resizeSplat(cast<ShapedType>(getType()));
  if (adaptor.getSource() && isa<IntegerAttr, FloatAttr>(adaptor.getSource()))
    return DenseElementsAttr::get(cast<ShapedType>(getType()), adaptor.getSource());
  return {};
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSource()))
    return splat.resizeSplat(cast<ShapedType>(getType()));
  return {};
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  if (llvm::equal(getOrder(), llvm::seq<int64_t>(0, getOrder().size())))
    return getSource();
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSource()))
    return splat.resizeSplat(cast<ShapedType>(getType()));
  return {};
}

//===-- total arithmetic -------------------------------------------------------===//

template <typename Adaptor>
static OpFoldResult foldInts(Adaptor adaptor, llvm::function_ref<APInt(const APInt &, const APInt &)> f) {
  return constFoldBinaryOp<IntegerAttr>(adaptor.getOperands(), [&](const APInt &a, const APInt &b) { return f(a, b); });
}

OpFoldResult DivSIOp::fold(FoldAdaptor adaptor) {
  return foldInts(adaptor, [](const APInt &a, const APInt &b) {
    if (b.isZero())
      return APInt::getAllOnes(a.getBitWidth());
    return b.isAllOnes() ? -a : a.sdiv(b);
  });
}

OpFoldResult DivUIOp::fold(FoldAdaptor adaptor) {
  return foldInts(adaptor, [](const APInt &a, const APInt &b) {
    return b.isZero() ? APInt::getAllOnes(a.getBitWidth()) : a.udiv(b);
  });
}

OpFoldResult RemSIOp::fold(FoldAdaptor adaptor) {
  return foldInts(adaptor, [](const APInt &a, const APInt &b) {
    if (b.isZero())
      return a;
    return b.isAllOnes() ? APInt::getZero(a.getBitWidth()) : a.srem(b);
  });
}

OpFoldResult RemUIOp::fold(FoldAdaptor adaptor) {
  return foldInts(adaptor, [](const APInt &a, const APInt &b) { return b.isZero() ? a : a.urem(b); });
}

/// A shift by nothing, or of everything where `toZero`.
template <typename OpT>
static OpFoldResult foldCount(OpT op, Attribute count, bool toZero) {
  APInt number;
  if (!count || !matchPattern(count, m_ConstantInt(&number)))
    return {};
  if (number.isZero())
    return op.getLhs();
  if (toZero && number.uge(number.getBitWidth()))
    return Builder(op.getContext()).getZeroAttr(op.getType());
  return {};
}

OpFoldResult ShlIOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult folded = foldCount(*this, adaptor.getRhs(), /*toZero=*/true))
    return folded;
  return foldInts(adaptor, [](const APInt &a, const APInt &b) {
    return b.uge(a.getBitWidth()) ? APInt::getZero(a.getBitWidth()) : a.shl(b);
  });
}

OpFoldResult ShrUIOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult folded = foldCount(*this, adaptor.getRhs(), /*toZero=*/true))
    return folded;
  return foldInts(adaptor, [](const APInt &a, const APInt &b) {
    return b.uge(a.getBitWidth()) ? APInt::getZero(a.getBitWidth()) : a.lshr(b);
  });
}

OpFoldResult ShrSIOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult folded = foldCount(*this, adaptor.getRhs(), /*toZero=*/false))
    return folded;
  return foldInts(adaptor, [](const APInt &a, const APInt &b) {
    return a.ashr(static_cast<unsigned>(b.getLimitedValue(a.getBitWidth() - 1)));
  });
}
