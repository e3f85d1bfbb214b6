// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of the tile dialect that move elements or make them from their index.

#include "core/reference/Elementwise.h"
#include "core/reference/Indexing.h"
#include "kiln/tile/Tile.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static LogicalResult evalRange(Instance &instance, const Step &step) {
  Datum result(step.info[0].type, step.info[0].shape);
  int64_t start = cast<tile::RangeOp>(step.op).getStart();
  unsigned width = result.type().width;
  withContainer(result.type(), [&](auto container) {
    using T = decltype(container);
    T *to = result.mutableAs<T>();
    for (int64_t i = 0; i < result.count(); ++i)
      to[i] = lowBits<T>(static_cast<uint64_t>(wrappingAdd(start, i)), width);
  });
  instance.set(step, 0, std::move(result));
  return success();
}

static LogicalResult evalBroadcast(Instance &instance, const Step &step) {
  const Datum &source = instance.operand(step, 0);
  llvm::ArrayRef<int64_t> shape = step.info[0].shape;
  instance.set(step, 0,
               source.count() == 1 ? source.spread(shape)
                                   : source.pick(broadcastIndices(source.shape(), shape), shape));
  return success();
}

static LogicalResult evalReshape(Instance &instance, const Step &step) {
  instance.set(step, 0, instance.operand(step, 0).withShape(step.info[0].shape));
  return success();
}

static LogicalResult evalTranspose(Instance &instance, const Step &step) {
  const Datum &source = instance.operand(step, 0);
  llvm::ArrayRef<int64_t> order = cast<tile::TransposeOp>(step.op).getOrder();
  instance.set(step, 0, source.pick(transposeIndices(source.shape(), order), step.info[0].shape));
  return success();
}

/// Both operands one after another, in memory order.
static Datum appended(const Datum &a, const Datum &b) {
  Datum both(a.type(), {a.count() + b.count()});
  unsigned bytes = a.type().storageBytes();
  std::memcpy(both.mutableRaw(), a.raw(), a.count() * bytes);
  std::memcpy(both.mutableRaw() + a.count() * bytes, b.raw(), b.count() * bytes);
  if (!a.bounds() && !b.bounds())
    return both;
  double *bounds = both.addBounds();
  for (int64_t i = 0; i < a.count(); ++i)
    bounds[i] = a.bound(i);
  for (int64_t i = 0; i < b.count(); ++i)
    bounds[a.count() + i] = b.bound(i);
  return both;
}

static LogicalResult evalCat(Instance &instance, const Step &step) {
  instance.set(step, 0, appended(instance.operand(step, 0), instance.operand(step, 1)).withShape(step.info[0].shape));
  return success();
}

static LogicalResult evalJoin(Instance &instance, const Step &step) {
  const Datum &left = instance.operand(step, 0);
  int64_t half = left.count();
  Indices indices = stridedIndices({half, 2}, {1, half});
  instance.set(step, 0, appended(left, instance.operand(step, 1)).pick(indices, step.info[0].shape));
  return success();
}

static LogicalResult evalSplit(Instance &instance, const Step &step) {
  const Datum &source = instance.operand(step, 0);
  int64_t half = source.count() / 2;
  for (unsigned side : {0u, 1u})
    instance.set(step, side, source.pick(stridedIndices({half}, {2}, side), step.info[side].shape));
  return success();
}

/// Every index along the axis is in range.
static LogicalResult evalGather(Instance &instance, const Step &step) {
  const Datum &source = instance.operand(step, 0), &index = instance.operand(step, 1);
  int64_t axis = cast<tile::GatherOp>(step.op).getAxis();
  AxisSplit from(source.shape(), axis), to(index.shape(), axis);
  Indices indices(index.count());
  for (int64_t lane = 0; lane < index.count(); ++lane) {
    int64_t k = index.integer(lane);
    if (k < 0 || k >= from.extent)
      return instance.failLane(step, lane, index.shape(),
                               "takes element " + Twine(k) + " of an axis of " + Twine(from.extent));
    int64_t outer = lane / (to.extent * to.inner), inner = lane % to.inner;
    indices[lane] = (outer * from.extent + k) * from.inner + inner;
  }
  Datum result = source.pick(indices, step.info[0].shape);
  if (index.bounds()) {
    Datum moved = result;
    double *bounds = result.addBounds();
    for (int64_t lane = 0; lane < result.count(); ++lane)
      bounds[lane] = index.bound(lane) != 0 ? unbounded : moved.bound(lane);
  }
  instance.set(step, 0, std::move(result));
  return success();
}

static LogicalResult evalBoxMask(Instance &instance, const Step &step) {
  Datum result(step.info[0].type, step.info[0].shape);
  llvm::ArrayRef<int64_t> shape = result.shape();
  unsigned rank = shape.size();
  Shape strides = stridesOf(shape);
  uint8_t *to = result.mutableAs<uint8_t>();
  std::fill_n(to, result.count(), 1);
  for (unsigned d = 0; d < rank; ++d) {
    int64_t low = instance.operand(step, d).integer(0), high = instance.operand(step, rank + d).integer(0);
    for (int64_t lane = 0; lane < result.count(); ++lane) {
      int64_t i = lane / strides[d] % shape[d];
      to[lane] &= low <= i && i < high;
    }
  }
  instance.set(step, 0, std::move(result));
  return success();
}

/// Lanes outside the bins, or masked off, count nowhere.
static LogicalResult evalHistogram(Instance &instance, const Step &step) {
  const Datum &source = instance.operand(step, 0);
  const Datum *mask = step.operands.size() > 1 ? &instance.operand(step, 1) : nullptr;
  Datum result(step.info[0].type, step.info[0].shape);
  std::vector<uint64_t> counts(result.count(), 0);
  bool isUncertain = false;
  for (int64_t lane = 0; lane < source.count(); ++lane) {
    isUncertain |= source.bound(lane) != 0 || (mask && mask->bound(lane) != 0);
    uint64_t bin = source.bits(lane);
    if (bin < counts.size() && (!mask || mask->bits(lane)))
      ++counts[bin];
  }
  for (int64_t i = 0; i < result.count(); ++i)
    result.setBits(i, zeroExtend(counts[i], result.type().width));
  if (isUncertain)
    std::fill_n(result.addBounds(), result.count(), unbounded);
  instance.set(step, 0, std::move(result));
  return success();
}

void kiln::reference::registerShape(Registry &registry) {
  registry["tile.range"] = evalRange;
  registry["tile.broadcast"] = evalBroadcast;
  registry["vector.broadcast"] = evalBroadcast;
  registry["tile.reshape"] = evalReshape;
  registry["vector.shape_cast"] = evalReshape;
  registry["tile.to_layout"] = evalReshape;
  registry["tile.unsplat"] = evalReshape;
  registry["tile.transpose"] = evalTranspose;
  registry["tile.join"] = evalJoin;
  registry["tile.split"] = evalSplit;
  registry["tile.cat"] = evalCat;
  registry["tile.gather"] = evalGather;
  registry["tile.box_mask"] = evalBoxMask;
  registry["tile.histogram"] = evalHistogram;
}
