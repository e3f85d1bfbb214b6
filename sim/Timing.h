// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When instructions of the engines with fixed latencies start and end. These
// classes know units and registers as resources, and no data.

#ifndef KILN_SIM_TIMING_H
#define KILN_SIM_TIMING_H

#include "sim/State.h"

namespace kiln::npu {

struct Issue {
  uint64_t next = 0;      ///< first cycle in which the next one may start
  uint64_t busyUntil = 0; ///< its unit is occupied until then
  uint64_t complete = 0;  ///< first cycle in which all its effects are visible
};

class UnitTiming {
public:
  virtual ~UnitTiming() = default;
  /// The first cycle, not before `now`, in which `command` may start.
  virtual uint64_t earliest(const Command &command, uint64_t now) = 0;
  virtual Issue issue(const Command &command, uint64_t start) = 0;
};

/// The vector engine: issues one instruction per cycle in order to four units;
/// results are passed on beat by beat.
class VectorTiming final : public UnitTiming {
public:
  explicit VectorTiming(const Config &config) : config(config) {}
  uint64_t earliest(const Command &command, uint64_t now) override;
  Issue issue(const Command &command, uint64_t start) override;

private:
  /// How an instruction moves through its unit: see docs/npu-machine.md.
  struct Flow {
    uint32_t beats;     ///< of sources and result
    uint32_t period;    ///< cycles per beat
    uint32_t latency;   ///< from reading a beat to its result
    uint32_t extra = 0; ///< cycles that the unit is held beyond its beats
    bool whole = false; ///< starts when its sources are complete
    bool late = false;  ///< all of the result appears at the end
  };
  /// Beat b is at first + period * b.
  struct Stream {
    uint64_t first = 0;
    uint32_t period = 1, beats = 1;
    uint64_t at(uint32_t beat) const { return first + uint64_t(period) * beat; }
    uint64_t last() const { return at(beats - 1); }
  };
  struct Resource {
    Stream written;                       ///< when each beat of the last result can be read
    uint64_t readFirst = 0, readLast = 0; ///< latest reads of first, last beat
  };

  Flow flowOf(const Command &command) const;
  Stream resultOf(const Flow &flow, uint64_t start) const;

  const Config &config;
  std::array<uint64_t, 4> unitFree = {};
  std::array<Resource, numRegisters + numPredicates> resources;
};

/// On-chip DMA: one instruction at a time.
class ChipDmaTiming final : public UnitTiming {
public:
  uint64_t earliest(const Command &, uint64_t now) override { return now; }
  Issue issue(const Command &command, uint64_t start) override;
};

/// The matrix array: weights load beside a multiplication; one that adds to
/// rows still in flight waits for them.
class MatrixTiming final : public UnitTiming {
public:
  explicit MatrixTiming(const Config &config) : config(config) {}
  uint64_t earliest(const Command &command, uint64_t now) override;
  Issue issue(const Command &command, uint64_t start) override;

private:
  struct Rows {
    uint64_t base, stride, count; ///< rows of ACC
    uint64_t start, end;          ///< cycles in the array
  };
  Rows rowsOf(const Command &command) const;
  uint64_t latency() const { return 3 * config.arraySize + 2; }

  const Config &config;
  uint64_t arrayFree = 0, loaderFree = 0;
  std::vector<Rows> inFlight;
};

/// Moves between ACC and SPM, one instruction at a time.
class MoverTiming final : public UnitTiming {
public:
  uint64_t earliest(const Command &, uint64_t now) override { return now; }
  Issue issue(const Command &command, uint64_t start) override;
};

/// Cycles until the result of a scalar instruction can be used.
uint32_t scalarLatency(Cost cost);

} // namespace kiln::npu

#endif // KILN_SIM_TIMING_H
