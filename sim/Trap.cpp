// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/Trap.h"

namespace kiln::npu {

std::string_view trapName(TrapCode code) {
  constexpr std::string_view names[] = {
      "ILLEGAL_OP",   "MISALIGNED",      "SPM_OOB", "ACC_OOB",     "SMEM_OOB",       "DRAM_OOB",     "READONLY_WRITE",
      "SEM_OVERFLOW", "SEM_TWO_WAITERS", "BAD_VL",  "IMEM_RANGE",  "LOOP_NEST",      "ASSERT",       "WATCHDOG",
      "DEADLOCK",     "UNINIT_READ",     "RACE",    "SEM_NONZERO", "RESOURCE_LIMIT", "UNIMPLEMENTED"};
  return names[size_t(code)];
}

bool isHardwareTrap(TrapCode code) { return code <= TrapCode::Deadlock; }

std::string describe(const Trap &trap) {
  std::string text(trapName(trap.code));
  text += " at pc " + std::to_string(trap.pc) + " on " + std::string(engineName(trap.engine)) + " (core " +
          std::to_string(trap.core);
  if (trap.programId >= 0)
    text += ", program " + std::to_string(trap.programId);
  text += ", cycle " + std::to_string(trap.cycle) + ")";
  if (!trap.disassembly.empty())
    text += " in '" + trap.disassembly + "'";
  text += ": " + trap.message;
  if (!trap.location.empty())
    text += " [" + trap.location + "]";
  return text;
}

} // namespace kiln::npu
