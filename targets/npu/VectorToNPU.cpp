// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Native vectors: broadcasts, lane numbers, masks, and reductions over lanes.

#include "core/layout/Combiner.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
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
    if (matchPattern(op.getLow()[0], m_Zero())) {
      rewriter.replaceOp(op, below);
      return success();
    }
    Value before = exec.predicate("pvl", adaptor.getLow()[0]);
    rewriter.replaceOp(op, exec.predicate("pandn", {below, before}));
    return success();
  }
};

/// Sums and products of narrow types have to be brought back into them at each
/// step, which one instruction for all steps does not do.
bool leavesType(StringRef kind, Type element) {
  return (kind.ends_with("add") || kind.ends_with("mul")) && !element.isF32() && !element.isInteger(32);
}

/// A reduction of one native vector with a combiner that the machine has.
struct ReduceToExec : OpConversionPattern<tile::ReduceOp> {
  using OpConversionPattern::OpConversionPattern;

  /// The suffix of `vred` for a combiner.
  static StringRef kindOf(tile::ReduceOp op) {
    return llvm::StringSwitch<StringRef>(layout::singleCombiner(op.getCombiner()))
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
    Type element = getElementTypeOrSelf(op.getInputs()[0].getType());
    if (kind.empty() || leavesType(kind, element) || isa<VectorType>(op.getResult(0).getType()) ||
        !isa<VregType>(adaptor.getInputs()[0].getType()))
      return rewriter.notifyMatchFailure(op, "no instruction for this combiner");
    Exec exec{rewriter, op.getLoc(), lanesOf(op.getInputs()[0].getType())};
    rewriter.replaceOp(op, exec.scalarOfVector(("vred." + kind + ".s").str(), adaptor.getInputs()));
    return success();
  }
};

/// A scan of one native vector with a combiner that the machine has.
struct ScanToExec : OpConversionPattern<tile::ScanOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::ScanOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto kind = llvm::StringSwitch<StringRef>(layout::singleCombiner(op.getCombiner()))
                    .Case("arith.addf", "fadd")
                    .Case("arith.mulf", "fmul")
                    .Case("arith.maxnumf", "fmax")
                    .Case("arith.minnumf", "fmin")
                    .Case("arith.addi", "iadd")
                    .Case("arith.muli", "imul")
                    .Case("arith.maxsi", "imax")
                    .Case("arith.minsi", "imin")
                    .Case("arith.ori", "ior")
                    .Default("");
    Type element = getElementTypeOrSelf(op.getInputs()[0].getType());
    if (kind.empty() || leavesType(kind, element) || !isa<VregType>(adaptor.getInputs()[0].getType()))
      return rewriter.notifyMatchFailure(op, "no instruction for this combiner");
    Exec exec{rewriter, op.getLoc(), lanesOf(op.getInputs()[0].getType())};
    rewriter.replaceOp(op, exec.vector(("vscan." + kind).str(), adaptor.getInputs(), {op.getReverse() ? 1 : 0}));
    return success();
  }
};

/// Bits as 0 and 1, which move across lanes; numbers as they are.
Value numbersOf(const Exec &exec, Value value) {
  return isa<PregType>(value.getType()) ? exec.vector("ptov", value) : value;
}

/// A shuffle of one vector in which lane i takes lane i + distance, or the
/// nearest lane where there is none.
struct ShuffleToSlide : OpConversionPattern<vector::ShuffleOp> {
  using OpConversionPattern::OpConversionPattern;

  static std::optional<int64_t> shiftOf(vector::ShuffleOp op) {
    ArrayRef<int64_t> from = op.getMask();
    int64_t lanes = from.size();
    if (op.getV1() != op.getV2() || op.getV1VectorType() != op.getType() || lanes < 2)
      return std::nullopt;
    int64_t distance = from.front() > 0 ? from.front() : from.back() - (lanes - 1);
    for (auto [lane, source] : llvm::enumerate(from))
      if (source != std::clamp<int64_t>(lane + distance, 0, lanes - 1))
        return std::nullopt;
    return distance;
  }

  LogicalResult matchAndRewrite(vector::ShuffleOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    std::optional<int64_t> distance = shiftOf(op);
    if (!distance || *distance == 0)
      return rewriter.notifyMatchFailure(op, "not a shift of lanes");
    int64_t lanes = op.getMask().size();
    Exec exec{rewriter, op.getLoc(), lanes};
    bool isMask = isa<PregType>(adaptor.getV1().getType());
    Value source = numbersOf(exec, adaptor.getV1());
    // vslide leaves the lanes that have no source alone.
    Value slid = exec.vector("vslide", {source, exec.constant(*distance)});
    bool down = *distance > 0;
    Value edge = exec.vector("vbcast", {source, exec.constant(down ? lanes - 1 : 0)});
    Value low = exec.predicate("pvl", exec.constant(down ? lanes - *distance : -*distance));
    Value result = down ? exec.vector("vsel", {low, slid, edge}) : exec.vector("vsel", {low, edge, slid});
    rewriter.replaceOp(op, isMask ? exec.predicate("pfromv", result) : result);
    return success();
  }
};

struct ExtractToMove : OpConversionPattern<vector::ExtractOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(vector::ExtractOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (op.getStaticPosition().size() != 1 || op.hasDynamicPosition())
      return rewriter.notifyMatchFailure(op, "not a known lane of a native vector");
    Exec exec{rewriter, op.getLoc(), lanesOf(op.getSourceVectorType())};
    Value lane = exec.constant(op.getStaticPosition()[0]);
    rewriter.replaceOp(op, exec.scalarOfVector("vmvs", {numbersOf(exec, adaptor.getSource()), lane}));
    return success();
  }
};

} // namespace

void kiln::npu::populateVectorPatterns(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<BroadcastToExec, StepToExec, BoxMaskToExec, ReduceToExec, ScanToExec, ShuffleToSlide, ExtractToMove>(
      types, patterns.getContext());
}
