// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of the tile dialect through pointers, program ids and pointer
// arithmetic.

#include "core/reference/Access.h"
#include "core/reference/Elementwise.h"
#include "core/reference/PointerAccess.h"
#include "kiln/tile/Tile.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static LogicalResult evalProgramId(Instance &instance, const Step &step) {
  auto axis = static_cast<unsigned>(cast<tile::ProgramIdOp>(step.op).getAxis());
  instance.set(step, 0, Datum::scalar(step.info[0].type, static_cast<uint64_t>(instance.ids[axis])));
  return success();
}

static LogicalResult evalNumPrograms(Instance &instance, const Step &step) {
  auto axis = static_cast<unsigned>(cast<tile::NumProgramsOp>(step.op).getAxis());
  instance.set(step, 0, Datum::scalar(step.info[0].type, static_cast<uint64_t>(instance.context.grid[axis])));
  return success();
}

static LogicalResult evalPtrAdd(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  auto bytes = static_cast<uint64_t>(tile::elementBytes(cast<tile::PtrAddOp>(step.op).getElementType()));
  for (int64_t i = 0; i < result.count(); ++i)
    result.setBits(i, lanes[0].bits(i) + static_cast<uint64_t>(lanes[1].integer(i)) * bytes);
  boundDiscrete(lanes, result);
  instance.set(step, 0, std::move(result));
  return success();
}

LaneAccess kiln::reference::pointerAccess(ElementType element, llvm::ArrayRef<int64_t> shape, const Datum &pointer,
                                          const Datum *offsets, const Datum *mask) {
  LaneAccess access(element, shape);
  const uint64_t *pointers = pointer.as<uint64_t>();
  const uint64_t bytes = element.memoryBytes();
  const bool isUniform = pointer.count() == 1;
  for (int64_t lane = 0; lane < access.count(); ++lane)
    access.addresses[lane] = pointers[isUniform ? 0 : lane];
  access.noteUncertain(pointer);
  if (offsets) {
    withContainer(offsets->type(), [&](auto container) {
      const auto *from = offsets->as<decltype(container)>();
      const unsigned width = offsets->type().width;
      for (int64_t lane = 0; lane < access.count(); ++lane)
        access.addresses[lane] += static_cast<uint64_t>(static_cast<int64_t>(asSigned(from[lane], width))) * bytes;
    });
    access.noteUncertain(*offsets);
  }
  if (mask)
    access.applyMask(*mask);
  return access;
}

static LogicalResult evalLoad(Instance &instance, const Step &step) {
  auto op = cast<tile::LoadOp>(step.op);
  const ResultInfo &info = step.info[0];
  LaneAccess access = pointerAccess(info.type, info.shape, instance.operand(step, 0),
                                    optionalOperand(instance, step, op, 1), optionalOperand(instance, step, op, 2));
  FailureOr<Datum> result = readLanes(instance, step, access, optionalOperand(instance, step, op, 3));
  if (failed(result))
    return failure();
  instance.sawSynchronization |= op.getIsVolatile();
  instance.set(step, 0, std::move(*result));
  return success();
}

static LogicalResult evalStore(Instance &instance, const Step &step) {
  auto op = cast<tile::StoreOp>(step.op);
  const Datum &value = instance.operand(step, 0);
  LaneAccess access = pointerAccess(value.type(), value.shape(), instance.operand(step, 1),
                                    optionalOperand(instance, step, op, 2), optionalOperand(instance, step, op, 3));
  return writeLanes(instance, step, access, value);
}

/// Lanes of runs: run r starts at pointer + offset + runs[r]. Operands from `first`
/// on are those of tile.gather_runs.
template <typename OpT>
static LaneAccess runAccess(Instance &instance, const Step &step, OpT op, unsigned first, ElementType element,
                            llvm::ArrayRef<int64_t> shape) {
  LaneAccess access(element, shape);
  const Datum &offset = instance.operand(step, first + 1), &runs = instance.operand(step, first + 2),
              &low = instance.operand(step, first + 3), &high = instance.operand(step, first + 4);
  const Datum *mask = optionalOperand(instance, step, op, first + 5);
  const uint64_t bytes = element.memoryBytes(), start = instance.operand(step, first).bits(0);
  const int64_t length = shape.back();
  access.active.resize(access.count());
  for (int64_t lane = 0; lane < access.count(); ++lane) {
    int64_t run = lane / length, at = lane % length;
    uint64_t elements = static_cast<uint64_t>(offset.integer(0)) + static_cast<uint64_t>(runs.integer(run) + at);
    access.addresses[lane] = start + elements * bytes;
    access.active[lane] = low.integer(0) <= at && at < high.integer(0) && (!mask || mask->bits(run));
  }
  for (const Datum *uniform : {&offset, &low, &high})
    access.noteUncertain(*uniform);
  for (const Datum *varying : {&runs, mask}) {
    if (!varying || !varying->bounds())
      continue;
    access.uncertain.resize(access.count());
    for (int64_t lane = 0; lane < access.count(); ++lane)
      access.uncertain[lane] |= varying->bound(lane / length) != 0;
  }
  return access;
}

static LogicalResult evalGatherRuns(Instance &instance, const Step &step) {
  const ResultInfo &info = step.info[0];
  LaneAccess access = runAccess(instance, step, cast<tile::GatherRunsOp>(step.op), 0, info.type, info.shape);
  FailureOr<Datum> result = readLanes(instance, step, access);
  if (failed(result))
    return failure();
  instance.set(step, 0, std::move(*result));
  return success();
}

static LogicalResult evalScatterRuns(Instance &instance, const Step &step) {
  const Datum &value = instance.operand(step, 0);
  LaneAccess access = runAccess(instance, step, cast<tile::ScatterRunsOp>(step.op), 1, value.type(), value.shape());
  return writeLanes(instance, step, access, value);
}

/// Accesses happen one after another; there is nothing to order.
static LogicalResult evalFence(Instance &, const Step &) { return success(); }

void kiln::reference::registerMemory(Registry &registry) {
  registry["tile.program_id"] = evalProgramId;
  registry["tile.num_programs"] = evalNumPrograms;
  registry["tile.ptr_add"] = evalPtrAdd;
  registry["tile.load"] = evalLoad;
  registry["tile.store"] = evalStore;
  registry["tile.gather_runs"] = evalGatherRuns;
  registry["tile.scatter_runs"] = evalScatterRuns;
  registry["tile.fence"] = evalFence;
}
