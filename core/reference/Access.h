// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one way to device and on-chip memory. An op states an address for each
// lane and which lanes are active; the loops here check every active lane
// against the live allocations and touch no other byte.

#ifndef KILN_REFERENCE_ACCESS_H
#define KILN_REFERENCE_ACCESS_H

#include "core/reference/Datum.h"
#include "core/reference/Instance.h"
#include <vector>

namespace kiln::reference {

struct LaneAccess {
  ElementType element;
  Shape shape;
  std::vector<uint64_t> addresses;
  std::vector<uint8_t> active; // empty: all lanes
  /// Lanes whose address or mask a correct target may compute otherwise.
  std::vector<uint8_t> uncertain; // empty: none

  LaneAccess(ElementType element, llvm::ArrayRef<int64_t> shape)
      : element(element), shape(shape), addresses(countOf(shape)) {}

  int64_t count() const { return static_cast<int64_t>(addresses.size()); }
  bool isActive(int64_t lane) const { return active.empty() || active[lane]; }
  bool isUncertain(int64_t lane) const { return !uncertain.empty() && uncertain[lane]; }

  /// Marks the lanes in which this operand is uncertain.
  void noteUncertain(const Datum &operand);
  /// Limits the active lanes.
  void applyMask(const Datum &mask);
};

/// The elements at the active lanes; the others are those of `other`, or 0.
llvm::FailureOr<Datum> readLanes(Instance &instance, const Step &step, const LaneAccess &access,
                                 const Datum *other = nullptr);

/// Writes the active lanes in ascending order.
llvm::LogicalResult writeLanes(Instance &instance, const Step &step, const LaneAccess &access, const Datum &value);

/// Reports the uncertain lanes of an access once.
void noteUncertainLanes(Instance &instance, const Step &step, const LaneAccess &access);

/// One element: bounds checked, counted. `verb` is "reads" or "writes".
llvm::FailureOr<Allocation *> locateLane(Instance &instance, const Step &step, const LaneAccess &access, int64_t lane,
                                         llvm::StringRef verb);

/// The bits of an element in memory: i1 is "not 0", other odd widths are cut.
uint64_t loadElement(const std::byte *from, ElementType type);
void storeElement(std::byte *to, uint64_t bits, ElementType type);

} // namespace kiln::reference

#endif // KILN_REFERENCE_ACCESS_H
