// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why a program stopped early. The first group are traps of the machine; the
// second are checks that only the simulator makes, always on. Both are values
// of a run's result, never exceptions.

#ifndef KILN_SIM_TRAP_H
#define KILN_SIM_TRAP_H

#include "sim/Isa.h"

namespace kiln::npu {

enum class TrapCode : uint8_t {
  IllegalOp,
  Misaligned,
  SpmOob,
  AccOob,
  SmemOob,
  DramOob,
  ReadonlyWrite,
  SemOverflow,
  SemTwoWaiters,
  BadVl,
  ImemRange,
  LoopNest,
  Assert,
  Watchdog,
  Deadlock,
  // Simulator only.
  UninitRead,
  Race,
  SemNonzero,
  ResourceLimit,
  Unimplemented,
};

/// "SPM_OOB" and the like.
std::string_view trapName(TrapCode code);

/// Whether real hardware raises it too.
bool isHardwareTrap(TrapCode code);

struct Trap {
  TrapCode code = TrapCode::IllegalOp;
  uint32_t core = 0;
  uint32_t pc = 0;
  Engine engine = Engine::SC;
  int64_t programId = -1; ///< linear; -1 before the first nextpid
  uint64_t cycle = 0;
  /// Address, semaphore, vector length, assert code: what the code is about.
  uint64_t value = 0;
  int32_t lane = -1;    ///< of a vector operation, else -1
  std::string location; ///< source location of the instruction
  std::string disassembly;
  std::string message; ///< one sentence with the numbers
};

/// "SPM_OOB at pc 12 on vp (core 0, program 3, cycle 99): message [x.py:7]".
std::string describe(const Trap &trap);

} // namespace kiln::npu

#endif // KILN_SIM_TRAP_H
