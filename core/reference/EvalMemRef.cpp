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

/// Extents of a memref type, with the dynamic ones from operands.
static Shape extentsFrom(Instance &instance, const Step &step, MemRefType type, unsigned firstDynamic) {
  Shape extents(type.getShape());
  for (int64_t &extent : extents)
    if (ShapedType::isDynamic(extent))
      extent = instance.operand(step, firstDynamic++).integer(0);
  return extents;
}

/// Elements of the largest on-chip buffer: far more than any chip has.
static constexpr int64_t maxOnChipElements = int64_t(1) << 32;

static LogicalResult evalAlloc(Instance &instance, const Step &step) {
  auto type = cast<MemRefType>(step.op->getResult(0).getType());
  Strided array;
  array.element = *ElementType::of(type.getElementType());
  array.extents = extentsFrom(instance, step, type, 0);
  int64_t offset = 0;
  SmallVector<int64_t> strides;
  int64_t room = maxOnChipElements;
  for (int64_t extent : array.extents) {
    if (extent < 0 || extent > room)
      return instance.fail(step, "expected at most " + Twine(maxOnChipElements) + " elements in one buffer");
    room = extent > 0 ? room / extent : room;
  }
  if (type.getLayout().isIdentity())
    array.strides = stridesOf(array.extents);
  else if (succeeded(type.getStridesAndOffset(strides, offset)) && !ShapedType::isDynamic(offset) &&
           llvm::none_of(strides, ShapedType::isDynamic))
    array.strides.assign(strides.begin(), strides.end());
  else
    return instance.fail(step, "expected a memref with static strides");
  uint64_t span = 1 + static_cast<uint64_t>(offset);
  for (auto [extent, stride] : llvm::zip(array.extents, array.strides)) {
    if (extent < 0 || stride < 0)
      return instance.fail(step, "has an extent of " + Twine(extent) + " with stride " + Twine(stride));
    span = llvm::SaturatingMultiplyAdd<uint64_t>(std::max<int64_t>(extent - 1, 0), stride, span);
  }
  uint64_t bytes = llvm::SaturatingMultiply<uint64_t>(span, array.element.memoryBytes());
  Result<uint64_t> address = instance.onChip().allocate(
      bytes, 128, "on-chip buffer of " + locationPrefix(step.op->getLoc()) + step.op->getName().getStringRef().str());
  if (!address)
    return instance.fail(step, address.error().message());
  array.base = *address + offset * array.element.memoryBytes();
  instance.set(step, 0, Datum::strided(std::move(array)));
  return success();
}

/// Buffers live until the program instance ends; a use after this is an error.
static LogicalResult evalDealloc(Instance &instance, const Step &step) {
  const Strided *array = memRefOperand(instance, step, 0);
  if (!array)
    return failure();
  instance.forgetAllocation();
  Result<void> released = instance.onChip().release(array->base);
  return released ? success() : instance.fail(step, released.error().message());
}

/// A mixed list of static numbers and operands, in order.
static Shape mixedValues(Instance &instance, const Step &step, llvm::ArrayRef<int64_t> fixed, unsigned &next) {
  Shape values(fixed);
  for (int64_t &value : values)
    if (ShapedType::isDynamic(value))
      value = instance.operand(step, next++).integer(0);
  return values;
}

static LogicalResult evalSubView(Instance &instance, const Step &step) {
  auto op = cast<memref::SubViewOp>(step.op);
  const Strided *source = memRefOperand(instance, step, 0);
  if (!source)
    return failure();
  unsigned next = 1;
  Shape offsets = mixedValues(instance, step, op.getStaticOffsets(), next);
  Shape sizes = mixedValues(instance, step, op.getStaticSizes(), next);
  Shape strides = mixedValues(instance, step, op.getStaticStrides(), next);
  llvm::SmallBitVector dropped = op.getDroppedDims();
  Strided array;
  array.element = source->element;
  array.base = source->base;
  for (size_t d = 0; d < offsets.size(); ++d) {
    __int128 last = offsets[d] + (static_cast<__int128>(sizes[d]) - 1) * strides[d];
    bool isInside = offsets[d] >= 0 && last >= 0 && offsets[d] < source->extents[d] && last < source->extents[d];
    if (sizes[d] < 0 || (sizes[d] > 0 && !isInside))
      return instance.fail(step, llvm::formatv("takes {0} elements from {1} with stride {2} of an extent of {3}",
                                               sizes[d], offsets[d], strides[d], source->extents[d])
                                     .str());
    array.base +=
        static_cast<uint64_t>(offsets[d]) * static_cast<uint64_t>(source->strides[d]) * array.element.memoryBytes();
    if (dropped.test(d))
      continue;
    array.extents.push_back(sizes[d]);
    array.strides.push_back(wrappingMultiply(source->strides[d], strides[d]));
  }
  instance.set(step, 0, Datum::strided(std::move(array)));
  return success();
}

/// A cast between memref types changes what is known statically, nothing else.
static LogicalResult evalMemRefCast(Instance &instance, const Step &step) {
  instance.set(step, 0, Datum(instance.operand(step, 0)));
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

//===-- boxes ----------------------------------------------------------------===//

/// Moves what lies in the box; with a fill, the rest of the target takes it.
static LogicalResult evalCopy(Instance &instance, const Step &step) {
  auto op = cast<tile::CopyOp>(step.op);
  const Strided *source = memRefOperand(instance, step, 0), *target = memRefOperand(instance, step, 1);
  if (!source || !target)
    return failure();
  const Shape shape = source->extents;
  if (shape != target->extents)
    return instance.fail(step, "copies between memrefs of different extents");
  unsigned rank = shape.size();
  int64_t room = tile::maxTileElements;
  for (int64_t extent : shape)
    room = extent > 0 ? room / extent : room;
  if (room == 0)
    return instance.fail(step,
                         "copies more than the " + Twine(tile::maxTileElements) + " elements of the largest tile");
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
  Shape identity(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  MemRefLanes lanes{shape, Shape(rank, 0), identity, &box, false};
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

void kiln::reference::registerMemRef(Registry &registry) {
  registry["tile.view"] = evalView;
  registry["tile.copy"] = evalCopy;
  registry["memref.alloc"] = evalAlloc;
  registry["memref.alloca"] = evalAlloc;
  registry["memref.dealloc"] = evalDealloc;
  registry["memref.subview"] = evalSubView;
  registry["memref.cast"] = evalMemRefCast;
  registry["memref.load"] = evalMemRefLoad;
  registry["memref.store"] = evalMemRefStore;
  registerTransfers(registry);
}
