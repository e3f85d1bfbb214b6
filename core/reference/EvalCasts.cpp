// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between element types, constants, select and poison.

#include "core/reference/Elementwise.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

//===-- integer to integer ---------------------------------------------------===//

template <typename F>
static LogicalResult evalIntCast(Instance &instance, const Step &step, F widen) {
  Lanes lanes(instance, step);
  ElementType from = lanes[0].type(), to = step.info[0].type;
  Datum result(to, lanes.shape());
  withContainer(from, [&](auto source) {
    withContainer(to, [&](auto target) {
      using T = decltype(target);
      const auto *x = lanes[0].as<decltype(source)>();
      T *y = result.mutableAs<T>();
      for (int64_t i = 0; i < result.count(); ++i)
        y[i] = lowBits<T>(widen(x[i], from.width), to.width);
    });
  });
  boundDiscrete(lanes, result);
  instance.set(step, 0, std::move(result));
  return success();
}

static LogicalResult evalSignExtend(Instance &instance, const Step &step) {
  return evalIntCast(instance, step, [](auto x, unsigned width) { return uint64_t(int64_t(asSigned(x, width))); });
}

/// Zero extension, truncation, and pointers to integers and back.
static LogicalResult evalKeepBits(Instance &instance, const Step &step) {
  return evalIntCast(instance, step, [](auto x, unsigned) { return uint64_t(x); });
}

/// The same bits under another element type of the same width.
static LogicalResult evalBitcast(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result = lanes[0].withType(step.info[0].type);
  result.dropBounds();
  boundDiscrete(lanes, result);
  instance.set(step, 0, std::move(result));
  return success();
}

//===-- integer to float -----------------------------------------------------===//

/// The number as a double. Where that needs more than 53 bits, what is lost
/// goes into the last bit, so that rounding again to 24 or fewer is right.
static double toDouble(uint64_t magnitude, bool isNegative) {
  if (magnitude >> 53)
    magnitude = (magnitude >> 11 | ((magnitude & 0x7ff) != 0)) << 11;
  double value = static_cast<double>(magnitude);
  return isNegative ? -value : value;
}

template <bool isSigned>
static LogicalResult evalIntToFloat(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(step.info[0].type, lanes.shape());
  bool isDouble = result.type().format == Format::F64;
  writeFloats(result, [&](int64_t i) {
    uint64_t bits = lanes[0].bits(i);
    int64_t number = signExtend(bits, lanes[0].type().width);
    bool isNegative = isSigned && number < 0;
    uint64_t magnitude = isNegative ? uint64_t(0) - static_cast<uint64_t>(number) : bits;
    if (isDouble) // one rounding, by the host
      return isNegative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
    return toDouble(magnitude, isNegative);
  });
  boundDiscrete(lanes, result);
  instance.set(step, 0, std::move(result));
  return success();
}

//===-- float to integer -----------------------------------------------------===//

static uint64_t saturateSigned(double x, unsigned width) {
  double limit = std::ldexp(1.0, width - 1);
  if (std::isnan(x))
    return 0;
  if (x >= limit)
    return (uint64_t(1) << (width - 1)) - 1;
  if (x <= -limit)
    return uint64_t(1) << (width - 1);
  return zeroExtend(static_cast<uint64_t>(static_cast<int64_t>(x)), width);
}

static uint64_t saturateUnsigned(double x, unsigned width) {
  if (std::isnan(x) || x <= 0)
    return 0;
  return x >= std::ldexp(1.0, width) ? zeroExtend(~uint64_t(0), width) : static_cast<uint64_t>(x);
}

/// Lanes whose whole part changes within the bound are ambiguous.
template <uint64_t (*convert)(double, unsigned)>
static void boundFloatToInt(Instance &instance, const Step &step, const Datum &source, Datum &result) {
  if (!source.bounds())
    return;
  double *bounds = result.addBounds();
  int64_t first = 0;
  uint64_t uncertain = 0;
  for (int64_t i = 0; i < result.count(); ++i) {
    double x = source.number(i), e = source.bound(i);
    unsigned width = result.type().width;
    if (e == 0 || (std::isfinite(e) && convert(x - e, width) == convert(x + e, width)))
      continue;
    bounds[i] = unbounded;
    first = uncertain++ == 0 ? i : first;
  }
  instance.noteAmbiguous(step, first, uncertain);
}

template <uint64_t (*convert)(double, unsigned)>
static LogicalResult evalFloatToInt(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(step.info[0].type, lanes.shape());
  unsigned width = result.type().width;
  withReader(lanes[0], [&](auto read) {
    withContainer(result.type(), [&](auto container) {
      auto *to = result.mutableAs<decltype(container)>();
      for (int64_t i = 0; i < result.count(); ++i)
        to[i] = static_cast<decltype(container)>(convert(read(i), width));
    });
  });
  boundFloatToInt<convert>(instance, step, lanes[0], result);
  instance.set(step, 0, std::move(result));
  return success();
}

/// arith's conversion is only there with a proof that no lane is out of range.
template <uint64_t (*convert)(double, unsigned), bool isSigned>
static LogicalResult evalProvedFloatToInt(Instance &instance, const Step &step) {
  if (!step.op->hasAttr("tile.proof"))
    return instance.fail(step, "has no 'tile.proof' attribute; expected the op of the tile dialect, which has a "
                               "result for every operand");
  Lanes lanes(instance, step);
  unsigned width = step.info[0].type.width;
  double high = std::ldexp(1.0, isSigned ? width - 1 : width), low = isSigned ? -high : 0;
  for (int64_t i = 0; i < lanes.count(); ++i)
    if (double whole = std::trunc(lanes[0].number(i)); !(whole >= low && whole < high))
      return instance.failLane(step, i, lanes.shape(),
                               "converts " + lanes[0].text(i) + " to " + Twine(width) + " bits against its proof");
  return evalFloatToInt<convert>(instance, step);
}

//===-- float to float -------------------------------------------------------===//

static void convertFloats(Instance &instance, const Datum &source, Datum &result, Rounding rounding) {
  Format to = result.type().format;
  withReader(source, [&](auto read) {
    if (rounding == Rounding::Nearest)
      return writeFloats(result, read);
    for (int64_t i = 0; i < result.count(); ++i)
      result.setBits(i, encode(read(i), to, rounding));
  });
  if (!instance.tracksBounds() || (!source.bounds() && !instance.everyRoundingCounts))
    return;
  double *bounds = result.addBounds();
  bool isExact = unitRoundoff(to) <= unitRoundoff(source.type().format) && to != Format::F16;
  for (int64_t i = 0; i < result.count(); ++i) {
    bounds[i] = source.bound(i);
    if (isCertain(source.number(i), bounds[i]))
      continue;
    if (!isExact && (bounds[i] != 0 || instance.everyRoundingCounts))
      bounds[i] += roundingBound(result.number(i), to) * (rounding == Rounding::Nearest ? 1 : 2);
  }
}

/// What lies beyond the format, infinities too, becomes its largest finite value.
static void saturate(const Datum &source, Datum &result) {
  Format format = result.type().format;
  for (int64_t lane = 0; lane < result.count(); ++lane) {
    double value = source.number(lane);
    if (!std::isnan(value) && !std::isfinite(result.number(lane)))
      result.setBits(lane,
                     encode(std::copysign(std::numeric_limits<double>::max(), value), format, Rounding::TowardZero));
  }
}

static LogicalResult evalFloatCast(Instance &instance, const Step &step, Rounding rounding, bool saturates = false) {
  Lanes lanes(instance, step);
  Datum result(step.info[0].type, lanes.shape());
  convertFloats(instance, lanes[0], result, rounding);
  if (saturates)
    saturate(lanes[0], result);
  instance.set(step, 0, std::move(result));
  return success();
}

static LogicalResult evalExtF(Instance &instance, const Step &step) {
  return evalFloatCast(instance, step, Rounding::Nearest);
}

static LogicalResult evalTruncF(Instance &instance, const Step &step) {
  auto mode = cast<arith::TruncFOp>(step.op).getRoundingmode().value_or(arith::RoundingMode::to_nearest_even);
  if (mode == arith::RoundingMode::to_nearest_even)
    return evalFloatCast(instance, step, Rounding::Nearest);
  if (mode == arith::RoundingMode::toward_zero)
    return evalFloatCast(instance, step, Rounding::TowardZero);
  return instance.fail(step,
                       "rounds " + arith::stringifyRoundingMode(mode) + "; expected to_nearest_even or toward_zero");
}

static LogicalResult evalCast(Instance &instance, const Step &step) {
  bool isNearest = cast<tile::CastOp>(step.op).getRounding() == tile::Rounding::Nearest;
  // As Triton converts to fp8.
  bool saturates = step.info[0].type.width == 8;
  return evalFloatCast(instance, step, isNearest ? Rounding::Nearest : Rounding::TowardZero, saturates);
}

//===-- constants, select ----------------------------------------------------===//

static std::optional<uint64_t> bitsOf(Attribute attribute) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return integer.getValue().getZExtValue();
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValue().bitcastToAPInt().getZExtValue();
  return std::nullopt;
}

/// Fills `result` from a dense attribute of integers or floats.
static void copyElements(DenseElementsAttr dense, Datum &result) {
  if (isa<FloatType>(dense.getElementType())) {
    for (auto [i, element] : llvm::enumerate(dense.getValues<APFloat>()))
      result.setBits(i, element.bitcastToAPInt().getZExtValue());
    return;
  }
  for (auto [i, element] : llvm::enumerate(dense.getValues<APInt>()))
    result.setBits(i, element.getZExtValue());
}

static LogicalResult evalConstant(Instance &instance, const Step &step) {
  const ResultInfo &info = step.info[0];
  Attribute attribute = cast<arith::ConstantOp>(step.op).getValue();
  auto dense = dyn_cast<DenseElementsAttr>(attribute);
  if (dense && dense.isSplat())
    attribute = isa<FloatType>(dense.getElementType()) ? Attribute(dense.getSplatValue<FloatAttr>())
                                                       : Attribute(dense.getSplatValue<IntegerAttr>());
  if (std::optional<uint64_t> bits = bitsOf(attribute)) {
    instance.set(step, 0, Datum::scalar(info.type, *bits).spread(info.shape));
    return success();
  }
  if (!dense)
    return instance.fail(step, "expected an integer, a float or dense elements");
  Datum result(info.type, info.shape);
  copyElements(dense, result);
  instance.set(step, 0, std::move(result));
  return success();
}

/// Poison has no value that a kernel may look at; the reference gives 0.
static LogicalResult evalPoison(Instance &instance, const Step &step) {
  instance.set(step, 0, Datum(step.info[0].type, step.info[0].shape));
  return success();
}

/// With an uncertain condition either side may be taken.
static void boundSelect(const Lanes &lanes, Datum &result) {
  if (!lanes.anyBounds())
    return;
  double *bounds = result.addBounds();
  for (int64_t i = 0; i < result.count(); ++i) {
    const Datum &taken = lanes[lanes[0].bits(i) ? 1 : 2];
    bounds[i] = taken.bound(i);
    if (lanes[0].bound(i) == 0 || lanes[1].bits(i) == lanes[2].bits(i))
      continue;
    bounds[i] = unbounded;
    if (result.type().isFloat())
      bounds[i] = orUnbounded(std::abs(lanes[1].number(i) - lanes[2].number(i)) +
                              std::max(lanes[1].bound(i), lanes[2].bound(i)));
  }
}

static LogicalResult evalSelect(Instance &instance, const Step &step) {
  const Datum &condition = instance.operand(step, 0), &yes = instance.operand(step, 1);
  bool isUniform = condition.count() == 1 && condition.bound(0) == 0;
  if (isUniform && (condition.shape() == yes.shape() || condition.shape().empty())) {
    const Datum &taken = instance.operand(step, condition.bits(0) ? 1 : 2);
    instance.set(step, 0, Datum(taken));
    return success();
  }
  Lanes lanes(instance, step);
  Datum result(lanes[1].type(), lanes.shape());
  const uint8_t *which = lanes[0].as<uint8_t>();
  withContainer(result.type(), [&](auto container) {
    using T = decltype(container);
    const T *a = lanes[1].as<T>(), *b = lanes[2].as<T>();
    T *to = result.mutableAs<T>();
    for (int64_t i = 0; i < result.count(); ++i)
      to[i] = which[i] ? a[i] : b[i];
  });
  boundSelect(lanes, result);
  instance.set(step, 0, std::move(result));
  return success();
}

void kiln::reference::registerCasts(Registry &registry) {
  registry["arith.extsi"] = evalSignExtend;
  registry["arith.extui"] = evalKeepBits;
  registry["arith.trunci"] = evalKeepBits;
  registry["arith.index_cast"] = evalSignExtend;
  registry["arith.index_castui"] = evalKeepBits;
  registry["tile.ptr_to_int"] = evalKeepBits;
  registry["tile.int_to_ptr"] = evalKeepBits;
  registry["arith.bitcast"] = evalBitcast;
  registry["arith.sitofp"] = evalIntToFloat<true>;
  registry["arith.uitofp"] = evalIntToFloat<false>;
  registry["tile.fptosi"] = evalFloatToInt<saturateSigned>;
  registry["tile.fptoui"] = evalFloatToInt<saturateUnsigned>;
  registry["arith.fptosi"] = evalProvedFloatToInt<saturateSigned, true>;
  registry["arith.fptoui"] = evalProvedFloatToInt<saturateUnsigned, false>;
  registry["arith.extf"] = evalExtF;
  registry["arith.truncf"] = evalTruncF;
  registry["tile.cast"] = evalCast;
  registry["arith.constant"] = evalConstant;
  registry["arith.select"] = evalSelect;
  registry["ub.poison"] = evalPoison;
}
