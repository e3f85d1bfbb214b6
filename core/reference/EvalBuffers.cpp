// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On-chip buffers and views of memrefs. A buffer holds nothing until it is
// written; one with an address lies there, over whatever else has been placed
// there, so that buffers placed wrongly give wrong results.

#include "core/reference/Elementwise.h"
#include "core/reference/Indexing.h"
#include "core/reference/MemRefAccess.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

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
  Result<uint64_t> address = instance.takeBuffer(step, bytes);
  if (!address)
    return instance.fail(step, address.error().message());
  array.base = *address + offset * array.element.memoryBytes();
  instance.set(step, 0, Datum::strided(std::move(array)));
  return success();
}

/// A use after this is an error.
static LogicalResult evalDealloc(Instance &instance, const Step &step) {
  const Strided *array = memRefOperand(instance, step, 0);
  if (!array)
    return failure();
  Result<void> released = instance.releaseBuffer(array->base);
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

/// The stride of dimensions [first, last) in a row; they have to lie in memory
/// like one dimension.
static FailureOr<int64_t> collapsedStride(Instance &instance, const Step &step, const Strided &source,
                                          llvm::ArrayRef<int64_t> group) {
  int64_t stride = 0, reach = 0;
  for (int64_t d : llvm::reverse(group)) {
    if (source.extents[d] == 1)
      continue;
    if (reach != 0 && source.strides[d] != reach)
      return instance.fail(step, llvm::formatv("collapses dimension {0} with stride {1}, where {2} would be in a row",
                                               d, source.strides[d], reach)
                                     .str());
    stride = reach == 0 ? source.strides[d] : stride;
    reach = wrappingMultiply(source.extents[d], source.strides[d]);
  }
  return reach == 0 && !group.empty() ? source.strides[group.back()] : stride;
}

static LogicalResult evalCollapseShape(Instance &instance, const Step &step) {
  const Strided *source = memRefOperand(instance, step, 0);
  if (!source)
    return failure();
  Strided array;
  array.element = source->element;
  array.base = source->base;
  for (const ReassociationIndices &group : cast<memref::CollapseShapeOp>(step.op).getReassociationIndices()) {
    FailureOr<int64_t> stride = collapsedStride(instance, step, *source, group);
    if (failed(stride))
      return failure();
    int64_t extent = 1;
    for (int64_t d : group)
      extent = wrappingMultiply(extent, source->extents[d]);
    array.extents.push_back(extent);
    array.strides.push_back(*stride);
  }
  instance.set(step, 0, Datum::strided(std::move(array)));
  return success();
}

static LogicalResult evalExpandShape(Instance &instance, const Step &step) {
  const Strided *source = memRefOperand(instance, step, 0);
  if (!source)
    return failure();
  auto op = cast<memref::ExpandShapeOp>(step.op);
  unsigned next = 1;
  Strided array;
  array.element = source->element;
  array.base = source->base;
  array.extents = mixedValues(instance, step, op.getStaticOutputShape(), next);
  array.strides.assign(array.extents.size(), 1);
  for (auto [from, group] : llvm::enumerate(op.getReassociationIndices())) {
    int64_t count = 1;
    for (int64_t d : llvm::reverse(group)) {
      array.strides[d] = wrappingMultiply(source->strides[from], count);
      count = wrappingMultiply(count, array.extents[d]);
    }
    if (count != source->extents[from])
      return instance.fail(step,
                           llvm::formatv("makes {0} elements of an extent of {1}", count, source->extents[from]).str());
  }
  instance.set(step, 0, Datum::strided(std::move(array)));
  return success();
}

static LogicalResult evalMemRefTranspose(Instance &instance, const Step &step) {
  const Strided *source = memRefOperand(instance, step, 0);
  if (!source)
    return failure();
  AffineMap order = cast<memref::TransposeOp>(step.op).getPermutation();
  Strided array = *source;
  for (unsigned d = 0; d < order.getNumResults(); ++d) {
    array.extents[d] = source->extents[order.getDimPosition(d)];
    array.strides[d] = source->strides[order.getDimPosition(d)];
  }
  instance.set(step, 0, Datum::strided(std::move(array)));
  return success();
}

/// A cast between memref types changes what is known statically, nothing else.
static LogicalResult evalMemRefCast(Instance &instance, const Step &step) {
  instance.set(step, 0, Datum(instance.operand(step, 0)));
  return success();
}

/// Element i of the buffer is words 2i and 2i + 1: the low one comes first.
static LogicalResult evalWords(Instance &instance, const Step &step) {
  const Strided *buffer = memRefOperand(instance, step, 0);
  if (!buffer)
    return failure();
  Strided words = *buffer;
  words.element = ElementType::integer(32);
  for (int64_t &stride : words.strides)
    stride = wrappingMultiply(stride, 2);
  words.extents.push_back(2);
  words.strides.push_back(1);
  instance.set(step, 0, Datum::strided(std::move(words)));
  return success();
}

void kiln::reference::registerBuffers(Registry &registry) {
  registry["memref.alloc"] = evalAlloc;
  registry["memref.alloca"] = evalAlloc;
  registry["memref.dealloc"] = evalDealloc;
  registry["memref.subview"] = evalSubView;
  registry["memref.collapse_shape"] = evalCollapseShape;
  registry["memref.expand_shape"] = evalExpandShape;
  registry["memref.transpose"] = evalMemRefTranspose;
  registry["memref.cast"] = evalMemRefCast;
  registry["tile.words"] = evalWords;
}
