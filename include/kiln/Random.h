// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The random numbers of the argument makers: a function of (seed, stream,
// index), so that any element can be computed alone and every host gets the
// same bits. Nothing here calls the host's math library but for sqrt, which
// IEEE 754 defines exactly.

#ifndef KILN_RANDOM_H
#define KILN_RANDOM_H

#include <cstdint>

namespace kiln {

class Random {
public:
  Random(uint64_t seed, uint64_t stream);

  /// 64 random bits: SplitMix64's output function at position `index`.
  uint64_t bits(uint64_t index) const;
  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform(uint64_t index) const;
  /// Standard normal by Box and Muller's method; positions 2 index and
  /// 2 index + 1 of the bits are used.
  double normal(uint64_t index) const;
  /// Uniform in [lo, hi], both included; needs lo <= hi.
  int64_t integer(uint64_t index, int64_t lo, int64_t hi) const;

private:
  uint64_t key;
};

} // namespace kiln

#endif // KILN_RANDOM_H
