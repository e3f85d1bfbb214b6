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

struct Instance {
  /// The launch's parameters, packed as kiln::LaunchRequest says.
  const uint8_t *parameters;
  /// The scratch space; `tile.address` of a buffer counts from here.
  uint8_t *arena;
  int32_t program[3];
  int32_t grid[3];
};

} // namespace kiln::cpu

#endif // KILN_TARGETS_CPU_INSTANCE_H
