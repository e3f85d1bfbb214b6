// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between integers and floats. The machine converts 32-bit integers to f32 and
// back, the scalar core 64-bit ones too; other widths are extended before or
// cut to their ends after, and 16-bit floats rounded after.

#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "targets/npu/Exec.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {

bool isFloat(Type element) { return element.isF32() || element.isF16() || element.isBF16(); }

/// Ops on vectors and on scalars under one name; constants are the second operand.
struct Registers {
  const Exec &exec;
  bool isVector;

  Value operate(StringRef vector, StringRef scalar, Value value, int64_t number) const {
    return isVector ? exec.vector(vector, {value, exec.constant(number)})
                    : exec.scalar(scalar, {value, exec.constant(number)});
  }
  /// `yes` where the unsigned value is above `limit`.
  Value aboveOr(Value value, int64_t limit, Value yes, Value no) const {
    if (isVector)
      return exec.vector("vsel", {exec.predicate("vcmp.u.gt.vs", {value, exec.constant(limit)}), yes, no});
    return exec.scalar("sel", {exec.scalar("sltu", {exec.constant(limit), value}), yes, no});
  }
};

/// An integer with the low 8 of its bits replaced by one above them, which is
/// set if any was: 24 bits that f32 holds, and that round to bf16 as all would.
/// Integers of at most 24 bits stay.
Value shortened(const Registers &regs, Value value, bool isSigned) {
  constexpr int64_t most = int64_t(1) << 24;
  Value low = regs.operate("viand.vs", "and", value, 255);
  Value cut = regs.isVector ? regs.exec.vector("visub", {value, low}) : regs.exec.scalar("sub", {value, low});
  Value odd = regs.aboveOr(low, 0, regs.operate("vior.vs", "or", cut, 256), cut);
  if (!isSigned)
    return regs.aboveOr(value, most, odd, value);
  return regs.aboveOr(regs.operate("viadd.vs", "add", value, most), 2 * most, odd, value);
}

template <typename OpT>
struct IntToFloat : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  static constexpr bool isSigned = std::is_same_v<OpT, arith::SIToFPOp>;

  /// The integer as a register of 32 (or 64) bits has it.
  static Value extended(const Registers &regs, Value value, unsigned width) {
    if (isa<PregType>(value.getType()))
      value = regs.exec.vector("ptov", value);
    if (width == 1 && isSigned)
      return regs.isVector ? regs.exec.vector("virsub.vs", {value, regs.exec.constant(0)})
                           : regs.exec.scalar("sub", {regs.exec.constant(0), value});
    if (width < 32 && !isSigned)
      return regs.operate("viand.vs", "and", value, (int64_t(1) << width) - 1);
    return value;
  }

  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type to = op.getType(), from = getElementTypeOrSelf(op.getIn().getType()), element = getElementTypeOrSelf(to);
    bool isVector = isa<VectorType>(to);
    unsigned width = from.isIndex() ? 64 : from.getIntOrFloatBitWidth();
    // A conversion of 64 bits rounds to f32; another one, to bf16, would be a second.
    bool isLong = width == 64 && !isVector && !element.isBF16();
    if (!isFloat(element) || (width > 32 && !isLong) || !this->getTypeConverter()->convertType(op.getIn().getType()))
      return rewriter.notifyMatchFailure(op, "the machine converts 32-bit integers to f32");
    Exec exec{rewriter, op.getLoc(), lanesOf(to)};
    Registers regs{exec, isVector};
    Value value = extended(regs, adaptor.getIn(), width);
    if (width == 32 && element.isBF16())
      value = shortened(regs, isVector || isSigned ? value : exec.scalar("and", {value, exec.constant(UINT32_MAX)}),
                        isSigned);
    std::string mnemonic =
        std::string(isVector ? "vcvt.f32." : "fcvt.f32.") + (isSigned ? "i" : "u") + (width == 64 ? "64" : "32");
    value = isVector ? exec.vector(mnemonic, value) : exec.scalar(mnemonic, value);
    rewriter.replaceOp(op, intoType(exec, value, element));
    return success();
  }
};

template <typename OpT>
struct FloatToInt : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  static constexpr bool isSigned = std::is_same_v<OpT, tile::FPToSIOp>;

  /// From 2^63 on, the signed conversion of what is above it, with the upper bit.
  static Value toUnsignedLong(const Exec &exec, Value value) {
    Value half = exec.constant(scalarBits(0x1p63f));
    Value positive = exec.scalar("fmax", {value, exec.constant(0)});
    Value above = exec.scalar("fcvt.i64.f32.rtz", exec.scalar("fsub", {positive, half}));
    above = exec.scalar("xor", {above, exec.constant(INT64_MIN)});
    return exec.scalar("sel",
                       {exec.scalar("fcmp.ge", {positive, half}), above, exec.scalar("fcvt.i64.f32.rtz", positive)});
  }

  /// A 32-bit integer moved to the nearer end of a narrower type.
  static Value clamped(const Registers &regs, Value value, unsigned width) {
    if (!isSigned)
      return regs.operate("viminu.vs", "minu", value, (int64_t(1) << width) - 1);
    value = regs.operate("vimin.vs", "min", value, (int64_t(1) << (width - 1)) - 1);
    return regs.operate("vimax.vs", "max", value, -(int64_t(1) << (width - 1)));
  }

  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type to = op.getType(), element = getElementTypeOrSelf(to);
    bool isVector = isa<VectorType>(to);
    unsigned width = element.getIntOrFloatBitWidth();
    bool isNarrow = width == 8 || width == 16, isLong = width == 64 && !isVector;
    if (!isFloat(getElementTypeOrSelf(op->getOperand(0).getType())) || (width != 32 && !isNarrow && !isLong))
      return rewriter.notifyMatchFailure(op, "the machine converts f32 to 32-bit integers");
    Exec exec{rewriter, op.getLoc(), lanesOf(to)};
    Value value = adaptor.getOperands()[0];
    if (isLong) {
      rewriter.replaceOp(op, isSigned ? exec.scalar("fcvt.i64.f32.rtz", value) : toUnsignedLong(exec, value));
      return success();
    }
    std::string mnemonic = std::string(isVector ? "vcvt." : "fcvt.") + (isSigned ? "i32" : "u32") + ".f32.rtz";
    value = isVector ? exec.vector(mnemonic, value) : exec.scalar(mnemonic, value);
    if (isNarrow)
      value = intoType(exec, clamped({exec, isVector}, value, width), element);
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// The larger of a number and its negation; the least one is both.
struct AbsToExec : OpConversionPattern<math::AbsIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(math::AbsIOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = op.getType(), element = getElementTypeOrSelf(type), reg = getTypeConverter()->convertType(type);
    if (!reg || isa<PregType>(reg) || element.isInteger(1))
      return rewriter.notifyMatchFailure(op, "no instruction for this type");
    Exec exec{rewriter, op.getLoc(), lanesOf(type)};
    Value value = adaptor.getOperand(), zero = exec.constant(0);
    if (isa<VregType>(reg))
      value = exec.vector("vimax", {value, exec.vector("virsub.vs", {value, zero})});
    else
      value = exec.scalar("max", {value, exec.scalar(element.isInteger(32) ? "sub.w" : "sub", {zero, value})});
    rewriter.replaceOp(op, intoType(exec, value, element));
    return success();
  }
};

} // namespace

void kiln::npu::populateCastPatterns(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<IntToFloat<arith::SIToFPOp>, IntToFloat<arith::UIToFPOp>, FloatToInt<tile::FPToSIOp>,
               FloatToInt<tile::FPToUIOp>, AbsToExec>(types, patterns.getContext());
}
