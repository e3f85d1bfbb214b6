// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/reference/Plan.h"
#include "kiln/tile/SourceLine.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

BlockPlan::BlockPlan() = default;
BlockPlan::~BlockPlan() = default;
BlockPlan::BlockPlan(BlockPlan &&) = default;
BlockPlan &BlockPlan::operator=(BlockPlan &&) = default;

Registry kiln::reference::makeRegistry() {
  Registry registry;
  registerArith(registry);
  registerArithFloat(registry);
  registerCasts(registry);
  registerMath(registry);
  registerShape(registry);
  registerVector(registry);
  registerMemory(registry);
  registerAtomics(registry);
  registerViews(registry);
  registerMemRef(registry);
  registerReduce(registry);
  registerDot(registry);
  registerControl(registry);
  registerHost(registry);
  return registry;
}

std::string kiln::reference::locationPrefix(Location location) {
  std::string text = tile::describeSource(location);
  return text.empty() ? text : text + ": ";
}

namespace {
class Planner {
public:
  explicit Planner(const Registry &registry) : registry(registry) {}

  Result<BlockPlan> planBlock(Block &block);
  Result<ResultInfo> planType(Operation &op, Type type);

  unsigned slotCount() const { return slots.size(); }
  bool takesTurns = false;
  llvm::DenseMap<Attribute, uint64_t> placedBytes;

private:
  Result<Step> planOp(Operation &op);
  Result<void> notePlaced(Operation &op);
  void noteLastUses(Block &block, BlockPlan &plan);
  unsigned slotOf(mlir::Value value) { return slots.try_emplace(value, slots.size()).first->second; }

  const Registry &registry;
  llvm::DenseMap<mlir::Value, unsigned> slots;
};
} // namespace

static Error planError(Operation &op, const std::string &text) {
  return Error(llvm::formatv("{0}'{1}' op {2}", locationPrefix(op.getLoc()), op.getName().getStringRef(), text));
}

static std::string typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Never multiplies what could overflow.
static bool fitsInTile(llvm::ArrayRef<int64_t> shape) {
  int64_t room = tile::maxTileElements;
  for (int64_t extent : shape) {
    if (extent > room)
      return false;
    room = extent == 0 ? room : room / extent;
  }
  return true;
}

Result<ResultInfo> Planner::planType(Operation &op, Type type) {
  ResultInfo info;
  if (isa<tile::ViewType, MemRefType>(type)) {
    auto element =
        isa<MemRefType>(type) ? cast<MemRefType>(type).getElementType() : cast<tile::ViewType>(type).getElementType();
    if (!ElementType::of(element))
      return planError(op, "has the element type " + typeText(element) + ", which the reference does not know");
    return info;
  }
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    if (!shaped.hasStaticShape())
      return planError(op, "expected a static shape but got " + typeText(type));
    if (auto vector = dyn_cast<VectorType>(type); vector && vector.isScalable())
      return planError(op, "expected a fixed-length vector but got " + typeText(type));
    if (!fitsInTile(shaped.getShape()))
      return planError(op, llvm::formatv("expected a tile of at most {0} elements but got {1}", tile::maxTileElements,
                                         typeText(type)));
    info.shape = shaped.getShape();
  }
  std::optional<ElementType> element = ElementType::of(getElementTypeOrSelf(type));
  if (!element)
    return planError(op, "has the type " + typeText(type) + ", which the reference does not know");
  info.type = *element;
  return info;
}

std::optional<uint64_t> kiln::reference::placedAt(Operation &alloc) {
  auto address = alloc.getAttrOfType<IntegerAttr>("tile.address");
  return address ? std::optional<uint64_t>(address.getValue().getZExtValue()) : std::nullopt;
}

/// Chips are far smaller.
static constexpr uint64_t maxPlacedBytes = uint64_t(1) << 32;

Result<void> Planner::notePlaced(Operation &op) {
  std::optional<uint64_t> address = placedAt(op);
  if (!address)
    return {};
  auto type = cast<MemRefType>(op.getResult(0).getType());
  uint64_t room = maxPlacedBytes;
  if (!type.hasStaticShape() || !type.getLayout().isIdentity())
    return planError(op, "has an address but no static shape without a layout: " + typeText(type));
  uint64_t bytes = ElementType::of(type.getElementType())->memoryBytes();
  for (int64_t extent : type.getShape())
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, extent);
  if (*address > room || bytes > room - *address)
    return planError(op, llvm::formatv("ends above the {0} bytes that the reference gives a memory space", room));
  uint64_t &end = placedBytes[type.getMemorySpace()];
  end = std::max(end, *address + bytes);
  return {};
}

Result<Step> Planner::planOp(Operation &op) {
  Step step;
  step.op = &op;
  step.handler = registry.lookup(op.getName().getStringRef());
  auto load = dyn_cast<tile::LoadOp>(op);
  takesTurns |=
      isa<tile::AtomicRmwOp, tile::AtomicCasOp, tile::CopyAtomicRmwOp, tile::CopyAtomicCasOp, tile::ReduceViewOp>(op) ||
      (load && load.getIsVolatile());
  for (mlir::Value operand : op.getOperands())
    step.operands.push_back(slotOf(operand));
  for (mlir::Value result : op.getResults()) {
    // What an unsupported op gives does not matter: executing it is an error.
    Result<ResultInfo> info = step.handler ? planType(op, result.getType()) : ResultInfo();
    if (!info)
      return info.error();
    step.results.push_back(slotOf(result));
    step.info.push_back(*info);
  }
  if (!step.handler)
    return step;
  if (isa<memref::AllocOp, memref::AllocaOp>(op))
    if (Result<void> placed = notePlaced(op); !placed)
      return placed.error();
  for (Region &region : op.getRegions()) {
    if (region.empty()) { // the missing else of scf.if
      step.blocks.emplace_back();
      continue;
    }
    if (!region.hasOneBlock())
      return planError(op, "expected regions of one block");
    for (BlockArgument argument : region.getArguments())
      if (Result<ResultInfo> info = planType(op, argument.getType()); !info)
        return info.error();
    Result<BlockPlan> block = planBlock(region.front());
    if (!block)
      return block.error();
    step.blocks.push_back(std::move(*block));
  }
  return step;
}

/// Marks, for each value defined in the block, the op of the block in or under
/// which it is read last.
void Planner::noteLastUses(Block &block, BlockPlan &plan) {
  llvm::DenseMap<Operation *, size_t> position;
  for (auto [index, step] : llvm::enumerate(plan.steps))
    position[step.op] = index;
  auto note = [&](mlir::Value value, size_t first) {
    size_t last = first;
    for (Operation *user : value.getUsers())
      if (Operation *inBlock = block.findAncestorOpInBlock(*user))
        last = std::max(last, position.lookup(inBlock));
    // What the terminator reads is taken from the slots after it has run.
    if (last + 1 < plan.steps.size())
      plan.steps[last].dead.push_back(slots.lookup(value));
  };
  for (BlockArgument argument : block.getArguments())
    note(argument, 0);
  for (auto [index, step] : llvm::enumerate(plan.steps))
    for (mlir::Value result : step.op->getResults())
      note(result, index);
}

/// Ops on scalars that work lane by lane whatever the number of lanes.
static bool isLaneWise(Operation &op) {
  if (llvm::any_of(op.getOperandTypes(), [](Type type) { return isa<ShapedType>(type); }))
    return false;
  if (op.hasTrait<OpTrait::IsTerminator>())
    return isa<tile::YieldOp>(op);
  if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
    return false;
  return op.hasTrait<OpTrait::Elementwise>() || isa<arith::ConstantOp, arith::SelectOp>(op);
}

Result<BlockPlan> Planner::planBlock(Block &block) {
  BlockPlan plan;
  for (BlockArgument argument : block.getArguments())
    plan.arguments.push_back(slotOf(argument));
  plan.steps.reserve(block.getOperations().size());
  plan.isLaneWise = true;
  for (Operation &op : block) {
    Result<Step> step = planOp(op);
    if (!step)
      return step.error();
    plan.isLaneWise &= step->handler && isLaneWise(op);
    plan.steps.push_back(std::move(*step));
  }
  noteLastUses(block, plan);
  return plan;
}

Result<Plan> kiln::reference::makePlan(FunctionOpInterface kernel, const Registry &registry) {
  Region &body = kernel.getFunctionBody();
  if (!body.hasOneBlock())
    return planError(*kernel, body.empty() ? "has no body" : "expected a body of one block");
  Planner planner(registry);
  for (BlockArgument argument : body.getArguments())
    if (Result<ResultInfo> info = planner.planType(*kernel, argument.getType()); !info)
      return info.error();
  Result<BlockPlan> block = planner.planBlock(body.front());
  if (!block)
    return block.error();
  Plan plan;
  plan.body = std::move(*block);
  plan.slots = planner.slotCount();
  plan.takesTurns = planner.takesTurns;
  plan.placedBytes = std::move(planner.placedBytes);
  return plan;
}
