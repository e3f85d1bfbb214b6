// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What elementwise ops share: operands brought to one shape, typed loops over
// contiguous elements, and bounds. Inner loops see plain arrays of one C++
// type; nothing is looked up per lane.

#ifndef KILN_REFERENCE_ELEMENTWISE_H
#define KILN_REFERENCE_ELEMENTWISE_H

#include "core/reference/Instance.h"
#include <cmath>
#include <type_traits>

namespace kiln::reference {

/// The operands of an elementwise op. They have one shape but for scalars that
/// meet tiles (a constant in a combiner region that is applied to many lanes,
/// the condition of a select), which are repeated.
class Lanes {
public:
  Lanes(Instance &instance, const Step &step) {
    const Datum *widest = &instance.operand(step, 0);
    for (unsigned i = 0; i < step.operands.size(); ++i) {
      operands.push_back(&instance.operand(step, i));
      if (operands[i]->count() > widest->count() || operands[i]->shape().size() > widest->shape().size())
        widest = operands[i];
    }
    extents = widest->shape();
    lanes = widest->count();
    for (const Datum *&operand : operands) {
      if (operand->shape() == extents)
        continue;
      if (!repeated)
        repeated = std::make_unique<Datum[]>(operands.size());
      Datum &copy = repeated[&operand - operands.data()];
      copy = operand->spread(extents);
      operand = &copy;
    }
  }

  const Datum &operator[](unsigned index) const { return *operands[index]; }
  unsigned size() const { return operands.size(); }
  llvm::ArrayRef<int64_t> shape() const { return extents; }
  int64_t count() const { return lanes; }

  bool anyBounds() const {
    return llvm::any_of(operands, [](const Datum *v) { return v->bounds() != nullptr; });
  }

private:
  llvm::SmallVector<const Datum *, 3> operands;
  std::unique_ptr<Datum[]> repeated;
  llvm::ArrayRef<int64_t> extents;
  int64_t lanes;
};

/// A discrete result is uncertain where any operand is.
inline void boundDiscrete(const Lanes &lanes, Datum &result) {
  if (!lanes.anyBounds())
    return;
  double *bounds = result.addBounds();
  for (unsigned operand = 0; operand < lanes.size(); ++operand)
    for (int64_t i = 0; i < result.count(); ++i)
      if (lanes[operand].bound(i) != 0)
        bounds[i] = unbounded;
}

/// Calls `f` with a value of the unsigned type of the container.
template <typename F>
auto withContainer(ElementType type, F f) {
  switch (type.storageBytes()) {
  case 1:
    return f(uint8_t());
  case 2:
    return f(uint16_t());
  case 4:
    return f(uint32_t());
  default:
    return f(uint64_t());
  }
}

/// The bits of a container as a signed number of `width` bits. With a constant
/// full width this is a plain cast.
template <typename T>
std::make_signed_t<T> asSigned(T bits, unsigned width) {
  unsigned unused = 8 * sizeof(T) - width;
  return static_cast<std::make_signed_t<T>>(static_cast<T>(bits << unused)) >> unused;
}

template <typename T>
T lowBits(uint64_t bits, unsigned width) {
  return static_cast<T>(zeroExtend(bits, width));
}

/// f is called with std::integral_constant where the width fills the container,
/// so that those loops have no masking.
template <typename T, typename F>
void withWidth(unsigned width, F f) {
  if (width == 8 * sizeof(T))
    f(std::integral_constant<unsigned, 8 * sizeof(T)>());
  else
    f(width);
}

/// to[i] = round(op(read(a[i]), read(b[i]))); the loop that all float ops end in.
template <typename T, typename Read, typename Write, typename Op>
void mapElements(const Datum &a, const Datum &b, Datum &result, Read read, Write write, Op op) {
  const T *x = a.as<T>(), *y = b.as<T>();
  T *to = result.mutableAs<T>();
  for (int64_t i = 0, count = result.count(); i < count; ++i)
    to[i] = write(op(read(x[i]), read(y[i])));
}

/// result[i] = op(a[i], b[i]) on the elements' own type: f32 in float, f64 in
/// double, narrower formats in float, rounded once.
template <typename Op>
void mapFloats(const Datum &a, const Datum &b, Datum &result, Op op) {
  auto same = [](auto x) { return x; };
  Format format = result.type().format;
  switch (format) {
  case Format::F32:
    return mapElements<float>(a, b, result, same, same, op);
  case Format::F64:
    return mapElements<double>(a, b, result, same, same, op);
  case Format::F16:
    return mapElements<uint16_t>(a, b, result, decodeHalf, encodeHalf, op);
  case Format::BF16:
    return mapElements<uint16_t>(a, b, result, decodeBrain, encodeBrain, op);
  default:
    return mapElements<uint8_t>(
        a, b, result, [=](uint8_t bits) { return static_cast<float>(decode(bits, format)); },
        [=](float value) { return static_cast<uint8_t>(encode(value, format)); }, op);
  }
}

/// The same for one operand.
template <typename Op>
void mapFloats(const Datum &a, Datum &result, Op op) {
  mapFloats(a, a, result, [op](auto x, auto) { return op(x); });
}

/// Calls `f` with a function from lane to double that reads this value.
template <typename F>
auto withReader(const Datum &value, F f) {
  Format format = value.type().format;
  switch (format) {
  case Format::F32:
    return f([from = value.as<float>()](int64_t i) { return static_cast<double>(from[i]); });
  case Format::F64:
    return f([from = value.as<double>()](int64_t i) { return from[i]; });
  case Format::F16:
    return f([from = value.as<uint16_t>()](int64_t i) { return static_cast<double>(decodeHalf(from[i])); });
  case Format::BF16:
    return f([from = value.as<uint16_t>()](int64_t i) { return static_cast<double>(decodeBrain(from[i])); });
  default:
    return f([from = value.as<uint8_t>(), format](int64_t i) { return decode(from[i], format); });
  }
}

/// result[i] = f(i), a double, rounded once into the element type.
template <typename F>
void writeFloats(Datum &result, F f) {
  Format format = result.type().format;
  int64_t count = result.count();
  if (format == Format::F32) {
    float *to = result.mutableAs<float>();
    for (int64_t i = 0; i < count; ++i)
      to[i] = static_cast<float>(f(i));
    return;
  }
  withContainer(result.type(), [&](auto container) {
    auto *to = result.mutableAs<decltype(container)>();
    for (int64_t i = 0; i < count; ++i)
      to[i] = static_cast<decltype(container)>(encode(f(i), format));
  });
}

/// -0 is below +0. A NaN loses against a number (Num) or wins (Imum).
template <bool isMax, bool propagatesNan>
struct Extremum {
  template <typename T>
  T operator()(T a, T b) const {
    if (std::isnan(a))
      return propagatesNan ? a : b;
    if (std::isnan(b))
      return propagatesNan ? b : a;
    if (a == b)
      return std::signbit(a) == isMax ? b : a;
    return (a < b) == isMax ? b : a;
  }
};
using MaxNum = Extremum<true, false>;
using MinNum = Extremum<false, false>;
using Maximum = Extremum<true, true>;
using Minimum = Extremum<false, true>;

/// Twice the roundoff, relative to the result: reference and target each round
/// slightly different exact results. What rounds to a subnormal errs by a
/// spacing instead.
inline double roundingBound(double result, Format format) {
  return std::isfinite(result) ? 2 * std::max(unitRoundoff(format) * std::abs(result), spacing(0, format) / 2)
                               : unbounded;
}

/// Adds the error of an approximate function of the target to the bounds.
void addUlps(Instance &instance, const Step &step, Datum &result);

/// An infinity or NaN that every correct target gets: a finite value may
/// overflow on one side only, and has no finite bound then.
inline bool isCertain(double value, double bound) { return !std::isfinite(value) && std::isfinite(bound); }

/// A bound that is no number says nothing.
inline double orUnbounded(double bound) { return std::isnan(bound) ? unbounded : bound; }

} // namespace kiln::reference

#endif // KILN_REFERENCE_ELEMENTWISE_H
