// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/reference/Access.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace kiln::reference;

void LaneAccess::noteUncertain(const Datum &operand) {
  if (!operand.bounds())
    return;
  uncertain.resize(addresses.size());
  for (int64_t lane = 0; lane < count(); ++lane)
    uncertain[lane] |= operand.bound(operand.count() == 1 ? 0 : lane) != 0;
}

void LaneAccess::applyMask(const Datum &mask) {
  const uint8_t *bits = mask.as<uint8_t>();
  if (active.empty())
    active.assign(addresses.size(), 1);
  for (int64_t lane = 0; lane < count(); ++lane)
    active[lane] &= bits[mask.count() == 1 ? 0 : lane];
  noteUncertain(mask);
}

uint64_t kiln::reference::loadElement(const std::byte *from, ElementType type) {
  uint64_t bits = 0;
  std::memcpy(&bits, from, type.memoryBytes());
  if (type.isInt() && type.width == 1)
    return bits != 0;
  return zeroExtend(bits, type.width);
}

void kiln::reference::storeElement(std::byte *to, uint64_t bits, ElementType type) {
  std::memcpy(to, &bits, type.memoryBytes());
}

FailureOr<Allocation *> kiln::reference::locateLane(Instance &instance, const Step &step, const LaneAccess &access,
                                                    int64_t lane, StringRef verb) {
  uint64_t address = access.addresses[lane];
  unsigned bytes = access.element.memoryBytes();
  if (Allocation *allocation = instance.locate(address, bytes))
    return allocation;
  return instance.failLane(step, lane, access.shape,
                           llvm::formatv("{0} {1} byte{2} at {3:x}, {4}", verb, bytes, bytes == 1 ? "" : "s", address,
                                         instance.describe(address, bytes))
                               .str());
}

void kiln::reference::noteUncertainLanes(Instance &instance, const Step &step, const LaneAccess &access) {
  int64_t first = 0;
  uint64_t lanes = 0;
  for (int64_t lane = 0; lane < static_cast<int64_t>(access.uncertain.size()); ++lane)
    if (access.uncertain[lane])
      first = lanes++ == 0 ? lane : first;
  instance.noteAmbiguous(step, first, lanes);
}

/// The bounds of what was read. A separate pass, so that a plain run has none.
static void readBounds(Instance &instance, const LaneAccess &access, const Datum *other, Datum &result) {
  std::vector<double> bounds(access.count());
  bool isExact = true;
  for (int64_t lane = 0; lane < access.count(); ++lane) {
    if (access.isUncertain(lane))
      bounds[lane] = unbounded;
    else if (!access.isActive(lane))
      bounds[lane] = other ? other->bound(other->count() == 1 ? 0 : lane) : 0;
    else
      bounds[lane] =
          instance.locate(access.addresses[lane], access.element.memoryBytes())->bound(access.addresses[lane]);
    isExact &= bounds[lane] == 0;
  }
  if (!isExact)
    std::copy(bounds.begin(), bounds.end(), result.addBounds());
}

template <typename T>
static LogicalResult readElements(Instance &instance, const Step &step, const LaneAccess &access, const Datum *other,
                                  T *to) {
  const ElementType type = access.element;
  const unsigned bytes = type.memoryBytes();
  const T *otherwise = other ? other->as<T>() : nullptr;
  const bool otherIsUniform = other && other->count() == 1;
  uint64_t touched = 0;
  for (int64_t lane = 0; lane < access.count(); ++lane) {
    if (!access.isActive(lane)) {
      to[lane] = otherwise ? otherwise[otherIsUniform ? 0 : lane] : T(0);
      continue;
    }
    uint64_t address = access.addresses[lane];
    FailureOr<Allocation *> allocation = locateLane(instance, step, access, lane, "reads");
    if (failed(allocation))
      return failure();
    if (!(*allocation)->isWritten(address, bytes))
      return instance.failLane(step, lane, access.shape,
                               llvm::formatv("reads {0} byte{1} at {2:x} in '{3}' that nothing has written", bytes,
                                             bytes == 1 ? "" : "s", address, (*allocation)->name)
                                   .str());
    to[lane] = static_cast<T>(loadElement((*allocation)->host(address), type));
    touched += address < onChipBase ? bytes : 0;
  }
  instance.report.bytesRead += touched;
  return success();
}

FailureOr<Datum> kiln::reference::readLanes(Instance &instance, const Step &step, const LaneAccess &access,
                                            const Datum *other) {
  Datum result(access.element, access.shape);
  LogicalResult read = success();
  switch (access.element.storageBytes()) {
  case 1:
    read = readElements(instance, step, access, other, result.mutableAs<uint8_t>());
    break;
  case 2:
    read = readElements(instance, step, access, other, result.mutableAs<uint16_t>());
    break;
  case 4:
    read = readElements(instance, step, access, other, result.mutableAs<uint32_t>());
    break;
  default:
    read = readElements(instance, step, access, other, result.mutableAs<uint64_t>());
  }
  if (failed(read))
    return failure();
  if (instance.tracksBounds()) {
    readBounds(instance, access, other, result);
    noteUncertainLanes(instance, step, access);
  }
  return result;
}

LogicalResult kiln::reference::writeLanes(Instance &instance, const Step &step, const LaneAccess &access,
                                          const Datum &value) {
  const ElementType type = access.element;
  const unsigned bytes = type.memoryBytes();
  uint64_t touched = 0;
  for (int64_t lane = 0; lane < access.count(); ++lane) {
    uint64_t address = access.addresses[lane];
    if (!access.isActive(lane)) {
      // A target that takes this lane writes here, if there is anything here.
      Allocation *there = access.isUncertain(lane) ? instance.locate(address, bytes) : nullptr;
      if (there)
        there->setBound(address, unbounded);
      continue;
    }
    FailureOr<Allocation *> allocation = locateLane(instance, step, access, lane, "writes");
    if (failed(allocation))
      return failure();
    storeElement((*allocation)->host(address), value.bits(lane), type);
    (*allocation)->setWritten(address, bytes);
    (*allocation)->setBound(address, access.isUncertain(lane) ? unbounded : value.bound(lane));
    touched += address < onChipBase ? bytes : 0;
  }
  instance.report.bytesWritten += touched;
  if (instance.tracksBounds())
    noteUncertainLanes(instance, step, access);
  return success();
}
