// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/Sfu.h"
#include "sim/Numerics.h"

namespace kiln::npu {
namespace {

constexpr unsigned indexBits = 7, fixedBits = 30;
constexpr int64_t fixedOne = int64_t(1) << fixedBits;

// --- Tables. Plain series: the host's libm must not decide their last bits.

constexpr double ln2 = 0.69314718055994530942;
constexpr double halfPi = 1.57079632679489661923;

double exp2Series(double y) {
  double term = 1, sum = 1;
  for (int k = 1; k < 30; ++k) {
    term *= y * ln2 / k;
    sum += term;
  }
  return sum;
}

double log2Series(double y) { // 2 atanh(z) / ln 2 with z = y / (2 + y)
  double z = y / (2 + y), power = z, sum = 0;
  for (int k = 1; k < 60; k += 2) {
    sum += power / k;
    power *= z * z;
  }
  return 2 * sum / ln2;
}

double rcpExact(double y) { return 1 / (1 + y); }
double rsqrtExact(double y) { return 1 / std::sqrt(1 + y); }
double rsqrt2Exact(double y) { return 1 / std::sqrt(2 + 2 * y); }

double sineSeries(double y) {
  double x = halfPi * y, term = x, sum = x;
  for (int k = 2; k < 40; k += 2) {
    term *= -x * x / (k * (k + 1));
    sum += term;
  }
  return sum;
}

int64_t toFixed(double v) { return int64_t(roundEven(v * double(fixedOne))); }

/// The quadratic through f at three places of a segment.
template <typename F>
Segment fit(F f, unsigned index, double t0, double t1, double t2) {
  auto at = [&](double t) { return f((index + t) / sfuSegments); };
  double f0 = at(t0), f1 = at(t1), f2 = at(t2);
  double d01 = (f1 - f0) / (t1 - t0), d12 = (f2 - f1) / (t2 - t1);
  double c2 = (d12 - d01) / (t2 - t0);
  double c1 = d01 - c2 * (t0 + t1);
  double c0 = f0 - t0 * (c1 + t0 * c2);
  return {toFixed(c0), toFixed(c1), toFixed(c2)};
}

/// Chebyshev points keep the largest error small. Where the value at 0 must be
/// exact, the first segment goes through its end points instead.
template <typename F>
SegmentTable table(F f, bool exactAtZero) {
  constexpr double offset = 0.43301270189221932338; // cos(pi / 6) / 2
  SegmentTable t;
  for (unsigned i = 0; i < sfuSegments; ++i)
    t[i] = i == 0 && exactAtZero ? fit(f, i, 0, 0.5, 1) : fit(f, i, 0.5 - offset, 0.5, 0.5 + offset);
  return t;
}

// --- Evaluation, in integers only.

/// `fraction` has `bits` bits: the upper 7 select the segment.
int64_t evaluate(const SegmentTable &table, uint32_t fraction, unsigned bits) {
  unsigned rest = bits - indexBits;
  const Segment &s = table[fraction >> rest];
  int64_t t = fraction & ((uint32_t(1) << rest) - 1);
  int64_t slope = s.c1 + ((s.c2 * t) >> rest);
  return s.c0 + ((slope * t) >> rest);
}

/// magnitude * 2^exponent rounded to nearest even, overflow to infinity.
uint32_t pack(bool negative, uint64_t magnitude, int exponent) {
  uint32_t sign = negative ? 0x80000000 : 0;
  if (magnitude == 0)
    return sign;
  int top = 63 - std::countl_zero(magnitude);
  // The last place of the result: 23 below the top, but no finer than 2^-149.
  int last = std::max(top + exponent - 23, -149);
  int shift = last - exponent;
  uint64_t kept = magnitude;
  if (shift > 0) {
    if (shift > 63)
      return sign;
    uint64_t half = uint64_t(1) << (shift - 1);
    uint64_t lost = magnitude & ((half << 1) - 1);
    kept = magnitude >> shift;
    kept += lost > half || (lost == half && (kept & 1));
  } else {
    kept <<= -shift;
  }
  // `kept` has up to 24 bits, or 25 after a carry; exponents add up by
  // themselves because the hidden bit carries into the exponent field.
  uint64_t biased = uint64_t(last + 149) << 23;
  uint64_t bits = biased + kept;
  return bits >= 0x7f800000 ? sign | 0x7f800000 : sign | uint32_t(bits);
}

struct Parts {
  bool negative;
  int exponent;      ///< unbiased, of a normalised mantissa
  uint32_t fraction; ///< 23 bits
};

/// A finite number that is not zero.
Parts split(uint32_t x) {
  Parts p{bool(x >> 31), int(x >> 23 & 255) - 127, x & 0x7fffff};
  if (p.exponent == -127) {
    int shift = std::countl_zero(p.fraction) - 8;
    p.exponent = -126 - shift;
    p.fraction = (p.fraction << shift) & 0x7fffff;
  }
  return p;
}

bool isZero(uint32_t x) { return (x & 0x7fffffff) == 0; }
bool isInfinite(uint32_t x) { return (x & 0x7fffffff) == 0x7f800000; }

/// floor(x * 2^bits) for |x| < 2^(62 - bits); finite.
int64_t floorFixed(uint32_t x, unsigned bits) {
  if (isZero(x))
    return 0;
  Parts p = split(x);
  int64_t mantissa = int64_t(p.fraction) | 1 << 23;
  if (p.negative)
    mantissa = -mantissa;
  int shift = p.exponent - 23 + int(bits);
  if (shift >= 0)
    return mantissa * (int64_t(1) << shift);
  return shift < -40 ? (p.negative ? -1 : 0) : mantissa >> -shift;
}

/// The position within a turn, in units of 2^-32.
uint32_t turnOf(uint32_t x) {
  // From 2^24 on every float is a whole number of turns.
  if ((x & 0x7fffffff) >= 0x4b800000)
    return 0;
  return uint32_t(floorFixed(x, 32));
}

uint32_t sineOfTurn(uint32_t turn) {
  uint32_t quarter = turn >> 30, within = turn & 0x3fffffff;
  if (quarter & 1)
    within = (1u << 30) - within;
  int64_t v = within >> 30 ? fixedOne : evaluate(sfuTables().sine, within, fixedBits);
  return pack(quarter >= 2, uint64_t(std::max<int64_t>(v, 0)), -int(fixedBits));
}

} // namespace

const SfuTables &sfuTables() {
  static const SfuTables tables = {table(exp2Series, true),  table(log2Series, true),   table(rcpExact, false),
                                   table(rsqrtExact, false), table(rsqrt2Exact, false), table(sineSeries, true)};
  return tables;
}

uint32_t sfuExp2(uint32_t x) {
  if (isNan(x))
    return canonicalNan;
  if (toFloat(x) >= 128)
    return 0x7f800000;
  if (toFloat(x) < -151)
    return 0;
  int64_t fixed = floorFixed(x, fixedBits);
  int whole = int(fixed >> fixedBits);
  int64_t v = evaluate(sfuTables().exp2, uint32_t(fixed & (fixedOne - 1)), fixedBits);
  return pack(false, uint64_t(v), whole - int(fixedBits));
}

uint32_t sfuLog2(uint32_t x) {
  if (isZero(x))
    return 0xff800000;
  if (isNan(x) || x >> 31)
    return canonicalNan;
  if (isInfinite(x))
    return x;
  Parts p = split(x);
  int64_t v = int64_t(p.exponent) * fixedOne + evaluate(sfuTables().log2, p.fraction, 23);
  return pack(v < 0, uint64_t(v < 0 ? -v : v), -int(fixedBits));
}

uint32_t sfuRcp(uint32_t x) {
  uint32_t sign = x & 0x80000000;
  if (isNan(x))
    return canonicalNan;
  if (isZero(x))
    return sign | 0x7f800000;
  if (isInfinite(x))
    return sign;
  Parts p = split(x);
  int64_t v = evaluate(sfuTables().rcp, p.fraction, 23);
  return pack(p.negative, uint64_t(v), -p.exponent - int(fixedBits));
}

uint32_t sfuRsqrt(uint32_t x) {
  if (isNan(x))
    return canonicalNan;
  if (isZero(x))
    return (x & 0x80000000) | 0x7f800000;
  if (x >> 31)
    return canonicalNan;
  if (isInfinite(x))
    return 0;
  Parts p = split(x);
  bool odd = p.exponent & 1;
  const SfuTables &t = sfuTables();
  int64_t v = evaluate(odd ? t.rsqrt2 : t.rsqrt, p.fraction, 23);
  return pack(false, uint64_t(v), -((p.exponent - odd) / 2) - int(fixedBits));
}

uint32_t sfuSin(uint32_t x) {
  if (isNan(x) || isInfinite(x))
    return canonicalNan;
  if (isZero(x))
    return x;
  return sineOfTurn(turnOf(x));
}

uint32_t sfuCos(uint32_t x) {
  if (isNan(x) || isInfinite(x))
    return canonicalNan;
  return sineOfTurn(turnOf(x) + (1u << 30));
}

} // namespace kiln::npu
