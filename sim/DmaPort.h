// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The DRAM side of one DMA queue (DL or DS) as time: cuts the ranges of an
// instruction into bursts, keeps a bounded number in flight and knows when
// each instruction is complete. Instructions start in order and overlap.

#ifndef KILN_SIM_DMAPORT_H
#define KILN_SIM_DMAPORT_H

#include "sim/DramTiming.h"
#include "sim/Exec.h"

namespace kiln::npu {

class DmaPort {
public:
  DmaPort(const Config &config, EventQueue &events, DramTiming &dram, Engine engine, uint32_t core, uint32_t window)
      : config(config), events(events), dram(dram), engine(engine), core(core), window(window) {}

  /// Whether all bursts of the last instruction have been sent by `now`.
  bool ready(uint64_t now) const { return runs.empty() && now >= nextBurst; }
  /// When ready() may become true; only while no runs are left.
  uint64_t readyAt() const { return nextBurst; }
  bool sending() const { return !runs.empty(); }

  enum class Direction : uint8_t { Read, Write, Atomic };

  /// Instruction `instr` begins to move `ranges`.
  void start(uint32_t instr, std::vector<Run> ranges, Direction direction, uint64_t now);
  /// Sends what can be sent; wakes itself up with Engine events.
  void advance(uint64_t now);
  /// A burst has come back.
  void arrival(uint32_t instr, unsigned bytes, uint64_t now);
  /// A DmaDone event: returns the number up to which all are complete.
  uint32_t done(uint32_t instr);

  uint32_t completed() const { return completedInstr; }

private:
  struct Transfer {
    uint32_t instr;
    uint32_t outstanding = 0;
    bool sent = false, complete = false;
    uint64_t end = 0; ///< the latest known
  };

  Transfer &transferOf(uint32_t instr) { return transfers[instr - transfers.front().instr]; }
  bool windowFull(uint64_t now);
  void finishIfDone(Transfer &transfer);
  bool sendOne(uint64_t now);

  const Config &config;
  EventQueue &events;
  DramTiming &dram;
  Engine engine;
  uint32_t core, window;

  std::vector<Run> runs; ///< of the instruction being sent
  size_t run = 0;
  uint64_t offset = 0; ///< bytes of runs[run] that have been sent
  Direction direction = Direction::Read;
  uint64_t nextBurst = 0;
  uint64_t portFree = 0;
  uint32_t inFlight = 0;          ///< reads
  std::deque<uint64_t> writeAcks; ///< of writes in flight
  std::deque<Transfer> transfers; ///< not yet complete, oldest first
  uint32_t completedInstr = 0;
};

} // namespace kiln::npu

#endif // KILN_SIM_DMAPORT_H
