// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic of the machine on bit patterns. Floats are IEEE binary32 in
// round-to-nearest-even with subnormals, computed by the host, whose results
// are the same everywhere as long as nothing contracts or reorders (the build
// says -ffp-contract=off). Every NaN that arithmetic makes is canonicalNan.

#ifndef KILN_SIM_NUMERICS_H
#define KILN_SIM_NUMERICS_H

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace kiln::npu {

inline constexpr uint32_t canonicalNan = 0x7fc00000;

inline float toFloat(uint32_t bits) { return std::bit_cast<float>(bits); }
inline uint32_t toBits(float f) { return std::bit_cast<uint32_t>(f); }
inline bool isNan(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

/// The bits of an arithmetic result.
inline uint32_t result(float f) { return f != f ? canonicalNan : toBits(f); }

inline uint32_t fAdd(uint32_t a, uint32_t b) { return result(toFloat(a) + toFloat(b)); }
inline uint32_t fSub(uint32_t a, uint32_t b) { return result(toFloat(a) - toFloat(b)); }
inline uint32_t fRsub(uint32_t a, uint32_t b) { return fSub(b, a); }
inline uint32_t fMul(uint32_t a, uint32_t b) { return result(toFloat(a) * toFloat(b)); }
inline uint32_t fNeg(uint32_t a) { return a ^ 0x80000000; }
inline uint32_t fAbs(uint32_t a) { return a & 0x7fffffff; }
inline uint32_t fFma(uint32_t a, uint32_t b, uint32_t c) {
  return result(std::fma(toFloat(a), toFloat(b), toFloat(c)));
}
inline uint32_t fFms(uint32_t a, uint32_t b, uint32_t c) { return fFma(a, b, fNeg(c)); }
/// -(a * b) + c
inline uint32_t fFnma(uint32_t a, uint32_t b, uint32_t c) { return fFma(fNeg(a), b, c); }

/// Floats as integers of the same order, -0 below +0; no NaN.
inline int32_t floatOrder(uint32_t bits) { return int32_t(bits) < 0 ? int32_t(~bits ^ 0x80000000) : int32_t(bits); }

/// IEEE minimumNumber and maximumNumber: a NaN loses against a number.
inline uint32_t fMin(uint32_t a, uint32_t b) {
  if (isNan(a) || isNan(b))
    return isNan(b) ? (isNan(a) ? canonicalNan : a) : b;
  return floatOrder(a) <= floatOrder(b) ? a : b;
}
inline uint32_t fMax(uint32_t a, uint32_t b) {
  if (isNan(a) || isNan(b))
    return isNan(b) ? (isNan(a) ? canonicalNan : a) : b;
  return floatOrder(a) >= floatOrder(b) ? a : b;
}

// Comparisons in the order of the instruction table: eq ne lt le gt ge one ueq
// ult ule ugt uge ord uno; "ne" is true for NaN, "one" is not.
inline bool fEq(uint32_t a, uint32_t b) { return toFloat(a) == toFloat(b); }
inline bool fNe(uint32_t a, uint32_t b) { return !fEq(a, b); }
inline bool fLt(uint32_t a, uint32_t b) { return toFloat(a) < toFloat(b); }
inline bool fLe(uint32_t a, uint32_t b) { return toFloat(a) <= toFloat(b); }
inline bool fGt(uint32_t a, uint32_t b) { return fLt(b, a); }
inline bool fGe(uint32_t a, uint32_t b) { return fLe(b, a); }
inline bool fUno(uint32_t a, uint32_t b) { return isNan(a) || isNan(b); }
inline bool fOrd(uint32_t a, uint32_t b) { return !fUno(a, b); }
inline bool fOne(uint32_t a, uint32_t b) { return fLt(a, b) || fLt(b, a); }
inline bool fUeq(uint32_t a, uint32_t b) { return !fOne(a, b); }
inline bool fUlt(uint32_t a, uint32_t b) { return !fGe(a, b); }
inline bool fUle(uint32_t a, uint32_t b) { return !fGt(a, b); }
inline bool fUgt(uint32_t a, uint32_t b) { return !fLe(a, b); }
inline bool fUge(uint32_t a, uint32_t b) { return !fLt(a, b); }

// Narrow floats. `keep` is for stores and moves, which carry NaN payloads;
// conversions that count as arithmetic pass canonical NaNs in.
inline uint16_t toBf16(uint32_t bits) {
  if (isNan(bits))
    return uint16_t(bits >> 16) | ((bits & 0x7f0000) ? 0 : 0x40);
  return uint16_t((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}
inline uint32_t fromBf16(uint16_t h) { return uint32_t(h) << 16; }

inline uint16_t toF16(uint32_t bits) {
  uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) {
    uint32_t payload = magnitude >> 13 & 0x3ff;
    return uint16_t(sign | 0x7c00 | (payload ? payload : 0x200));
  }
  if (magnitude >= 0x47800000) // 2^16 and above
    return uint16_t(sign | 0x7c00);
  if (magnitude >= 0x38800000) { // normal: the carry may reach infinity
    uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
    return uint16_t(sign | ((rounded - 0x38000000) >> 13));
  }
  // Subnormal: adding 0.5 aligns the last place to 2^-24 and rounds once.
  float aligned = toFloat(magnitude) + 0.5f;
  return uint16_t(sign | (toBits(aligned) - toBits(0.5f)));
}
inline uint32_t fromF16(uint16_t h) {
  uint32_t sign = uint32_t(h & 0x8000) << 16, magnitude = h & 0x7fff;
  if (magnitude >= 0x7c00)
    return sign | 0x7f800000 | (magnitude & 0x3ff) << 13;
  if (magnitude >= 0x400)
    return sign | ((magnitude << 13) + 0x38000000);
  return sign | toBits(float(magnitude) * 0x1p-24f);
}

/// f32 rounded to 10 mantissa bits, the format of the array's operands.
inline uint32_t toTf32(uint32_t bits) {
  if (isNan(bits))
    return canonicalNan;
  return (bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffu;
}

inline uint32_t canonical(uint32_t bits) { return isNan(bits) ? canonicalNan : bits; }
inline uint32_t roundBf16(uint32_t a) { return fromBf16(toBf16(canonical(a))); }
inline uint32_t roundF16(uint32_t a) { return fromF16(toF16(canonical(a))); }

/// Float to integer: saturates, NaN gives 0. The float is already integral or
/// is to be cut toward zero.
template <typename T>
T saturate(double value) {
  if (value != value)
    return 0;
  // The bound as a double may be one above the largest T.
  if (value >= double(std::numeric_limits<T>::max()))
    return std::numeric_limits<T>::max();
  if (value <= double(std::numeric_limits<T>::min()))
    return std::numeric_limits<T>::min();
  return T(value);
}

/// Nearest integer, ties to even, without depending on the rounding mode.
inline double roundEven(double x) {
  double down = std::floor(x), rest = x - down;
  if (rest != 0.5)
    return rest < 0.5 ? down : down + 1;
  return std::fmod(down, 2) == 0 ? down : down + 1;
}

inline uint32_t f32FromI32(uint32_t a) { return toBits(float(int32_t(a))); }
inline uint32_t f32FromU32(uint32_t a) { return toBits(float(a)); }
inline uint32_t i32FromF32Rtz(uint32_t a) { return uint32_t(saturate<int32_t>(toFloat(a))); }
inline uint32_t u32FromF32Rtz(uint32_t a) { return saturate<uint32_t>(toFloat(a)); }
inline uint32_t i32FromF32Rne(uint32_t a) { return uint32_t(saturate<int32_t>(roundEven(toFloat(a)))); }
inline uint32_t u32FromF32Rne(uint32_t a) { return saturate<uint32_t>(roundEven(toFloat(a))); }

// Total integer arithmetic: wraps, shift counts modulo the width, x/0 = -1,
// x%0 = x, MIN/-1 = MIN, MIN%-1 = 0.
template <typename U>
struct Int {
  using S = std::make_signed_t<U>;
  static constexpr unsigned mask = sizeof(U) * 8 - 1;
  static constexpr S lowest = std::numeric_limits<S>::min();

  static U add(U a, U b) { return a + b; }
  static U sub(U a, U b) { return a - b; }
  static U rsub(U a, U b) { return b - a; }
  static U mul(U a, U b) { return a * b; }
  static U bitAnd(U a, U b) { return a & b; }
  static U bitOr(U a, U b) { return a | b; }
  static U bitXor(U a, U b) { return a ^ b; }
  static U shl(U a, U b) { return a << (b & mask); }
  static U shr(U a, U b) { return a >> (b & mask); }
  static U sra(U a, U b) { return U(S(a) >> (b & mask)); }
  static U lt(U a, U b) { return S(a) < S(b); }
  static U ltu(U a, U b) { return a < b; }
  static U eq(U a, U b) { return a == b; }
  static U ne(U a, U b) { return a != b; }
  static U min(U a, U b) { return S(a) < S(b) ? a : b; }
  static U max(U a, U b) { return S(a) > S(b) ? a : b; }
  static U minu(U a, U b) { return a < b ? a : b; }
  static U maxu(U a, U b) { return a > b ? a : b; }
  static U mulhu(U a, U b) { return U(static_cast<unsigned __int128>(a) * b >> (mask + 1)); }
  static U mulh(U a, U b) { return U(static_cast<__int128>(S(a)) * S(b) >> (mask + 1)); }
  static U div(U a, U b) {
    if (b == 0)
      return ~U(0);
    return S(b) == -1 ? U(0) - a : U(S(a) / S(b));
  }
  static U divu(U a, U b) { return b == 0 ? ~U(0) : a / b; }
  static U rem(U a, U b) {
    if (b == 0)
      return a;
    return S(b) == -1 ? 0 : U(S(a) % S(b));
  }
  static U remu(U a, U b) { return b == 0 ? a : a % b; }
};

} // namespace kiln::npu

#endif // KILN_SIM_NUMERICS_H
