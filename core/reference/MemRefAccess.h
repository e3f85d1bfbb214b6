// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From lanes of a vector to elements of a memref.

#ifndef KILN_REFERENCE_MEMREFACCESS_H
#define KILN_REFERENCE_MEMREFACCESS_H

#include "core/reference/Access.h"

namespace kiln::reference {

/// Which element each lane takes: `start`, and along each lane dimension v one
/// further in dimension `dimension[v]` of the memref (-1: the same one again).
struct MemRefLanes {
  Shape shape;
  Shape start;
  Shape dimension;
  const Datum *mask; // of the lanes' shape, or null
  bool mayLeave;     // a lane outside the memref is inactive, not an error
};

llvm::FailureOr<LaneAccess> memRefAccess(Instance &instance, const Step &step, const Strided &array,
                                         const MemRefLanes &lanes);

/// The memref in an operand; null, with an error, for one from ub.poison.
const Strided *memRefOperand(Instance &instance, const Step &step, unsigned index);

/// Scalar operands as numbers.
Shape indexOperands(Instance &instance, const Step &step, unsigned first, unsigned count);

/// Every element of `array`.
MemRefLanes wholeMemRef(const Strided &array);

void registerTransfers(Registry &registry);
void registerBuffers(Registry &registry);
void registerCopies(Registry &registry);

} // namespace kiln::reference

#endif // KILN_REFERENCE_MEMREFACCESS_H
