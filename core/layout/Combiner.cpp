// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Applying combiners to vectors.

#include "core/layout/Combiner.h"
#include "core/layout/Slicer.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::layout;

/// `value` in every lane, if it is a scalar where vectors are needed.
static Value inAllLanes(OpBuilder &builder, Location loc, Value value, int64_t lanes) {
  if (lanes == 1 || isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(builder, loc, sliceType(value.getType(), lanes), value);
}

SmallVector<Value> kiln::layout::combineLanes(OpBuilder &builder, Region &combiner, ValueRange accumulated,
                                              ValueRange next) {
  Block &body = combiner.front();
  auto type = dyn_cast<VectorType>(accumulated[0].getType());
  int64_t lanes = type ? type.getNumElements() : 1;
  DenseMap<Value, Value> buffers;
  Slicer slicer(builder, buffers);
  IRMapping map;
  for (auto [i, value] : llvm::enumerate(accumulated))
    map.map(body.getArgument(i), value);
  for (auto [i, value] : llvm::enumerate(next))
    map.map(body.getArgument(accumulated.size() + i), value);
  for (Operation &op : body.without_terminator()) {
    bool isConstant = op.hasTrait<OpTrait::ConstantLike>();
    if (!isConstant && !op.hasTrait<OpTrait::Elementwise>()) {
      op.emitError() << "'" << op.getName() << "' in a combiner cannot be applied to vectors yet";
      return {};
    }
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(inAllLanes(builder, op.getLoc(), map.lookupOrDefault(operand), lanes));
    map.map(op.getResults(), slicer.cloneElementwise(&op, operands, isConstant ? 1 : lanes)->getResults());
  }
  SmallVector<Value> results;
  for (Value value : body.getTerminator()->getOperands())
    results.push_back(inAllLanes(builder, value.getLoc(), map.lookupOrDefault(value), lanes));
  return results;
}

StringRef kiln::layout::singleCombiner(Region &combiner) {
  Block &body = combiner.front();
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return "";
  Operation &combine = body.front();
  bool usesBoth = combine.getNumOperands() == 2 && combine.getOperand(0) != combine.getOperand(1) &&
                  llvm::all_of(combine.getOperands(), [&](Value v) { return v.getParentBlock() == &body; });
  bool givesIt = combine.getNumResults() == 1 && body.back().getOperand(0) == combine.getResult(0);
  return usesBoth && givesIt ? combine.getName().getStringRef() : "";
}

bool kiln::layout::isKept(ArrayRef<std::string> keep, Region &combiner) {
  StringRef op = singleCombiner(combiner);
  if (op.empty())
    return false;
  std::string typed = (op + ":").str();
  llvm::raw_string_ostream(typed) << combiner.front().getArgument(0).getType();
  return llvm::is_contained(keep, op.str()) || llvm::is_contained(keep, typed);
}

int64_t kiln::layout::widestElement(ValueRange values) {
  int64_t bits = 0;
  for (Value value : values)
    bits = std::max(bits, 8 * tile::elementBytes(getElementTypeOrSelf(value.getType())));
  return bits;
}

bool kiln::layout::isCommutative(Region &combiner) {
  Block &body = combiner.front();
  unsigned inputs = body.getNumArguments() / 2;
  return llvm::all_of(body.getTerminator()->getOperands(), [&](Value result) {
    Operation *op = result.getDefiningOp();
    if (!op || !op->hasTrait<OpTrait::IsCommutative>() || op->getNumOperands() != 2)
      return false;
    auto left = dyn_cast<BlockArgument>(op->getOperand(0)), right = dyn_cast<BlockArgument>(op->getOperand(1));
    return left && right && left.getOwner() == &body && right.getOwner() == &body &&
           left.getArgNumber() % inputs == right.getArgNumber() % inputs && left != right;
  });
}

Value kiln::layout::shiftLanes(OpBuilder &builder, Location loc, Value vector, int64_t distance) {
  int64_t lanes = cast<VectorType>(vector.getType()).getNumElements();
  SmallVector<int64_t> from;
  for (int64_t lane = 0; lane < lanes; ++lane)
    from.push_back(std::clamp<int64_t>(lane + distance, 0, lanes - 1));
  return vector::ShuffleOp::create(builder, loc, vector, vector, from);
}
