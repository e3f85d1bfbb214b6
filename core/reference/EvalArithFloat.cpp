// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Float arithmetic that IEEE 754 defines: every target rounds it the same way,
// so it adds nothing to the bound of exact operands. With inexact operands the
// reference and the target each round another exact result.

#include "core/reference/Elementwise.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

//===-- operations on one element ------------------------------------------===//

namespace {
struct Remainder {
  float operator()(float a, float b) const { return std::fmod(a, b); }
  double operator()(double a, double b) const { return std::fmod(a, b); }
};
struct CopySign {
  template <typename T>
  T operator()(T a, T b) const {
    return std::copysign(a, b);
  }
};
} // namespace

/// The operands of one lane for a bound rule: values, their bounds, the result.
struct LaneBounds {
  double a, ea, b, eb, result;

  bool isCertainA() const { return isCertain(a, ea); }
  bool isCertainB() const { return isCertain(b, eb); }
  /// NaN whatever the other operand is.
  bool isCertainNan() const { return (isCertainA() && std::isnan(a)) || (isCertainB() && std::isnan(b)); }
  /// Not 0, and of one sign.
  bool hasSignA() const { return std::abs(a) > ea || isCertainA(); }
  bool hasSignB() const { return std::abs(b) > eb || isCertainB(); }
};

/// bound[i] = rule(lane), plus the rounding where the rule's bound is not 0.
template <typename Rule>
static void boundBinary(Instance &instance, const Lanes &lanes, Datum &result, bool rounds, Rule rule) {
  if (!instance.tracksBounds() || (!lanes.anyBounds() && !instance.everyRoundingCounts))
    return;
  double *bounds = result.addBounds();
  const Datum &a = lanes[0], &b = lanes[lanes.size() > 1 ? 1 : 0];
  for (int64_t i = 0; i < result.count(); ++i) {
    double value = result.number(i);
    LaneBounds lane{a.number(i), a.bound(i), b.number(i), b.bound(i), value};
    if (rounds && lane.isCertainNan())
      continue;
    bounds[i] = rule(lane);
    if (rounds && (bounds[i] != 0 || (instance.everyRoundingCounts && std::isfinite(value))))
      bounds[i] += roundingBound(value, result.type().format);
    bounds[i] = orUnbounded(bounds[i]);
  }
}

//===-- add, subtract, multiply, divide -------------------------------------===//

/// A product that may go into this sum unrounded: both ops allow contraction.
static bool mayContract(const Step &step, unsigned operand) {
  auto sum = cast<arith::ArithFastMathInterface>(step.op);
  mlir::Value value = step.op->getOperand(operand);
  if (auto negation = value.getDefiningOp<arith::NegFOp>())
    value = negation.getOperand();
  auto product = value.getDefiningOp<arith::MulFOp>();
  auto allows = [](arith::FastMathFlagsAttr flags) {
    return flags && bitEnumContainsAll(flags.getValue(), arith::FastMathFlags::contract);
  };
  return product && allows(sum.getFastMathFlagsAttr()) && allows(product.getFastmathAttr());
}

/// The bound of a sum before rounding. A certain infinity or NaN decides it.
static double sumBound(const LaneBounds &l) {
  bool isDecided = (l.isCertainA() && l.eb != unbounded) || (l.isCertainB() && l.ea != unbounded);
  return isDecided ? 0 : l.ea + l.eb;
}

static void boundSum(Instance &instance, const Step &step, const Lanes &lanes, Datum &result) {
  if (!instance.tracksBounds())
    return;
  bool fuses[] = {mayContract(step, 0), mayContract(step, 1)};
  if (!lanes.anyBounds() && !fuses[0] && !fuses[1] && !instance.everyRoundingCounts)
    return;
  Format format = result.type().format;
  double *bounds = result.addBounds();
  for (int64_t i = 0; i < result.count(); ++i) {
    LaneBounds l{lanes[0].number(i), lanes[0].bound(i), lanes[1].number(i), lanes[1].bound(i), result.number(i)};
    double bound = sumBound(l);
    for (unsigned operand : {0u, 1u})
      if (double product = operand == 0 ? l.a : l.b; fuses[operand] && std::isfinite(product))
        bound += roundingBound(product, format) / 2;
    if (bound != 0 || (instance.everyRoundingCounts && std::isfinite(l.result)))
      bound += roundingBound(l.result, format);
    bounds[i] = orUnbounded(bound);
  }
}

template <typename Op>
static LogicalResult evalSum(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  mapFloats(lanes[0], lanes[1], result, Op());
  boundSum(instance, step, lanes, result);
  instance.set(step, 0, std::move(result));
  return success();
}

static LogicalResult evalMul(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  mapFloats(lanes[0], lanes[1], result, std::multiplies<>());
  boundBinary(instance, lanes, result, /*rounds=*/true, [](const LaneBounds &l) {
    if (l.isCertainA() || l.isCertainB())
      return l.hasSignA() && l.hasSignB() ? 0 : unbounded;
    // An exact 0 stays 0 whatever a finite other operand may be.
    double bound = l.ea * l.eb;
    bound += l.eb == 0 ? 0 : std::abs(l.a) * l.eb;
    return bound + (l.ea == 0 ? 0 : std::abs(l.b) * l.ea);
  });
  instance.set(step, 0, std::move(result));
  return success();
}

/// Division is correctly rounded unless the op allows an approximation.
static LogicalResult evalDiv(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  mapFloats(lanes[0], lanes[1], result, std::divides<>());
  boundBinary(instance, lanes, result, /*rounds=*/true, [](const LaneBounds &l) {
    if (l.isCertainA())
      return l.hasSignB() && std::isfinite(l.b) ? 0.0 : unbounded;
    if (l.isCertainB()) // a zero, of uncertain sign where that of `a` is
      return l.hasSignA() ? 0.0 : std::numeric_limits<double>::min();
    double least = std::abs(l.b) - l.eb;
    return l.ea + l.eb == 0 ? 0 : least > 0 ? (l.ea + std::abs(l.result) * l.eb) / least : unbounded;
  });
  arith::FastMathFlags flags = cast<arith::DivFOp>(step.op).getFastmath();
  if (instance.tracksBounds() && bitEnumContainsAny(flags, arith::FastMathFlags::afn | arith::FastMathFlags::arcp))
    addUlps(instance, step, result);
  instance.set(step, 0, std::move(result));
  return success();
}

static LogicalResult evalRem(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  mapFloats(lanes[0], lanes[1], result, Remainder());
  boundBinary(instance, lanes, result, /*rounds=*/false, [](const LaneBounds &l) {
    // The quotient is a whole number that the bounds leave alone, or it jumps.
    double low = std::trunc((std::abs(l.a) - l.ea) / (std::abs(l.b) + l.eb));
    double high = std::trunc((std::abs(l.a) + l.ea) / (std::abs(l.b) - l.eb));
    return low == high && std::abs(l.b) > l.eb ? l.ea + low * l.eb : unbounded;
  });
  instance.set(step, 0, std::move(result));
  return success();
}

/// Ops that move a result by no more than their operands move.
template <typename Op>
static LogicalResult evalExtremum(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  mapFloats(lanes[0], lanes[1], result, Op());
  if (lanes.anyBounds())
    boundBinary(instance, lanes, result, /*rounds=*/false, [](const LaneBounds &l) { return std::max(l.ea, l.eb); });
  instance.set(step, 0, std::move(result));
  return success();
}

//===-- sign ---------------------------------------------------------------===//
// These are moves: they work on bits, keep the payload of a NaN and the bound.

template <typename F>
static LogicalResult evalSign(Instance &instance, const Step &step, F f) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  withContainer(result.type(), [&](auto container) {
    using T = decltype(container);
    const T signBit = static_cast<T>(uint64_t(1) << (result.type().width - 1));
    for (int64_t i = 0; i < result.count(); ++i)
      result.mutableAs<T>()[i] = static_cast<T>(f(lanes[0].as<T>()[i], signBit));
  });
  if (result.type().format == Format::F8E4M3FNUZ || result.type().format == Format::F8E5M2FNUZ)
    for (int64_t i = 0; i < result.count(); ++i) // there is no -0: its bits are NaN
      if (result.bits(i) == 0x80 || lanes[0].bits(i) == 0x80)
        result.setBits(i, lanes[0].bits(i));
  if (lanes[0].bounds())
    std::copy_n(lanes[0].bounds(), result.count(), result.addBounds());
  instance.set(step, 0, std::move(result));
  return success();
}

static LogicalResult evalNeg(Instance &instance, const Step &step) {
  return evalSign(instance, step, [](auto bits, auto signBit) { return bits ^ signBit; });
}

static LogicalResult evalAbs(Instance &instance, const Step &step) {
  return evalSign(instance, step, [](auto bits, auto signBit) { return bits & ~signBit; });
}

static LogicalResult evalCopySign(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  mapFloats(lanes[0], lanes[1], result, CopySign());
  boundBinary(instance, lanes, result, /*rounds=*/false,
              [](const LaneBounds &l) { return l.ea + (l.eb != 0 && std::abs(l.b) <= l.eb ? 2 * std::abs(l.a) : 0); });
  instance.set(step, 0, std::move(result));
  return success();
}

//===-- rounding to whole numbers -------------------------------------------===//

template <typename F>
static LogicalResult evalWhole(Instance &instance, const Step &step, F f) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  mapFloats(lanes[0], result, f);
  if (instance.tracksBounds() && lanes[0].bounds()) {
    double *bounds = result.addBounds();
    for (int64_t i = 0; i < result.count(); ++i) {
      double x = lanes[0].number(i), e = lanes[0].bound(i), r = result.number(i);
      if (e != 0 && !isCertain(x, e))
        bounds[i] = orUnbounded(std::max(std::abs(f(x + e) - r), std::abs(f(x - e) - r)));
    }
  }
  instance.set(step, 0, std::move(result));
  return success();
}

static LogicalResult evalFloor(Instance &instance, const Step &step) {
  return evalWhole(instance, step, [](auto x) { return std::floor(x); });
}
static LogicalResult evalCeil(Instance &instance, const Step &step) {
  return evalWhole(instance, step, [](auto x) { return std::ceil(x); });
}
static LogicalResult evalTrunc(Instance &instance, const Step &step) {
  return evalWhole(instance, step, [](auto x) { return std::trunc(x); });
}
/// Halves go away from zero.
static LogicalResult evalRound(Instance &instance, const Step &step) {
  return evalWhole(instance, step, [](auto x) { return std::round(x); });
}
static LogicalResult evalRoundEven(Instance &instance, const Step &step) {
  return evalWhole(instance, step, [](auto x) { return std::nearbyint(x); });
}

//===-- three operands -----------------------------------------------------===//

/// x + y rounded to odd: rounding that again to fewer than 52 bits gives what
/// one rounding of the exact sum gives.
static double addToOdd(double x, double y) {
  double sum = x + y;
  if (!std::isfinite(sum))
    return sum;
  double yPart = sum - x, error = (x - (sum - yPart)) + (y - yPart);
  uint64_t bits = std::bit_cast<uint64_t>(sum);
  if (error == 0 || (bits & 1))
    return sum;
  // Toward the side of the exact sum, where the odd neighbour is.
  return std::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

static void mapFma(const Lanes &lanes, Datum &result) {
  const Datum &a = lanes[0], &b = lanes[1], &c = lanes[2];
  for (int64_t i = 0; i < result.count(); ++i)
    switch (result.type().format) {
    case Format::F32:
      result.mutableAs<float>()[i] = std::fma(a.as<float>()[i], b.as<float>()[i], c.as<float>()[i]);
      break;
    case Format::F64:
      result.mutableAs<double>()[i] = std::fma(a.as<double>()[i], b.as<double>()[i], c.as<double>()[i]);
      break;
    default: // the product of two narrow floats is exact in double
      result.setBits(i, encode(addToOdd(a.number(i) * b.number(i), c.number(i)), result.type().format));
    }
}

static LogicalResult evalFma(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  mapFma(lanes, result);
  if (instance.tracksBounds() && (lanes.anyBounds() || instance.everyRoundingCounts)) {
    double *bounds = result.addBounds();
    for (int64_t i = 0; i < result.count(); ++i) {
      double ea = lanes[0].bound(i), eb = lanes[1].bound(i);
      double bound = ea * eb + (ea == 0 ? 0 : std::abs(lanes[1].number(i)) * ea) +
                     (eb == 0 ? 0 : std::abs(lanes[0].number(i)) * eb) + lanes[2].bound(i);
      if (isCertain(lanes[2].number(i), lanes[2].bound(i)) && std::isfinite(lanes[0].number(i) * lanes[1].number(i)))
        bound = 0;
      if (bound != 0 || (instance.everyRoundingCounts && std::isfinite(result.number(i))))
        bound += roundingBound(result.number(i), result.type().format);
      bounds[i] = orUnbounded(bound);
    }
  }
  instance.set(step, 0, std::move(result));
  return success();
}

/// min(max(x, low), high); a NaN x gives NaN, or low where NaN is ignored.
static LogicalResult evalClamp(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum raised(lanes[0].type(), lanes.shape()), result(lanes[0].type(), lanes.shape());
  if (cast<tile::ClampOp>(step.op).getNan() == tile::NanRule::Propagate) {
    mapFloats(lanes[0], lanes[1], raised, Maximum());
    mapFloats(raised, lanes[2], result, Minimum());
  } else {
    mapFloats(lanes[0], lanes[1], raised, MaxNum());
    mapFloats(raised, lanes[2], result, MinNum());
  }
  if (lanes.anyBounds()) {
    double *bounds = result.addBounds();
    for (int64_t i = 0; i < result.count(); ++i)
      bounds[i] = std::max({lanes[0].bound(i), lanes[1].bound(i), lanes[2].bound(i)});
  }
  instance.set(step, 0, std::move(result));
  return success();
}

//===-- compare ------------------------------------------------------------===//

/// The four outcomes of a compare as bits, and which of them a predicate takes.
enum : unsigned { isEqual = 1, isGreater = 2, isLess = 4, isUnordered = 8 };

static unsigned takenBy(arith::CmpFPredicate predicate) {
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return 0;
  case arith::CmpFPredicate::OEQ:
    return isEqual;
  case arith::CmpFPredicate::OGT:
    return isGreater;
  case arith::CmpFPredicate::OGE:
    return isGreater | isEqual;
  case arith::CmpFPredicate::OLT:
    return isLess;
  case arith::CmpFPredicate::OLE:
    return isLess | isEqual;
  case arith::CmpFPredicate::ONE:
    return isLess | isGreater;
  case arith::CmpFPredicate::ORD:
    return isLess | isGreater | isEqual;
  case arith::CmpFPredicate::UEQ:
    return isUnordered | isEqual;
  case arith::CmpFPredicate::UGT:
    return isUnordered | isGreater;
  case arith::CmpFPredicate::UGE:
    return isUnordered | isGreater | isEqual;
  case arith::CmpFPredicate::ULT:
    return isUnordered | isLess;
  case arith::CmpFPredicate::ULE:
    return isUnordered | isLess | isEqual;
  case arith::CmpFPredicate::UNE:
    return isUnordered | isLess | isGreater;
  case arith::CmpFPredicate::UNO:
    return isUnordered;
  case arith::CmpFPredicate::AlwaysTrue:
    return isUnordered | isLess | isGreater | isEqual;
  }
  return 0;
}

/// A compare of values that lie within their bounds of each other.
static void boundCompare(Instance &instance, const Step &step, const Lanes &lanes, unsigned taken, Datum &result) {
  if (!lanes.anyBounds())
    return;
  constexpr unsigned ordered = isLess | isGreater | isEqual;
  if ((taken & ordered) == 0 || (taken & ordered) == ordered)
    return; // asks for NaN only
  double *bounds = result.addBounds();
  int64_t first = 0;
  uint64_t uncertain = 0;
  for (int64_t i = 0; i < result.count(); ++i) {
    double slack = lanes[0].bound(i) + lanes[1].bound(i);
    double a = lanes[0].number(i), b = lanes[1].number(i);
    if (slack == 0 || !(std::abs(a - b) <= slack || std::isinf(slack)))
      continue;
    bounds[i] = unbounded;
    first = uncertain++ == 0 ? i : first;
  }
  instance.noteAmbiguous(step, first, uncertain);
}

static LogicalResult evalCmpF(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(ElementType::integer(1), lanes.shape());
  unsigned taken = takenBy(cast<arith::CmpFOp>(step.op).getPredicate());
  uint8_t *to = result.mutableAs<uint8_t>();
  withReader(lanes[0], [&](auto a) {
    withReader(lanes[1], [&](auto b) {
      for (int64_t i = 0; i < result.count(); ++i) {
        double x = a(i), y = b(i);
        unsigned outcome = x == y ? isEqual : x < y ? isLess : x > y ? isGreater : isUnordered;
        to[i] = (taken & outcome) != 0;
      }
    });
  });
  boundCompare(instance, step, lanes, taken, result);
  instance.set(step, 0, std::move(result));
  return success();
}

void kiln::reference::registerArithFloat(Registry &registry) {
  registry["arith.addf"] = evalSum<std::plus<>>;
  registry["arith.subf"] = evalSum<std::minus<>>;
  registry["arith.mulf"] = evalMul;
  registry["arith.divf"] = evalDiv;
  registry["arith.remf"] = evalRem;
  registry["arith.maxnumf"] = evalExtremum<MaxNum>;
  registry["arith.minnumf"] = evalExtremum<MinNum>;
  registry["arith.maximumf"] = evalExtremum<Maximum>;
  registry["arith.minimumf"] = evalExtremum<Minimum>;
  registry["arith.negf"] = evalNeg;
  registry["arith.cmpf"] = evalCmpF;
  registry["math.absf"] = evalAbs;
  registry["math.copysign"] = evalCopySign;
  registry["math.floor"] = evalFloor;
  registry["math.ceil"] = evalCeil;
  registry["math.trunc"] = evalTrunc;
  registry["math.round"] = evalRound;
  registry["math.roundeven"] = evalRoundEven;
  registry["math.fma"] = evalFma;
  registry["tile.clamp"] = evalClamp;
}
