// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/System.h"

#include <cstring>

namespace kiln::npu {

System::System(const Config &config, DeviceMemory &device, const Program &program, const Launch &launch)
    : config(config), device(device), program(program), launch(launch), code(decodeAll(program.words)),
      dram(config, events, result.stats), byIndex(config.cores) {
  shared.grid = launch.grid;
  shared.argBytes = uint32_t(launch.args.size());
  shared.messages = &program.messages;
  shared.dynamicIds = launch.dynamicIds;
  shared.activeCores = 0;
  for (uint32_t i = 0; i < config.cores; ++i)
    shared.activeCores += launch.coreMask >> i & 1;
  for (uint32_t i = 0; i < config.cores; ++i) {
    if (!(launch.coreMask >> i & 1))
      continue;
    cores.push_back(std::make_unique<Core>(*this, i, uint32_t(cores.size())));
    byIndex[i] = cores.back().get();
    Core &core = *cores.back();
    core.pc = launch.entry;
    if (!launch.args.empty() && core.state.smem.size() != 0) {
      std::memcpy(core.state.smem.at(0), launch.args.data(), launch.args.size());
      core.state.smem.noteHostWrite(0, uint32_t(launch.args.size()));
    }
    wake(i, Engine::SC, 0);
  }
}

Core *System::coreOfRank(uint64_t rank) { return rank < cores.size() ? cores[rank].get() : nullptr; }

void System::post(uint32_t core, uint32_t semaphore, Post post, uint64_t cycle) {
  uint32_t slot;
  if (freeFlights.empty()) {
    slot = uint32_t(flights.size());
    flights.emplace_back();
  } else {
    slot = freeFlights.back();
    freeFlights.pop_back();
  }
  flights[slot] = {core, semaphore, std::move(post)};
  events.add(cycle, EventKind::Post, core, slot);
}

void System::land(uint32_t slot, uint64_t cycle) {
  Flight flight = std::move(flights[slot]);
  freeFlights.push_back(slot);
  byIndex[flight.core]->arrive(flight.semaphore, std::move(flight.post), cycle);
}

void System::barrier(uint32_t id, uint32_t count, uint32_t core, uint64_t cycle) {
  constexpr uint64_t barrierCycles = 16;
  auto &waiting = barriers[id];
  waiting.push_back(core);
  if (waiting.size() < count)
    return;
  auto freed = std::move(waiting);
  waiting.clear();
  for (uint32_t i : freed)
    byIndex[i]->resumeFromBarrier(cycle + barrierCycles);
}

void System::trap(Trap trap) {
  if (result.trap)
    return;
  trap.location = program.locationOf(trap.pc);
  if (trap.disassembly.empty() && trap.pc < code.size() && code[trap.pc].info)
    trap.disassembly = disassemble(code[trap.pc].in);
  result.trap = std::move(trap);
}

void System::handle(const Event &event) {
  switch (event.kind) {
  case EventKind::Engine:
    return byIndex[event.core]->advance(Engine(event.index), event.cycle);
  case EventKind::Post:
    return land(event.index, event.cycle);
  case EventKind::Channel:
    return dram.advance(event.index, event.cycle);
  case EventKind::Arrival:
    return byIndex[event.core]->burstArrived(arrivalEngine(event.aux), event.index, arrivalBytes(event.aux),
                                             event.cycle);
  case EventKind::DmaDone:
    return byIndex[event.core]->dmaDone(Engine(event.aux), event.index, event.cycle);
  }
}

bool System::isPastDeadline() const {
  return launch.timeout.count() != 0 && std::chrono::steady_clock::now() - started > launch.timeout;
}

std::string System::overdueMessage() const {
  return "simulating the launch took more than " + std::to_string(launch.timeout.count()) + " ms of the host's time";
}

void System::stop(TrapCode code, uint64_t value, std::string message) {
  Trap t;
  t.code = code;
  t.core = cores.front()->state.index;
  t.pc = cores.front()->pc;
  t.programId = cores.front()->state.programId;
  t.cycle = now;
  t.value = value;
  t.message = std::move(message);
  trap(std::move(t));
}

RunResult System::run() {
  started = std::chrono::steady_clock::now();
  while (!events.empty() && !trapped()) {
    Event event = events.pop();
    now = event.cycle;
    if (now > launch.maxCycles)
      stop(TrapCode::Watchdog, launch.maxCycles,
           "the launch took more than " + std::to_string(launch.maxCycles) + " cycles");
    else if (overdue())
      stop(TrapCode::ResourceLimit, launch.timeout.count(), overdueMessage());
    else
      handle(event);
  }
  if (!trapped())
    for (auto &core : cores)
      if (!core->done()) {
        reportDeadlock();
        break;
      }
  if (!trapped())
    checkSemaphores();
  finish();
  return std::move(result);
}

/// A count that is left over is a post without its wait.
void System::checkSemaphores() {
  for (auto &core : cores)
    for (uint32_t s = 0; s < core->semaphores.size(); ++s)
      if (uint32_t value = core->semaphores[s].value) {
        Trap t;
        t.code = TrapCode::SemNonzero;
        t.core = core->state.index;
        t.pc = core->pc;
        t.cycle = now;
        t.value = s;
        t.message = "semaphore " + std::to_string(s) + " is " + std::to_string(value) + " at halt, expected 0";
        return trap(std::move(t));
      }
}

void System::finish() {
  Stats &stats = result.stats;
  stats.cycles = result.trap ? result.trap->cycle : now;
  for (auto &core : cores) {
    stats.cores.push_back(core->stats());
    for (const EngineStats &engine : stats.cores.back().engines)
      stats.instructions += engine.instructions;
    if (!result.trap)
      stats.cycles = std::max(stats.cycles, stats.cores.back().cycles);
  }
  result.output = std::move(shared.output);
  result.lines = std::move(shared.lines);
  result.lostLines = shared.lostLines;
}

} // namespace kiln::npu
