// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parameters of an NPU: what compiler, assembler and simulator share. A
// machine is a JSON file with these names; what it leaves out has the value of
// `base`. Three are built in: tiny, base and big (sim/machines/*.json).
//
//   auto config = Config::named("base");
//   auto mine = Config::fromJson(R"({"name": "mine", "sfuLanes": 8})");

#ifndef KILN_SIM_CONFIG_H
#define KILN_SIM_CONFIG_H

#include "kiln/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kiln::npu {

struct Config {
  std::string name = "base";

  uint32_t cores = 2;
  uint32_t arraySize = 16;     ///< the matrix array is arraySize x arraySize
  uint32_t lanes = 16;         ///< 32-bit lanes of the vector unit
  uint32_t sfuLanes = 4;       ///< lanes of its special functions
  uint32_t vectorLength = 128; ///< elements of a vector register
  uint32_t spmBytes = 256 << 10;
  uint32_t accBytes = 64 << 10;
  uint32_t smemBytes = 16 << 10;
  uint32_t imemWords = 8192;
  uint32_t queueDepth = 8; ///< of each engine but VP
  uint32_t vectorQueueDepth = 16;
  uint32_t semaphores = 32;
  uint32_t dmaBursts = 48;    ///< in flight per direction, shared by active cores
  uint32_t dmaPortBytes = 32; ///< per cycle, core and direction

  uint32_t dramChannels = 2;
  uint32_t dramBanks = 8; ///< per channel
  uint32_t dramRowBytes = 2048;
  uint32_t dramInterleave = 256; ///< consecutive bytes of one channel
  uint32_t dramBurstCycles = 4;  ///< a 64-byte burst on a channel
  uint32_t dramReadQueue = 16;
  uint32_t dramWriteQueue = 64;
  uint32_t dramWriteHigh = 32; ///< queued writes that stop reads
  uint32_t dramHit = 40;       ///< cycles from request to first data
  uint32_t dramActivate = 28;  ///< more when the row is closed
  uint32_t dramPrecharge = 14; ///< more when another row is open
  uint32_t dramTurnaround = 8; ///< write to read
  uint32_t dramWriteAck = 20;  ///< from acceptance to acknowledgement

  bool operator==(const Config &) const = default;

  uint32_t accRowBytes() const { return 4 * arraySize; }
  uint32_t accRows() const { return accBytes / accRowBytes(); }
  uint32_t beats(uint32_t elements) const { return (elements + lanes - 1) / lanes; }

  /// Every violation names field, value and what is allowed.
  Result<void> verify() const;

  static Result<Config> fromJson(std::string_view text);
  std::string toJson() const;

  /// A built-in machine; the error lists the known names.
  static Result<Config> named(std::string_view name);
  static std::vector<std::string_view> builtinNames();
};

/// The chip address map that DMA, matrix and vector addresses use.
inline constexpr uint32_t spmBase = 0x00000000;
inline constexpr uint32_t accBase = 0x40000000;
inline constexpr uint32_t smemBase = 0x80000000;

inline constexpr uint32_t burstBytes = 64;
inline constexpr uint32_t numPredicates = 8;
inline constexpr uint32_t numRegisters = 32;
/// Arguments are copied to the start of SMEM at launch.
inline constexpr uint32_t maxArgumentBytes = 1024;

} // namespace kiln::npu

#endif // KILN_SIM_CONFIG_H
