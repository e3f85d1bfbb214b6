// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding boxes in masks. A mask is walked down through conjunctions and shape
// ops; `dims` says which dimension of the whole tile each dimension of the
// current sub-mask is, or -1 for one whose coordinate is always 0.

#include "core/analysis/BoxMask.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

using namespace mlir;
using namespace kiln::analysis;

namespace {

class BoxFinder {
public:
  BoxFinder(AffineTiles &tiles, MaskBox &box) : tiles(tiles), box(box) {}

  /// Adds `mask` to the box; false where it (or a part of it) is no box.
  bool visit(Value mask, ArrayRef<int> dims) {
    Operation *op = mask.getDefiningOp();
    if (!op)
      return false;
    if (auto land = dyn_cast<arith::AndIOp>(op))
      return visitBoth(land, dims);
    if (auto cast = dyn_cast<vector::BroadcastOp>(op))
      return visitBroadcast(cast, dims);
    if (auto cast = dyn_cast<vector::ShapeCastOp>(op))
      return visitShapeCast(cast, dims);
    if (auto transpose = dyn_cast<vector::TransposeOp>(op)) {
      SmallVector<int> from(dims.size());
      for (auto [to, d] : llvm::enumerate(transpose.getPermutation()))
        from[d] = dims[to];
      return visit(transpose.getVector(), from);
    }
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      return visitCompare(compare, dims);
    return matchPattern(mask, m_One());
  }

private:
  /// Each side that is a box goes into it, the other stays as residual; the
  /// residual has to have the whole tile's shape, so only there.
  bool visitBoth(arith::AndIOp land, ArrayRef<int> dims) {
    bool whole = dims == ArrayRef<int>(llvm::to_vector(llvm::seq<int>(0, box.lower.size())));
    if (whole) {
      for (Value side : land->getOperands())
        if (!visit(side, dims))
          box.residual.push_back(side);
      return true;
    }
    MaskBox saved = box;
    if (visit(land.getLhs(), dims) && visit(land.getRhs(), dims))
      return true;
    box = saved;
    return false;
  }

  bool visitBroadcast(vector::BroadcastOp op, ArrayRef<int> dims) {
    auto source = dyn_cast<VectorType>(op.getSource().getType());
    if (!source) {
      box.conditions.push_back(op.getSource());
      return true;
    }
    SmallVector<int> from;
    size_t added = dims.size() - source.getRank();
    for (int64_t d = 0; d < source.getRank(); ++d)
      from.push_back(source.getDimSize(d) == 1 ? -1 : dims[added + d]);
    return visit(op.getSource(), from);
  }

  bool visitShapeCast(vector::ShapeCastOp op, ArrayRef<int> dims) {
    ArrayRef<int64_t> source = op.getSourceVectorType().getShape();
    ArrayRef<int64_t> result = op.getResultVectorType().getShape();
    SmallVector<int> from;
    size_t next = 0;
    for (int64_t extent : source) {
      if (extent == 1) {
        from.push_back(-1);
        continue;
      }
      while (next < result.size() && result[next] == 1)
        ++next;
      if (next == result.size() || result[next] != extent)
        return false;
      from.push_back(dims[next++]);
    }
    return visit(op.getSource(), from);
  }

  /// lhs - rhs = u + c * i_d with c = 1 or -1 bounds i_d on one side; with c = 0
  /// the comparison is one of scalars.
  bool visitCompare(arith::CmpIOp op, ArrayRef<int> dims) {
    std::optional<AffineResult> a = tiles.analyze(op.getLhs());
    std::optional<AffineResult> b = tiles.analyze(op.getRhs());
    if (!a || !b)
      return false;
    int dimension = -1;
    int64_t sign = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      AffineExpr c = a->form.coefficients[d] - b->form.coefficients[d];
      auto constant = dyn_cast<AffineConstantExpr>(c);
      if (dims[d] < 0 || (constant && constant.getValue() == 0))
        continue;
      if (!constant || std::abs(constant.getValue()) != 1 || sign != 0)
        return false;
      sign = constant.getValue();
      dimension = dims[d];
    }
    SmallVector<RangeGuard> guards;
    addGuards(guards, a->guards);
    addGuards(guards, b->guards);
    if (!guardWide(guards, op.getLhs(), a->form) || !guardWide(guards, op.getRhs(), b->form))
      return false;
    if (sign == 0) {
      // Both sides may still vary with the lane, alike: only their difference counts.
      AffineExpr zero = getAffineConstantExpr(0, a->form.uniform.getContext());
      if (isUnsigned(op.getPredicate()) && !(a->form.isUniform() && b->form.isUniform()))
        return false;
      bool alone = a->form.isUniform() && b->form.isUniform();
      box.compares.push_back({op.getPredicate(), alone ? a->form.uniform : a->form.uniform - b->form.uniform,
                              alone ? b->form.uniform : zero});
    } else {
      if (isUnsigned(op.getPredicate())) {
        guardNotNegative(guards, op.getLhs(), a->form);
        guardNotNegative(guards, op.getRhs(), b->form);
      }
      AffineExpr u = a->form.uniform - b->form.uniform, minusU = b->form.uniform - a->form.uniform;
      if (!bound(op.getPredicate(), sign > 0 ? minusU : u, sign, dimension))
        return false;
    }
    addGuards(box.guards, guards);
    return true;
  }

  static bool isUnsigned(arith::CmpIPredicate predicate) {
    using P = arith::CmpIPredicate;
    return predicate == P::ult || predicate == P::ule || predicate == P::ugt || predicate == P::uge;
  }

  /// Of numbers that are not negative, signed and unsigned order are the same.
  void guardNotNegative(SmallVectorImpl<RangeGuard> &guards, Value side, const AffineForm &form) {
    if (tiles.isNotNegative(side))
      return;
    MLIRContext *context = form.uniform.getContext();
    addGuards(guards, RangeGuard{form, llvm::to_vector(cast<VectorType>(side.getType()).getShape()),
                                 getAffineConstantExpr(0, context),
                                 getAffineConstantExpr(std::numeric_limits<int64_t>::max(), context),
                                 "no number of an unsigned comparison is negative"});
  }

  /// The limits of a 64-bit comparison are differences in 64 bits, and must not
  /// wrap: either side has to lie in the middle half of the range, with lanes
  /// that differ by little.
  bool guardWide(SmallVectorImpl<RangeGuard> &guards, Value side, const AffineForm &form) {
    constexpr unsigned width = 63;
    constexpr int64_t most = int64_t(1) << 20;
    if (ConstantIntRanges::getStorageBitwidth(side.getType()) < 64 || tiles.fitsWidth(side, width))
      return true;
    AffineForm first{form.uniform, {}};
    for (AffineExpr c : form.coefficients) {
      auto constant = dyn_cast<AffineConstantExpr>(c);
      if (!constant || std::abs(constant.getValue()) > most)
        return false;
    }
    addGuards(guards, fitsGuard(first, {}, width, "limits fit"));
    return true;
  }

  /// sign * (i - edge) <predicate> 0, as limits of i.
  bool bound(arith::CmpIPredicate predicate, AffineExpr edge, int64_t sign, int d) {
    using P = arith::CmpIPredicate;
    if (predicate == P::ne)
      return false;
    if (predicate == P::eq) {
      box.lower[d].push_back(edge);
      box.upper[d].push_back(edge + 1);
      return true;
    }
    bool below = predicate == P::slt || predicate == P::sle || predicate == P::ult || predicate == P::ule;
    bool strict = predicate == P::slt || predicate == P::sgt || predicate == P::ult || predicate == P::ugt;
    if ((sign > 0) == below)
      box.upper[d].push_back(strict ? edge : edge + 1);
    else
      box.lower[d].push_back(strict ? edge + 1 : edge);
    return true;
  }

  AffineTiles &tiles;
  MaskBox &box;
};

} // namespace

MaskBox kiln::analysis::findBox(AffineTiles &tiles, Value mask, ArrayRef<int64_t> shape) {
  MaskBox box;
  box.lower.resize(shape.size());
  box.upper.resize(shape.size());
  SmallVector<int> dims = llvm::to_vector(llvm::seq<int>(0, shape.size()));
  if (mask && !BoxFinder(tiles, box).visit(mask, dims))
    box.residual.push_back(mask);
  return box;
}
