// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The engines of a core: queues, semaphores, starting and completing.

#include "sim/Core.h"
#include "sim/System.h"

namespace kiln::npu {
namespace {

constexpr uint32_t maxSemaphore = 255;
constexpr uint32_t pcRing = 1 << 16;

bool overlaps(Engine engine) { return engine == Engine::DL || engine == Engine::DS; }

uint32_t semaphoreOf(const Command &command) { return uint32_t(command.code->in.imm) >> 3 & 63; }
uint32_t countOf(const Command &command) { return uint32_t(command.code->in.imm) >> 9 & 255; }

} // namespace

Core::Core(System &system, uint32_t index, uint32_t rank)
    : state(system.config, system.shared, index, rank), semaphores(system.config.semaphores), system(system) {
  const Config &config = system.config;
  uint32_t window = std::max(1u, config.dmaBursts / system.shared.activeCores);
  for (unsigned e = 1; e < numEngines; ++e) {
    EngineState &s = engines[e];
    Engine engine = Engine(e);
    s.capacity = engine == Engine::VP ? config.vectorQueueDepth : config.queueDepth;
    s.recentPcs.resize(pcRing);
    if (overlaps(engine))
      s.port = std::make_unique<DmaPort>(config, system.events, system.dram, engine, index, window);
  }
  of(Engine::SC).recentPcs.resize(pcRing);
  of(Engine::VP).timing = std::make_unique<VectorTiming>(config);
  of(Engine::DX).timing = std::make_unique<ChipDmaTiming>();
  of(Engine::MX).timing = std::make_unique<MatrixTiming>(config);
  of(Engine::MO).timing = std::make_unique<MoverTiming>();
}

void Core::advance(Engine engine, uint64_t now) {
  if (of(engine).wakeAt == now)
    of(engine).wakeAt = 0;
  if (engine == Engine::SC)
    advanceScalar(now);
  else
    advanceEngine(engine, now);
}

/// An earlier wake-up that is already scheduled will look again.
void Core::schedule(Engine engine, uint64_t now, uint64_t cycle) {
  EngineState &s = of(engine);
  if (s.wakeAt > now && s.wakeAt <= cycle)
    return;
  s.wakeAt = cycle;
  system.wake(state.index, engine, cycle);
}

void Core::advanceEngine(Engine engine, uint64_t now) {
  EngineState &s = of(engine);
  if (s.port)
    s.port->advance(now);
  while (!s.queue.empty() && !system.trapped()) {
    uint64_t when = std::max(s.queue.front().visible, s.next);
    if (when > now)
      return schedule(engine, now, when);
    if (!startFront(engine, now))
      return;
  }
  wakeIfFenced(engine, now);
}

bool Core::startFront(Engine engine, uint64_t now) {
  const Command &command = of(engine).queue.front();
  switch (command.code->in.op) {
  case Op::SemWait:
    return startWait(engine, command, now);
  case Op::SemPost:
  case Op::SemRpost:
    startPost(engine, command, now);
    return true;
  default:
    return startInstr(engine, command, now);
  }
}

void Core::popFront(Engine engine, uint64_t now) {
  of(engine).queue.pop_front();
  if (stall == Stall::Queue && stallOn == uint32_t(engine))
    schedule(Engine::SC, now, now + 1);
}

bool Core::takeSemaphore(Engine engine, const Command &command, uint64_t now) {
  uint32_t number = semaphoreOf(command), need = countOf(command);
  Semaphore &sem = semaphores[number];
  if (sem.waiter >= 0 && sem.waiter != int(engine)) {
    trap(engine, command,
         {TrapCode::SemTwoWaiters, number, -1,
          "semaphore " + std::to_string(number) + " is waited on by " + std::string(engineName(engine)) + " and by " +
              std::string(engineName(Engine(sem.waiter))),
          std::nullopt},
         now);
    return false;
  }
  sem.waiter = int(engine);
  if (sem.value < need)
    return false;
  sem.value -= need;
  // What the senders of the consumed counts knew is known here from now on.
  while (need > 0) {
    Post &post = sem.posts.front();
    uint32_t taken = std::min(need, post.count);
    of(engine).known.join(post.clock);
    need -= taken;
    post.count -= taken;
    if (post.count == 0)
      sem.posts.pop_front();
  }
  return true;
}

bool Core::startWait(Engine engine, const Command &command, uint64_t now) {
  EngineState &s = of(engine);
  if (!s.waiting)
    s.waitingSince = now;
  s.waiting = !takeSemaphore(engine, command, now);
  if (s.waiting)
    return false;
  s.stats.wait += now - s.waitingSince;
  s.next = now + 1;
  popFront(engine, now);
  return true;
}

void Core::sendPost(const Command &command, const Clock &clock, uint64_t cycle) {
  constexpr uint64_t remoteCycles = 8;
  Post post{countOf(command), clock};
  if (command.code->in.op == Op::SemPost)
    return system.post(state.index, semaphoreOf(command), post, cycle);
  // Clocks of another core mean nothing there.
  if (Core *target = system.coreOfRank(command.scalar1))
    return system.post(target->state.index, semaphoreOf(command), {post.count, Clock()}, cycle + remoteCycles);
  trap(engineOf(command.code->in), command,
       {TrapCode::IllegalOp, command.scalar1, -1,
        "core " + std::to_string(command.scalar1) + " does not take part in this launch", std::nullopt},
       cycle);
}

/// Posts fire when what their engine started before them is complete.
void Core::startPost(Engine engine, const Command &command, uint64_t now) {
  EngineState &s = of(engine);
  Clock clock = s.known;
  clock.join(command.known);
  clock[engine] = s.started;
  s.next = now + 1;
  if (!s.port)
    sendPost(command, clock, std::max(now, s.complete) + 1);
  else if (s.port->completed() >= s.started && s.heldPosts.empty())
    sendPost(command, clock, now + 1);
  else
    s.heldPosts.push_back({s.started, command, clock});
  popFront(engine, now);
}

void Core::releasePosts(Engine engine, uint64_t now) {
  EngineState &s = of(engine);
  while (!s.heldPosts.empty() && s.heldPosts.front().after <= s.port->completed()) {
    sendPost(s.heldPosts.front().command, s.heldPosts.front().clock, now + 1);
    s.heldPosts.pop_front();
  }
}

bool Core::startInstr(Engine engine, const Command &command, uint64_t now) {
  EngineState &s = of(engine);
  if (s.port && !s.port->ready(now)) {
    if (!s.port->sending())
      schedule(engine, now, s.port->readyAt());
    return false;
  }
  if (s.timing) {
    uint64_t start = s.timing->earliest(command, now);
    if (start > now) {
      schedule(engine, now, start);
      return false;
    }
  }
  ++s.started;
  ++s.stats.instructions;
  s.recentPcs[s.started % pcRing] = uint16_t(command.pc);
  s.known.join(command.known);
  if (!overlaps(engine))
    s.known[engine] = s.started;
  Exec x(state, system.device, shadow, command, {engine, s.started, &s.known});
  if (s.started >= maxEngineInstrs)
    x.fail(TrapCode::ResourceLimit, s.started,
           "an engine can start at most " + std::to_string(maxEngineInstrs) + " instructions in one launch");
  else
    handlers()[command.code->in.op](x);
  if (x.fault) {
    trap(engine, command, *x.fault, now);
    return false;
  }
  s.next = now + 1;
  if (s.port) {
    using Direction = DmaPort::Direction;
    if (s.port->completed() + 1 == s.started)
      s.busySince = now;
    bool atomic = command.code->info->cost == Cost::DmaAtomic;
    s.port->start(s.started, std::move(x.runs),
                  atomic                 ? Direction::Atomic
                  : engine == Engine::DL ? Direction::Read
                                         : Direction::Write,
                  now);
  } else {
    Issue issue = s.timing->issue(command, now);
    s.next = issue.next;
    s.stats.busy += issue.busyUntil - std::min(issue.busyUntil, std::max(now, s.busyUntil));
    s.busyUntil = std::max(s.busyUntil, issue.busyUntil);
    s.complete = std::max(s.complete, issue.complete);
    scalarResult(*command.code, issue.complete);
  }
  macs += x.macs;
  popFront(engine, now);
  return true;
}

void Core::scalarResult(const Decoded &code, uint64_t cycle) {
  if (!code.scalarWrites)
    return;
  ready[code.in.rd] = cycle;
  pending &= ~code.scalarWrites;
  if (stall == Stall::Register && (stallOn & code.scalarWrites))
    system.wake(state.index, Engine::SC, cycle);
}

void Core::dmaDone(Engine engine, uint32_t instr, uint64_t now) {
  EngineState &s = of(engine);
  s.complete = now;
  if (s.port->done(instr) == s.started)
    s.stats.busy += now - s.busySince;
  releasePosts(engine, now);
  wakeIfFenced(engine, now);
}

void Core::arrive(uint32_t number, Post post, uint64_t now) {
  Semaphore &sem = semaphores[number];
  sem.value += post.count;
  if (sem.value > maxSemaphore) {
    Trap t;
    t.code = TrapCode::SemOverflow;
    t.core = state.index;
    t.cycle = now;
    t.value = number;
    t.programId = state.programId;
    t.message = "semaphore " + std::to_string(number) + " came to " + std::to_string(sem.value) +
                ", expected at most " + std::to_string(maxSemaphore);
    return system.trap(std::move(t));
  }
  if (post.count > 0)
    sem.posts.push_back(std::move(post));
  if (sem.waiter >= 0)
    schedule(Engine(sem.waiter), now, now);
}

std::optional<uint64_t> Core::drained(Engine engine) const {
  const EngineState &s = of(engine);
  if (!s.queue.empty() || !s.heldPosts.empty() || (s.port && s.port->completed() < s.started))
    return std::nullopt;
  return std::max(s.complete, s.next);
}

void Core::wakeIfFenced(Engine engine, uint64_t now) {
  if (stall == Stall::Fence && (stallOn >> unsigned(engine) & 1) && drained(engine))
    schedule(Engine::SC, now, now);
}

bool Core::done() const {
  if (!halted)
    return false;
  for (unsigned e = 1; e < numEngines; ++e)
    if (!drained(Engine(e)))
      return false;
  return true;
}

CoreStats Core::stats() const {
  CoreStats out;
  for (unsigned e = 0; e < numEngines; ++e) {
    out.engines[e] = engines[e].stats;
    out.cycles = std::max(out.cycles, engines[e].complete);
  }
  out.cycles = std::max(out.cycles, time);
  out.engines[0].instructions = retired;
  out.engines[0].busy = retired;
  out.macs = macs;
  out.programs = state.programsTaken;
  return out;
}

void Core::trap(Engine engine, const Command &command, const Fault &fault, uint64_t now) {
  Trap t;
  t.code = fault.code;
  t.core = state.index;
  t.pc = command.pc;
  t.engine = engine;
  t.programId = command.programId;
  t.cycle = now;
  t.value = fault.value;
  t.lane = fault.lane;
  t.message = fault.message;
  if (fault.other) {
    uint32_t pc = of(fault.other->engine).recentPcs[fault.other->index % pcRing];
    t.message += "; it was pc " + std::to_string(pc);
    if (auto in = decode(system.program.words[pc]))
      t.message += " '" + disassemble(*in) + "'";
    if (!system.program.locationOf(pc).empty())
      t.message += " [" + system.program.locationOf(pc) + "]";
  }
  system.trap(std::move(t));
}

} // namespace kiln::npu
