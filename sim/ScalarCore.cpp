// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scalar part of a core. It keeps its own time and runs ahead of the rest
// over instructions that nobody else can see; before one that others see, it
// lets the events catch up.

#include "sim/Core.h"
#include "sim/System.h"

namespace kiln::npu {
namespace {

constexpr uint32_t pcRing = 1 << 16;

/// Cycles until the next instruction can issue.
uint64_t issueCycles(const Decoded &code, bool jumped, bool dynamicIds) {
  switch (code.info->cost) {
  case Cost::NextPid:
    return dynamicIds ? 12 : 2;
  case Cost::Print:
    return 8;
  case Cost::Jump:
    return 3;
  default:
    return jumped ? 3 : 1;
  }
}

} // namespace

bool Core::sleep(Stall why, uint32_t what) {
  stall = why;
  stallOn = what;
  stallSince = time;
  return false;
}

void Core::trapHere(const Fault &fault) {
  Command here;
  here.pc = pc;
  here.programId = state.programId;
  trap(Engine::SC, here, fault, time);
}

const Decoded *Core::fetch() {
  const auto &code = system.code;
  if (pc >= code.size())
    trapHere({TrapCode::ImemRange, pc, -1,
              "instruction " + std::to_string(pc) + " is outside the program of " + std::to_string(code.size()) +
                  " instructions",
              std::nullopt});
  else if (!code[pc].info)
    trapHere({TrapCode::IllegalOp, system.program.words[pc], -1, decode(system.program.words[pc]).error().message(),
              std::nullopt});
  else if (uint32_t sem = uint32_t(code[pc].in.imm) >> 3 & 63;
           code[pc].info->cost == Cost::Sync && sem >= semaphores.size())
    trapHere(
        {TrapCode::IllegalOp, sem, -1,
         "semaphore " + std::to_string(sem) + " does not exist, the machine has " + std::to_string(semaphores.size()),
         std::nullopt});
  else
    return &code[pc];
  return nullptr;
}

void Core::advanceScalar(uint64_t now) {
  if (halted || stall == Stall::Barrier)
    return;
  time = std::max(time, now);
  if (stall != Stall::None)
    of(Engine::SC).stats.wait += time - stallSince;
  stall = Stall::None;
  while (!system.trapped() && !halted) {
    if (time > system.launch.maxCycles)
      return trapHere({TrapCode::Watchdog, system.launch.maxCycles, -1,
                       "the launch took more than " + std::to_string(system.launch.maxCycles) + " cycles",
                       std::nullopt});
    if (system.overdue())
      return trapHere({TrapCode::ResourceLimit, uint64_t(system.launch.timeout.count()), -1, system.overdueMessage(),
                       std::nullopt});
    const Decoded *code = fetch();
    if (!code || !registersReady(*code))
      return;
    if (needsGlobalTime(*code) && time > now)
      return schedule(Engine::SC, now, time);
    bool went = code->engine != Engine::SC ? dispatch(*code)
                : needsGlobalTime(*code)   ? synchronise(*code)
                                           : executeScalar(*code);
    if (!went)
      return;
  }
}

bool Core::registersReady(const Decoded &code) {
  uint32_t needed = code.scalarReads | code.scalarWrites;
  if (needed & pending)
    return sleep(Stall::Register, needed & pending);
  for (uint32_t rest = needed; rest; rest &= rest - 1)
    time = std::max(time, ready[std::countr_zero(rest)]);
  return true;
}

bool Core::needsGlobalTime(const Decoded &code) const {
  if (code.engine != Engine::SC)
    return true;
  switch (code.info->cost) {
  case Cost::Sync:
  case Cost::Fence:
  case Cost::Barrier:
  case Cost::Print:
    return true;
  case Cost::NextPid:
    return system.shared.dynamicIds;
  default:
    return code.in.op == Op::Halt;
  }
}

Command Core::capture(const Decoded &code) const {
  Command c;
  c.code = &code;
  c.pc = pc;
  c.vl = state.vl;
  c.programId = state.programId;
  c.scalar0 = state.regs[code.in.rd];
  c.scalar1 = state.regs[code.in.rs1];
  c.scalar2 = state.regs[code.in.rs2];
  c.scalar3 = state.regs[code.in.rs3];
  return c;
}

void Core::advancePc(uint32_t next) {
  pc = next;
  auto &loops = state.loops;
  while (!loops.empty() && pc == loops.back().end) {
    if (--loops.back().left > 0) {
      pc = loops.back().begin;
      return;
    }
    loops.pop_back();
  }
}

bool Core::executeScalar(const Decoded &code) {
  EngineState &s = of(Engine::SC);
  bool divides = code.info->cost == Cost::Div;
  if (divides)
    time = std::max(time, divFree);
  ++s.started;
  s.known[Engine::SC] = s.started;
  s.recentPcs[s.started % pcRing] = uint16_t(pc);
  Command command = capture(code);
  Exec x(state, system.device, shadow, command, {Engine::SC, s.started, &s.known});
  x.nextPc = pc + 1;
  x.cycle = time;
  x.retired = retired;
  if (s.started >= maxEngineInstrs)
    x.fail(TrapCode::ResourceLimit, s.started,
           "the scalar core can execute at most " + std::to_string(maxEngineInstrs) + " instructions in one launch");
  else
    handlers()[code.in.op](x);
  if (x.fault) {
    trap(Engine::SC, command, *x.fault, time);
    return false;
  }
  ++retired;
  if (code.scalarWrites)
    ready[code.in.rd] = time + scalarLatency(code.info->cost);
  if (divides)
    divFree = time + scalarLatency(Cost::Div);
  time += issueCycles(code, x.jumped, system.shared.dynamicIds);
  advancePc(x.nextPc);
  return true;
}

bool Core::synchronise(const Decoded &code) {
  switch (code.in.op) {
  case Op::SemWait:
    return scalarWait(code);
  case Op::SemPost:
  case Op::SemRpost:
    return scalarPost(code);
  case Op::Fence:
    return fence(code);
  case Op::Bar:
    return barrier(code);
  case Op::Halt:
    halted = true;
    ++retired;
    time += 1;
    return true;
  default:
    return executeScalar(code);
  }
}

bool Core::scalarWait(const Decoded &code) {
  Command command = capture(code);
  if (!takeSemaphore(Engine::SC, command, time))
    return sleep(Stall::Semaphore, uint32_t(code.in.imm) >> 3 & 63);
  ++retired;
  time += 1;
  advancePc(pc + 1);
  return true;
}

bool Core::scalarPost(const Decoded &code) {
  sendPost(capture(code), of(Engine::SC).known, time + 1);
  ++retired;
  time += 1;
  advancePc(pc + 1);
  return !system.trapped();
}

bool Core::fence(const Decoded &code) {
  uint32_t mask = uint32_t(code.in.imm) & ~1u;
  uint64_t when = time;
  for (unsigned e = 1; e < numEngines; ++e) {
    if (!(mask >> e & 1))
      continue;
    auto cycle = drained(Engine(e));
    if (!cycle)
      return sleep(Stall::Fence, mask);
    when = std::max(when, *cycle);
  }
  if (when > time) {
    schedule(Engine::SC, time, when);
    return sleep(Stall::Fence, mask);
  }
  Clock &known = of(Engine::SC).known;
  for (unsigned e = 1; e < numEngines; ++e)
    if (mask >> e & 1) {
      known.join(engines[e].known);
      known.seen[e] = engines[e].started;
    }
  ++retired;
  time += 1;
  advancePc(pc + 1);
  return true;
}

bool Core::barrier(const Decoded &code) {
  ++retired;
  sleep(Stall::Barrier, uint32_t(code.in.imm) & 15);
  system.barrier(uint32_t(code.in.imm) & 15, uint32_t(code.in.imm) >> 4 & 31, state.index, time);
  return false;
}

void Core::resumeFromBarrier(uint64_t cycle) {
  of(Engine::SC).stats.wait += cycle - time;
  stall = Stall::None;
  time = cycle;
  advancePc(pc + 1);
  system.wake(state.index, Engine::SC, cycle);
}

bool Core::dispatch(const Decoded &code) {
  EngineState &s = of(code.engine);
  if (s.queue.size() >= s.capacity)
    return sleep(Stall::Queue, uint32_t(code.engine));
  Command command = capture(code);
  command.visible = time + 1;
  command.known = of(Engine::SC).known;
  if (code.info->cost >= Cost::Dma && code.info->cost <= Cost::DmaTranspose)
    command.descriptor = state.descriptors[uint32_t(code.in.imm) & 1];
  s.queue.push_back(std::move(command));
  pending |= code.scalarWrites;
  schedule(code.engine, time, time + 1);
  ++retired;
  time += 1;
  advancePc(pc + 1);
  return true;
}

} // namespace kiln::npu
