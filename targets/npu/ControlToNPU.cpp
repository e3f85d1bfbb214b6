// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions, branches, program ids and launch parameters.

#include "kiln/tile/Tile.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sim/Isa.h"
#include "targets/npu/Exec.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {

/// Block arguments become registers.
struct FuncBlocks : OpConversionPattern<gpu::GPUFuncOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(gpu::GPUFuncOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    if (op.getNumArguments() != 0)
      return rewriter.notifyMatchFailure(op, "arguments are read from the parameter block first");
    if (failed(rewriter.convertRegionTypes(&op.getBody(), *getTypeConverter())))
      return failure();
    rewriter.modifyOpInPlace(op, [] {});
    return success();
  }
};

struct ReturnToHalt : OpConversionPattern<gpu::ReturnOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(gpu::ReturnOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<HaltOp>(op);
    return success();
  }
};

struct BranchToBr : OpConversionPattern<cf::BranchOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(cf::BranchOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<BrOp>(op, adaptor.getDestOperands(), op.getDest());
    return success();
  }
};

struct CondBranchToCondBr : OpConversionPattern<cf::CondBranchOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(cf::CondBranchOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<CondBrOp>(op, adaptor.getCondition(), adaptor.getTrueDestOperands(),
                                          adaptor.getFalseDestOperands(), op.getTrueDest(), op.getFalseDest());
    return success();
  }
};

template <typename OpT>
struct GridToCsr : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor, ConversionPatternRewriter &rewriter) const override {
    Exec exec{rewriter, op.getLoc()};
    Csr first = std::is_same_v<OpT, tile::ProgramIdOp> ? Csr::PidX : Csr::GridX;
    rewriter.replaceOp(op, exec.scalar("csrr", {}, {static_cast<int64_t>(first) + static_cast<int64_t>(op.getAxis())}));
    return success();
  }
};

struct NextPidToExec : OpConversionPattern<NextPidOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(NextPidOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, Exec{rewriter, op.getLoc()}.scalar("nextpid", {}));
    return success();
  }
};

struct ArgToLoad : OpConversionPattern<ArgOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(ArgOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    Exec exec{rewriter, op.getLoc()};
    StringRef load = op.getSize() == 8 ? "ld" : op.getSize() == 4 ? "lw" : op.getSize() == 2 ? "lh" : "lb";
    Value value = exec.scalar(load, exec.constant(0), {static_cast<int64_t>(op.getOffset())});
    if (op.getType().isInteger(1))
      value = exec.scalar("sne", {value, exec.constant(0)});
    if (op.getType().isF16() || op.getType().isBF16())
      value = exec.scalar(op.getType().isF16() ? "fcvt.f32.f16" : "fcvt.f32.bf16", value);
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// A promise was used where it helps; nothing is left to do for it.
struct EraseAssume : OpConversionPattern<tile::AssumeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::AssumeOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void kiln::npu::populateControlPatterns(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<FuncBlocks, ReturnToHalt, BranchToBr, CondBranchToCondBr, GridToCsr<tile::ProgramIdOp>,
               GridToCsr<tile::NumProgramsOp>, NextPidToExec, ArgToLoad, EraseAssume>(types, patterns.getContext());
}
