// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One launch: the cores, the DRAM between them and the events that drive both,
// from cycle 0 until all is drained or something trapped.

#ifndef KILN_SIM_SYSTEM_H
#define KILN_SIM_SYSTEM_H

#include "sim/Core.h"
#include "sim/Machine.h"

namespace kiln::npu {

class System {
public:
  System(const Config &config, DeviceMemory &device, const Program &program, const Launch &launch);

  RunResult run();

  // For the cores.
  void post(uint32_t core, uint32_t semaphore, Post post, uint64_t cycle);
  void wake(uint32_t core, Engine engine, uint64_t cycle) {
    events.add(cycle, EventKind::Engine, core, uint32_t(engine));
  }
  /// A core has come to a barrier; the last of `cores` frees all of them.
  void barrier(uint32_t id, uint32_t cores, uint32_t core, uint64_t now);
  void trap(Trap trap);
  bool trapped() const { return result.trap.has_value(); }
  Core *coreOfRank(uint64_t rank);
  /// Whether the host's time is up. Asked once per event and per scalar
  /// instruction; looks at the clock now and then only.
  bool overdue() { return ++askedForTime % 4096 == 0 && isPastDeadline(); }
  /// The sentence for a trap that overdue() calls for.
  std::string overdueMessage() const;

  const Config &config;
  DeviceMemory &device;
  const Program &program;
  const Launch &launch;
  std::vector<Decoded> code;
  LaunchState shared;
  EventQueue events;

private:
  struct Flight {
    uint32_t core, semaphore;
    Post post;
  };

  void handle(const Event &event);
  void land(uint32_t flight, uint64_t now);
  void finish();
  void reportDeadlock();
  void checkSemaphores();
  bool isPastDeadline() const;
  /// A trap of the whole launch, told at the place of its first core.
  void stop(TrapCode code, uint64_t value, std::string message);

  RunResult result;

public:
  DramTiming dram;

private:
  std::vector<std::unique_ptr<Core>> cores;
  std::vector<Core *> byIndex;
  std::vector<Flight> flights;
  std::vector<uint32_t> freeFlights;
  std::array<std::vector<uint32_t>, 16> barriers;
  uint64_t now = 0;
  uint64_t askedForTime = 0;
  std::chrono::steady_clock::time_point started;
};

} // namespace kiln::npu

#endif // KILN_SIM_SYSTEM_H
