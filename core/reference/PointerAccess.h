// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the operands of a tile.load, tile.store or atomic to the addresses of
// its lanes.

#ifndef KILN_REFERENCE_POINTERACCESS_H
#define KILN_REFERENCE_POINTERACCESS_H

#include "core/reference/Access.h"

namespace kiln::reference {

/// `pointer` is one address or one per lane; `offsets` (in elements) and `mask`
/// may be null.
LaneAccess pointerAccess(ElementType element, llvm::ArrayRef<int64_t> shape, const Datum &pointer, const Datum *offsets,
                         const Datum *mask);

/// The value of an op's `group`-th ODS operand, or null where it is absent.
template <typename OpT>
const Datum *optionalOperand(Instance &instance, const Step &step, OpT op, unsigned group) {
  auto [first, length] = op.getODSOperandIndexAndLength(group);
  return length == 0 ? nullptr : &instance.operand(step, first);
}

} // namespace kiln::reference

#endif // KILN_REFERENCE_POINTERACCESS_H
