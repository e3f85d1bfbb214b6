// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing can happen any more and the program is not done: says who waits for
// whom. An engine that waits on a semaphore waits for those that post it.

#include "sim/System.h"

namespace kiln::npu {
namespace {

constexpr uint64_t detectCycles = 64;

std::string whatText(const Core::Stuck &s) {
  switch (s.stall) {
  case Core::Stall::Semaphore:
    return "waits for semaphore " + std::to_string(s.what) + ", which has " + std::to_string(s.have) + " of " +
           std::to_string(s.need);
  case Core::Stall::Queue:
    return "waits for room in the queue of " + std::string(engineName(Engine(s.what)));
  case Core::Stall::Fence:
    return "waits in a fence for engines to drain";
  case Core::Stall::Barrier:
    return "waits at barrier " + std::to_string(s.what);
  case Core::Stall::Register:
    return "waits for a result of vp";
  case Core::Stall::None:
    break;
  }
  return "has nothing to do";
}

/// Engines that post semaphore `number`, from the program's text.
uint32_t posters(const std::vector<Decoded> &code, uint32_t number) {
  uint32_t mask = 0;
  for (const Decoded &d : code)
    if (d.info && d.in.op == Op::SemPost && (uint32_t(d.in.imm) >> 3 & 63) == number)
      mask |= 1u << unsigned(d.engine);
  return mask;
}

/// Engines that `s` waits for, a bit each.
uint32_t waitsFor(const std::vector<Decoded> &code, const Core::Stuck &s) {
  switch (s.stall) {
  case Core::Stall::Semaphore:
    return posters(code, s.what);
  case Core::Stall::Queue:
    return 1u << s.what;
  case Core::Stall::Fence:
    return s.what;
  case Core::Stall::Register:
    return 1u << unsigned(Engine::VP);
  default:
    return 0;
  }
}

/// The stuck engines in the order in which each waits for the next, from the
/// first one until one repeats or nobody is waited for.
std::vector<Core::Stuck> follow(const std::vector<Decoded> &code, const std::vector<Core::Stuck> &all) {
  std::vector<Core::Stuck> path;
  uint32_t seen = 0;
  const Core::Stuck *at = &all.front();
  while (at && !(seen >> unsigned(at->engine) & 1)) {
    seen |= 1u << unsigned(at->engine);
    path.push_back(*at);
    uint32_t next = waitsFor(code, *at);
    const Core::Stuck *found = nullptr;
    for (const Core::Stuck &s : all)
      if (next >> unsigned(s.engine) & 1 && (!found || (seen >> unsigned(found->engine) & 1)))
        found = &s;
    // An idle engine waits for what the scalar core has not dispatched.
    if (!found && next && all.front().engine != at->engine && all.front().engine == Engine::SC)
      found = &all.front();
    at = found;
  }
  return path;
}

} // namespace

std::vector<Core::Stuck> Core::stuck() const {
  std::vector<Stuck> out;
  if (!halted && stall != Stall::None) {
    Stuck s{Engine::SC, pc, stall, stallOn};
    if (stall == Stall::Semaphore) {
      s.have = semaphores[stallOn].value;
      s.need = uint32_t(system.code[pc].in.imm) >> 9 & 255;
    }
    s.programId = state.programId;
    out.push_back(s);
  }
  for (unsigned e = 1; e < numEngines; ++e) {
    if (!engines[e].waiting)
      continue;
    const Command &c = engines[e].queue.front();
    uint32_t imm = uint32_t(c.code->in.imm), number = imm >> 3 & 63;
    out.push_back({Engine(e), c.pc, Stall::Semaphore, number, semaphores[number].value, imm >> 9 & 255, c.programId});
  }
  return out;
}

void System::reportDeadlock() {
  for (auto &core : cores) {
    auto all = core->stuck();
    if (all.empty())
      continue;
    auto path = follow(code, all);
    Trap t;
    t.code = TrapCode::Deadlock;
    t.core = core->state.index;
    t.cycle = now + detectCycles;
    t.pc = path.front().pc;
    t.engine = path.front().engine;
    t.programId = path.front().programId;
    t.value = path.front().what;
    for (const Core::Stuck &s : path) {
      t.message += t.message.empty() ? "" : "; ";
      t.message += std::string(engineName(s.engine)) + " at pc " + std::to_string(s.pc) + " " + whatText(s);
      if (!program.locationOf(s.pc).empty())
        t.message += " [" + program.locationOf(s.pc) + "]";
      if (s.stall == Core::Stall::Semaphore && !posters(code, s.what))
        t.message += ", which nobody posts";
    }
    return trap(std::move(t));
  }
}

} // namespace kiln::npu
