// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The NPU simulator: a machine with device memory that runs programs and says
// what they computed and how long they took. Runs are deterministic; a program
// that goes wrong stops with a Trap in its result, and an Error means that the
// request itself made no sense.
//
//   auto machine = Machine::create(*Config::named("base"));
//   auto x = machine->alloc(4096);
//   machine->write(*x, bytes);
//   auto result = machine->run(program, {.grid = {4, 1, 1}, .args = packed});
//   if (result && !result->trap)
//     machine->read(*x, bytes);

#ifndef KILN_SIM_MACHINE_H
#define KILN_SIM_MACHINE_H

#include "sim/Config.h"
#include "sim/Program.h"
#include "sim/Trap.h"

#include <array>
#include <chrono>
#include <memory>

namespace kiln::npu {

struct Launch {
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::vector<uint8_t> args = {};     ///< copied to SMEM address 0
  uint32_t entry = 0;                 ///< first instruction
  uint64_t coreMask = ~uint64_t(0);   ///< cores beyond the machine are ignored
  bool dynamicIds = false;            ///< nextpid from a shared counter, not by stride
  uint64_t maxCycles = 1'000'000'000; ///< WATCHDOG beyond it
  /// RESOURCE_LIMIT when the host has simulated for longer; 0: no limit. The one
  /// way in which a run depends on the host, so results never come from it.
  std::chrono::milliseconds timeout{0};
};

struct EngineStats {
  uint64_t instructions = 0; ///< started
  uint64_t busy = 0;         ///< cycles in which its unit was occupied
  uint64_t wait = 0;         ///< cycles blocked in sem.wait
};

struct CoreStats {
  std::array<EngineStats, numEngines> engines;
  uint64_t cycles = 0;                          ///< until this core had halted and drained
  uint64_t macs = 0;                            ///< multiply-accumulates of the array
  uint64_t programs = 0;                        ///< ids handed out by nextpid
  uint64_t dmaReadBytes = 0, dmaWriteBytes = 0; ///< asked for by DMA
};

struct Stats {
  uint64_t cycles = 0; ///< launch until all is drained, DRAM included
  uint64_t instructions = 0;
  uint64_t dramReadBytes = 0, dramWriteBytes = 0; ///< 64 per burst
  uint64_t rowHits = 0, rowClosed = 0, rowConflicts = 0;
  std::vector<CoreStats> cores;
};

struct RunResult {
  std::optional<Trap> trap;
  Stats stats;
  std::string output;             ///< what print wrote that has no message
  std::vector<PrintedLine> lines; ///< in the order of time
  uint64_t lostLines = 0;         ///< beyond what the host's ring holds
};

class Machine {
public:
  static Result<Machine> create(const Config &config);
  Machine(Machine &&) noexcept;
  Machine &operator=(Machine &&) noexcept;
  ~Machine();

  const Config &config() const;

  /// Device memory, zeroed. Addresses are 40 bits, aligned to 256 bytes and at
  /// least 4 KiB apart, so that an overrun meets no other allocation.
  Result<uint64_t> alloc(uint64_t bytes, bool writable = true);
  Result<void> free(uint64_t address);

  /// Host access. The range must lie in one live allocation.
  Result<void> write(uint64_t address, std::span<const uint8_t> bytes);
  Result<void> read(uint64_t address, std::span<uint8_t> bytes) const;

  Result<RunResult> run(const Program &program, const Launch &launch);

private:
  struct Impl;
  explicit Machine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// What the machine's manual describes but this simulator does not model.
std::span<const std::string_view> notModelled();

} // namespace kiln::npu

#endif // KILN_SIM_MACHINE_H
