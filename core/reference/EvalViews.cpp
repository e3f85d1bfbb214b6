// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views of tile form: strided arrays with run-time extents. What lies outside
// the extents is never touched.

#include "core/reference/Atomics.h"
#include "core/reference/Indexing.h"
#include "kiln/tile/Tile.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static LogicalResult evalMakeView(Instance &instance, const Step &step) {
  auto op = cast<tile::MakeViewOp>(step.op);
  Strided view;
  view.base = instance.operand(step, 0).bits(0);
  unsigned rank = op.getExtents().size();
  for (unsigned d = 0; d < rank; ++d) {
    view.extents.push_back(instance.operand(step, 1 + d).integer(0));
    view.strides.push_back(instance.operand(step, 1 + rank + d).integer(0));
  }
  view.element = *ElementType::of(op.getType().getElementType());
  view.paddedWithNan = op.getPadding() == tile::Padding::Nan;
  instance.set(step, 0, Datum::strided(std::move(view)));
  return success();
}

static uint64_t elementAddress(const Strided &view, int64_t offset) {
  return view.base + static_cast<uint64_t>(offset) * view.element.memoryBytes();
}

/// The lanes of the block that starts at `start`; those outside are inactive.
static LaneAccess blockAccess(const Strided &view, llvm::ArrayRef<int64_t> block, llvm::ArrayRef<int64_t> start,
                              llvm::ArrayRef<int64_t> tileShape) {
  LaneAccess access(view.element, tileShape);
  access.active.assign(access.addresses.size(), 1);
  Shape blockStrides = stridesOf(block);
  for (int64_t lane = 0; lane < access.count(); ++lane) {
    int64_t offset = 0;
    for (size_t d = 0; d < block.size(); ++d) {
      int64_t index = start[d] + lane / blockStrides[d] % block[d];
      access.active[lane] &= index >= 0 && index < view.extents[d];
      offset = wrappingAdd(offset, wrappingMultiply(index, view.strides[d]));
    }
    access.addresses[lane] = elementAddress(view, offset);
  }
  return access;
}

/// Row r of the tile is row rows[r] of the view, from `column` on.
static LaneAccess rowAccess(const Strided &view, const Datum &rows, int64_t column, llvm::ArrayRef<int64_t> shape) {
  LaneAccess access(view.element, shape);
  access.active.assign(access.addresses.size(), 1);
  for (int64_t lane = 0; lane < access.count(); ++lane) {
    int64_t row = rows.integer(lane / shape[1]), at = column + lane % shape[1];
    access.active[lane] = row >= 0 && row < view.extents[0] && at >= 0 && at < view.extents[1];
    int64_t offset = wrappingAdd(wrappingMultiply(row, view.strides[0]), wrappingMultiply(at, view.strides[1]));
    access.addresses[lane] = elementAddress(view, offset);
  }
  if (rows.bounds()) {
    access.uncertain.resize(access.addresses.size());
    for (int64_t lane = 0; lane < access.count(); ++lane)
      access.uncertain[lane] = rows.bound(lane / shape[1]) != 0;
  }
  return access;
}

static Datum paddingOf(const Strided &view) {
  bool isNan = view.paddedWithNan && view.element.isFloat();
  return Datum::scalar(view.element, isNan ? encode(std::numeric_limits<double>::quiet_NaN(), view.element.format) : 0);
}

/// The view in an operand, or null: a view from ub.poison has no array.
static const Strided *viewOperand(Instance &instance, const Step &step, unsigned index) {
  const Strided *view = instance.operand(step, index).array();
  if (!view)
    (void)instance.fail(step, "uses a view that is poison");
  return view;
}

static Shape indicesFrom(Instance &instance, const Step &step, unsigned first) {
  Shape indices;
  for (unsigned i = first; i < step.operands.size(); ++i)
    indices.push_back(instance.operand(step, i).integer(0));
  return indices;
}

static LogicalResult setRead(Instance &instance, const Step &step, const Strided &view, const LaneAccess &access) {
  Datum padding = paddingOf(view);
  FailureOr<Datum> result = readLanes(instance, step, access, &padding);
  if (failed(result))
    return failure();
  instance.set(step, 0, std::move(*result));
  return success();
}

static LogicalResult evalLoadView(Instance &instance, const Step &step) {
  const Strided *view = viewOperand(instance, step, 0);
  if (!view)
    return failure();
  llvm::ArrayRef<int64_t> block = cast<tile::LoadViewOp>(step.op).getView().getType().getShape();
  return setRead(instance, step, *view, blockAccess(*view, block, indicesFrom(instance, step, 1), step.info[0].shape));
}

static LogicalResult evalStoreView(Instance &instance, const Step &step) {
  const Strided *view = viewOperand(instance, step, 1);
  if (!view)
    return failure();
  const Datum &value = instance.operand(step, 0);
  llvm::ArrayRef<int64_t> block = cast<tile::StoreViewOp>(step.op).getView().getType().getShape();
  return writeLanes(instance, step, blockAccess(*view, block, indicesFrom(instance, step, 2), value.shape()), value);
}

static LogicalResult evalReduceView(Instance &instance, const Step &step) {
  const Strided *view = viewOperand(instance, step, 1);
  if (!view)
    return failure();
  auto op = cast<tile::ReduceViewOp>(step.op);
  const Datum &value = instance.operand(step, 0);
  LaneAccess access =
      blockAccess(*view, op.getView().getType().getShape(), indicesFrom(instance, step, 2), value.shape());
  return atomicLanes(instance, step, access, op.getKind(), value);
}

static LogicalResult evalGatherView(Instance &instance, const Step &step) {
  const Strided *view = viewOperand(instance, step, 0);
  if (!view)
    return failure();
  return setRead(instance, step, *view,
                 rowAccess(*view, instance.operand(step, 1), instance.operand(step, 2).integer(0), step.info[0].shape));
}

static LogicalResult evalScatterView(Instance &instance, const Step &step) {
  const Strided *view = viewOperand(instance, step, 1);
  if (!view)
    return failure();
  const Datum &value = instance.operand(step, 0);
  LaneAccess access = rowAccess(*view, instance.operand(step, 2), instance.operand(step, 3).integer(0), value.shape());
  return writeLanes(instance, step, access, value);
}

void kiln::reference::registerViews(Registry &registry) {
  registry["tile.make_view"] = evalMakeView;
  registry["tile.load_view"] = evalLoadView;
  registry["tile.store_view"] = evalStoreView;
  registry["tile.reduce_view"] = evalReduceView;
  registry["tile.gather_view"] = evalGatherView;
  registry["tile.scatter_view"] = evalScatterView;
}
