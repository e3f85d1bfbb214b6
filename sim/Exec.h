// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What instructions do, without time. Each has one handler; it reads operands
// that were captured at dispatch, changes the core's state and device memory,
// and reports a Fault instead of doing something undefined. DMA handlers also
// say which DRAM bytes they touch, in order: that is all that timing needs.

#ifndef KILN_SIM_EXEC_H
#define KILN_SIM_EXEC_H

#include "sim/DeviceMemory.h"
#include "sim/DramShadow.h"
#include "sim/State.h"

namespace kiln::npu {

/// A contiguous range of DRAM that a DMA instruction touches.
struct Run {
  uint64_t address;
  uint64_t bytes;
};

/// A range of an on-chip memory, already checked.
struct ChipRange {
  ChipMemory *memory = nullptr;
  uint32_t offset = 0;
  uint8_t *data() const { return memory->at(offset); }
};

class Exec {
public:
  Exec(CoreState &core, DeviceMemory &device, DramShadow &shadow, const Command &command, const Actor &actor)
      : core(core), device(device), shadow(shadow), command(command), in(command.code->in), actor(actor) {}

  CoreState &core;
  DeviceMemory &device;
  DramShadow &shadow;
  const Command &command;
  const Instr &in;
  Actor actor;

  // Results.
  std::optional<Fault> fault;
  std::vector<Run> runs;
  uint64_t macs = 0;
  uint32_t nextPc = 0;             ///< control flow: set by the caller to pc + 1
  bool jumped = false;             ///< a branch was taken
  uint64_t cycle = 0, retired = 0; ///< for csrr, set by the caller

  void fail(TrapCode code, uint64_t value, std::string message, int32_t lane = -1);

  // Scalar operands.
  uint64_t s0() const { return command.scalar0; }
  uint64_t s1() const { return command.scalar1; }
  uint64_t s2() const { return command.scalar2; }
  uint64_t s3() const { return command.scalar3; }
  int64_t imm() const { return in.imm; }
  void setRd(uint64_t value) { core.setReg(in.rd, value); }
  /// Field of the immediate.
  uint32_t field(unsigned low, unsigned width) const { return uint32_t(in.imm) >> low & ((1u << width) - 1); }

  // Vector operands. A source fails on lanes that were never written.
  unsigned vl() const { return command.vl; }
  const uint32_t *source(unsigned reg);
  const uint32_t *source(unsigned reg, const LaneMask &lanes);
  uint32_t *destination(unsigned reg) { return core.vector(reg); }
  void wrote(unsigned reg) { wrote(reg, active); }
  void wrote(unsigned reg, const LaneMask &lanes);
  const LaneMask *predicate(unsigned reg, const LaneMask &lanes);
  void setPredicate(unsigned reg, const LaneMask &value, const LaneMask &lanes);
  /// Lanes below VL that the mask lets through; false after a fault.
  bool activate();
  LaneMask active;
  bool allActive = false;

  template <typename F>
  void forActive(F f) {
    if (allActive)
      for (unsigned i = 0; i < vl(); ++i)
        f(i);
    else
      for (unsigned i = 0; i < vl(); ++i)
        if (active.test(i))
          f(i);
  }

  // Memory. Each records the access in the shadow and fails on a violation.
  std::optional<ChipRange> chip(uint64_t address, uint64_t n, bool write, unsigned alignment, int32_t lane = -1);
  uint8_t *smem(uint64_t address, unsigned n, bool write);
  uint8_t *dram(uint64_t address, uint64_t n, DramShadow::Kind kind, int32_t lane = -1);

private:
  void failConflict(std::string_view space, const Conflict &conflict, uint32_t base, bool write, int32_t lane);
};

using Handler = void (*)(Exec &);

/// One handler per instruction; those without one raise UNIMPLEMENTED.
class Handlers {
public:
  Handlers();
  Handler operator[](Op op) const { return table[size_t(op)]; }
  void set(Op op, Handler handler) { table[size_t(op)] = handler; }

private:
  std::vector<Handler> table;
};

const Handlers &handlers();

// Each fills in the rows of one family.
void addScalarHandlers(Handlers &);
void addScalarFloatHandlers(Handlers &);
void addControlHandlers(Handlers &);
void addVectorFloatHandlers(Handlers &);
void addVectorIntHandlers(Handlers &);
void addCompareHandlers(Handlers &);
void addVectorMemoryHandlers(Handlers &);
void addPredicateHandlers(Handlers &);
void addCrossLaneHandlers(Handlers &);
void addDmaHandlers(Handlers &);
void addIndexedDmaHandlers(Handlers &);
void addMatrixHandlers(Handlers &);

} // namespace kiln::npu

#endif // KILN_SIM_EXEC_H
