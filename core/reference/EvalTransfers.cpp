// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors to and from memrefs.

#include "core/reference/Elementwise.h"
#include "core/reference/Indexing.h"
#include "core/reference/MemRefAccess.h"
#include "core/reference/PointerAccess.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace kiln::reference;

/// The memref dimension of each vector dimension, -1 where it is broadcast.
static Shape dimensionsOf(AffineMap map) {
  Shape dimensions;
  for (AffineExpr result : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    dimensions.push_back(dim ? dim.getPosition() : -1);
  }
  return dimensions;
}

/// A transfer's mask has a dimension for each memref dimension that the map
/// uses, in the memref's order. This is the mask over the vector's lanes.
static Datum spreadMask(const Datum &mask, llvm::ArrayRef<int64_t> dimensions, llvm::ArrayRef<int64_t> shape) {
  Shape maskStrides = stridesOf(mask.shape()), strides;
  for (int64_t dimension : dimensions) {
    int64_t position = llvm::count_if(dimensions, [&](int64_t other) { return other >= 0 && other < dimension; });
    strides.push_back(dimension < 0 ? 0 : maskStrides[position]);
  }
  return mask.pick(stridedIndices(shape, strides), shape);
}

namespace {
/// What transfer_read and transfer_write share: lanes, and a mask over them.
struct Transfer {
  MemRefLanes lanes;
  std::optional<Datum> mask;
};
} // namespace

template <typename OpT>
static void fillTransfer(Instance &instance, const Step &step, OpT op, unsigned firstIndex, unsigned maskGroup,
                         Transfer &transfer) {
  llvm::ArrayRef<int64_t> shape = op.getVectorType().getShape();
  MemRefLanes &lanes = transfer.lanes;
  lanes.shape.assign(shape.begin(), shape.end());
  lanes.start = indexOperands(instance, step, firstIndex, op.getIndices().size());
  lanes.dimension = dimensionsOf(op.getPermutationMap());
  lanes.mayLeave = !llvm::all_of(op.getInBoundsValues(), [](bool b) { return b; });
  lanes.mask = nullptr;
  if (const Datum *mask = optionalOperand(instance, step, op, maskGroup)) {
    transfer.mask = spreadMask(*mask, lanes.dimension, shape);
    lanes.mask = &*transfer.mask;
  }
}

static LogicalResult evalTransferRead(Instance &instance, const Step &step) {
  auto op = cast<vector::TransferReadOp>(step.op);
  const Strided *array = memRefOperand(instance, step, 0);
  if (!array)
    return failure();
  Transfer transfer;
  fillTransfer(instance, step, op, 1, 3, transfer);
  FailureOr<LaneAccess> access = memRefAccess(instance, step, *array, transfer.lanes);
  if (failed(access))
    return failure();
  FailureOr<Datum> result = readLanes(instance, step, *access, optionalOperand(instance, step, op, 2));
  if (failed(result))
    return failure();
  instance.set(step, 0, std::move(*result));
  return success();
}

static LogicalResult evalTransferWrite(Instance &instance, const Step &step) {
  auto op = cast<vector::TransferWriteOp>(step.op);
  const Strided *array = memRefOperand(instance, step, 1);
  if (!array)
    return failure();
  Transfer transfer;
  fillTransfer(instance, step, op, 2, 3, transfer);
  FailureOr<LaneAccess> access = memRefAccess(instance, step, *array, transfer.lanes);
  return failed(access) ? failure() : writeLanes(instance, step, *access, instance.operand(step, 0));
}

/// The lanes of vector.load and its relatives: the last dimensions in order.
static MemRefLanes minorLanes(llvm::ArrayRef<int64_t> shape, Shape start, const Datum *mask) {
  Shape dimension;
  for (size_t v = 0; v < shape.size(); ++v)
    dimension.push_back(static_cast<int64_t>(start.size() - shape.size() + v));
  return {Shape(shape), std::move(start), std::move(dimension), mask, false};
}

/// vector.load and vector.maskedload; `maskIndex` is 0 without a mask.
static LogicalResult readMinor(Instance &instance, const Step &step, unsigned indices, bool isMasked) {
  const Strided *array = memRefOperand(instance, step, 0);
  if (!array)
    return failure();
  const Datum *mask = isMasked ? &instance.operand(step, 1 + indices) : nullptr;
  const Datum *other = isMasked ? &instance.operand(step, 2 + indices) : nullptr;
  MemRefLanes lanes = minorLanes(step.info[0].shape, indexOperands(instance, step, 1, indices), mask);
  FailureOr<LaneAccess> access = memRefAccess(instance, step, *array, lanes);
  if (failed(access))
    return failure();
  FailureOr<Datum> result = readLanes(instance, step, *access, other);
  if (failed(result))
    return failure();
  instance.set(step, 0, std::move(*result));
  return success();
}

static LogicalResult evalVectorLoad(Instance &instance, const Step &step) {
  return readMinor(instance, step, step.operands.size() - 1, /*isMasked=*/false);
}

static LogicalResult evalMaskedLoad(Instance &instance, const Step &step) {
  return readMinor(instance, step, step.operands.size() - 3, /*isMasked=*/true);
}

static LogicalResult writeMinor(Instance &instance, const Step &step, unsigned arrayIndex, unsigned indices,
                                const Datum *mask, const Datum &value) {
  const Strided *array = memRefOperand(instance, step, arrayIndex);
  if (!array)
    return failure();
  MemRefLanes lanes = minorLanes(value.shape(), indexOperands(instance, step, arrayIndex + 1, indices), mask);
  FailureOr<LaneAccess> access = memRefAccess(instance, step, *array, lanes);
  return failed(access) ? failure() : writeLanes(instance, step, *access, value);
}

static LogicalResult evalVectorStore(Instance &instance, const Step &step) {
  return writeMinor(instance, step, 1, step.operands.size() - 2, nullptr, instance.operand(step, 0));
}

static LogicalResult evalMaskedStore(Instance &instance, const Step &step) {
  unsigned indices = step.operands.size() - 3;
  return writeMinor(instance, step, 0, indices, &instance.operand(step, 1 + indices),
                    instance.operand(step, 2 + indices));
}

/// Lane i of a gather or scatter is index[i] elements after the start, along
/// the last dimension.
static LaneAccess indexedAccess(const Strided &array, const Shape &start, const Datum &index, const Datum &mask) {
  LaneAccess access(array.element, index.shape());
  uint64_t offset = 0;
  for (size_t d = 0; d < start.size(); ++d)
    offset += static_cast<uint64_t>(start[d]) * static_cast<uint64_t>(array.strides[d]);
  uint64_t last = array.strides.empty() ? 1 : static_cast<uint64_t>(array.strides.back());
  for (int64_t lane = 0; lane < access.count(); ++lane)
    access.addresses[lane] =
        array.base + (offset + static_cast<uint64_t>(index.integer(lane)) * last) * array.element.memoryBytes();
  access.noteUncertain(index);
  access.applyMask(mask);
  return access;
}

static LogicalResult evalGather(Instance &instance, const Step &step) {
  const Strided *array = memRefOperand(instance, step, 0);
  if (!array)
    return failure();
  unsigned indices = step.operands.size() - 4;
  LaneAccess access = indexedAccess(*array, indexOperands(instance, step, 1, indices),
                                    instance.operand(step, 1 + indices), instance.operand(step, 2 + indices));
  FailureOr<Datum> result = readLanes(instance, step, access, &instance.operand(step, 3 + indices));
  if (failed(result))
    return failure();
  instance.set(step, 0, std::move(*result));
  return success();
}

static LogicalResult evalScatter(Instance &instance, const Step &step) {
  const Strided *array = memRefOperand(instance, step, 0);
  if (!array)
    return failure();
  unsigned indices = step.operands.size() - 4;
  LaneAccess access = indexedAccess(*array, indexOperands(instance, step, 1, indices),
                                    instance.operand(step, 1 + indices), instance.operand(step, 2 + indices));
  return writeLanes(instance, step, access, instance.operand(step, 3 + indices));
}

void kiln::reference::registerTransfers(Registry &registry) {
  registry["vector.transfer_read"] = evalTransferRead;
  registry["vector.transfer_write"] = evalTransferWrite;
  registry["vector.load"] = evalVectorLoad;
  registry["vector.store"] = evalVectorStore;
  registry["vector.maskedload"] = evalMaskedLoad;
  registry["vector.maskedstore"] = evalMaskedStore;
  registry["vector.gather"] = evalGather;
  registry["vector.scatter"] = evalScatter;
}
