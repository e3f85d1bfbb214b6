// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The special functions of the vector unit. They are integer algorithms, and
// their tables are part of the machine: argument reduction on the bits, one of
// 128 segments, a quadratic in fixed point, one rounding. docs/npu-machine.md
// states the largest error of each; the tests measure it.

#ifndef KILN_SIM_SFU_H
#define KILN_SIM_SFU_H

#include <array>
#include <cstdint>

namespace kiln::npu {

/// c0 + t * (c1 + t * c2) for t in [0, 1), all in units of 2^-30.
struct Segment {
  int64_t c0, c1, c2;
};

inline constexpr unsigned sfuSegments = 128;
using SegmentTable = std::array<Segment, sfuSegments>;

struct SfuTables {
  SegmentTable exp2;   ///< 2^y, y in [0, 1)
  SegmentTable log2;   ///< log2(1 + y)
  SegmentTable rcp;    ///< 1 / (1 + y)
  SegmentTable rsqrt;  ///< 1 / sqrt(1 + y)
  SegmentTable rsqrt2; ///< 1 / sqrt(2 + 2 y)
  SegmentTable sine;   ///< sin(pi / 2 * y)
};

/// Made from IEEE +, *, / and sqrt alone, hence the same on every host.
const SfuTables &sfuTables();

// On f32 bit patterns. sin and cos take turns: sin(2 pi x), cos(2 pi x).
uint32_t sfuExp2(uint32_t x);
uint32_t sfuLog2(uint32_t x);
uint32_t sfuRcp(uint32_t x);
uint32_t sfuRsqrt(uint32_t x);
uint32_t sfuSin(uint32_t x);
uint32_t sfuCos(uint32_t x);

} // namespace kiln::npu

#endif // KILN_SIM_SFU_H
