// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// narrow-wide-integers: 64-bit integer tiles in 32 bits, where value ranges prove
// that nothing is lost. Only results that are equal bit for bit count: an op is
// done on the low words of its operands and its result sign-extended.
//
// Upstream's arith-int-range-narrowing does the like for scalars and loop bounds
// too, which gains nothing where scalars have 64 bits, and knows no op of tile.

#include "core/analysis/FactRanges.h"
#include "core/lowering/Passes.h"
#include "kiln/tile/Tile.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

namespace kiln::lowering {
#define GEN_PASS_DEF_NARROWWIDEINTEGERSPASS
#include "core/lowering/Passes.h.inc"
} // namespace kiln::lowering

using namespace mlir;
using namespace kiln;

namespace {

bool isWide(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getElementType().isInteger(64);
}

/// Least and largest value, signed.
struct Range {
  int64_t least, most;

  bool isWithin(int64_t low, int64_t high) const { return least >= low && most <= high; }
  bool fits() const { return isWithin(INT32_MIN, INT32_MAX); }
  bool fitsPositive() const { return isWithin(0, INT32_MAX); }
};

class Narrowing {
public:
  explicit Narrowing(const DataFlowSolver &ranges) : ranges(ranges) {}

  /// The low words of the operands decide the low word of the result, and the
  /// result is that word sign-extended.
  bool isExact(Operation *op) const {
    auto result = [&] { return rangeOf(op->getResult(0)); };
    auto operand = [&](unsigned i) { return rangeOf(op->getOperand(i)); };
    return TypeSwitch<Operation *, bool>(op)
        .Case<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::SelectOp,
              vector::BroadcastOp, vector::ShapeCastOp, vector::TransposeOp>([&](auto) { return result().fits(); })
        .Case<arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp, arith::CmpIOp, tile::RemSIOp>(
            [&](auto) { return operand(0).fits() && operand(1).fits(); })
        // The quotient of the least word and -1 is no word.
        .Case<tile::DivSIOp>([&](auto) { return operand(0).isWithin(INT32_MIN + 1, INT32_MAX) && operand(1).fits(); })
        .Case<tile::DivUIOp, tile::RemUIOp, tile::ShrUIOp>(
            [&](auto) { return operand(0).fitsPositive() && operand(1).fitsPositive(); })
        .Case<tile::ShrSIOp>([&](auto) { return operand(0).fits() && operand(1).fitsPositive(); })
        .Case<tile::ShlIOp>([&](auto) { return staysInWord(operand(0), operand(1)); })
        .Case<math::AbsIOp>([&](auto) { return operand(0).isWithin(INT32_MIN + 1, INT32_MAX); })
        .Case<arith::SIToFPOp>([&](auto) { return operand(0).fits(); })
        .Case<arith::UIToFPOp>([&](auto) { return operand(0).fitsPositive(); })
        .Default([](Operation *) { return false; });
  }

  bool fits(Value value) const { return rangeOf(value).fits(); }

private:
  /// No bit of a value is shifted out of a word, nor into its sign.
  static bool staysInWord(Range value, Range count) {
    if (!value.fits() || !count.isWithin(0, 31))
      return false;
    Range shifted{value.least * (int64_t(1) << count.most), value.most * (int64_t(1) << count.most)};
    return shifted.fits();
  }

  Range rangeOf(Value value) const {
    auto *range = ranges.lookupState<dataflow::IntegerValueRangeLattice>(value);
    if (!range || range->getValue().isUninitialized())
      return {INT64_MIN, INT64_MAX};
    const ConstantIntRanges &known = range->getValue().getValue();
    return {known.smin().getSExtValue(), known.smax().getSExtValue()};
  }

  const DataFlowSolver &ranges;
};

struct NarrowWideIntegers : lowering::impl::NarrowWideIntegersPassBase<NarrowWideIntegers> {
  /// The low word of an i64 scalar or of each lane; other values stay.
  static Value lowWord(OpBuilder &builder, Location loc, Value value) {
    if (!getElementTypeOrSelf(value.getType()).isInteger(64))
      return value;
    return builder.createOrFold<arith::TruncIOp>(loc, tile::withElementType(value.getType(), builder.getI32Type()),
                                                 value);
  }

  static void narrow(Operation *op) {
    OpBuilder builder(op);
    OperationState state(op->getLoc(), op->getName());
    for (Value operand : op->getOperands())
      state.operands.push_back(lowWord(builder, op->getLoc(), operand));
    Type type = op->getResult(0).getType();
    state.addTypes(isWide(type) ? tile::withElementType(type, builder.getI32Type()) : type);
    // What does not wrap in 64 bits may do so in 32.
    for (NamedAttribute attribute : op->getAttrs())
      if (attribute.getName() != "overflowFlags")
        state.attributes.push_back(attribute);
    Value value = builder.create(state)->getResult(0);
    if (isWide(type))
      value = arith::ExtSIOp::create(builder, op->getLoc(), type, value);
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }

  /// Offsets are sign-extended by the access itself.
  static void narrowOffsets(OpOperand &offsets) {
    OpBuilder builder(offsets.getOwner());
    offsets.set(lowWord(builder, offsets.getOwner()->getLoc(), offsets.get()));
  }

  static OpOperand *wideOffsets(Operation *op) {
    MutableOperandRange offsets = TypeSwitch<Operation *, MutableOperandRange>(op)
                                      .Case<tile::LoadOp, tile::StoreOp, tile::AtomicRmwOp, tile::AtomicCasOp>(
                                          [](auto access) { return access.getOffsetsMutable(); })
                                      .Default([](Operation *other) { return MutableOperandRange(other, 0, 0); });
    return offsets.size() == 1 && isWide(offsets[0].get().getType()) ? &offsets[0] : nullptr;
  }

  /// One round; false where nothing was narrowed.
  FailureOr<bool> round() {
    DataFlowSolver solver;
    analysis::loadFactRanges(solver);
    if (failed(solver.initializeAndRun(getOperation())))
      return failure();
    Narrowing ranges(solver);
    // All are chosen before the first is changed: the analysis knows no new values.
    SmallVector<Operation *> ops;
    SmallVector<OpOperand *> offsets;
    getOperation().walk([&](Operation *op) {
      bool touchesWide = llvm::any_of(op->getOperandTypes(), isWide) || llvm::any_of(op->getResultTypes(), isWide);
      if (!touchesWide)
        return;
      if (OpOperand *wide = wideOffsets(op); wide && ranges.fits(wide->get()))
        offsets.push_back(wide);
      else if (op->getNumResults() == 1 && ranges.isExact(op))
        ops.push_back(op);
    });
    for (OpOperand *wide : offsets)
      narrowOffsets(*wide);
    for (Operation *op : ops)
      narrow(op);
    narrowed += ops.size() + offsets.size();
    return !ops.empty() || !offsets.empty();
  }

  /// A narrow result is known to fit, which may prove more.
  void runOnOperation() override {
    FailureOr<bool> changed = true;
    while (succeeded(changed) && *changed)
      changed = round();
    if (failed(changed))
      signalPassFailure();
  }
};

} // namespace
