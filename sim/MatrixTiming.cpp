// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/Timing.h"

namespace kiln::npu {
namespace {

bool isMul(const Command &command) { return command.code->info->cost == Cost::MatrixMul; }

uint32_t fieldOf(const Command &command, unsigned low, unsigned width) {
  return uint32_t(command.code->in.imm) >> low & ((1u << width) - 1);
}

} // namespace

MatrixTiming::Rows MatrixTiming::rowsOf(const Command &command) const {
  return {(command.scalar1 - accBase) / config.accRowBytes(), fieldOf(command, 9, 7), fieldOf(command, 0, 9), 0, 0};
}

uint64_t MatrixTiming::earliest(const Command &command, uint64_t now) {
  if (!isMul(command))
    return std::max(now, loaderFree);
  uint64_t start = std::max(now, arrayFree);
  bool swap = fieldOf(command, 16, 1);
  if (swap)
    start = std::max(start, loaderFree);
  Rows mine = rowsOf(command);
  for (const Rows &other : inFlight) {
    auto shares = [&](uint64_t row) {
      return row >= other.base && (row - other.base) % std::max<uint64_t>(other.stride, 1) == 0 &&
             (row - other.base) / std::max<uint64_t>(other.stride, 1) < other.count;
    };
    bool overlap = false;
    for (uint64_t i = 0; i < mine.count && !overlap; ++i)
      overlap = shares(mine.base + i * mine.stride);
    if (!overlap)
      continue;
    // In step with the other, each row follows its own predecessor.
    bool inStep = mine.base == other.base && mine.stride == other.stride;
    start = std::max(start, (inStep ? other.start : other.end) + latency());
  }
  return start;
}

Issue MatrixTiming::issue(const Command &command, uint64_t start) {
  if (!isMul(command)) {
    loaderFree = start + config.arraySize;
    return {start + 1, start, loaderFree};
  }
  std::erase_if(inFlight, [&](const Rows &r) { return r.end + latency() <= start; });
  Rows rows = rowsOf(command);
  rows.start = start;
  rows.end = arrayFree = start + rows.count;
  inFlight.push_back(rows);
  return {start + 1, arrayFree, arrayFree + latency()};
}

Issue MoverTiming::issue(const Command &command, uint64_t start) {
  uint64_t end = start + fieldOf(command, 0, 9) + 4;
  return {end, end, end};
}

} // namespace kiln::npu
