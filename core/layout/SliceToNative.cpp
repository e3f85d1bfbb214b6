// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// slice-to-native: the loops of each fusion group. The group's first slice
// along a reduced dimension is peeled: a reduction starts from elements, not
// from an identity, so that any combiner is right.

#include "core/layout/Combiner.h"
#include "core/layout/FusionGroups.h"
#include "core/layout/Passes.h"
#include "core/layout/Slicer.h"
#include "kiln/tile/Buffers.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace kiln::layout {
#define GEN_PASS_DEF_SLICETONATIVEPASS
#include "core/layout/Passes.h.inc"
} // namespace kiln::layout

using namespace mlir;
using namespace kiln;
using namespace kiln::layout;

namespace {

/// Where a native slice lies in the tile: coordinates, and elements along the
/// minor dimension.
using Coordinates = SmallVector<Value>;

/// Elements along the minor dimension that are side by side in the first hardware
/// dimension of an op's layout.
int64_t lanesOfLayout(Operation *op) {
  auto layouts = op->getAttrOfType<ArrayAttr>(tile::layoutsAttrName);
  auto layout = layouts && !layouts.empty() ? dyn_cast<tile::LayoutAttr>(layouts[0]) : tile::LayoutAttr();
  if (!layout || layout.getLayout().dims().empty())
    return std::numeric_limits<int64_t>::max();
  uint64_t side = 1;
  for (uint64_t image : layout.getLayout().dims().front().images)
    if (image == side)
      side *= 2;
  return side;
}

class GroupEmitter {
public:
  GroupEmitter(OpBuilder &builder, const FusionGroup &group, DenseMap<Value, Value> &buffers, ArrayRef<Value> borders,
               int64_t maxLanes)
      : builder(builder), group(group), buffers(buffers), borders(borders), slicer(builder, visible) {
    int64_t minor = group.domain.empty() ? 1 : group.domain.back();
    lanes = std::min({minor, maxLanes, lanesOfLayout(group.members.front())});
    while (minor % lanes != 0)
      --lanes;
    // Inside the loops the group's own values are computed, not read back.
    visible = buffers;
    for (Value border : borders)
      visible.erase(border);
  }

  LogicalResult emit() {
    builder.setInsertionPoint(group.closedBy);
    loc = group.members.front()->getLoc();
    return emitDimension(0, Coordinates(group.domain.size()));
  }

private:
  int64_t stepOf(size_t d) const { return d + 1 == group.domain.size() ? lanes : 1; }

  /// Loops over the dimensions that are not reduced, outermost first, then the
  /// reduced one.
  LogicalResult emitDimension(size_t d, Coordinates at) {
    if (d == group.domain.size()) {
      if (auto scan = dyn_cast<tile::ScanOp>(group.members.front()))
        return emitScanned(scan, at);
      return group.axis ? emitReduced(at) : emitBody(at);
    }
    if (group.axis && static_cast<size_t>(*group.axis) == d)
      return emitDimension(d + 1, at);
    Value zero = slicer.zeroIndex(loc);
    if (group.domain[d] == stepOf(d)) {
      at[d] = zero;
      return emitDimension(d + 1, at);
    }
    auto loop = makeLoop(zero, d, {});
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    at[d] = loop.getInductionVar();
    slicer.clear();
    LogicalResult result = emitDimension(d + 1, at);
    slicer.clear();
    return result;
  }

  scf::ForOp makeLoop(Value from, size_t d, ValueRange carried) {
    Value to = arith::ConstantIndexOp::create(builder, loc, group.domain[d]);
    Value step = arith::ConstantIndexOp::create(builder, loc, stepOf(d));
    return scf::ForOp::create(builder, loc, from, to, step, carried);
  }

  bool isWritten(Value buffer) const {
    return llvm::any_of(group.members, [&](Operation *op) {
      auto write = dyn_cast<vector::TransferWriteOp>(op);
      return write && write.getBase() == buffer;
    });
  }

  /// Everything a slice does but reductions. A slice is read when something
  /// needs it, but in program order where the group writes the buffer, too.
  LogicalResult emitBody(const Coordinates &at) {
    for (Operation *op : group.members)
      if (auto read = dyn_cast<vector::TransferReadOp>(op)) {
        if (isWritten(read.getBase()) && !slicer.slice(read, at, lanes))
          return failure();
      } else if (auto write = dyn_cast<vector::TransferWriteOp>(op)) {
        Value value = slicer.slice(write.getValueToStore(), at, lanes);
        if (!value)
          return failure();
        slicer.store(value, write.getBase(), at);
      }
    for (Value border : borders) {
      if (isa<tile::ReduceOp, tile::ScanOp>(border.getDefiningOp()))
        continue;
      Value value = slicer.slice(border, at, lanes);
      if (!value)
        return failure();
      slicer.store(value, buffers.lookup(border), at);
    }
    return success();
  }

  SmallVector<tile::ReduceOp> reductions() const {
    SmallVector<tile::ReduceOp> found;
    for (Operation *op : group.members)
      if (auto reduce = dyn_cast<tile::ReduceOp>(op))
        found.push_back(reduce);
    return found;
  }

  /// Whether each slice is folded by itself, since combining slices lane by lane
  /// would put elements of other slices between the lanes of one.
  bool foldsSlices(tile::ReduceOp reduce) const {
    return static_cast<size_t>(*group.axis) + 1 == group.domain.size() && lanes != 1 && group.domain.back() != lanes &&
           !isCommutative(reduce.getCombiner());
  }

  FailureOr<SmallVector<Value>> inputSlices(const Coordinates &at) {
    SmallVector<Value> all;
    for (tile::ReduceOp reduce : reductions()) {
      SmallVector<Value> slices;
      for (Value input : reduce.getInputs()) {
        slices.push_back(slicer.slice(input, at, lanes));
        if (!slices.back())
          return failure();
      }
      all.append(foldsSlices(reduce) ? foldLanes(reduce, slices) : slices);
    }
    return all;
  }

  LogicalResult emitReduced(Coordinates at) {
    size_t axis = *group.axis;
    at[axis] = slicer.zeroIndex(loc);
    if (failed(emitBody(at)))
      return failure();
    FailureOr<SmallVector<Value>> first = inputSlices(at);
    if (failed(first))
      return failure();
    slicer.clear();
    SmallVector<Value> accumulated = *first;
    if (group.domain[axis] != stepOf(axis)) {
      Value second = arith::ConstantIndexOp::create(builder, loc, stepOf(axis));
      auto loop = makeLoop(second, axis, accumulated);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(loop.getBody());
      at[axis] = loop.getInductionVar();
      if (failed(emitBody(at)))
        return failure();
      FailureOr<SmallVector<Value>> next = inputSlices(at);
      if (failed(next))
        return failure();
      SmallVector<Value> combined = combineAll(loop.getRegionIterArgs(), *next);
      if (combined.size() != next->size())
        return failure();
      scf::YieldOp::create(builder, loc, combined);
      slicer.clear();
      accumulated = loop.getResults();
    }
    finishReductions(accumulated, at);
    return success();
  }

  SmallVector<Value> combineAll(ValueRange accumulated, ArrayRef<Value> next) {
    SmallVector<Value> combined;
    size_t from = 0;
    for (tile::ReduceOp reduce : reductions()) {
      size_t n = reduce.getInputs().size();
      combined.append(combineLanes(builder, reduce.getCombiner(), accumulated.slice(from, n), next.slice(from, n)));
      from += n;
    }
    return combined;
  }

  /// One slice after the other in the scan's direction, the first one peeled;
  /// what carries over is the last result: its last lane along the minor
  /// dimension, its lanes along any other.
  LogicalResult emitScanned(tile::ScanOp scan, Coordinates at) {
    size_t axis = *group.axis;
    int64_t slices = group.domain[axis] / stepOf(axis);
    bool reverse = scan.getReverse();
    at[axis] = arith::ConstantIndexOp::create(builder, loc, reverse ? group.domain[axis] - stepOf(axis) : 0);
    FailureOr<SmallVector<Value>> values = scanSlice(scan, at, {});
    if (failed(values) || slices == 1)
      return LogicalResult(values);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value count = arith::ConstantIndexOp::create(builder, loc, slices);
    auto loop = scf::ForOp::create(builder, loc, one, count, one, *values);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    slicer.clear();
    Value distance = arith::ConstantIndexOp::create(builder, loc, stepOf(axis));
    Value moved = arith::MulIOp::create(builder, loc, loop.getInductionVar(), distance);
    at[axis] = reverse ? arith::SubIOp::create(builder, loc, at[axis], moved).getResult() : moved;
    FailureOr<SmallVector<Value>> next = scanSlice(scan, at, SmallVector<Value>(loop.getRegionIterArgs()));
    if (failed(next))
      return failure();
    scf::YieldOp::create(builder, loc, *next);
    slicer.clear();
    return success();
  }

  /// Scans one slice behind what `carried` holds (nothing for the first one),
  /// stores it, and gives what carries over.
  FailureOr<SmallVector<Value>> scanSlice(tile::ScanOp scan, const Coordinates &at, ArrayRef<Value> carried) {
    bool acrossLanes = static_cast<size_t>(*group.axis) + 1 == group.domain.size() && lanes != 1;
    SmallVector<Value> values;
    for (Value input : scan.getInputs()) {
      values.push_back(slicer.slice(input, at, lanes));
      if (!values.back())
        return failure();
    }
    if (acrossLanes) {
      auto inner =
          tile::ScanOp::create(builder, loc, ValueRange(values).getTypes(), values, /*axis=*/0, scan.getReverse());
      IRMapping map;
      scan.getCombiner().cloneInto(&inner.getCombiner(), map);
      values = inner.getResults();
    }
    if (!carried.empty()) {
      SmallVector<Value> before;
      for (auto [value, carry] : llvm::zip(values, carried))
        before.push_back(acrossLanes ? vector::BroadcastOp::create(builder, loc, value.getType(), carry).getResult()
                                     : carry);
      values = combineLanes(builder, scan.getCombiner(), before, values);
      if (values.empty())
        return failure();
    }
    for (auto [result, value] : llvm::zip(scan.getResults(), values))
      slicer.store(value, buffers.lookup(result), at);
    if (acrossLanes)
      for (Value &value : values)
        value = vector::ExtractOp::create(builder, loc, value, scan.getReverse() ? int64_t(0) : lanes - 1);
    return values;
  }

  /// Folds the lanes where the minor dimension is reduced; puts results where
  /// later groups and scalar ops find them.
  void finishReductions(ArrayRef<Value> accumulated, Coordinates at) {
    at.erase(at.begin() + *group.axis);
    bool acrossLanes = static_cast<size_t>(*group.axis) + 1 == group.domain.size();
    size_t from = 0;
    for (tile::ReduceOp reduce : reductions()) {
      size_t n = reduce.getInputs().size();
      SmallVector<Value> results(accumulated.slice(from, n));
      from += n;
      if (acrossLanes && lanes != 1 && !foldsSlices(reduce))
        results = foldLanes(reduce, results);
      for (auto [old, value] : llvm::zip(reduce.getResults(), results)) {
        if (isTile(old))
          slicer.store(value, buffers.lookup(old), at);
        else
          old.replaceAllUsesWith(value);
      }
    }
  }

  SmallVector<Value> foldLanes(tile::ReduceOp reduce, ArrayRef<Value> slices) {
    SmallVector<Type> types;
    for (Value slice : slices)
      types.push_back(getElementTypeOrSelf(slice.getType()));
    auto fold = tile::ReduceOp::create(builder, reduce.getLoc(), types, slices, /*axis=*/0);
    IRMapping map;
    reduce.getCombiner().cloneInto(&fold.getCombiner(), map);
    return fold.getResults();
  }

  OpBuilder &builder;
  const FusionGroup &group;
  DenseMap<Value, Value> &buffers;
  ArrayRef<Value> borders;
  DenseMap<Value, Value> visible;
  Slicer slicer;
  int64_t lanes = 1;
  Location loc = UnknownLoc::get(builder.getContext());
};

/// Slices one block, then the blocks inside what remains of it.
class BlockSlicer {
public:
  BlockSlicer(OpBuilder &builder, StringRef space, int64_t lanes) : builder(builder), space(space), lanes(lanes) {}

  LogicalResult run(Block &block) {
    FusionPlan plan = planFusion(block);
    for (const FusionGroup &group : plan.groups)
      if (failed(emitGroup(plan, group)))
        return failure();
    for (Operation &op : block)
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          if (!isa<tile::ReduceOp, tile::ScanOp, tile::MapOp>(op) && !wasSliced(&op) && failed(run(inner)))
            return failure();
    eraseTiles(block);
    return success();
  }

private:
  /// Loops made here hold native vectors already.
  bool wasSliced(Operation *op) const { return made.contains(op); }

  LogicalResult emitGroup(const FusionPlan &plan, const FusionGroup &group) {
    SmallVector<Value> borders;
    for (Operation *op : group.members)
      for (Value result : op->getResults())
        if (isTile(result) && needsBuffer(plan, op, result))
          borders.push_back(result);
    for (Value border : borders)
      buffers[border] = allocate(group, border);
    Operation *before = group.closedBy->getPrevNode();
    if (failed(GroupEmitter(builder, group, buffers, borders, lanes).emit()))
      return failure();
    for (Operation *op = before ? before->getNextNode() : &group.closedBy->getBlock()->front(); op != group.closedBy;
         op = op->getNextNode())
      made.insert(op);
    return success();
  }

  Value allocate(const FusionGroup &group, Value border) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(group.members.front());
    auto type = cast<VectorType>(border.getType());
    Type element = type.getElementType();
    if (element.isInteger(1))
      element = builder.getI8Type();
    auto where = tile::SpaceAttr::get(builder.getContext(), space);
    return memref::AllocOp::create(builder, border.getLoc(),
                                   MemRefType::get(type.getShape(), element, MemRefLayoutAttrInterface(), where));
  }

  /// A value is kept in memory when something outside its group needs it,
  /// directly or through shape and cheap ops. What a buffer still holds is read
  /// from there again.
  bool needsBuffer(const FusionPlan &plan, Operation *op, Value value) const {
    if (isa<tile::ReduceOp, tile::ScanOp>(op))
      return true;
    if (auto read = dyn_cast<vector::TransferReadOp>(op); read && !tile::isOverwrittenAfter(read, read.getBase()))
      return false;
    return usedOutside(plan, value, plan.groupOf.lookup(op));
  }

  static bool usedOutside(const FusionPlan &plan, Value value, unsigned group) {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      auto it = plan.groupOf.find(user);
      if (it != plan.groupOf.end())
        return it->second != group;
      OpRole role = roleOf(user);
      if (role != OpRole::Remat && role != OpRole::Shape)
        return true;
      return llvm::any_of(user->getResults(), [&](Value v) { return usedOutside(plan, v, group); });
    });
  }

  /// The whole-tile ops are dead now; later ones use earlier ones.
  void eraseTiles(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (!made.contains(&op) && roleOf(&op) != OpRole::Scalar && roleOf(&op) != OpRole::Opaque && op.use_empty())
        op.erase();
  }

  OpBuilder &builder;
  StringRef space;
  int64_t lanes;
  DenseMap<Value, Value> buffers;
  DenseSet<Operation *> made;
};

/// A tile that is needed in two layouts: both are slices of one value here, and it
/// is in memory in between where they differ.
void dropMoves(gpu::GPUFuncOp func) {
  SmallVector<tile::ToLayoutOp> moves;
  func.walk([&](tile::ToLayoutOp move) { moves.push_back(move); });
  for (tile::ToLayoutOp move : moves) {
    move.replaceAllUsesWith(move.getValue());
    move.erase();
  }
}

struct SliceToNative : layout::impl::SliceToNativePassBase<SliceToNative> {
  using SliceToNativePassBase::SliceToNativePassBase;

  void runOnOperation() override {
    if (lanes < 1) {
      getOperation().emitError() << "expected at least 1 lane but got " << lanes.getValue();
      return signalPassFailure();
    }
    OpBuilder builder(&getContext());
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      dropMoves(func);
      for (Block &block : func.getBody())
        if (failed(BlockSlicer(builder, space, lanes).run(block)))
          return signalPassFailure();
      func->setAttr(tile::formAttrName, builder.getStringAttr("native"));
    }
  }
};

} // namespace
