// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the handlers of rectangular and of indexed DMA share.

#ifndef KILN_SIM_EXECDMA_H
#define KILN_SIM_EXECDMA_H

#include "sim/Exec.h"
#include "sim/Numerics.h"

namespace kiln::npu {

/// The size of a rectangular transfer; not valid when it is empty or when the
/// numbers are out of range, which has faulted then.
struct DmaShape {
  explicit DmaShape(Exec &x);

  uint64_t rows, rowBytes, planes;
  bool valid = false;
};

/// row[i] = byte i % 8 of the pattern, for i in [lo, hi).
void fillPattern(uint8_t *row, uint64_t lo, uint64_t hi, uint64_t pattern);

} // namespace kiln::npu

#endif // KILN_SIM_EXECDMA_H
