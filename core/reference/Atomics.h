// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Read-modify-write of lanes, shared by atomics through pointers and views.

#ifndef KILN_REFERENCE_ATOMICS_H
#define KILN_REFERENCE_ATOMICS_H

#include "core/reference/Access.h"
#include "kiln/tile/Tile.h"

namespace kiln::reference {

/// What memory becomes, as bits of the element type.
uint64_t combineAtomic(tile::Atomic kind, uint64_t old, uint64_t value, ElementType type);

/// Updates the active lanes in ascending order; gives the old values, 0 in the
/// other lanes.
llvm::FailureOr<Datum> atomicLanes(Instance &instance, const Step &step, const LaneAccess &access, tile::Atomic kind,
                                   const Datum &value);

/// The same for compare and swap.
llvm::FailureOr<Datum> compareAndSwapLanes(Instance &instance, const Step &step, const LaneAccess &access,
                                           const Datum &compare, const Datum &value);

} // namespace kiln::reference

#endif // KILN_REFERENCE_ATOMICS_H
