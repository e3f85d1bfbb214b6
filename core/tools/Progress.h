// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sign of life for work of more than two seconds.
//
//   Progress progress("simulating 'matmul'");
//   ..   // after 2, 4, 8, .. seconds: "kiln: simulating 'matmul', 2 s so far"

#ifndef KILN_CORE_TOOLS_PROGRESS_H
#define KILN_CORE_TOOLS_PROGRESS_H

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace kiln::tools {

/// Writes to standard error from a thread of its own, until it is destroyed.
class Progress {
public:
  explicit Progress(std::string what);
  ~Progress();

  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

private:
  void report();

  std::string what;
  std::mutex mutex;
  std::condition_variable ended;
  bool isDone = false;
  std::thread reporter;
};

} // namespace kiln::tools

#endif // KILN_CORE_TOOLS_PROGRESS_H
