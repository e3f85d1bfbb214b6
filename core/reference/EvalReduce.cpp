// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops with a region over elements: reduce, scan and map. A region of
// elementwise ops is applied to all lanes at once, one position along the axis
// after another; any other region is applied lane by lane. Combiners of one
// well-known op have typed loops (Fold.h) that do the same in the same order.

#include "core/reference/Elementwise.h"
#include "core/reference/Fold.h"
#include "core/reference/Indexing.h"
#include "kiln/tile/Tile.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;
using Data = llvm::SmallVector<Datum, 4>;

namespace {
/// A reduction or scan in execution.
class AxisCombiner {
public:
  AxisCombiner(Instance &instance, const Step &step, int64_t axis, bool reverse, bool keepsAll)
      : instance(instance), step(step), block(step.blocks[0]), split(instance.operand(step, 0).shape(), axis),
        reverse(reverse), keepsAll(keepsAll) {
    for (unsigned i = 0; i < step.operands.size(); ++i)
      inputs.push_back(&instance.operand(step, i));
    for (const ResultInfo &info : step.info)
      results.emplace_back(info.type, info.shape);
  }

  LogicalResult run();

private:
  LogicalResult runAllLanes();
  LogicalResult runLane(int64_t lane);
  /// The position that is the k-th to be combined.
  int64_t position(int64_t k) const { return reverse ? split.extent - 1 - k : k; }
  /// The lanes of every input at that position.
  Data take(llvm::ArrayRef<int64_t> lanes, llvm::ArrayRef<int64_t> shape) const;
  void put(llvm::ArrayRef<int64_t> lanes, llvm::ArrayRef<Datum> values);

  Instance &instance;
  const Step &step;
  const BlockPlan &block;
  AxisSplit split;
  bool reverse, keepsAll;
  llvm::SmallVector<const Datum *, 4> inputs;
  Data results;
};
} // namespace

Data AxisCombiner::take(llvm::ArrayRef<int64_t> lanes, llvm::ArrayRef<int64_t> shape) const {
  Data values;
  for (const Datum *input : inputs)
    values.push_back(input->pick(lanes, shape));
  return values;
}

void AxisCombiner::put(llvm::ArrayRef<int64_t> lanes, llvm::ArrayRef<Datum> values) {
  for (auto [result, value] : llvm::zip(results, values))
    result.place(lanes, value);
}

/// Every step of the combiner works on the lanes of one position.
LogicalResult AxisCombiner::runAllLanes() {
  const Shape shape = {split.outer * split.inner};
  const Indices compact = stridedIndices(shape, {1});
  Data accumulated, arguments;
  for (int64_t k = 0; k < split.extent; ++k) {
    Indices lanes = split.slice(position(k));
    if (k == 0) {
      accumulated = take(lanes, shape);
    } else {
      arguments.assign(accumulated.begin(), accumulated.end());
      arguments.append(take(lanes, shape));
      if (failed(instance.call(block, arguments, accumulated)))
        return failure();
    }
    if (keepsAll)
      put(lanes, accumulated);
  }
  if (!keepsAll)
    put(compact, accumulated);
  return success();
}

/// A region with control flow or effects sees one lane after another.
LogicalResult AxisCombiner::runLane(int64_t lane) {
  int64_t start = lane / split.inner * split.extent * split.inner + lane % split.inner;
  Data accumulated, arguments;
  for (int64_t k = 0; k < split.extent; ++k) {
    int64_t at = start + position(k) * split.inner;
    if (k == 0) {
      accumulated = take(at, {});
    } else {
      arguments.assign(accumulated.begin(), accumulated.end());
      arguments.append(take(at, {}));
      if (failed(instance.call(block, arguments, accumulated)))
        return failure();
    }
    if (keepsAll)
      put(at, accumulated);
  }
  if (!keepsAll)
    put(lane, accumulated);
  return success();
}

LogicalResult AxisCombiner::run() {
  if (split.extent == 0)
    return instance.fail(step, "combines no elements: the axis has extent 0");
  if (inputs.size() == 1 && foldAxis(instance, block, *inputs[0], split, reverse, keepsAll, results[0])) {
    instance.set(step, 0, std::move(results[0]));
    return success();
  }
  // Two elements have one order; more of them a target may combine as it likes.
  bool outer = instance.everyRoundingCounts;
  instance.everyRoundingCounts = instance.tracksBounds() && split.extent > 2;
  LogicalResult result = success();
  if (block.isLaneWise)
    result = runAllLanes();
  else
    for (int64_t lane = 0; succeeded(result) && lane < split.outer * split.inner; ++lane)
      result = runLane(lane);
  instance.everyRoundingCounts = outer;
  if (failed(result))
    return failure();
  for (auto [i, value] : llvm::enumerate(results))
    instance.set(step, i, std::move(value));
  return success();
}

static LogicalResult evalReduce(Instance &instance, const Step &step) {
  auto op = cast<tile::ReduceOp>(step.op);
  return AxisCombiner(instance, step, op.getAxis(), /*reverse=*/false, /*keepsAll=*/false).run();
}

static LogicalResult evalScan(Instance &instance, const Step &step) {
  auto op = cast<tile::ScanOp>(step.op);
  return AxisCombiner(instance, step, op.getAxis(), op.getReverse(), /*keepsAll=*/true).run();
}

/// Groups [first, first + count) of `pack` elements each: the region's
/// arguments are element p of every group, for each input and p.
static LogicalResult mapGroups(Instance &instance, const Step &step, int64_t pack, int64_t first, int64_t count,
                               llvm::ArrayRef<int64_t> shape, Data &results) {
  Data arguments, yielded;
  auto lanesOf = [&](int64_t p) { return stridedIndices({count}, {pack}, first * pack + p); };
  for (unsigned i = 0; i < step.operands.size(); ++i)
    for (int64_t p = 0; p < pack; ++p)
      arguments.push_back(instance.operand(step, i).pick(lanesOf(p), shape));
  if (failed(instance.call(step.blocks[0], arguments, yielded)))
    return failure();
  for (auto [i, value] : llvm::enumerate(yielded))
    results[i / pack].place(lanesOf(i % pack), value);
  return success();
}

static LogicalResult evalMap(Instance &instance, const Step &step) {
  int64_t pack = cast<tile::MapOp>(step.op).getPack();
  int64_t groups = instance.operand(step, 0).count() / pack;
  Data results;
  for (const ResultInfo &info : step.info)
    results.emplace_back(info.type, info.shape);
  LogicalResult result = success();
  if (step.blocks[0].isLaneWise)
    result = mapGroups(instance, step, pack, 0, groups, {groups}, results);
  else
    for (int64_t group = 0; succeeded(result) && group < groups; ++group)
      result = mapGroups(instance, step, pack, group, 1, {}, results);
  if (failed(result))
    return failure();
  for (auto [i, value] : llvm::enumerate(results))
    instance.set(step, i, std::move(value));
  return success();
}

void kiln::reference::registerReduce(Registry &registry) {
  registry["tile.reduce"] = evalReduce;
  registry["tile.scan"] = evalScan;
  registry["tile.map"] = evalMap;
}
