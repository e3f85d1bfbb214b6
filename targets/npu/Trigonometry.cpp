// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sine and cosine, of every finite number: the reduction by pi/2 multiplies the
// 24 bits of the argument with those 96 bits of 2/pi that matter for it (Payne
// and Hanek, 1983).

#include "targets/npu/MathFunctions.h"

#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

/// 32 zeros, then 2/pi in binary.
static constexpr uint32_t twoOverPi[] = {0x00000000, 0xA2F9836E, 0x4E441529, 0xFC2757D1,
                                         0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB};

/// Places that the first of 96 bits may be in: words 0 to 4.
static constexpr int64_t firstWords = 5;

namespace {
/// |x| = quadrant pi/2 + high + low, with |high| at most pi/4.
struct Reduced {
  Value quadrant, high, low;
};
} // namespace

static int64_t asWord(uint32_t bits) { return static_cast<int32_t>(bits); }

/// Word `index + offset` of 2/pi, where `isAt[i]` says that `index` is i.
static Value wordOf(const Exec &exec, ArrayRef<Value> isAt, int64_t offset) {
  Value word = exec.vector("vmsv", exec.constant(asWord(twoOverPi[offset])));
  for (int64_t i = 1; i < firstWords; ++i) {
    Value other = exec.vector("vmsv", exec.constant(asWord(twoOverPi[i + offset])));
    word = exec.vector("vsel", {isAt[i], other, word});
  }
  return word;
}

/// 32 bits of two words, from bit `shift` of the first. A count of 32 would be 0.
static Value window(const Exec &exec, Value first, Value second, Value shift) {
  Value rest = exec.vector("virsub.vs", {shift, exec.constant(31)});
  Value lower = exec.vector("vishr", {exec.vector("vishr.vs", {second, exec.constant(1)}), rest});
  return exec.vector("vior", {exec.vector("vishl", {first, shift}), lower});
}

/// The sum, and 1 where it wrapped.
static std::pair<Value, Value> addWithCarry(const Exec &exec, Value a, Value b) {
  Value sum = exec.vector("viadd", {a, b});
  return {sum, exec.vector("ptov", exec.predicate("vcmp.u.lt", {sum, a}))};
}

/// |x| 2/pi modulo 4, in two words: units of 2^-30 and of 2^-62.
static std::pair<Value, Value> quarterTurns(const Exec &exec, Value magnitude) {
  Value exponent = exec.vector("vishr.vs", {magnitude, exec.constant(23)});
  Value fraction = exec.vector("viand.vs", {magnitude, exec.constant(0x7fffff)});
  Value mantissa = exec.vector("vior", {fraction, exec.vector("vmsv", exec.constant(0x800000))});
  // |x| = mantissa 2^(exponent - 150); bits above 4 do not matter.
  Value first = exec.vector("vimax.vs", {exec.vector("visub.vs", {exponent, exec.constant(120)}), exec.constant(0)});
  Value index = exec.vector("vishr.vs", {first, exec.constant(5)});
  Value shift = exec.vector("viand.vs", {first, exec.constant(31)});
  SmallVector<Value> isAt;
  for (int64_t i = 0; i < firstWords; ++i)
    isAt.push_back(exec.predicate("vcmp.i.eq.vs", {index, exec.constant(i)}));
  Value words[4];
  for (int64_t i = 0; i < 4; ++i)
    words[i] = wordOf(exec, isAt, i);
  Value high = window(exec, words[0], words[1], shift), middle = window(exec, words[1], words[2], shift);
  Value low = window(exec, words[2], words[3], shift);
  auto [lower, carry] =
      addWithCarry(exec, exec.vector("vimul", {middle, mantissa}), exec.vector("vimulhu", {low, mantissa}));
  Value upper =
      exec.vector("viadd", {exec.vector("vimul", {high, mantissa}), exec.vector("vimulhu", {middle, mantissa})});
  return {exec.vector("viadd", {upper, carry}), lower};
}

static Reduced reduce(const Exec &exec, Value magnitude) {
  auto [upper, lower] = quarterTurns(exec, magnitude);
  Value rounded = exec.vector("viadd.vs", {upper, exec.constant(int64_t(1) << 29)});
  Value quadrant = exec.vector("vishr.vs", {rounded, exec.constant(30)});
  // What is left, signed: 30 bits and 32 more, as a float and what it leaves.
  Value rest = exec.vector("visub", {upper, exec.vector("vishl.vs", {quadrant, exec.constant(30)})});
  Value main = exec.vector("vcvt.f32.i32", rest);
  Value left = exec.vector("vcvt.f32.i32", exec.vector("visub", {rest, exec.vector("vcvt.i32.f32.rtz", main)}));
  left = exec.vector("vfma.vsv", {exec.vector("vcvt.f32.u32", lower), number(exec, 0x1p-32f), left});
  Value high = exec.vector("vfadd", {main, left});
  Value low = exec.vector("vfadd", {exec.vector("vfsub", {main, high}), left});
  // Times pi/2 2^-30, as a sum of two floats.
  constexpr float half = 0x1.921fb6p-30f, halfRest = -0x1.777a5cp-55f;
  Value angle = exec.vector("vfmul.vs", {high, number(exec, half)});
  Value lost = exec.vector("vfms.vsv", {high, number(exec, half), angle});
  lost = exec.vector("vfma.vsv", {high, number(exec, halfRest), lost});
  lost = exec.vector("vfma.vsv", {low, number(exec, half), lost});
  // Small arguments are what they are.
  Value isSmall = exec.predicate("vcmp.f.lt.vs", {magnitude, number(exec, 0.78125f)});
  Value zero = exec.vector("vmsv", exec.constant(0));
  return {exec.vector("vsel", {isSmall, zero, quadrant}), exec.vector("vsel", {isSmall, magnitude, angle}),
          exec.vector("vsel", {isSmall, zero, lost})};
}

/// sin(high + low), by the series: the next term is below 2^-28.
static Value sineOf(const Exec &exec, Value high, Value low) {
  Value z = exec.vector("vfmul", {high, high});
  Value series = polynomial(exec, z, {-1.0f / 6, 1.0f / 120, -1.0f / 5040, 1.0f / 362880});
  Value cubic = exec.vector("vfmul", {z, high});
  return exec.vector("vfadd", {high, exec.vector("vfma", {cubic, series, low})});
}

/// 1 - z/2 is rounded; what it lost is added to the rest.
static Value cosineOf(const Exec &exec, Value high, Value low) {
  Value z = exec.vector("vfmul", {high, high}), halfSquare = exec.vector("vfmul.vs", {z, number(exec, 0.5f)});
  Value main = exec.vector("vfrsub.vs", {halfSquare, number(exec, 1.0f)});
  Value lost = exec.vector("vfsub", {exec.vector("vfrsub.vs", {main, number(exec, 1.0f)}), halfSquare});
  lost = exec.vector("vfnma", {high, low, lost});
  Value series = polynomial(exec, z, {1.0f / 24, -1.0f / 720, 1.0f / 40320, -1.0f / 3628800});
  Value rest = exec.vector("vfma", {exec.vector("vfmul", {z, z}), series, lost});
  return exec.vector("vfadd", {main, rest});
}

/// sin(x + quarters pi/2) for x >= 0; NaN for infinities.
static Value emitWave(const Exec &exec, Value magnitude, int64_t quarters) {
  Reduced r = reduce(exec, magnitude);
  Value quadrant = exec.vector("viadd.vs", {r.quadrant, exec.constant(quarters)});
  Value odd = exec.vector("viand.vs", {quadrant, exec.constant(1)});
  Value isOdd = exec.predicate("vcmp.i.ne.vs", {odd, exec.constant(0)});
  Value wave = exec.vector("vsel", {isOdd, cosineOf(exec, r.high, r.low), sineOf(exec, r.high, r.low)});
  Value sign = exec.vector("vishl.vs", {exec.vector("vishr.vs", {quadrant, exec.constant(1)}), exec.constant(31)});
  wave = exec.vector("vixor", {wave, sign});
  Value isFinite = exec.predicate("vcmp.f.lt.vs", {magnitude, number(exec, std::numeric_limits<float>::infinity())});
  return exec.vector("vsel", {isFinite, wave, exec.vector("vmsv", exec.constant(0x7fc00000))});
}

Value kiln::npu::emitSin(const Exec &exec, Value x) {
  Value sign = exec.vector("viand.vs", {x, exec.constant(std::numeric_limits<int32_t>::min())});
  return exec.vector("vixor", {emitWave(exec, exec.vector("vfabs", x), 0), sign});
}

Value kiln::npu::emitCos(const Exec &exec, Value x) { return emitWave(exec, exec.vector("vfabs", x), 1); }

Value kiln::npu::emitTan(const Exec &exec, Value x) { return emitDiv(exec, emitSin(exec, x), emitCos(exec, x)); }
