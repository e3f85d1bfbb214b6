// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers, effects and value ranges of the ops that compute.

#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace kiln::tile;

static ArrayRef<int64_t> shapeOf(Value value) { return cast<ShapedType>(value.getType()).getShape(); }

static int64_t countOf(Value value) { return cast<ShapedType>(value.getType()).getNumElements(); }

static LogicalResult verifySameElement(Operation *op, Type from, Type to) {
  if (getElementTypeOrSelf(from) == getElementTypeOrSelf(to))
    return success();
  return op->emitOpError() << "expected a result with elements of " << getElementTypeOrSelf(from) << " but got " << to;
}

//===-- shape --------------------------------------------------------------===//

LogicalResult RangeOp::verify() {
  auto type = cast<ShapedType>(getType());
  int64_t length = getEnd() - getStart();
  if (type.getRank() != 1 || type.getDimSize(0) != length)
    return emitOpError() << "expected a 1-D tile of " << length << " elements for " << getStart() << " to " << getEnd()
                         << " but got " << type;
  unsigned width = type.getElementTypeBitWidth();
  if (!llvm::isIntN(width, static_cast<int64_t>(getStart())) ||
      !llvm::isIntN(width, static_cast<int64_t>(getEnd()) - 1))
    return emitOpError() << "expected " << getStart() << " to " << getEnd() << " to fit signed "
                         << type.getElementType();
  return success();
}

LogicalResult BroadcastOp::verify() {
  if (failed(verifySameElement(*this, getSource().getType(), getType())))
    return failure();
  auto source = dyn_cast<ShapedType>(getSource().getType());
  if (!source)
    return success();
  ArrayRef<int64_t> to = shapeOf(getResult());
  bool fits = source.getRank() == static_cast<int64_t>(to.size());
  for (auto [d, extent] : llvm::enumerate(source.getShape()))
    fits = fits && (extent == 1 || extent == to[d]);
  if (!fits)
    return emitOpError() << "expected a source of the result's rank with extents of 1 or the result's, for "
                         << getType() << ", but got " << source;
  return success();
}

LogicalResult ReshapeOp::verify() {
  if (countOf(getSource()) != countOf(getResult()))
    return emitOpError() << "expected " << countOf(getSource()) << " elements in the result but got " << getType();
  return verifySameElement(*this, getSource().getType(), getType());
}

LogicalResult TransposeOp::verify() {
  ArrayRef<int64_t> from = shapeOf(getSource()), to = shapeOf(getResult()), order = getOrder();
  bool fits = from.size() == to.size() && order.size() == from.size() && isPermutationVector(order);
  for (size_t d = 0; fits && d < to.size(); ++d)
    fits = to[d] == from[order[d]];
  if (!fits)
    return emitOpError() << "expected an order that takes " << getSource().getType() << " to " << getType()
                         << " but got [" << order << "]";
  return verifySameElement(*this, getSource().getType(), getType());
}

/// `pair` has the shape of `half` and a minor dimension of 2 behind it.
static LogicalResult verifyPair(Operation *op, Value half, Value pair) {
  SmallVector<int64_t> expected(shapeOf(half));
  expected.push_back(2);
  if (shapeOf(pair) != ArrayRef<int64_t>(expected))
    return op->emitOpError() << "expected " << pair.getType()
                             << " to be the other tile's shape with a minor dimension of 2, not of " << half.getType();
  return verifySameElement(op, half.getType(), pair.getType());
}

LogicalResult JoinOp::verify() { return verifyPair(*this, getLhs(), getResult()); }

LogicalResult SplitOp::verify() { return verifyPair(*this, getLhs(), getSource()); }

LogicalResult CatOp::verify() {
  SmallVector<int64_t> expected(shapeOf(getLhs()));
  if (!expected.empty())
    expected[0] *= 2;
  if (expected.empty() || shapeOf(getResult()) != ArrayRef<int64_t>(expected))
    return emitOpError() << "expected a result with twice the first extent of " << getLhs().getType() << " but got "
                         << getType();
  return verifySameElement(*this, getLhs().getType(), getType());
}

LogicalResult UnsplatOp::verify() {
  if (countOf(getSource()) != 1)
    return emitOpError() << "expected a tile of one element but got " << getSource().getType();
  return verifySameElement(*this, getSource().getType(), getType());
}

LogicalResult GatherOp::verify() {
  ArrayRef<int64_t> source = shapeOf(getSource()), indices = shapeOf(getIndices());
  int64_t axis = getAxis();
  if (axis < 0 || axis >= static_cast<int64_t>(source.size()))
    return emitOpError() << "expected an axis of " << getSource().getType() << " but got " << axis;
  bool fits = source.size() == indices.size() && indices == shapeOf(getResult());
  for (size_t d = 0; fits && d < source.size(); ++d)
    fits = static_cast<int64_t>(d) == axis || source[d] == indices[d];
  if (!fits)
    return emitOpError() << "expected indices and result of one shape, equal to " << getSource().getType()
                         << " but for axis " << axis << ", but got " << getIndices().getType() << " and " << getType();
  return verifySameElement(*this, getSource().getType(), getType());
}

//===-- contraction --------------------------------------------------------===//

LogicalResult DotOp::verify() {
  ArrayRef<int64_t> a = shapeOf(getLhs()), b = shapeOf(getRhs()), c = shapeOf(getResult());
  size_t rank = c.size();
  bool fits = (rank == 2 || rank == 3) && a.size() == rank && b.size() == rank;
  fits = fits && (rank == 2 || (a[0] == c[0] && b[0] == c[0]));
  fits = fits && a[rank - 1] == b[rank - 2] && a[rank - 2] == c[rank - 2] && b[rank - 1] == c[rank - 1];
  if (!fits)
    return emitOpError() << "expected [B x] M x K times [B x] K x N giving [B x] M x N but got " << getLhs().getType()
                         << " times " << getRhs().getType() << " giving " << getType();
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(getType()));
  for (Value operand : {getLhs(), getRhs()})
    if (isa<FloatType>(getElementTypeOrSelf(operand)) != isFloat)
      return emitOpError() << "expected operands and accumulator all of floats or all of integers but got "
                           << operand.getType() << " and " << getType();
  return success();
}

/// Elements along K of a scaled operand: e2m1 holds two to the byte.
static int64_t scaledExtent(int64_t stored, ScaledFormat format, bool packed) {
  return format == ScaledFormat::E2M1 && packed ? 2 * stored : stored;
}

LogicalResult DotScaledOp::verify() {
  ArrayRef<int64_t> a = shapeOf(getLhs()), b = shapeOf(getRhs()), c = shapeOf(getResult());
  if (a.size() != 2 || b.size() != 2 || c.size() != 2)
    return emitOpError() << "expected 2-D operands but got " << getLhs().getType() << " and " << getRhs().getType();
  int64_t m = scaledExtent(a[0], getLhsFormat(), getLhsNotPackedAlongK());
  int64_t k = scaledExtent(a[1], getLhsFormat(), !getLhsNotPackedAlongK());
  int64_t k2 = scaledExtent(b[0], getRhsFormat(), !getRhsNotPackedAlongK());
  int64_t n = scaledExtent(b[1], getRhsFormat(), getRhsNotPackedAlongK());
  if (k != k2 || m != c[0] || n != c[1])
    return emitOpError() << "expected M x K times K x N giving M x N but got " << m << " x " << k << " times " << k2
                         << " x " << n << " giving " << getType();
  auto scaleFits = [&](Value scale, int64_t rows) {
    return !scale || (shapeOf(scale).size() == 2 && shapeOf(scale)[0] == rows && shapeOf(scale)[1] > 0 &&
                      (k == shapeOf(scale)[1] * 32 || k == shapeOf(scale)[1] * 16));
  };
  if (!scaleFits(getLhsScale(), m) || !scaleFits(getRhsScale(), n))
    return emitOpError() << "expected scales with one row for each row of the left and each column of the "
                            "right operand and one column for each 16 or 32 elements along K = "
                         << k;
  return success();
}

//===-- reduction and scan -------------------------------------------------===//

/// The region takes `perInput` arguments of each input's element type and
/// yields `perResult` values of each result's.
static LogicalResult verifyRegion(Operation *op, Region &region, ValueRange inputs, TypeRange results, int64_t perInput,
                                  int64_t perResult, bool interleaved) {
  SmallVector<Type> arguments, yields;
  for (Value input : inputs)
    arguments.append(interleaved ? 1 : perInput, getElementTypeOrSelf(input.getType()));
  if (interleaved)
    arguments.append(SmallVector<Type>(arguments));
  for (Type result : results)
    yields.append(perResult, getElementTypeOrSelf(result));
  Block &block = region.front();
  if (block.getArgumentTypes() != TypeRange(arguments))
    return op->emitOpError() << "expected region arguments (" << arguments << ") but got (" << block.getArgumentTypes()
                             << ")";
  auto yield = dyn_cast_if_present<YieldOp>(block.empty() ? nullptr : &block.back());
  if (!yield)
    return op->emitOpError() << "expected a region that ends in 'tile.yield'";
  if (yield.getOperandTypes() != TypeRange(yields))
    return op->emitOpError() << "expected the region to yield (" << yields << ") but got (" << yield.getOperandTypes()
                             << ")";
  return success();
}

/// Inputs have one shape, and `axis` is one of its dimensions.
static LogicalResult verifyInputs(Operation *op, OperandRange inputs, int64_t axis) {
  if (inputs.empty())
    return op->emitOpError() << "expected at least one input";
  for (Value input : inputs)
    if (shapeOf(input) != shapeOf(inputs[0]))
      return op->emitOpError() << "expected inputs of one shape but got " << inputs[0].getType() << " and "
                               << input.getType();
  if (axis < 0 || axis >= static_cast<int64_t>(shapeOf(inputs[0]).size()))
    return op->emitOpError() << "expected an axis of " << inputs[0].getType() << " but got " << axis;
  return success();
}

/// One result for each input.
static LogicalResult verifyResultCount(Operation *op) {
  if (op->getNumResults() == op->getNumOperands())
    return success();
  return op->emitOpError() << "expected one result for each of " << op->getNumOperands() << " inputs but got "
                           << op->getNumResults();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyInputs(*this, getInputs(), getAxis())) || failed(verifyResultCount(*this)))
    return failure();
  SmallVector<int64_t> shape(shapeOf(getInputs()[0]));
  shape.erase(shape.begin() + getAxis());
  for (auto [input, result] : llvm::zip(getInputs(), getResults())) {
    auto tile = dyn_cast<ShapedType>(result.getType());
    bool fits = shape.empty() ? !tile : tile && tile.getShape() == ArrayRef<int64_t>(shape);
    if (!fits)
      return emitOpError() << "expected the result of reducing " << input.getType() << " along axis " << getAxis()
                           << " but got " << result.getType();
    if (failed(verifySameElement(*this, input.getType(), result.getType())))
      return failure();
  }
  return verifyRegion(*this, getCombiner(), getInputs(), getResultTypes(), 2, 1, /*interleaved=*/true);
}

LogicalResult ScanOp::verify() {
  if (failed(verifyInputs(*this, getInputs(), getAxis())) || failed(verifyResultCount(*this)))
    return failure();
  for (auto [input, result] : llvm::zip(getInputs(), getResults()))
    if (input.getType() != result.getType())
      return emitOpError() << "expected a result of type " << input.getType() << " but got " << result.getType();
  return verifyRegion(*this, getCombiner(), getInputs(), getResultTypes(), 2, 1, /*interleaved=*/true);
}

LogicalResult MapOp::verify() {
  if (failed(verifyInputs(*this, getInputs(), 0)))
    return failure();
  for (Value result : getResults())
    if (shapeOf(result) != shapeOf(getInputs()[0]))
      return emitOpError() << "expected results of the inputs' shape but got " << result.getType();
  if (getPack() < 1 || countOf(getInputs()[0]) % getPack() != 0)
    return emitOpError() << "expected a pack that divides " << countOf(getInputs()[0]) << " elements but got "
                         << getPack();
  return verifyRegion(*this, getBody(), getInputs(), getResultTypes(), getPack(), getPack(),
                      /*interleaved=*/false);
}

LogicalResult HistogramOp::verify() {
  if (shapeOf(getSource()).size() != 1 || shapeOf(getResult()).size() != 1)
    return emitOpError() << "expected a 1-D source and 1-D bins but got " << getSource().getType() << " and "
                         << getType();
  if (getMask() && shapeOf(getMask()) != shapeOf(getSource()))
    return emitOpError() << "expected a mask of the shape of " << getSource().getType() << " but got "
                         << getMask().getType();
  return success();
}

//===-- foreign code ---------------------------------------------------------===//

template <typename OpT>
static void foreignEffects(OpT op, SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (op.getIsPure())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

void ExternCallOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  foreignEffects(*this, effects);
}

void InlineAsmOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  foreignEffects(*this, effects);
}

Speculation::Speculatability ExternCallOp::getSpeculatability() {
  return getIsPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

Speculation::Speculatability InlineAsmOp::getSpeculatability() {
  return getIsPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

//===-- value ranges -------------------------------------------------------===//

static ConstantIntRanges signedRange(Type element, int64_t low, int64_t high) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(element);
  return ConstantIntRanges::fromSigned(APInt(width, low, /*isSigned=*/true), APInt(width, high, true));
}

void ProgramIdOp::inferResultRanges(ArrayRef<ConstantIntRanges>, SetIntRangeFn setRange) {
  setRange(getResult(), signedRange(getType(), 0, INT32_MAX - 1));
}

void NumProgramsOp::inferResultRanges(ArrayRef<ConstantIntRanges>, SetIntRangeFn setRange) {
  setRange(getResult(), signedRange(getType(), 1, INT32_MAX));
}

void RangeOp::inferResultRanges(ArrayRef<ConstantIntRanges>, SetIntRangeFn setRange) {
  setRange(getResult(), signedRange(getElementTypeOrSelf(getType()), getStart(), getEnd() - 1));
}

void BroadcastOp::inferResultRanges(ArrayRef<ConstantIntRanges> operands, SetIntRangeFn setRange) {
  setRange(getResult(), operands[0]);
}
