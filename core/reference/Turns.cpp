// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/reference/Turns.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

using namespace kiln::reference;

/// Instances that may wait at one time: each holds a host thread.
static constexpr uint64_t maxWaiting = 1000;

namespace {
/// Hands the turn from thread to thread. All members are guarded by `mutex`;
/// `turn` names the one worker that may run.
class TurnTaker {
public:
  TurnTaker(uint64_t count, const InstanceBody &body) : count(count), body(body) {}

  std::string run() {
    std::unique_lock<std::mutex> lock(mutex);
    start();
    changed.wait(lock, [&] { return live == 0; });
    lock.unlock();
    for (std::thread &thread : threads)
      thread.join();
    return firstError;
  }

private:
  /// A new worker, which has the turn.
  void start() {
    uint64_t id = threads.size();
    ++live;
    turn = id;
    threads.emplace_back([this, id] { work(id); });
  }

  /// Executes instances one after another until others have to go first.
  void work(uint64_t id) {
    std::unique_lock<std::mutex> lock(mutex);
    while (next < count && firstError.empty()) {
      uint64_t instance = next++;
      lock.unlock();
      std::string error = body(instance, [this, id] { return pass(id); });
      lock.lock();
      if (firstError.empty())
        firstError = error;
      // What this instance did may be what others wait for.
      untried = waiting.size();
      if (!waiting.empty())
        break;
    }
    --live;
    if (!waiting.empty())
      resumeFront();
    changed.notify_all();
  }

  bool pass(uint64_t id) {
    std::unique_lock<std::mutex> lock(mutex);
    waiting.push_back(id);
    if (untried == 0 && next < count && waiting.size() < maxWaiting && firstError.empty())
      start();
    else
      resumeFront();
    changed.notify_all();
    changed.wait(lock, [&] { return turn == id; });
    return firstError.empty();
  }

  void resumeFront() {
    turn = waiting.front();
    waiting.pop_front();
    if (untried > 0)
      --untried;
  }

  const uint64_t count;
  const InstanceBody &body;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::thread> threads;
  std::deque<uint64_t> waiting; // workers whose instance waits, longest first
  uint64_t untried = 0;         // of these, how many to resume before a new start
  uint64_t turn = 0;
  uint64_t next = 0;
  uint64_t live = 0;
  std::string firstError;
};
} // namespace

std::string kiln::reference::takeTurns(uint64_t count, const InstanceBody &body) {
  return TurnTaker(count, body).run();
}
