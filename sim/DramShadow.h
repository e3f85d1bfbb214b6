// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Races in DRAM between the DMA engines of one core: an access must know that
// earlier conflicting ones of the same program instance have completed.
// Instances are unordered by definition, so nothing is compared across them.
// Each 64-byte line remembers its last reader and last writer only: what it
// reports is real, but a race with an older access of the line goes unseen.

#ifndef KILN_SIM_DRAMSHADOW_H
#define KILN_SIM_DRAMSHADOW_H

#include "sim/ChipMemory.h"

#include <memory>
#include <unordered_map>

namespace kiln::npu {

class DramShadow {
public:
  enum class Kind : uint8_t { Read, Write, Atomic };

  struct Race {
    uint64_t address;
    bool otherWrote;
    Engine other;
    uint32_t otherIndex;
  };

  std::optional<Race> note(uint64_t address, uint64_t n, Kind kind, const Actor &actor, int64_t programId);

private:
  struct Entry {
    uint64_t bytes = 0; ///< which bytes of the line
    int64_t programId = -1;
    uint32_t index = 0;
    Engine engine = Engine::SC;
    bool atomic = false;
  };
  struct Line {
    Entry read, write;
  };
  using Page = std::array<Line, 64>;

  static bool conflicts(const Entry &entry, uint64_t mask, Kind kind, const Actor &actor, int64_t programId);

  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages;
};

} // namespace kiln::npu

#endif // KILN_SIM_DRAMSHADOW_H
