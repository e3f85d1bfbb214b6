// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/reference/Contraction.h"
#include "core/reference/Elementwise.h"

using namespace kiln::reference;

/// The loops, with depth outside of columns: each result still takes its
/// products in ascending depth, and the inner loop runs over contiguous memory.
template <typename T, typename Round>
static void multiplyRows(const std::vector<T> &lhs, const std::vector<T> &rhs, std::vector<T> &sums, ProductShape s,
                         Round round) {
  for (int64_t batch = 0; batch < s.batches; ++batch)
    for (int64_t row = 0; row < s.rows; ++row) {
      const T *a = lhs.data() + (batch * s.rows + row) * s.depth;
      T *to = sums.data() + (batch * s.rows + row) * s.columns;
      for (int64_t k = 0; k < s.depth; ++k) {
        const T *b = rhs.data() + (batch * s.depth + k) * s.columns;
        const T factor = a[k];
        for (int64_t column = 0; column < s.columns; ++column)
          to[column] = round(to[column] + round(factor * b[column]));
      }
    }
}

template <typename T>
static std::vector<T> floatsOf(const Datum &value) {
  std::vector<T> numbers(value.count());
  withReader(value, [&](auto read) {
    for (int64_t i = 0; i < value.count(); ++i)
      numbers[i] = static_cast<T>(read(i));
  });
  return numbers;
}

static std::vector<uint64_t> integersOf(const Datum &value) {
  std::vector<uint64_t> numbers(value.count());
  for (int64_t i = 0; i < value.count(); ++i)
    numbers[i] = static_cast<uint64_t>(value.integer(i));
  return numbers;
}

/// Operands wider than the accumulator lose what it cannot hold first.
template <typename T, typename Round>
static void multiplyFloats(const Datum &lhs, const Datum &rhs, Datum &sums, ProductShape shape, Round round) {
  std::vector<T> a = floatsOf<T>(lhs), b = floatsOf<T>(rhs), c = floatsOf<T>(sums);
  for (std::vector<T> *operand : {&a, &b})
    for (T &x : *operand)
      x = round(x);
  multiplyRows(a, b, c, shape, round);
  writeFloats(sums, [&](int64_t i) { return static_cast<double>(c[i]); });
}

/// The any-order bound of docs/semantics.md: what operands and accumulator
/// carry, and for each of the depth + 1 additions and products two roundoffs of
/// the sum of magnitudes.
static void boundProduct(const Datum &lhs, const Datum &rhs, const Datum &start, Datum &result, ProductShape s,
                         double operandError) {
  double *bounds = result.addBounds();
  Format format = result.type().format;
  std::vector<double> a = floatsOf<double>(lhs), b = floatsOf<double>(rhs);
  for (int64_t i = 0; i < result.count(); ++i) {
    int64_t column = i % s.columns, row = i / s.columns, batch = row / s.rows;
    double magnitude = 0, carried = 0;
    bool isDecided = isCertain(start.number(i), start.bound(i)); // by an infinity or NaN that every target gets
    for (int64_t k = 0; k < s.depth; ++k) {
      int64_t atA = row * s.depth + k, atB = (batch * s.depth + k) * s.columns + column;
      double ea = lhs.bound(atA), eb = rhs.bound(atB), x = std::abs(a[atA]), y = std::abs(b[atB]);
      magnitude += x * y;
      isDecided |= !std::isfinite(x * y) && ea == 0 && eb == 0;
      carried += ea * eb + (ea == 0 ? 0 : y * ea) + (eb == 0 ? 0 : x * eb);
    }
    double rounding = static_cast<double>(s.depth) * roundingBound(magnitude + std::abs(start.number(i)), format);
    if (isDecided && std::isfinite(start.bound(i)) && !std::isfinite(result.number(i)))
      continue;
    bounds[i] = orUnbounded(start.bound(i) + carried + operandError * magnitude + rounding);
  }
}

Datum kiln::reference::multiplyAdd(Instance &instance, const Datum &lhs, const Datum &rhs, const Datum &accumulator,
                                   ProductShape shape, double operandError) {
  Datum result(accumulator.type(), accumulator.shape());
  std::memcpy(result.mutableRaw(), accumulator.raw(), accumulator.count() * accumulator.type().storageBytes());
  Format format = result.type().format;
  if (!result.type().isFloat()) {
    std::vector<uint64_t> sums = integersOf(result);
    multiplyRows(integersOf(lhs), integersOf(rhs), sums, shape, [](uint64_t x) { return x; });
    for (int64_t i = 0; i < result.count(); ++i)
      result.setBits(i, zeroExtend(sums[i], result.type().width));
    if (lhs.bounds() || rhs.bounds() || accumulator.bounds())
      std::fill_n(result.addBounds(), result.count(), unbounded);
    return result;
  }
  if (format == Format::F64)
    multiplyFloats<double>(lhs, rhs, result, shape, [](double x) { return x; });
  else if (format == Format::F32)
    multiplyFloats<float>(lhs, rhs, result, shape, [](float x) { return x; });
  else
    multiplyFloats<float>(lhs, rhs, result, shape,
                          [format](float x) { return static_cast<float>(decode(encode(x, format), format)); });
  if (instance.tracksBounds())
    boundProduct(lhs, rhs, accumulator, result, shape, operandError);
  return result;
}
