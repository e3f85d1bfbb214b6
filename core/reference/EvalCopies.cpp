// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies between device memory and the chip: boxes, and elements by address;
// atomics of elements by address.

#include "core/reference/Atomics.h"
#include "core/reference/Elementwise.h"
#include "core/reference/MemRefAccess.h"
#include "core/reference/PointerAccess.h"
#include "kiln/tile/Tile.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static LogicalResult checkSize(Instance &instance, const Step &step, llvm::ArrayRef<int64_t> shape) {
  int64_t room = tile::maxTileElements;
  for (int64_t extent : shape)
    room = extent > 0 ? room / extent : room;
  if (room > 0)
    return success();
  return instance.fail(step, "copies more than the " + Twine(tile::maxTileElements) + " elements of the largest tile");
}

/// Moves what lies in the box; with a fill, the rest of the target takes it.
static LogicalResult evalCopy(Instance &instance, const Step &step) {
  auto op = cast<tile::CopyOp>(step.op);
  const Strided *source = memRefOperand(instance, step, 0), *target = memRefOperand(instance, step, 1);
  if (!source || !target)
    return failure();
  const Shape shape = source->extents;
  if (shape != target->extents)
    return instance.fail(step, "copies between memrefs of different extents");
  if (failed(checkSize(instance, step, shape)))
    return failure();
  unsigned rank = shape.size();
  Datum box(ElementType::integer(1), shape);
  const Shape strides = stridesOf(shape);
  for (int64_t lane = 0; lane < box.count(); ++lane) {
    bool isInside = true;
    for (unsigned d = 0; d < rank; ++d) {
      int64_t i = lane / strides[d] % shape[d];
      isInside &= instance.operand(step, 2 + d).integer(0) <= i && i < instance.operand(step, 2 + rank + d).integer(0);
    }
    box.setBits(lane, isInside);
  }
  MemRefLanes lanes = wholeMemRef(*source);
  lanes.mask = &box;
  FailureOr<LaneAccess> from = memRefAccess(instance, step, *source, lanes);
  if (failed(from))
    return failure();
  const Datum *fill = optionalOperand(instance, step, op, 4);
  FailureOr<Datum> moved = readLanes(instance, step, *from, fill);
  if (fill)
    lanes.mask = nullptr;
  FailureOr<LaneAccess> to = memRefAccess(instance, step, *target, lanes);
  return failed(moved) || failed(to) ? failure() : writeLanes(instance, step, *to, *moved);
}

/// The elements of the memref that is an op's `group`-th ODS operand.
template <typename OpT>
static FailureOr<Datum> readWhole(Instance &instance, const Step &step, OpT op, unsigned group) {
  const Strided *array = memRefOperand(instance, step, op.getODSOperandIndexAndLength(group).first);
  if (!array || failed(checkSize(instance, step, array->extents)))
    return failure();
  FailureOr<LaneAccess> access = memRefAccess(instance, step, *array, wholeMemRef(*array));
  return failed(access) ? FailureOr<Datum>() : readLanes(instance, step, *access);
}

/// Nothing may look at a mask after its copy, which writes over it.
static LogicalResult useUpMask(Instance &instance, const Step &step, unsigned operand) {
  const Strided *array = memRefOperand(instance, step, operand);
  FailureOr<LaneAccess> access = memRefAccess(instance, step, *array, wholeMemRef(*array));
  if (failed(access))
    return failure();
  for (uint64_t address : access->addresses)
    if (Allocation *allocation = instance.locate(address, array->element.memoryBytes()))
      allocation->forget(address, array->element.memoryBytes());
  return success();
}

/// The addresses of an indexed copy, from its buffers of offsets and masks.
template <typename OpT>
static FailureOr<LaneAccess> indexedAccess(Instance &instance, const Step &step, OpT op, ElementType element,
                                           unsigned pointerGroup, unsigned offsetsGroup, unsigned maskGroup) {
  FailureOr<Datum> offsets = readWhole(instance, step, op, offsetsGroup);
  if (failed(offsets))
    return failure();
  const Datum &pointer = instance.operand(step, op.getODSOperandIndexAndLength(pointerGroup).first);
  LaneAccess access = pointerAccess(element, offsets->shape(), pointer, &*offsets, nullptr);
  auto [maskOperand, masks] = op.getODSOperandIndexAndLength(maskGroup);
  if (masks == 0)
    return access;
  FailureOr<Datum> mask = readWhole(instance, step, op, maskGroup);
  if (failed(mask) || failed(useUpMask(instance, step, maskOperand)))
    return failure();
  access.active.assign(access.addresses.size(), 1);
  for (int64_t lane = 0; lane < access.count(); ++lane)
    access.active[lane] = mask->bits(lane) != 0;
  access.noteUncertain(*mask);
  return access;
}

static LogicalResult evalCopyGather(Instance &instance, const Step &step) {
  auto op = cast<tile::CopyGatherOp>(step.op);
  const Strided *target = memRefOperand(instance, step, op.getODSOperandIndexAndLength(4).first);
  if (!target)
    return failure();
  FailureOr<LaneAccess> from = indexedAccess(instance, step, op, target->element, 0, 1, 2);
  if (failed(from))
    return failure();
  FailureOr<Datum> moved = readLanes(instance, step, *from, optionalOperand(instance, step, op, 3));
  FailureOr<LaneAccess> to = memRefAccess(instance, step, *target, wholeMemRef(*target));
  return failed(moved) || failed(to) ? failure() : writeLanes(instance, step, *to, *moved);
}

static LogicalResult evalCopyScatter(Instance &instance, const Step &step) {
  auto op = cast<tile::CopyScatterOp>(step.op);
  FailureOr<Datum> moved = readWhole(instance, step, op, 0);
  if (failed(moved))
    return failure();
  FailureOr<LaneAccess> to = indexedAccess(instance, step, op, moved->type(), 1, 2, 3);
  return failed(to) ? failure() : writeLanes(instance, step, *to, *moved);
}

/// Writes all elements of the memref that is an op's `group`-th ODS operand.
template <typename OpT>
static LogicalResult writeWhole(Instance &instance, const Step &step, OpT op, unsigned group, const Datum &value) {
  const Strided *array = memRefOperand(instance, step, op.getODSOperandIndexAndLength(group).first);
  if (!array)
    return failure();
  FailureOr<LaneAccess> access = memRefAccess(instance, step, *array, wholeMemRef(*array));
  return failed(access) ? failure() : writeLanes(instance, step, *access, value);
}

static LogicalResult evalCopyAtomicRmw(Instance &instance, const Step &step) {
  auto op = cast<tile::CopyAtomicRmwOp>(step.op);
  FailureOr<Datum> values = readWhole(instance, step, op, 0);
  if (failed(values))
    return failure();
  FailureOr<LaneAccess> access = indexedAccess(instance, step, op, values->type(), 1, 2, 3);
  if (failed(access))
    return failure();
  FailureOr<Datum> old = atomicLanes(instance, step, *access, op.getKind(), *values);
  return failed(old) || !op.getOld() ? LogicalResult(old) : writeWhole(instance, step, op, 4, *old);
}

static LogicalResult evalCopyAtomicCas(Instance &instance, const Step &step) {
  auto op = cast<tile::CopyAtomicCasOp>(step.op);
  FailureOr<Datum> compare = readWhole(instance, step, op, 0), values = readWhole(instance, step, op, 1);
  if (failed(compare) || failed(values))
    return failure();
  FailureOr<LaneAccess> access = indexedAccess(instance, step, op, values->type(), 2, 3, 4);
  if (failed(access))
    return failure();
  FailureOr<Datum> old = compareAndSwapLanes(instance, step, *access, *compare, *values);
  return failed(old) ? failure() : writeWhole(instance, step, op, 5, *old);
}

void kiln::reference::registerCopies(Registry &registry) {
  registry["tile.copy"] = evalCopy;
  registry["tile.copy_gather"] = evalCopyGather;
  registry["tile.copy_scatter"] = evalCopyScatter;
  registry["tile.copy_atomic_rmw"] = evalCopyAtomicRmw;
  registry["tile.copy_atomic_cas"] = evalCopyAtomicCas;
}
