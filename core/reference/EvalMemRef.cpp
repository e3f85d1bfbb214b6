// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory below tile form: memrefs are strided arrays in the same flat space,
// on the chip or in device memory. A lane outside its memref is an error even
// where it hits other memory.

#include "core/reference/Elementwise.h"
#include "core/reference/Indexing.h"
#include "core/reference/MemRefAccess.h"
#include "core/reference/PointerAccess.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

const Strided *kiln::reference::memRefOperand(Instance &instance, const Step &step, unsigned index) {
  const Strided *array = instance.operand(step, index).array();
  if (!array)
    (void)instance.fail(step, "accesses what is no memref of the reference");
  return array;
}

Shape kiln::reference::indexOperands(Instance &instance, const Step &step, unsigned first, unsigned count) {
  Shape indices;
  for (unsigned i = first; i < first + count; ++i)
    indices.push_back(instance.operand(step, i).integer(0));
  return indices;
}

MemRefLanes kiln::reference::wholeMemRef(const Strided &array) {
  Shape dimensions(llvm::to_vector(llvm::seq<int64_t>(0, array.extents.size())));
  return {array.extents, Shape(array.extents.size(), 0), dimensions, nullptr, false};
}

static LogicalResult failOutside(Instance &instance, const Step &step, const LaneAccess &access, int64_t lane,
                                 const Strided &array, llvm::ArrayRef<int64_t> index) {
  std::string at, extents;
  for (size_t d = 0; d < index.size(); ++d) {
    at += (d ? ", " : "") + std::to_string(index[d]);
    extents += (d ? "x" : "") + std::to_string(array.extents[d]);
  }
  return instance.failLane(step, lane, access.shape, "accesses element (" + at + ") of a memref of " + extents);
}

FailureOr<LaneAccess> kiln::reference::memRefAccess(Instance &instance, const Step &step, const Strided &array,
                                                    const MemRefLanes &lanes) {
  LaneAccess access(array.element, lanes.shape);
  if (lanes.mask)
    access.applyMask(*lanes.mask);
  const Shape laneStrides = stridesOf(lanes.shape);
  for (int64_t lane = 0; lane < access.count(); ++lane) {
    Shape index(lanes.start);
    for (size_t v = 0; v < lanes.shape.size(); ++v)
      if (lanes.dimension[v] >= 0)
        index[lanes.dimension[v]] = wrappingAdd(index[lanes.dimension[v]], lane / laneStrides[v] % lanes.shape[v]);
    int64_t offset = 0;
    bool isInside = true;
    for (size_t d = 0; d < index.size(); ++d) {
      isInside &= index[d] >= 0 && index[d] < array.extents[d];
      offset = wrappingAdd(offset, wrappingMultiply(index[d], array.strides[d]));
    }
    access.addresses[lane] = array.base + static_cast<uint64_t>(offset) * array.element.memoryBytes();
    if (isInside || !access.isActive(lane))
      continue;
    if (!lanes.mayLeave)
      return failOutside(instance, step, access, lane, array, index);
    access.active.resize(access.addresses.size(), 1);
    access.active[lane] = 0;
  }
  return access;
}

//===-- making memrefs -------------------------------------------------------===//

static LogicalResult evalView(Instance &instance, const Step &step) {
  auto op = cast<tile::ViewOp>(step.op);
  Strided array;
  array.element = *ElementType::of(op.getType().getElementType());
  array.base = instance.operand(step, 0).bits(0) + instance.operand(step, 1).bits(0) * array.element.memoryBytes();
  array.extents.assign(op.getType().getShape().begin(), op.getType().getShape().end());
  array.strides = indexOperands(instance, step, 2, op.getStrides().size());
  instance.set(step, 0, Datum::strided(std::move(array)));
  return success();
}

//===-- scalar access --------------------------------------------------------===//

static LogicalResult evalMemRefLoad(Instance &instance, const Step &step) {
  const Strided *array = memRefOperand(instance, step, 0);
  if (!array)
    return failure();
  MemRefLanes lanes{{}, indexOperands(instance, step, 1, array->extents.size()), {}, nullptr, false};
  FailureOr<LaneAccess> access = memRefAccess(instance, step, *array, lanes);
  if (failed(access))
    return failure();
  FailureOr<Datum> result = readLanes(instance, step, *access);
  if (failed(result))
    return failure();
  instance.set(step, 0, std::move(*result));
  return success();
}

static LogicalResult evalMemRefStore(Instance &instance, const Step &step) {
  const Strided *array = memRefOperand(instance, step, 1);
  if (!array)
    return failure();
  MemRefLanes lanes{{}, indexOperands(instance, step, 2, array->extents.size()), {}, nullptr, false};
  FailureOr<LaneAccess> access = memRefAccess(instance, step, *array, lanes);
  return failed(access) ? failure() : writeLanes(instance, step, *access, instance.operand(step, 0));
}

void kiln::reference::registerMemRef(Registry &registry) {
  registry["tile.view"] = evalView;
  registry["memref.load"] = evalMemRefLoad;
  registry["memref.store"] = evalMemRefStore;
  registerTransfers(registry);
  registerBuffers(registry);
  registerCopies(registry);
}
