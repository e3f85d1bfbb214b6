// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Native vectors: broadcasts, lane numbers, masks, and reductions over lanes.

#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "targets/npu/Exec.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {

struct BroadcastToExec : OpConversionPattern<vector::BroadcastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(vector::BroadcastOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type reg = getTypeConverter()->convertType(op.getType());
    if (!reg || isa<VectorType>(op.getSource().getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar, or no register for the result");
    Exec exec{rewriter, op.getLoc(), lanesOf(op.getType())};
    if (isa<VregType>(reg)) {
      rewriter.replaceOp(op, exec.vector("vmsv", adaptor.getSource()));
      return success();
    }
    Value length = exec.scalar("sel", {adaptor.getSource(), exec.constant(exec.vl), exec.constant(0)});
    rewriter.replaceOp(op, exec.predicate("pvl", length));
    return success();
  }
};

struct StepToExec : OpConversionPattern<vector::StepOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(vector::StepOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    Exec exec{rewriter, op.getLoc(), lanesOf(op.getType())};
    rewriter.replaceOp(op, exec.vector("viota", exec.constant(0)));
    return success();
  }
};

/// Lanes from low on and below high: the lanes below high without those below
/// low. `pvl` clamps its count to the register.
struct BoxMaskToExec : OpConversionPattern<tile::BoxMaskOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::BoxMaskOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (op.getLow().size() != 1)
      return rewriter.notifyMatchFailure(op, "masks of native vectors have one dimension");
    Exec exec{rewriter, op.getLoc(), lanesOf(op.getType())};
    Value below = exec.predicate("pvl", adaptor.getHigh()[0]);
    Value before = exec.predicate("pvl", adaptor.getLow()[0]);
    rewriter.replaceOp(op, exec.predicate("pandn", {below, before}));
    return success();
  }
};

/// A reduction of one native vector with a combiner that the machine has.
struct ReduceToExec : OpConversionPattern<tile::ReduceOp> {
  using OpConversionPattern::OpConversionPattern;

  /// The suffix of `vred` for a combiner of one op on both arguments.
  static StringRef kindOf(tile::ReduceOp op) {
    Block &body = op.getCombiner().front();
    if (op.getInputs().size() != 1 || std::distance(body.begin(), body.end()) != 2)
      return "";
    Operation &combine = body.front();
    bool usesBoth = combine.getNumOperands() == 2 && combine.getOperand(0) != combine.getOperand(1) &&
                    llvm::all_of(combine.getOperands(), [&](Value v) { return v.getParentBlock() == &body; });
    if (!usesBoth || body.back().getOperand(0) != combine.getResult(0))
      return "";
    return llvm::StringSwitch<StringRef>(combine.getName().getStringRef())
        .Case("arith.addf", "fadd")
        .Case("arith.maxnumf", "fmax")
        .Case("arith.minnumf", "fmin")
        .Case("arith.addi", "iadd")
        .Case("arith.maxsi", "imax")
        .Case("arith.minsi", "imin")
        .Case("arith.andi", "iand")
        .Case("arith.ori", "ior")
        .Case("arith.xori", "ixor")
        .Default("");
  }

  LogicalResult matchAndRewrite(tile::ReduceOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    StringRef kind = kindOf(op);
    // Sums of narrow types would have to be brought back into them at each step.
    Type element = getElementTypeOrSelf(op.getInputs()[0].getType());
    bool isSum = kind == "fadd" || kind == "iadd";
    if (kind.empty() || (isSum && !element.isF32() && !element.isInteger(32)) ||
        isa<VectorType>(op.getResult(0).getType()) || !isa<VregType>(adaptor.getInputs()[0].getType()))
      return rewriter.notifyMatchFailure(op, "no instruction for this combiner");
    Exec exec{rewriter, op.getLoc(), lanesOf(op.getInputs()[0].getType())};
    rewriter.replaceOp(op, exec.scalarOfVector(("vred." + kind + ".s").str(), adaptor.getInputs()));
    return success();
  }
};

} // namespace

void kiln::npu::populateVectorPatterns(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<BroadcastToExec, StepToExec, BoxMaskToExec, ReduceToExec>(types, patterns.getContext());
}
