// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that the vector unit has only in part: exponentials from the
// special-function unit's exp2, division and square root from its reciprocals
// with Newton steps and an exact residual. Scalars go through lane 0.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "targets/npu/Exec.h"

#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {

Value number(const Exec &exec, float value) { return exec.constant(scalarBits(value)); }

/// 2^n for integers n in [-126, 127], as float bits.
Value powerOfTwo(const Exec &exec, Value n) {
  Value biased = exec.vector("viadd.vs", {n, exec.constant(127)});
  return exec.vector("vishl.vs", {biased, exec.constant(23)});
}

/// exp(x) = 2^n * 2^f with n = round(x log2 e) and f = x log2 e - n, where
/// log2 e is taken in two parts so that f keeps its bits. 2^n is applied in two
/// halves: the result may be subnormal while one factor alone would be 0.
/// Error: that of exp2 and of f, below 2 ulp.
Value emitExp(const Exec &exec, Value x) {
  constexpr double log2e = 1.4426950408889634;
  constexpr float high = static_cast<float>(log2e);
  constexpr float low = static_cast<float>(log2e - static_cast<double>(high));
  Value scaled = exec.vector("vfmul.vs", {x, number(exec, high)});
  Value n = exec.vector("vcvt.i32.f32.rne", scaled);
  Value rounded = exec.vector("vcvt.f32.i32", n);
  Value f = exec.vector("vfms.vsv", {x, number(exec, high), rounded});
  f = exec.vector("vfma.vsv", {x, number(exec, low), f});
  Value power = exec.vector("vsfu.exp2", f);
  n = exec.vector("vimax.vs", {n, exec.constant(-252)});
  n = exec.vector("vimin.vs", {n, exec.constant(254)});
  Value half = exec.vector("visra.vs", {n, exec.constant(1)});
  Value rest = exec.vector("visub", {n, half});
  power = exec.vector("vfmul", {power, powerOfTwo(exec, half)});
  return exec.vector("vfmul", {power, powerOfTwo(exec, rest)});
}

Value emitExp2(const Exec &exec, Value x) { return exec.vector("vsfu.exp2", x); }

/// 2^48 for magnitudes below 2^-48, 2^-48 for those above 2^48, else 1; and
/// the inverse. Scaled by it, a number is far from both ends of the range.
std::pair<Value, Value> emitScale(const Exec &exec, Value x) {
  constexpr float big = 281474976710656.0f, small = 1 / big;
  Value magnitude = exec.vector("vfabs", x), one = number(exec, 1);
  Value isSmall = exec.predicate("vcmp.f.lt.vs", {magnitude, number(exec, small)});
  Value isBig = exec.predicate("vcmp.f.gt.vs", {magnitude, number(exec, big)});
  Value ones = exec.vector("vmsv", one);
  Value bigs = exec.vector("vmsv", number(exec, big)), smalls = exec.vector("vmsv", number(exec, small));
  Value scale = exec.vector("vsel", {isSmall, bigs, exec.vector("vsel", {isBig, smalls, ones})});
  Value inverse = exec.vector("vsel", {isSmall, smalls, exec.vector("vsel", {isBig, bigs, ones})});
  return {scale, inverse};
}

/// True where x is finite and not 0.
Value emitIsOrdinary(const Exec &exec, Value x) {
  Value magnitude = exec.vector("vfabs", x);
  Value positive = exec.predicate("vcmp.f.gt.vs", {magnitude, number(exec, 0)});
  Value finite = exec.predicate("vcmp.f.lt.vs", {magnitude, number(exec, std::numeric_limits<float>::infinity())});
  return exec.predicate("pand", {positive, finite});
}

/// a / b, correctly rounded where the quotient is normal (Markstein's scheme:
/// two Newton steps on 1/b, then one correction by the exact residual); within
/// one ulp where it is subnormal, since the last scaling rounds once more.
Value emitDiv(const Exec &exec, Value a, Value b) {
  auto [scaleA, inverseA] = emitScale(exec, a);
  auto [scaleB, inverseB] = emitScale(exec, b);
  Value x = exec.vector("vfmul", {a, scaleA}), y = exec.vector("vfmul", {b, scaleB});
  Value ones = exec.vector("vmsv", number(exec, 1));
  Value first = exec.vector("vsfu.rcp", y), reciprocal = first;
  for (int step = 0; step < 2; ++step) {
    Value error = exec.vector("vfnma", {y, reciprocal, ones});
    reciprocal = exec.vector("vfma", {error, reciprocal, reciprocal});
  }
  Value quotient = exec.vector("vfmul", {x, reciprocal});
  Value residual = exec.vector("vfnma", {y, quotient, x});
  Value corrected = exec.vector("vfma", {residual, reciprocal, quotient});
  // Zeros, infinities and NaN come out of the plain product.
  Value plain = exec.vector("vfmul", {x, first});
  Value result = exec.vector("vsel", {emitIsOrdinary(exec, plain), corrected, plain});
  Value unscale = exec.vector("vfmul", {inverseA, scaleB});
  return exec.vector("vfmul", {result, unscale});
}

/// sqrt(x), correctly rounded: g = x / sqrt(x) improved once, then corrected by
/// the exact residual x - g^2. Tiny arguments are scaled by 2^96 first.
Value emitSqrt(const Exec &exec, Value x) {
  constexpr float up = 79228162514264337593543950336.0f, tiny = 1 / up, down = 1 / 281474976710656.0f;
  Value isTiny = exec.predicate("vcmp.f.lt.vs", {x, number(exec, tiny)});
  Value raised = exec.vector("vfmul.vs", {x, number(exec, up)});
  Value a = exec.vector("vsel", {isTiny, raised, x});
  Value r = exec.vector("vsfu.rsqrt", a);
  Value g = exec.vector("vfmul", {a, r}), h = exec.vector("vfmul.vs", {r, number(exec, 0.5f)});
  Value halves = exec.vector("vmsv", number(exec, 0.5f));
  Value e = exec.vector("vfnma", {h, g, halves});
  g = exec.vector("vfma", {g, e, g});
  h = exec.vector("vfma", {h, e, h});
  Value residual = exec.vector("vfnma", {g, g, a});
  g = exec.vector("vfma", {residual, h, g});
  Value lowered = exec.vector("vfmul.vs", {g, number(exec, down)});
  g = exec.vector("vsel", {isTiny, lowered, g});
  // 0 and infinity are their own roots; a negative number has none.
  Value isZero = exec.predicate("vcmp.f.eq.vs", {x, number(exec, 0)});
  Value isInfinite = exec.predicate("vcmp.f.eq.vs", {x, number(exec, std::numeric_limits<float>::infinity())});
  Value itself = exec.predicate("por", {isZero, isInfinite});
  return exec.vector("vsel", {itself, x, g});
}

Value emitRsqrt(const Exec &exec, Value x) { return exec.vector("vsfu.rsqrt", x); }

using Unary = Value (*)(const Exec &, Value);

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

} // namespace

void kiln::npu::populateMathPatterns(TypeConverter &types, RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  const std::pair<StringLiteral, Unary> unary[] = {
      {"math.exp", emitExp}, {"math.exp2", emitExp2}, {"math.sqrt", emitSqrt}, {"math.rsqrt", emitRsqrt}};
  for (auto &[name, emit] : unary)
    patterns.add<FunctionToExec>(types, context, name,
                                 [emit](const Exec &exec, ValueRange v) { return emit(exec, v[0]); });
  patterns.add<FunctionToExec>(types, context, StringRef("arith.divf"),
                               [](const Exec &exec, ValueRange v) { return emitDiv(exec, v[0], v[1]); });
}
