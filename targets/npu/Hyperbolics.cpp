// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hyperbolic functions of f32 and their inverses, from expm1, exp, log and log1p,
// which lose nothing near 0.

#include "targets/npu/MathFunctions.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

static Value choose(const Exec &exec, Value condition, Value yes, Value no) {
  return exec.vector("vsel", {condition, yes, no});
}

/// exp(x) / 2 where exp(x) may overflow: (exp(x/2) / 2) exp(x/2).
static Value halfExp(const Exec &exec, Value x) {
  Value root = emitExp(exec, exec.vector("vfmul.vs", {x, number(exec, 0.5f)}));
  return exec.vector("vfmul", {exec.vector("vfmul.vs", {root, number(exec, 0.5f)}), root});
}

/// From here on exp(-x) is nothing beside exp(x).
static Value isLarge(const Exec &exec, Value magnitude) {
  return exec.predicate("vcmp.f.gt.vs", {magnitude, number(exec, 20.0f)});
}

/// (t + t / (t + 1)) / 2 with t = expm1 |x|.
Value kiln::npu::emitSinh(const Exec &exec, Value x) {
  Value magnitude = exec.vector("vfabs", x);
  Value t = emitExpm1(exec, magnitude);
  Value quotient = emitDiv(exec, t, exec.vector("vfadd.vs", {t, number(exec, 1.0f)}));
  Value halfSum = exec.vector("vfmul.vs", {exec.vector("vfadd", {t, quotient}), number(exec, 0.5f)});
  // Doubling and halving a subnormal number could lose its last bit.
  Value isTiny = exec.predicate("vcmp.f.lt.vs", {magnitude, number(exec, 0x1p-20f)});
  Value result =
      choose(exec, isTiny, magnitude, choose(exec, isLarge(exec, magnitude), halfExp(exec, magnitude), halfSum));
  return unlessNan(exec, x, withSignOf(exec, result, x));
}

Value kiln::npu::emitCosh(const Exec &exec, Value x) {
  Value magnitude = exec.vector("vfabs", x);
  Value power = emitExp(exec, magnitude), one = exec.vector("vmsv", number(exec, 1.0f));
  Value sum = exec.vector("vfadd", {power, emitDiv(exec, one, power)});
  Value result = exec.vector("vfmul.vs", {sum, number(exec, 0.5f)});
  return unlessNan(exec, x, choose(exec, isLarge(exec, magnitude), halfExp(exec, magnitude), result));
}

/// log(2 x) where squares would overflow.
static Value logOfTwice(const Exec &exec, Value x) {
  return exec.vector("vfadd.vs", {emitLog(exec, x), number(exec, 0.693147181f)});
}

/// log1p(x + x^2 / (1 + sqrt(x^2 + 1))).
Value kiln::npu::emitAsinh(const Exec &exec, Value x) {
  Value magnitude = exec.vector("vfabs", x);
  Value square = exec.vector("vfmul", {magnitude, magnitude});
  Value root = emitSqrt(exec, exec.vector("vfadd.vs", {square, number(exec, 1.0f)}));
  Value quotient = emitDiv(exec, square, exec.vector("vfadd.vs", {root, number(exec, 1.0f)}));
  Value result = emitLog1p(exec, exec.vector("vfadd", {magnitude, quotient}));
  Value isFar = exec.predicate("vcmp.f.gt.vs", {magnitude, number(exec, 4096.0f)});
  result = choose(exec, isFar, logOfTwice(exec, magnitude), result);
  return unlessNan(exec, x, withSignOf(exec, result, x));
}

/// log1p(t + sqrt(2 t + t^2)) with t = x - 1; NaN below 1.
Value kiln::npu::emitAcosh(const Exec &exec, Value x) {
  Value t = exec.vector("vfsub.vs", {x, number(exec, 1.0f)});
  Value root = emitSqrt(exec, exec.vector("vfma", {t, t, exec.vector("vfadd", {t, t})}));
  Value result = emitLog1p(exec, exec.vector("vfadd", {t, root}));
  Value isFar = exec.predicate("vcmp.f.gt.vs", {x, number(exec, 4096.0f)});
  result = choose(exec, isFar, logOfTwice(exec, x), result);
  Value isOutside = exec.predicate("vcmp.f.lt.vs", {x, number(exec, 1.0f)});
  return unlessNan(exec, x, choose(exec, isOutside, exec.vector("vmsv", exec.constant(0x7fc00000)), result));
}

/// log1p(2 x / (1 - x)) / 2; NaN beyond 1.
Value kiln::npu::emitAtanh(const Exec &exec, Value x) {
  Value magnitude = exec.vector("vfabs", x);
  Value quotient = emitDiv(exec, exec.vector("vfadd", {magnitude, magnitude}),
                           exec.vector("vfrsub.vs", {magnitude, number(exec, 1.0f)}));
  Value result = exec.vector("vfmul.vs", {emitLog1p(exec, quotient), number(exec, 0.5f)});
  Value isTiny = exec.predicate("vcmp.f.lt.vs", {magnitude, number(exec, 0x1p-20f)});
  result = withSignOf(exec, choose(exec, isTiny, magnitude, result), x);
  Value isInside = exec.predicate("vcmp.f.le.vs", {magnitude, number(exec, 1.0f)});
  return unlessNan(exec, x, choose(exec, isInside, result, exec.vector("vmsv", exec.constant(0x7fc00000))));
}
