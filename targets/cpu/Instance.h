// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What compiled code is called with: the contract between the compiler side
// and the device side of this target. A kernel is a function
// void(const Instance *), called once per program instance.

#ifndef KILN_TARGETS_CPU_INSTANCE_H
#define KILN_TARGETS_CPU_INSTANCE_H

#include <cstdint>

namespace kiln::cpu {

/// How a printed value is to be read.
enum PrintFlags : int32_t { PrintHex = 1, PrintNothing = 2 };

struct Instance {
  /// The launch's parameters, packed as kiln::LaunchRequest says.
  const uint8_t *parameters;
  /// The scratch space; `tile.address` of a buffer counts from here.
  uint8_t *arena;
  int32_t program[3];
  int32_t grid[3];
  /// One printed line. `type` names an element type of the runtime; the `rank`
  /// indices that follow are int64_t.
  void (*print)(const Instance *, const char *prefix, const char *type, int32_t flags, uint64_t bits, int32_t rank,
                ...);
  /// Ends the launch with an error; does not return.
  void (*fail)(const Instance *, const char *message);
};

} // namespace kiln::cpu

#endif // KILN_TARGETS_CPU_INSTANCE_H
