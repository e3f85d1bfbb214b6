// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The DRAM controllers as time: per channel a read and a write queue, banks
// with open rows, and one data bus. Data moves in order within each queue;
// rows are opened ahead for requests that wait. Values live elsewhere.

#ifndef KILN_SIM_DRAMTIMING_H
#define KILN_SIM_DRAMTIMING_H

#include "sim/Config.h"
#include "sim/EventQueue.h"
#include "sim/Machine.h"

#include <deque>

namespace kiln::npu {

struct BurstRequest {
  uint64_t line = 0; ///< address / 64
  uint32_t core = 0;
  uint32_t instr = 0; ///< number of the DMA instruction
  Engine engine = Engine::DL;
  uint16_t bytes = 64; ///< of the line that are wanted
  bool write = false;
  bool atomic = false;
};

/// The aux byte of an Arrival event: engine and bytes.
inline uint8_t packArrival(Engine engine, unsigned bytes) { return uint8_t(unsigned(engine) << 6 | (bytes - 1)); }
inline Engine arrivalEngine(uint8_t aux) { return Engine(aux >> 6); }
inline unsigned arrivalBytes(uint8_t aux) { return (aux & 63) + 1; }

class DramTiming {
public:
  DramTiming(const Config &config, EventQueue &events, Stats &stats);

  unsigned channelOf(uint64_t line) const;

  /// Queues the request and returns true, or remembers that the core's engine
  /// waits for room; it is woken by an Engine event.
  bool submit(const BurstRequest &request, uint64_t now);

  /// A Channel event.
  void advance(unsigned channel, uint64_t now);

private:
  struct Bank {
    bool open = false;
    uint64_t row = 0;
    uint64_t ready = 0;   ///< the row can be accessed from then on
    uint64_t lastUse = 0; ///< last access
  };
  struct Pending {
    BurstRequest request;
    uint64_t arrival;
  };
  struct Waiters {
    uint64_t cores = 0; ///< a bit per core whose engine waits for room
    uint32_t next = 0;  ///< round robin
  };
  struct Channel {
    std::deque<Pending> reads, writes;
    std::vector<Bank> banks;
    Waiters readWaiters, atomicWaiters, writeWaiters;
    bool writing = false;
    bool scheduled = false;
    uint64_t nextAccess = 0;   ///< the bus can take the next burst
    uint64_t readsAllowed = 0; ///< after the turnaround
    uint64_t lastAtomicLine = ~uint64_t(0);
  };

  struct Place {
    unsigned bank;
    uint64_t row;
  };
  Place placeOf(uint64_t line) const;
  void schedule(unsigned channel, uint64_t cycle);
  static Waiters &waitersOf(Channel &channel, const BurstRequest &request);
  bool chooseWrite(Channel &channel) const;
  uint64_t access(Channel &channel, const Pending &pending, uint64_t now);
  void wake(Waiters &waiters, Engine engine, uint64_t now);

  const Config &config;
  EventQueue &events;
  Stats &stats;
  std::vector<Channel> channels;
};

} // namespace kiln::npu

#endif // KILN_SIM_DRAMTIMING_H
