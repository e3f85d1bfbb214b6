// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arc functions of f32: an argument is brought near 0, where a polynomial is
// (coefficients of Cephes' atanf and asinf, S. Moshier), and a part of pi added.

#include "targets/npu/MathFunctions.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

/// pi/2 is `half` + `halfRest`.
static constexpr float half = 0x1.921fb6p0f, halfRest = -0x1.777a5cp-25f;

static Value choose(const Exec &exec, Value condition, Value yes, Value no) {
  return exec.vector("vsel", {condition, yes, no});
}

/// times pi/2 - x.
static Value lessThanQuarters(const Exec &exec, float times, Value x) {
  Value rest = exec.vector("vfrsub.vs", {x, number(exec, times * halfRest)});
  return exec.vector("vfadd.vs", {rest, number(exec, times * half)});
}

/// Of x >= 0. Over tan(3 pi/8) it is pi/2 + atan(-1/x), over tan(pi/8)
/// pi/4 + atan((x - 1) / (x + 1)).
static Value arcTangent(const Exec &exec, Value x) {
  Value isFar = exec.predicate("vcmp.f.gt.vs", {x, number(exec, 2.41421356f)});
  Value isMiddle = exec.predicate("vcmp.f.gt.vs", {x, number(exec, 0.414213562f)});
  Value one = exec.vector("vmsv", number(exec, 1.0f)), zero = exec.vector("vmsv", number(exec, 0.0f));
  Value above = choose(exec, isFar, exec.vector("vfneg", one), exec.vector("vfsub.vs", {x, number(exec, 1.0f)}));
  Value below = choose(exec, isFar, x, exec.vector("vfadd.vs", {x, number(exec, 1.0f)}));
  Value t = choose(exec, isMiddle, emitDiv(exec, above, below), x);
  Value z = exec.vector("vfmul", {t, t});
  Value p = polynomial(exec, z, {-3.33329491539e-1f, 1.99777106478e-1f, -1.38776856032e-1f, 8.05374449538e-2f});
  Value rest = exec.vector("vfmul", {exec.vector("vfmul", {p, z}), t});
  auto part = [&](float value) {
    Value far = exec.vector("vmsv", number(exec, value)), middle = exec.vector("vmsv", number(exec, value / 2));
    return choose(exec, isFar, far, choose(exec, isMiddle, middle, zero));
  };
  Value low = exec.vector("vfadd", {exec.vector("vfadd", {rest, part(halfRest)}), t});
  return exec.vector("vfadd", {part(half), low});
}

/// Of 0 to 1/2.
static Value arcSine(const Exec &exec, Value x) {
  Value z = exec.vector("vfmul", {x, x});
  Value p =
      polynomial(exec, z, {1.6666752422e-1f, 7.4953002686e-2f, 4.5470025998e-2f, 2.4181311049e-2f, 4.2163199048e-2f});
  return exec.vector("vfma", {exec.vector("vfmul", {p, z}), x, x});
}

/// 2 asin(sqrt((1 - x) / 2)) is acos(x), for x from 1/2 on; NaN beyond 1.
static Value arcCosineNearOne(const Exec &exec, Value x) {
  Value distance = exec.vector("vfrsub.vs", {x, number(exec, 1.0f)});
  Value s = arcSine(exec, emitSqrt(exec, exec.vector("vfmul.vs", {distance, number(exec, 0.5f)})));
  return exec.vector("vfadd", {s, s});
}

Value kiln::npu::emitAtan(const Exec &exec, Value x) {
  return unlessNan(exec, x, withSignOf(exec, arcTangent(exec, exec.vector("vfabs", x)), x));
}

Value kiln::npu::emitAtan2(const Exec &exec, Value y, Value x) {
  Value high = exec.vector("vfabs", y), wide = exec.vector("vfabs", x);
  // Where both are 0 the quotient is 0, where both are infinite 1.
  Value equal = exec.predicate("vcmp.f.eq", {high, wide});
  Value isZero = exec.predicate("vcmp.f.eq.vs", {high, number(exec, 0.0f)});
  Value zero = exec.vector("vmsv", number(exec, 0.0f)), one = exec.vector("vmsv", number(exec, 1.0f));
  Value same = choose(exec, isZero, zero, one);
  Value angle = arcTangent(exec, choose(exec, equal, same, emitDiv(exec, high, wide)));
  Value isLeft = exec.predicate("vcmp.i.lt.vs", {x, exec.constant(0)});
  angle = withSignOf(exec, choose(exec, isLeft, lessThanQuarters(exec, 2, angle), angle), y);
  Value areNumbers = exec.predicate("vcmp.f.ord", {x, y});
  return choose(exec, areNumbers, angle, exec.vector("vfadd", {x, y}));
}

Value kiln::npu::emitAsin(const Exec &exec, Value x) {
  Value magnitude = exec.vector("vfabs", x);
  Value isOuter = exec.predicate("vcmp.f.gt.vs", {magnitude, number(exec, 0.5f)});
  Value outer = lessThanQuarters(exec, 1, arcCosineNearOne(exec, magnitude));
  Value result = choose(exec, isOuter, outer, arcSine(exec, magnitude));
  Value isInside = exec.predicate("vcmp.f.le.vs", {magnitude, number(exec, 1.0f)});
  return unlessNan(exec, x, choose(exec, isInside, withSignOf(exec, result, x), outer));
}

Value kiln::npu::emitAcos(const Exec &exec, Value x) {
  Value magnitude = exec.vector("vfabs", x);
  Value near = arcCosineNearOne(exec, magnitude), inner = withSignOf(exec, arcSine(exec, magnitude), x);
  Value isNegative = exec.predicate("vcmp.f.lt.vs", {x, number(exec, 0.0f)});
  Value outer = choose(exec, isNegative, lessThanQuarters(exec, 2, near), near);
  Value isOuter = exec.predicate("vcmp.f.gt.vs", {magnitude, number(exec, 0.5f)});
  return unlessNan(exec, x, choose(exec, isOuter, outer, lessThanQuarters(exec, 1, inner)));
}
