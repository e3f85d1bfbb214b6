// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that the vector unit has only in part: which sequence of
// MathFunctions.h does what op. Scalars go through lane 0.

#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "targets/npu/MathFunctions.h"

#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {

Value emitExp2(const Exec &exec, Value x) { return exec.vector("vsfu.exp2", x); }

Value emitRsqrt(const Exec &exec, Value x) { return exec.vector("vsfu.rsqrt", x); }

/// The magnitude and the sign of two operands.
Value emitCopySign(const Exec &exec, Value x, Value y) { return withSignOf(exec, x, y); }

/// `extremum` of a and b, but NaN where an operand is: the machine's prefer
/// numbers. (The sum is NaN there.)
Value propagating(const Exec &exec, StringRef extremum, Value a, Value b) {
  Value areNumbers = exec.predicate("vcmp.f.ord", {a, b});
  return exec.vector("vsel", {areNumbers, exec.vector(extremum, {a, b}), exec.vector("vfadd", {a, b})});
}

Value emitMaximum(const Exec &exec, Value a, Value b) { return propagating(exec, "vfmax", a, b); }
Value emitMinimum(const Exec &exec, Value a, Value b) { return propagating(exec, "vfmin", a, b); }

/// The number of set bits, by sums of neighbours.
Value emitPopulation(const Exec &exec, Value x) {
  auto masked = [&](Value v, int64_t mask) { return exec.vector("viand.vs", {v, exec.constant(mask)}); };
  auto shifted = [&](Value v, int64_t by) { return exec.vector("vishr.vs", {v, exec.constant(by)}); };
  x = exec.vector("visub", {x, masked(shifted(x, 1), 0x55555555)});
  x = exec.vector("viadd", {masked(x, 0x33333333), masked(shifted(x, 2), 0x33333333)});
  x = masked(exec.vector("viadd", {x, shifted(x, 4)}), 0x0f0f0f0f);
  return shifted(exec.vector("vimul.vs", {x, exec.constant(0x01010101)}), 24);
}

/// Zeros above the highest set bit of `width` bits: those that stay when it is
/// copied to all below it.
Value emitLeadingZeros(const Exec &exec, Value x, int64_t width) {
  for (int64_t by = 1; by < width; by *= 2)
    x = exec.vector("vior", {x, exec.vector("vishr.vs", {x, exec.constant(by)})});
  return exec.vector("virsub.vs", {emitPopulation(exec, x), exec.constant(width)});
}

/// Zeros below the lowest set bit: the bits that x - 1 sets and x does not.
Value emitTrailingZeros(const Exec &exec, Value x, int64_t width) {
  Value below = exec.vector("visub.vs", {x, exec.constant(1)});
  Value zeros = exec.vector("viand", {exec.vector("vixor", {x, exec.vector("vmsv", exec.constant(-1))}), below});
  return exec.vector("vimin.vs", {emitPopulation(exec, zeros), exec.constant(width)});
}

using Unary = Value (*)(const Exec &, Value);
using Binary = Value (*)(const Exec &, Value, Value);

/// An f32 function of one or two operands, on vectors or on scalars.
struct FunctionToExec : ConversionPattern {
  FunctionToExec(TypeConverter &types, MLIRContext *context, StringRef op,
                 std::function<Value(const Exec &, ValueRange)> emit)
      : ConversionPattern(types, op, 1, context), emit(std::move(emit)) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = op->getResult(0).getType();
    Type element = getElementTypeOrSelf(type);
    if (!isa<FloatType>(element) || !isComputable(element))
      return rewriter.notifyMatchFailure(op, "the machine computes with f32");
    bool isVector = isa<VectorType>(type);
    Exec exec{rewriter, op->getLoc(), isVector ? lanesOf(type) : 1};
    SmallVector<Value> vectors;
    for (Value operand : operands)
      vectors.push_back(isVector ? operand : exec.vector("vmsv", operand));
    Value result = intoType(exec, emit(exec, vectors), element);
    rewriter.replaceOp(op, isVector ? result : exec.scalarOfVector("vmvs", {result, exec.constant(0)}));
    return success();
  }

  std::function<Value(const Exec &, ValueRange)> emit;
};

/// Counts bits of integers of up to 32 bits. Registers hold narrow ones
/// sign-extended; what is above their width does not count.
struct BitsToExec : ConversionPattern {
  using Emit = Value (*)(const Exec &, Value, int64_t width);
  BitsToExec(TypeConverter &types, MLIRContext *context, StringRef op, Emit emit)
      : ConversionPattern(types, op, 1, context), emit(emit) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = op->getResult(0).getType(), element = getElementTypeOrSelf(type);
    if (!element.isInteger(8) && !element.isInteger(16) && !element.isInteger(32))
      return rewriter.notifyMatchFailure(op, "the machine computes with 32-bit integers");
    bool isVector = isa<VectorType>(type);
    Exec exec{rewriter, op->getLoc(), isVector ? lanesOf(type) : 1};
    Value x = isVector ? operands[0] : exec.vector("vmsv", operands[0]);
    int64_t width = element.getIntOrFloatBitWidth();
    if (width < 32)
      x = exec.vector("viand.vs", {x, exec.constant((int64_t(1) << width) - 1)});
    Value result = emit(exec, x, width);
    rewriter.replaceOp(op, isVector ? result : exec.scalarOfVector("vmvs", {result, exec.constant(0)}));
    return success();
  }

  Emit emit;
};

struct ClampToExec : OpConversionPattern<tile::ClampOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::ClampOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    if (op.getNan() == tile::NanRule::Propagate) {
      Value most = arith::MaximumFOp::create(rewriter, loc, op.getSource(), op.getLow());
      rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, most, op.getHigh());
      return success();
    }
    Value most = arith::MaxNumFOp::create(rewriter, loc, op.getSource(), op.getLow());
    rewriter.replaceOpWithNewOp<arith::MinNumFOp>(op, most, op.getHigh());
    return success();
  }
};

/// One rounding, which f32 has; a narrower result would be rounded twice.
/// a + b so that rounding it again rounds correctly: where the sum is not exact, of
/// the two floats around it the one whose last bit is 1.
Value roundedToOdd(const Exec &exec, Value a, Value b) {
  Value sum = exec.vector("vfadd", {a, b});
  Value ofB = exec.vector("vfsub", {sum, a}), ofA = exec.vector("vfsub", {sum, ofB});
  Value lost = exec.vector("vfadd", {exec.vector("vfsub", {a, ofA}), exec.vector("vfsub", {b, ofB})});
  // The sum went away from 0 where what it lost has the other sign.
  Value awayBit = exec.vector("vishr.vs", {exec.vector("vixor", {sum, lost}), exec.constant(31)});
  Value odd = exec.vector("visub", {sum, awayBit});
  odd = exec.vector("vior", {odd, exec.vector("vmsv", exec.constant(1))});
  Value isExact = exec.predicate("pnot", exec.predicate("vcmp.f.one.vs", {lost, number(exec, 0.0f)}));
  return exec.vector("vsel", {isExact, sum, odd});
}

/// Of f16 the product is exact in f32, so only the sum needs care.
struct FmaToExec : OpConversionPattern<math::FmaOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(math::FmaOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    Type type = op.getType();
    bool isVector = isa<VectorType>(type);
    if (getElementTypeOrSelf(type).isF16()) {
      Exec exec{rewriter, op.getLoc(), isVector ? lanesOf(type) : 1};
      SmallVector<Value> v(adaptor.getOperands());
      for (Value &operand : v)
        operand = isVector ? operand : exec.vector("vmsv", operand);
      Value result = exec.vector("vrnd.f16", roundedToOdd(exec, exec.vector("vfmul", {v[0], v[1]}), v[2]));
      rewriter.replaceOp(op, isVector ? result : exec.scalarOfVector("vmvs", {result, exec.constant(0)}));
      return success();
    }
    if (!getElementTypeOrSelf(type).isF32())
      return rewriter.notifyMatchFailure(op, "the machine multiplies and adds f32");
    Exec exec{rewriter, op.getLoc(), lanesOf(type)};
    rewriter.replaceOp(op, isa<VectorType>(type) ? exec.vector("vfma", adaptor.getOperands())
                                                 : exec.scalar("ffma", adaptor.getOperands()));
    return success();
  }
};

} // namespace

void kiln::npu::populateMathPatterns(TypeConverter &types, RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  const std::pair<StringLiteral, Unary> unary[] = {{"math.exp", emitExp},     {"math.exp2", emitExp2},
                                                   {"math.expm1", emitExpm1}, {"math.log", emitLog},
                                                   {"math.log2", emitLog2},   {"math.log1p", emitLog1p},
                                                   {"math.sin", emitSin},     {"math.cos", emitCos},
                                                   {"math.tanh", emitTanh},   {"math.erf", emitErf},
                                                   {"math.sqrt", emitSqrt},   {"math.rsqrt", emitRsqrt},
                                                   {"math.floor", emitFloor}, {"math.ceil", emitCeil},
                                                   {"math.trunc", emitTrunc}, {"math.cbrt", emitCbrt},
                                                   {"math.log10", emitLog10}, {"math.tan", emitTan},
                                                   {"math.atan", emitAtan},   {"math.asin", emitAsin},
                                                   {"math.acos", emitAcos},   {"math.sinh", emitSinh},
                                                   {"math.cosh", emitCosh},   {"math.asinh", emitAsinh},
                                                   {"math.acosh", emitAcosh}, {"math.atanh", emitAtanh},
                                                   {"math.round", emitRound}, {"math.roundeven", emitRoundEven}};
  for (auto &[name, emit] : unary)
    patterns.add<FunctionToExec>(types, context, name,
                                 [emit](const Exec &exec, ValueRange v) { return emit(exec, v[0]); });
  const std::pair<StringLiteral, Binary> binary[] = {{"arith.divf", emitDiv},
                                                     {"arith.maximumf", emitMaximum},
                                                     {"arith.minimumf", emitMinimum},
                                                     {"math.atan2", emitAtan2},
                                                     {"math.copysign", emitCopySign}};
  for (auto &[name, emit] : binary)
    patterns.add<FunctionToExec>(types, context, name,
                                 [emit](const Exec &exec, ValueRange v) { return emit(exec, v[0], v[1]); });
  patterns.add<BitsToExec>(types, context, StringRef("math.ctpop"),
                           [](const Exec &exec, Value x, int64_t) { return emitPopulation(exec, x); });
  patterns.add<BitsToExec>(types, context, StringRef("math.ctlz"), emitLeadingZeros);
  patterns.add<BitsToExec>(types, context, StringRef("math.cttz"), emitTrailingZeros);
  patterns.add<ClampToExec, FmaToExec>(types, context);
}
