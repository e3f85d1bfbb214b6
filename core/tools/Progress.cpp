// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/tools/Progress.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace kiln::tools;

Progress::Progress(std::string what) : what(std::move(what)), reporter([this] { report(); }) {}

Progress::~Progress() {
  {
    std::lock_guard lock(mutex);
    isDone = true;
  }
  ended.notify_one();
  reporter.join();
}

/// At 2, 4, 8, .. seconds, so that a long run does not fill a log.
void Progress::report() {
  auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex);
  for (int64_t seconds = 2;; seconds *= 2) {
    if (ended.wait_until(lock, start + std::chrono::seconds(seconds), [this] { return isDone; }))
      return;
    llvm::errs() << "kiln: " << what << ", " << seconds << " s so far\n";
  }
}
