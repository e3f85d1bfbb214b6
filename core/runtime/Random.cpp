// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SplitMix64 as a function of the position, and a Box-Muller transform whose
// logarithm and cosine are written out: math libraries differ in the last bit.

#include "kiln/Random.h"

#include <bit>
#include <cmath>

using namespace kiln;

namespace {
constexpr uint64_t golden = 0x9e3779b97f4a7c15;

/// SplitMix64's output function.
uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Natural logarithm of a normal positive number: the exponent is taken off,
/// the rest is 2 atanh((m - 1) / (m + 1)) as a series that ends below 2^-55.
double logarithm(double x) {
  uint64_t bits = std::bit_cast<uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++exponent;
  }
  double s = (m - 1) / (m + 1), square = s * s, sum = 0;
  for (int k = 23; k >= 1; k -= 2)
    sum = sum * square + 1.0 / k;
  return exponent * 0.6931471805599453 + 2 * s * sum;
}

/// cos(2 pi u) for u in [0, 1): to the nearest quarter turn, then the series of
/// sine or cosine.
double cosineOfTurns(double u) {
  int quarter = static_cast<int>(4 * u + 0.5);
  double x = (u - quarter * 0.25) * 6.283185307179586;
  double square = x * x;
  double cosine = 1, sine = 1;
  for (int k = 18; k >= 2; k -= 2)
    cosine = 1 - cosine * square / (k * (k - 1));
  for (int k = 19; k >= 3; k -= 2)
    sine = 1 - sine * square / (k * (k - 1));
  sine *= x;
  switch (quarter % 4) {
  case 0:
    return cosine;
  case 1:
    return -sine;
  case 2:
    return -cosine;
  default:
    return sine;
  }
}
} // namespace

Random::Random(uint64_t seed, uint64_t stream) : key(mix(mix(seed + golden) + stream * golden)) {}

uint64_t Random::bits(uint64_t index) const { return mix(key + (index + 1) * golden); }

double Random::uniform(uint64_t index) const { return static_cast<double>(bits(index) >> 11) * 0x1p-53; }

double Random::normal(uint64_t index) const {
  // The radius needs a number above zero.
  double radius = std::sqrt(-2 * logarithm(1 - uniform(2 * index)));
  return radius * cosineOfTurns(uniform(2 * index + 1));
}

int64_t Random::integer(uint64_t index, int64_t lo, int64_t hi) const {
  uint64_t last = static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo);
  uint64_t random = bits(index);
  // The high half of the product spreads 2^64 values over the range, unevenly
  // by at most one part in 2^64 / (hi - lo).
  if (last != ~uint64_t(0))
    random = static_cast<uint64_t>((static_cast<unsigned __int128>(random) * (last + 1)) >> 64);
  return static_cast<int64_t>(static_cast<uint64_t>(lo) + random);
}
