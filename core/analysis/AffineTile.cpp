// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Affine forms of integer tiles, op by op.

#include "core/analysis/AffineTile.h"
#include "kiln/tile/Tile.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kiln::analysis;

static bool isZero(AffineExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  return constant && constant.getValue() == 0;
}

bool AffineForm::dependsOn(unsigned d) const { return !isZero(coefficients[d]); }

bool AffineForm::isUniform() const { return llvm::all_of(coefficients, isZero); }

//===-- guards -----------------------------------------------------------------===//

bool RangeGuard::operator==(const RangeGuard &other) const {
  return form.uniform == other.form.uniform && form.coefficients == other.form.coefficients && shape == other.shape &&
         least == other.least && most == other.most;
}

RangeGuard kiln::analysis::fitsGuard(const AffineForm &form, ArrayRef<int64_t> shape, unsigned width, StringRef what) {
  MLIRContext *context = form.uniform.getContext();
  int64_t half = int64_t(1) << (width - 1);
  return {form, SmallVector<int64_t>(shape), getAffineConstantExpr(-half, context),
          getAffineConstantExpr(half - 1, context), (what + " in " + Twine(width) + " bits").str()};
}

void kiln::analysis::addGuards(SmallVectorImpl<RangeGuard> &guards, ArrayRef<RangeGuard> more) {
  for (const RangeGuard &guard : more)
    if (!llvm::is_contained(guards, guard))
      guards.push_back(guard);
}

//===-- forms ------------------------------------------------------------------===//

AffineTiles::AffineTiles(DataFlowSolver &ranges, MLIRContext *context) : ranges(ranges), context(context) {}

static ArrayRef<int64_t> shapeOf(Value value) { return cast<VectorType>(value.getType()).getShape(); }

static AffineForm uniformForm(AffineExpr expr, size_t rank) {
  return {expr, SmallVector<AffineExpr>(rank, getAffineConstantExpr(0, expr.getContext()))};
}

AffineExpr AffineTiles::scalarExpr(Value scalar) {
  APInt constant;
  if (matchPattern(scalar, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  // Sign extension is what a symbol means already.
  if (auto ext = scalar.getDefiningOp<arith::ExtSIOp>())
    return scalarExpr(ext.getIn());
  auto [it, isNew] = symbolOf.try_emplace(scalar, scalars.size());
  if (isNew)
    scalars.push_back(scalar);
  return getAffineSymbolExpr(it->second, context);
}

std::optional<AffineResult> AffineTiles::fail(Value tile, const char *what) {
  Operation *op = tile.getDefiningOp();
  why = op ? ("'" + op->getName().getStringRef() + "' " + what).str() : std::string(what);
  return std::nullopt;
}

std::optional<AffineResult> AffineTiles::analyze(Value tile) {
  auto it = known.find(tile);
  if (it != known.end()) {
    if (!it->second)
      fail(tile, "is not affine in the lane coordinates");
    return it->second;
  }
  std::optional<AffineResult> result = compute(tile);
  known[tile] = result;
  return result;
}

std::optional<AffineResult> AffineTiles::compute(Value tile) {
  Operation *op = tile.getDefiningOp();
  size_t rank = shapeOf(tile).size();
  if (!op)
    return fail(tile, "the offsets are carried around a loop");
  DenseElementsAttr constant;
  if (matchPattern(tile, m_Constant(&constant)) && constant.isSplat())
    return AffineResult{
        uniformForm(getAffineConstantExpr(constant.getSplatValue<APInt>().getSExtValue(), context), rank), {}};
  return TypeSwitch<Operation *, std::optional<AffineResult>>(op)
      .Case<vector::StepOp>([&](auto) {
        AffineResult result{uniformForm(getAffineConstantExpr(0, context), 1), {}};
        result.form.coefficients[0] = getAffineConstantExpr(1, context);
        return result;
      })
      .Case<vector::BroadcastOp>([&](auto b) { return broadcast(b.getSource(), tile); })
      .Case<vector::ShapeCastOp>([&](auto r) { return reshape(r.getSource(), tile); })
      .Case<vector::TransposeOp>([&](auto t) -> std::optional<AffineResult> {
        std::optional<AffineResult> result = analyze(t.getVector());
        if (!result)
          return result;
        SmallVector<AffineExpr> permuted;
        for (int64_t d : t.getPermutation())
          permuted.push_back(result->form.coefficients[d]);
        result->form.coefficients = permuted;
        return result;
      })
      .Case<arith::ExtSIOp>([&](auto c) { return analyze(c.getIn()); })
      .Case<arith::IndexCastOp>([&](auto c) -> std::optional<AffineResult> {
        unsigned width = ConstantIntRanges::getStorageBitwidth(c.getType());
        if (width < ConstantIntRanges::getStorageBitwidth(c.getIn().getType()) && !fitsWidth(c.getIn(), width))
          return fail(tile, "may drop bits");
        return analyze(c.getIn());
      })
      .Case<arith::ExtUIOp>([&](auto c) -> std::optional<AffineResult> {
        if (!isNotNegative(c.getIn()))
          return fail(tile, "may zero-extend a negative number");
        return analyze(c.getIn());
      })
      .Case<arith::AddIOp>([&](auto) { return sum(op, /*subtract=*/false); })
      .Case<arith::SubIOp>([&](auto) { return sum(op, /*subtract=*/true); })
      .Case<arith::MulIOp>([&](auto) { return product(op); })
      .Case<kiln::tile::RemSIOp, kiln::tile::RemUIOp>([&](auto) { return remainder(op); })
      .Default([&](Operation *) { return fail(tile, "is not affine in the lane coordinates"); });
}

bool AffineTiles::fitsWidth(Value tile, unsigned width) const {
  auto *range = ranges.lookupState<dataflow::IntegerValueRangeLattice>(tile);
  return range && !range->getValue().isUninitialized() && range->getValue().getValue().smin().isSignedIntN(width) &&
         range->getValue().getValue().smax().isSignedIntN(width);
}

bool AffineTiles::isNotNegative(Value tile) const {
  auto *range = ranges.lookupState<dataflow::IntegerValueRangeLattice>(tile);
  return range && !range->getValue().isUninitialized() && range->getValue().getValue().smin().isNonNegative();
}

std::optional<AffineResult> AffineTiles::broadcast(Value source, Value result) {
  size_t rank = shapeOf(result).size();
  auto type = dyn_cast<VectorType>(source.getType());
  if (!type)
    return AffineResult{uniformForm(scalarExpr(source), rank), {}};
  std::optional<AffineResult> from = analyze(source);
  if (!from)
    return from;
  // Trailing dimensions match or have extent 1; leading ones are new.
  AffineResult to{uniformForm(from->form.uniform, rank), from->guards};
  size_t added = rank - type.getRank();
  for (auto [d, coefficient] : llvm::enumerate(from->form.coefficients))
    if (type.getDimSize(d) != 1)
      to.form.coefficients[added + d] = coefficient;
  return to;
}

/// Adding and dropping unit dimensions keeps a form; other reshapes mix
/// dimensions and are affine only when all but one coordinate is constant.
std::optional<AffineResult> AffineTiles::reshape(Value source, Value result) {
  std::optional<AffineResult> from = analyze(source);
  if (!from)
    return from;
  ArrayRef<int64_t> oldShape = shapeOf(source), newShape = shapeOf(result);
  AffineResult to{uniformForm(from->form.uniform, newShape.size()), from->guards};
  size_t next = 0;
  for (auto [d, extent] : llvm::enumerate(oldShape)) {
    if (extent == 1)
      continue;
    while (next < newShape.size() && newShape[next] == 1)
      ++next;
    if (next == newShape.size() || newShape[next] != extent)
      return fail(result, "mixes dimensions of the offsets");
    to.form.coefficients[next++] = from->form.coefficients[d];
  }
  return to;
}

std::optional<AffineResult> AffineTiles::sum(Operation *op, bool subtract) {
  std::optional<AffineResult> a = analyze(op->getOperand(0));
  if (!a)
    return a;
  std::optional<AffineResult> b = analyze(op->getOperand(1));
  if (!b)
    return b;
  AffineResult result{uniformForm(a->form.uniform, a->form.coefficients.size()), a->guards};
  addGuards(result.guards, b->guards);
  auto combine = [&](AffineExpr x, AffineExpr y) { return subtract ? x - y : x + y; };
  result.form.uniform = combine(a->form.uniform, b->form.uniform);
  for (auto [to, x, y] : llvm::zip(result.form.coefficients, a->form.coefficients, b->form.coefficients))
    to = combine(x, y);
  bool proved = !subtract && (sumStaysInBlock(*a, *b, op->getOperand(1)) || sumStaysInBlock(*b, *a, op->getOperand(0)));
  if (!proved)
    guardWidth(result, op, op->getOperand(0), op->getOperand(1));
  return result;
}

std::optional<AffineResult> AffineTiles::product(Operation *op) {
  std::optional<AffineResult> a = analyze(op->getOperand(0));
  if (!a)
    return a;
  std::optional<AffineResult> b = analyze(op->getOperand(1));
  if (!b)
    return b;
  if (!a->form.isUniform() && !b->form.isUniform())
    return fail(op->getResult(0), "multiplies two numbers that both differ by lane");
  const AffineForm &varying = a->form.isUniform() ? b->form : a->form;
  AffineExpr factor = a->form.isUniform() ? a->form.uniform : b->form.uniform;
  AffineResult result{varying, a->guards};
  addGuards(result.guards, b->guards);
  result.form.uniform = varying.uniform * factor;
  for (AffineExpr &c : result.form.coefficients)
    c = c * factor;
  guardWidth(result, op, op->getOperand(0), op->getOperand(1));
  return result;
}

/// x % n is x where 0 <= x < n in the whole tile, whatever the sign of n and
/// whichever of the two remainders it is.
std::optional<AffineResult> AffineTiles::remainder(Operation *op) {
  std::optional<AffineResult> x = analyze(op->getOperand(0));
  if (!x)
    return x;
  std::optional<AffineResult> n = analyze(op->getOperand(1));
  if (!n)
    return n;
  if (!n->form.isUniform())
    return fail(op->getResult(0), "has a divisor that differs by lane");
  // The guard's extremes are sums in 64 bits.
  bool isWide = ConstantIntRanges::getStorageBitwidth(op->getResult(0).getType()) > 32;
  if (isWide && (!fitsWidth(op->getOperand(0), 62) || !fitsWidth(op->getOperand(1), 62)))
    return fail(op->getResult(0), "has operands that may not fit in 62 bits");
  addGuards(x->guards, n->guards);
  addGuards(x->guards,
            RangeGuard{x->form, llvm::to_vector(shapeOf(op->getResult(0))), getAffineConstantExpr(0, context),
                       n->form.uniform - 1, "the tile does not wrap around at '%'"});
  return x;
}

/// The block rule: `a` is the same multiple of 2^k in every lane, whatever
/// wrapped on the way, and 0 <= b < 2^k; then a + b cannot leave the width.
bool AffineTiles::sumStaysInBlock(const AffineResult &a, const AffineResult &b, Value rhs) const {
  if (!a.form.isUniform())
    return false;
  auto *range = ranges.lookupState<dataflow::IntegerValueRangeLattice>(rhs);
  if (!range || range->getValue().isUninitialized())
    return false;
  const ConstantIntRanges &r = range->getValue().getValue();
  return !r.smin().isNegative() && r.smax().getSExtValue() < powerOfTwoDivisor(a.form.uniform);
}

/// Adds the guard that the op's exact result fits its width, unless the
/// operands' ranges already say so.
void AffineTiles::guardWidth(AffineResult &result, Operation *op, Value lhs, Value rhs) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(op->getResult(0).getType());
  if (width >= 64)
    return;
  auto *l = ranges.lookupState<dataflow::IntegerValueRangeLattice>(lhs);
  auto *r = ranges.lookupState<dataflow::IntegerValueRangeLattice>(rhs);
  if (l && r && !l->getValue().isUninitialized() && !r->getValue().isUninitialized()) {
    const ConstantIntRanges &x = l->getValue().getValue(), &y = r->getValue().getValue();
    auto overflows = [&](const APInt &p, const APInt &q) {
      bool overflow = false;
      if (isa<arith::AddIOp>(op))
        (void)p.sadd_ov(q, overflow);
      else if (isa<arith::SubIOp>(op))
        (void)p.ssub_ov(q, overflow);
      else
        (void)p.smul_ov(q, overflow);
      return overflow;
    };
    if (!overflows(x.smin(), y.smin()) && !overflows(x.smin(), y.smax()) && !overflows(x.smax(), y.smin()) &&
        !overflows(x.smax(), y.smax()))
      return;
  }
  addGuards(result.guards, fitsGuard(result.form, shapeOf(op->getResult(0)), width,
                                     isa<arith::MulIOp>(op) ? "products fit" : "sums fit"));
}

//===-- divisibility -------------------------------------------------------===//

static int64_t lowestBit(int64_t value) {
  constexpr int64_t most = int64_t(1) << 62;
  return value == 0 ? most : std::min(most, value & -value);
}

/// Powers of two survive wrap-around (they divide 2^width); other divisors do not.
int64_t AffineTiles::powerOfTwoDivisor(Value value) const {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return lowestBit(constant.getSExtValue());
  auto capped = [](int64_t a, int64_t b) { return a > (int64_t(1) << 62) / b ? int64_t(1) << 62 : a * b; };
  if (Operation *op = value.getDefiningOp())
    return TypeSwitch<Operation *, int64_t>(op)
        .Case<arith::MulIOp>(
            [&](auto m) { return capped(powerOfTwoDivisor(m.getLhs()), powerOfTwoDivisor(m.getRhs())); })
        .Case<arith::AddIOp, arith::SubIOp>(
            [&](auto s) { return std::min(powerOfTwoDivisor(s.getLhs()), powerOfTwoDivisor(s.getRhs())); })
        .Case<arith::ExtSIOp, arith::IndexCastOp>([&](auto c) { return powerOfTwoDivisor(c.getIn()); })
        .Default([](Operation *) { return int64_t(1); });
  auto argument = cast<BlockArgument>(value);
  auto loop = dyn_cast_or_null<scf::ForOp>(argument.getOwner()->getParentOp());
  if (loop && argument == loop.getInductionVar())
    return std::min(powerOfTwoDivisor(loop.getLowerBound()), powerOfTwoDivisor(loop.getStep()));
  auto func = dyn_cast_or_null<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!func || !argument.getOwner()->isEntryBlock())
    return 1;
  auto multiple = func.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), kiln::tile::multipleOfAttrName);
  return multiple ? lowestBit(multiple.getInt()) : 1;
}

int64_t AffineTiles::powerOfTwoDivisor(AffineExpr expr) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return lowestBit(constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return powerOfTwoDivisor(scalars[symbol.getPosition()]);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 1;
  int64_t l = powerOfTwoDivisor(binary.getLHS()), r = powerOfTwoDivisor(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add)
    return std::min(l, r);
  if (expr.getKind() == AffineExprKind::Mul)
    return l > (int64_t(1) << 62) / r ? int64_t(1) << 62 : l * r;
  return 1;
}

//===-- code -----------------------------------------------------------------===//

/// e where `expr` is e * -1, else null.
static AffineExpr negatedExpr(AffineExpr expr) {
  auto product = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!product || expr.getKind() != AffineExprKind::Mul)
    return {};
  auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
  return factor && factor.getValue() == -1 ? product.getLHS() : AffineExpr();
}

Value AffineTiles::materialize(OpBuilder &builder, Location loc, AffineExpr expr) const {
  auto i64 = builder.getI64Type();
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantIntOp::create(builder, loc, i64, constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    Value scalar = scalars[symbol.getPosition()];
    if (scalar.getType().isIndex())
      return arith::IndexCastOp::create(builder, loc, i64, scalar);
    return scalar.getType() == i64 ? scalar : arith::ExtSIOp::create(builder, loc, i64, scalar).getResult();
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  // x + y * -1 and y * -1 + x are differences.
  if (expr.getKind() == AffineExprKind::Add)
    for (auto [kept, negated] : {std::pair(binary.getLHS(), binary.getRHS()), {binary.getRHS(), binary.getLHS()}})
      if (AffineExpr positive = negatedExpr(negated))
        return arith::SubIOp::create(builder, loc, materialize(builder, loc, kept),
                                     materialize(builder, loc, positive));
  Value lhs = materialize(builder, loc, binary.getLHS()), rhs = materialize(builder, loc, binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add)
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  return arith::MulIOp::create(builder, loc, lhs, rhs);
}
