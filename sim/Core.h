// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One core: a scalar part that executes in order and fills the queues of the
// engines, the engines that empty them, and the semaphores between them.
// Instructions take effect when they start (Exec); Timing and DmaPort say when
// that is and when others may rely on it. That order of values is the right one
// because what is not ordered by semaphores is a race, and reported.

#ifndef KILN_SIM_CORE_H
#define KILN_SIM_CORE_H

#include "sim/DmaPort.h"
#include "sim/Timing.h"

namespace kiln::npu {

class System;

/// A post on its way or arrived: the count and what its sender knew.
struct Post {
  uint32_t count;
  Clock clock;
};

struct Semaphore {
  uint32_t value = 0;
  std::deque<Post> posts; ///< not yet consumed, oldest first
  int waiter = -1;        ///< the one engine that may wait on it
};

/// An engine's queue and progress.
struct EngineState {
  std::deque<Command> queue;
  uint32_t capacity = 0;
  uint32_t started = 0; ///< instructions started, posts and waits aside
  Clock known;
  uint64_t next = 0; ///< first cycle in which another may start
  uint64_t busyUntil = 0;
  uint64_t complete = 0; ///< when all that started is complete
  bool waiting = false;
  uint64_t waitingSince = 0;
  uint64_t busySince = 0; ///< of DL and DS: an instruction is under way
  uint64_t wakeAt = 0;    ///< cycle of the wake-up that is scheduled, or 0
  EngineStats stats;
  std::unique_ptr<UnitTiming> timing; ///< fixed-latency engines
  std::unique_ptr<DmaPort> port;      ///< DL and DS
  struct HeldPost {
    uint32_t after; ///< fires when instructions up to this are complete
    Command command;
    Clock clock;
  };
  std::deque<HeldPost> heldPosts;
  std::vector<uint16_t> recentPcs; ///< ring, by number
};

class Core {
public:
  Core(System &system, uint32_t index, uint32_t rank);

  void advance(Engine engine, uint64_t now);
  void arrive(uint32_t semaphore, Post post, uint64_t now);
  void burstArrived(Engine engine, uint32_t instr, unsigned bytes, uint64_t now) {
    engines[size_t(engine)].port->arrival(instr, bytes, now);
  }
  void dmaDone(Engine engine, uint32_t instr, uint64_t now);
  void resumeFromBarrier(uint64_t cycle);

  bool done() const;
  CoreStats stats() const;

  /// What each engine and the scalar part are stuck at, for Deadlock.
  enum class Stall : uint8_t { None, Register, Queue, Semaphore, Fence, Barrier };
  struct Stuck {
    Engine engine;
    uint32_t pc;
    Stall stall;
    uint32_t what; ///< semaphore, engine, register or barrier
    uint32_t have = 0, need = 0;
    int64_t programId = -1;
  };
  std::vector<Stuck> stuck() const;

  CoreState state;
  std::vector<Semaphore> semaphores;

private:
  friend class System;

  EngineState &of(Engine e) { return engines[size_t(e)]; }
  const EngineState &of(Engine e) const { return engines[size_t(e)]; }

  // Scalar part (ScalarCore.cpp).
  void advanceScalar(uint64_t now);
  bool registersReady(const Decoded &code);
  bool executeScalar(const Decoded &code);
  bool synchronise(const Decoded &code);
  bool scalarWait(const Decoded &code);
  bool scalarPost(const Decoded &code);
  bool fence(const Decoded &code);
  bool dispatch(const Decoded &code);
  const Decoded *fetch();
  bool barrier(const Decoded &code);
  void trapHere(const Fault &fault);
  void advancePc(uint32_t next);
  bool sleep(Stall why, uint32_t what);
  bool needsGlobalTime(const Decoded &code) const;
  Command capture(const Decoded &code) const;

  // Engines (Core.cpp).
  void advanceEngine(Engine engine, uint64_t now);
  bool startFront(Engine engine, uint64_t now);
  bool startWait(Engine engine, const Command &command, uint64_t now);
  void startPost(Engine engine, const Command &command, uint64_t now);
  bool startInstr(Engine engine, const Command &command, uint64_t now);
  void popFront(Engine engine, uint64_t now);
  bool takeSemaphore(Engine engine, const Command &command, uint64_t now);
  void sendPost(const Command &command, const Clock &clock, uint64_t cycle);
  void schedule(Engine engine, uint64_t now, uint64_t cycle);
  void releasePosts(Engine engine, uint64_t now);
  void scalarResult(const Decoded &code, uint64_t cycle);
  void wakeIfFenced(Engine engine, uint64_t now);
  /// When everything that the engine was given is complete, if that is known.
  std::optional<uint64_t> drained(Engine engine) const;
  void trap(Engine engine, const Command &command, const Fault &fault, uint64_t now);

  System &system;
  DramShadow shadow;
  std::array<EngineState, numEngines> engines;

  uint32_t pc = 0;
  uint64_t time = 0; ///< local; the scalar part runs ahead of the others
  bool halted = false;
  Stall stall = Stall::None;
  uint32_t stallOn = 0;
  uint64_t stallSince = 0;
  uint64_t divFree = 0;
  std::array<uint64_t, numRegisters> ready = {};
  uint32_t pending = 0; ///< registers that VP will write
  uint64_t retired = 0, macs = 0;
};

} // namespace kiln::npu

#endif // KILN_SIM_CORE_H
