// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// assign-layouts: one walk in program order. A value that is computed once has one
// layout, fixed when its op is met; values that are cheap or only rename elements
// have none of their own and are made in whatever layout their users ask for.

#include "core/layout/AssignLayouts.h"
#include "core/layout/FusionGroups.h"
#include "core/layout/Passes.h"
#include "kiln/tile/Tile.h"

namespace kiln::layout {
#define GEN_PASS_DEF_ASSIGNLAYOUTSPASS
#include "core/layout/Passes.h.inc"
} // namespace kiln::layout

using namespace mlir;
using namespace kiln;
using namespace kiln::layout;

LinearLayout kiln::layout::rowMajorLayout(ArrayRef<int64_t> shape, ArrayRef<HardwareDim> dims) {
  LayoutBuilder builder(LinearLayout::Shape(shape.begin(), shape.end()));
  for (const HardwareDim &dim : dims) {
    int64_t left = dim.extent;
    for (size_t axis = shape.size(); axis-- > 0;) {
      int64_t count = dim.extent == 0 ? builder.left(axis) : std::min(left, builder.left(axis));
      builder.take(dim.name, axis, count);
      if (dim.extent != 0)
        left /= count;
    }
    builder.repeat(dim.name, left);
  }
  return builder.build();
}

namespace {

ArrayRef<int64_t> shapeOf(Value tile) { return cast<VectorType>(tile.getType()).getShape(); }

/// The tile that an op's layout is about: what it writes where it has no result.
Value mainTile(Operation *op) {
  if (auto reduce = dyn_cast<tile::ReduceOp>(op))
    return reduce.getInputs()[0];
  for (Value result : op->getResults())
    if (isTile(result))
      return result;
  for (Value operand : op->getOperands())
    if (isTile(operand))
      return operand;
  return {};
}

bool isPowerOfTwoShape(ArrayRef<int64_t> shape) {
  return llvm::all_of(shape, [](int64_t extent) { return llvm::isPowerOf2_64(extent); });
}

class Assigner {
public:
  Assigner(const Mapping &mapping, ArrayRef<HardwareDim> dims) : mapping(mapping), dims(dims) {}

  unsigned conversions = 0;

  void run(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      visit(&op);
  }

private:
  bool isFlexible(Value value) const {
    Operation *def = value.getDefiningOp();
    return def && !layouts.contains(value) && isFlexibleOp(def);
  }

  static bool isFlexibleOp(Operation *op) {
    OpRole role = roleOf(op);
    return role == OpRole::Remat || role == OpRole::Shape;
  }

  LinearLayout defaultLayout(Value tile) const { return rowMajorLayout(shapeOf(tile), dims); }

  std::optional<LinearLayout> anchorOf(Operation *op) const {
    if (auto given = op->getAttrOfType<ArrayAttr>(tile::layoutsAttrName); given && !given.empty())
      if (auto layout = dyn_cast<tile::LayoutAttr>(given[0]))
        return layout.getLayout();
    return mapping.anchorLayout ? mapping.anchorLayout(op) : std::nullopt;
  }

  void visit(Operation *op) {
    if (isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op))
      return visitRegions(op);
    if (!mainTile(op)) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          run(block);
      return;
    }
    if (auto move = dyn_cast<tile::ToLayoutOp>(op)) {
      move.getValueMutable().set(demand(move.getValue(), ownLayout(move.getValue())));
      fix(move, move.getLayout().getLayout());
      record(move, move.getLayout().getLayout());
    } else if (!isFlexibleOp(op)) {
      visitFixed(op);
    }
  }

  /// An op that is computed once.
  void visitFixed(Operation *op) {
    Value main = mainTile(op);
    LinearLayout layout = layoutFor(op, main);
    for (OpOperand &operand : op->getOpOperands())
      if (isTile(operand.get()))
        operand.set(demand(operand.get(), shapeOf(operand.get()) == shapeOf(main) ? layout : ownLayout(operand.get())));
    for (Value result : op->getResults())
      if (isTile(result))
        fix(result, resultLayout(op, result, main, layout));
    record(op, layout);
  }

  LinearLayout layoutFor(Operation *op, Value main) const {
    if (std::optional<LinearLayout> anchor = anchorOf(op))
      return *anchor;
    for (Value operand : op->getOperands())
      if (isTile(operand) && shapeOf(operand) == shapeOf(main) && !isFlexible(operand))
        return ownLayout(operand);
    return defaultLayout(main);
  }

  LinearLayout resultLayout(Operation *op, Value result, Value main, const LinearLayout &layout) const {
    if (auto reduce = dyn_cast<tile::ReduceOp>(op))
      return layout.withoutAxis(reduce.getAxis());
    return shapeOf(result) == shapeOf(main) ? layout : defaultLayout(result);
  }

  LinearLayout ownLayout(Value value) const {
    auto known = layouts.find(value);
    return known == layouts.end() ? defaultLayout(value) : known->second;
  }

  void fix(Value value, const LinearLayout &layout) { layouts.try_emplace(value, layout); }

  tile::LayoutAttr attr(Operation *op, const LinearLayout &layout) const {
    return tile::LayoutAttr::get(op->getContext(), layout);
  }

  void record(Operation *op, const LinearLayout &written) const {
    SmallVector<Attribute> all;
    for (Value result : op->getResults())
      if (isTile(result))
        all.push_back(attr(op, ownLayout(result)));
    if (all.empty() && op->getNumResults() == 0)
      all.push_back(attr(op, written));
    if (!all.empty())
      op->setAttr(tile::layoutsAttrName, ArrayAttr::get(op->getContext(), all));
  }

  /// `value` in `layout`.
  Value demand(Value value, const LinearLayout &layout) {
    auto known = layouts.find(value);
    if (known != layouts.end() && known->second == layout)
      return value;
    std::pair<Value, Attribute> key = {value, tile::LayoutAttr::get(value.getContext(), layout)};
    if (Value made = others.lookup(key))
      return made;
    Value made = isFlexible(value) || again.contains(value) ? remake(value, layout) : convert(value, layout);
    others[key] = made;
    return made;
  }

  Value convert(Value value, const LinearLayout &layout) {
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    auto moved =
        tile::ToLayoutOp::create(builder, value.getLoc(), value, tile::LayoutAttr::get(value.getContext(), layout));
    fix(moved, layout);
    record(moved, layout);
    ++conversions;
    return moved;
  }

  /// The op of a flexible value, in the layout that is asked for; a copy where it is
  /// there in another layout already.
  Value remake(Value value, const LinearLayout &layout) {
    auto result = cast<OpResult>(value);
    Operation *op = result.getOwner();
    if (again.contains(value)) {
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      op = builder.clone(*op);
    }
    for (Value original : result.getOwner()->getResults())
      again.insert(original);
    for (OpOperand &operand : op->getOpOperands())
      if (isTile(operand.get()))
        operand.set(demand(operand.get(), operandLayout(op, operand.get(), layout)));
    for (Value made : op->getResults())
      if (isTile(made))
        fix(made, layout);
    record(op, layout);
    return op->getResult(result.getResultNumber());
  }

  LinearLayout operandLayout(Operation *op, Value operand, const LinearLayout &layout) const {
    ArrayRef<int64_t> shape = shapeOf(operand);
    LinearLayout::Shape extents(shape.begin(), shape.end());
    if (isa<vector::BroadcastOp>(op))
      return layout.operandOfBroadcast(extents);
    if (auto transpose = dyn_cast<vector::TransposeOp>(op)) {
      std::vector<int64_t> inverse(shape.size());
      for (auto [to, from] : llvm::enumerate(transpose.getPermutation()))
        inverse[from] = to;
      return layout.transposed(inverse);
    }
    if (isa<vector::ShapeCastOp>(op)) {
      // Rounding up moves elements of other extents.
      bool keeps = isPowerOfTwoShape(shape) && isPowerOfTwoShape(shapeOf(op->getResult(0)));
      return keeps ? layout.reshaped(extents) : ownLayout(operand);
    }
    return shape == shapeOf(op->getResult(0)) ? layout : ownLayout(operand);
  }

  /// Loops and branches: a carried value has one layout everywhere.
  void visitRegions(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      carry(loop.getInitArgsMutable(), loop.getRegionIterArgs(), loop.getYieldedValues(), loop.getResults());
      run(*loop.getBody());
      settle(loop.getBody()->getTerminator()->getOpOperands(), loop.getRegionIterArgs());
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      carry(loop.getInitsMutable(), loop.getBeforeArguments(), loop.getYieldOp().getOperands(), {});
      run(*loop.getBeforeBody());
      leave(loop.getConditionOp().getArgsMutable(), loop.getAfterArguments(), loop.getResults());
      run(*loop.getAfterBody());
      settle(loop.getYieldOp()->getOpOperands(), loop.getBeforeArguments());
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          run(block);
      if (op->getNumResults() == 0)
        return;
      leave(branch.thenYield().getResultsMutable(), {}, branch.getResults());
      settle(branch.elseYield()->getOpOperands(), branch.getResults());
    }
    record(op, {});
  }

  /// Values that enter a loop: those of the first round decide, but a cheap one, such
  /// as a sum's zero, follows what the loop computes.
  void carry(MutableArrayRef<OpOperand> inits, ValueRange inside, ValueRange yielded, ValueRange results) {
    for (size_t i = 0; i < inits.size(); ++i) {
      Value init = inits[i].get();
      if (!isTile(init))
        continue;
      LinearLayout layout = ownLayout(init);
      Operation *next = i < yielded.size() ? yielded[i].getDefiningOp() : nullptr;
      if (isFlexible(init) && next && !isFlexibleOp(next) && mainTile(next) == yielded[i])
        if (std::optional<LinearLayout> anchor = anchorOf(next))
          layout = *anchor;
      inits[i].set(demand(init, layout));
      fix(inside[i], layout);
      if (i < results.size())
        fix(results[i], layout);
    }
  }

  /// Values that leave a region for `results` (and the second region of a while loop).
  void leave(MutableArrayRef<OpOperand> operands, ValueRange inside, ValueRange results) {
    for (size_t i = 0; i < operands.size(); ++i) {
      if (!isTile(operands[i].get()))
        continue;
      LinearLayout layout = ownLayout(operands[i].get());
      operands[i].set(demand(operands[i].get(), layout));
      fix(results[i], layout);
      if (i < inside.size())
        fix(inside[i], layout);
    }
  }

  /// Values that have to come in the layout of what they become.
  void settle(MutableArrayRef<OpOperand> operands, ValueRange become) {
    for (size_t i = 0; i < operands.size(); ++i)
      if (isTile(operands[i].get()))
        operands[i].set(demand(operands[i].get(), ownLayout(become[i])));
  }

  const Mapping &mapping;
  ArrayRef<HardwareDim> dims;
  DenseMap<Value, LinearLayout> layouts;
  DenseMap<std::pair<Value, Attribute>, Value> others;
  /// Flexible values that were made in some layout.
  DenseSet<Value> again;
};

/// NAME or NAME:EXTENT.
FailureOr<HardwareDim> parseDim(StringRef text, Operation *op) {
  auto [name, extent] = text.split(':');
  HardwareDim dim{name.str(), 0};
  bool isNumber = extent.empty() ? !text.contains(':') : !extent.getAsInteger(10, dim.extent);
  if (name.empty() || !isNumber || dim.extent < 0 || (dim.extent > 0 && !llvm::isPowerOf2_64(dim.extent)))
    return op->emitError() << "expected a hardware dimension NAME or NAME:EXTENT with a power of two but got '" << text
                           << "'";
  return dim;
}

struct AssignLayouts : layout::impl::AssignLayoutsPassBase<AssignLayouts> {
  using AssignLayoutsPassBase::AssignLayoutsPassBase;
  AssignLayouts(const Mapping &mapping) : mapping(mapping) {}

  void runOnOperation() override {
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      FailureOr<std::vector<HardwareDim>> hardware = hardwareOf(func);
      if (failed(hardware))
        return signalPassFailure();
      if (hardware->empty())
        continue;
      Assigner assigner(mapping, *hardware);
      for (Block &block : func.getBody())
        assigner.run(block);
      conversions += assigner.conversions;
    }
  }

private:
  FailureOr<std::vector<HardwareDim>> hardwareOf(gpu::GPUFuncOp func) {
    std::vector<HardwareDim> hardware;
    if (mapping.hardwareDims)
      hardware = mapping.hardwareDims(func);
    for (const std::string &text : dims) {
      FailureOr<HardwareDim> dim = parseDim(text, func);
      if (failed(dim))
        return failure();
      hardware.push_back(*dim);
    }
    return hardware;
  }

  Mapping mapping;
};

} // namespace

std::unique_ptr<Pass> kiln::layout::createAssignLayoutsPass(const Mapping &mapping) {
  return std::make_unique<AssignLayouts>(mapping);
}
