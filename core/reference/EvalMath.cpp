// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of math that no standard rounds exactly. The reference takes
// the host's double and rounds once; a target may be off by the ulps that the
// run's options state, and the bound says so even for exact operands.

#include "core/reference/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kiln::reference;

using UnaryFunction = double (*)(double);

static double reciprocalSqrt(double x) { return 1 / std::sqrt(x); }

static void mapMath(const Datum &a, Datum &result, UnaryFunction f) {
  withReader(a, [&](auto read) { writeFloats(result, [&](int64_t i) { return f(read(i)); }); });
}

void kiln::reference::addUlps(Instance &instance, const Step &step, Datum &result) {
  double ulps = instance.ulpOf(step) + 0.5; // the reference's own half
  std::vector<double> before(result.count());
  for (int64_t i = 0; i < result.count(); ++i)
    before[i] = result.bound(i);
  double *bounds = result.addBounds();
  for (int64_t i = 0; i < result.count(); ++i)
    bounds[i] = before[i] + ulps * spacing(result.number(i), result.type().format);
}

/// How far f moves when x moves by e: exact for a function that is monotone
/// there. Outside the domain the bound says nothing.
static double moveOf(UnaryFunction f, double x, double e) {
  if (e == 0 || isCertain(x, e))
    return 0;
  double middle = f(x);
  return orUnbounded(std::max(std::abs(f(x + e) - middle), std::abs(f(x - e) - middle)));
}

/// A function of slope at most 1 that is not monotone.
static double moveOfWave(UnaryFunction, double x, double e) { return isCertain(x, e) ? 0 : std::min(e, 2.0); }

template <UnaryFunction f, auto move = moveOf, bool isExact = false>
static LogicalResult evalUnary(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  mapMath(lanes[0], result, f);
  if (instance.tracksBounds()) {
    if (lanes[0].bounds()) {
      double *bounds = result.addBounds();
      for (int64_t i = 0; i < result.count(); ++i)
        if (double bound = move(f, lanes[0].number(i), lanes[0].bound(i)); bound != 0)
          bounds[i] = bound + roundingBound(result.number(i), result.type().format);
    }
    auto flags = dyn_cast<arith::ArithFastMathInterface>(step.op);
    bool mayApproximate = flags && flags.getFastMathFlagsAttr() &&
                          bitEnumContainsAll(flags.getFastMathFlagsAttr().getValue(), arith::FastMathFlags::afn);
    if (!isExact || mayApproximate)
      addUlps(instance, step, result);
  }
  instance.set(step, 0, std::move(result));
  return success();
}

/// The corners of the rectangle that the operands may lie in.
template <double (*f)(double, double)>
static LogicalResult evalBinary(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  writeFloats(result, [&](int64_t i) { return f(lanes[0].number(i), lanes[1].number(i)); });
  if (instance.tracksBounds()) {
    if (lanes.anyBounds()) {
      double *bounds = result.addBounds();
      for (int64_t i = 0; i < result.count(); ++i) {
        double a = lanes[0].number(i), ea = lanes[0].bound(i), b = lanes[1].number(i), eb = lanes[1].bound(i);
        if ((ea == 0 || isCertain(a, ea)) && (eb == 0 || isCertain(b, eb)))
          continue;
        double middle = f(a, b), bound = 0;
        for (double x : {a - ea, a + ea})
          for (double y : {b - eb, b + eb})
            bound = std::max(bound, orUnbounded(std::abs(f(x, y) - middle)));
        bounds[i] = bound + roundingBound(result.number(i), result.type().format);
      }
    }
    addUlps(instance, step, result);
  }
  instance.set(step, 0, std::move(result));
  return success();
}

static LogicalResult evalPowI(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  writeFloats(result,
              [&](int64_t i) { return std::pow(lanes[0].number(i), static_cast<double>(lanes[1].integer(i))); });
  if (instance.tracksBounds())
    addUlps(instance, step, result);
  instance.set(step, 0, std::move(result));
  return success();
}

void kiln::reference::registerMath(Registry &registry) {
  registry["math.exp"] = evalUnary<std::exp>;
  registry["math.exp2"] = evalUnary<std::exp2>;
  registry["math.expm1"] = evalUnary<std::expm1>;
  registry["math.log"] = evalUnary<std::log>;
  registry["math.log2"] = evalUnary<std::log2>;
  registry["math.log10"] = evalUnary<std::log10>;
  registry["math.log1p"] = evalUnary<std::log1p>;
  registry["math.sin"] = evalUnary<std::sin, moveOfWave>;
  registry["math.cos"] = evalUnary<std::cos, moveOfWave>;
  registry["math.tan"] = evalUnary<std::tan>;
  registry["math.asin"] = evalUnary<std::asin>;
  registry["math.acos"] = evalUnary<std::acos>;
  registry["math.atan"] = evalUnary<std::atan>;
  registry["math.sinh"] = evalUnary<std::sinh>;
  registry["math.cosh"] = evalUnary<std::cosh>;
  registry["math.tanh"] = evalUnary<std::tanh>;
  registry["math.asinh"] = evalUnary<std::asinh>;
  registry["math.acosh"] = evalUnary<std::acosh>;
  registry["math.atanh"] = evalUnary<std::atanh>;
  registry["math.erf"] = evalUnary<std::erf>;
  registry["math.erfc"] = evalUnary<std::erfc>;
  registry["math.cbrt"] = evalUnary<std::cbrt>;
  registry["math.rsqrt"] = evalUnary<reciprocalSqrt>;
  registry["math.sqrt"] = evalUnary<std::sqrt, moveOf, /*isExact=*/true>;
  registry["math.powf"] = evalBinary<std::pow>;
  registry["math.atan2"] = evalBinary<std::atan2>;
  registry["math.fpowi"] = evalPowI;
}
