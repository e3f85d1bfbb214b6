// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams: a queue and a thread each. Work waits only for earlier work (of its
// own stream, or an event that existed when it was given), so nothing can wait
// in a circle.

#include "State.h"

#include <condition_variable>
#include <deque>
#include <thread>

using namespace kiln;

struct detail::EventState {
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<Result<LaunchReport>> result;
  std::chrono::steady_clock::time_point time;

  void complete(Result<LaunchReport> outcome) {
    std::lock_guard lock(mutex);
    time = std::chrono::steady_clock::now();
    result = std::move(outcome);
    changed.notify_all();
  }

  const Result<LaunchReport> &wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return result.has_value(); });
    // Never changed again, so it may be read without the lock.
    return *result;
  }
};

struct detail::StreamState {
  using Work = std::function<Result<LaunchReport>()>;
  struct Task {
    Work work;
    std::shared_ptr<EventState> event;
  };

  StreamState() : worker([this] { loop(); }) {}
  /// Finishes the work that was given.
  ~StreamState() {
    {
      std::lock_guard lock(mutex);
      closing = true;
      changed.notify_all();
    }
    worker.join();
  }

  void push(Task task) {
    std::lock_guard lock(mutex);
    tasks.push_back(std::move(task));
    changed.notify_all();
  }

  Result<void> synchronize() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return tasks.empty() && !busy; });
    if (!failure)
      return {};
    Error error = *failure;
    failure.reset();
    return error;
  }

private:
  void loop() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return closing || !tasks.empty(); });
      if (tasks.empty())
        return;
      Task task = std::move(tasks.front());
      tasks.pop_front();
      busy = true;
      std::optional<Error> earlier = failure;
      lock.unlock();
      std::optional<Error> error = perform(task, earlier);
      // Its captures may hold the last handle of a buffer: free it here.
      task = {};
      lock.lock();
      busy = false;
      if (!failure)
        failure = error;
      changed.notify_all();
    }
  }

  static std::optional<Error> perform(const Task &task, const std::optional<Error> &earlier) {
    auto outcome = earlier ? Result<LaunchReport>(*earlier) : task.work();
    std::optional<Error> error;
    if (!outcome)
      error = outcome.error();
    task.event->complete(std::move(outcome));
    return error;
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Task> tasks;
  bool busy = false;
  bool closing = false;
  std::optional<Error> failure;
  // Last, so that all it uses exists when it starts.
  std::thread worker;
};

Stream DeviceHandle::createStream() {
  Stream stream;
  stream.state = std::make_shared<detail::StreamState>();
  return stream;
}

Event Stream::enqueue(std::function<Result<LaunchReport>()> work) {
  Event event;
  event.state = std::make_shared<detail::EventState>();
  state->push({std::move(work), event.state});
  return event;
}

Result<Event> Stream::launch(const Kernel &kernel, const Grid &grid, const std::vector<Argument> &arguments,
                             const LaunchOptions &options) {
  auto launch = kernel.prepare(grid, arguments, options);
  if (!launch)
    return launch.error();
  return enqueue(std::move(*launch));
}

Result<Event> Stream::write(const Buffer &buffer, ByteSpan source, uint64_t offset) {
  if (auto valid = buffer.checkRange(offset, source.size()); !valid)
    return valid.error().in("cannot write");
  Bytes copy(source.begin(), source.end());
  return enqueue([target = buffer, copy = std::move(copy), offset]() mutable -> Result<LaunchReport> {
    if (auto done = target.write(copy, offset); !done)
      return done.error();
    return LaunchReport();
  });
}

Result<Event> Stream::read(const Buffer &buffer, std::span<uint8_t> target, uint64_t offset) {
  if (auto valid = buffer.checkRange(offset, target.size()); !valid)
    return valid.error().in("cannot read");
  return enqueue([buffer, target, offset]() -> Result<LaunchReport> {
    if (auto done = buffer.read(target, offset); !done)
      return done.error();
    return LaunchReport();
  });
}

Event Stream::record() {
  return enqueue([] { return LaunchReport(); });
}

Event Stream::wait(const Event &event) {
  return enqueue([other = event]() -> Result<LaunchReport> {
    if (auto done = other.wait(); !done)
      return done.error();
    return LaunchReport();
  });
}

Result<void> Stream::synchronize() { return state->synchronize(); }

bool Event::done() const {
  std::lock_guard lock(state->mutex);
  return state->result.has_value();
}

Result<void> Event::wait() const {
  const auto &result = state->wait();
  if (!result)
    return result.error();
  return {};
}

Result<std::chrono::steady_clock::time_point> Event::finished() const {
  if (auto done = wait(); !done)
    return done.error();
  return state->time;
}

Result<LaunchReport> Event::report() const { return state->wait(); }
