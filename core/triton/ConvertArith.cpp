// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise arithmetic. What arith and math define for every operand stays;
// division, shifts and conversions to integer become the total ops of tile.

#include "core/triton/Convert.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::triton;

/// Integers wrap, whatever the text promises, and float ops may do what the
/// reader was asked for: contract sums and products, or nothing.
static void normalizeFlags(Converter &c, Operation *op) {
  MLIRContext *context = op->getContext();
  if (auto integer = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    op->setAttr(integer.getIntegerOverflowAttrName(),
                arith::IntegerOverflowFlagsAttr::get(context, arith::IntegerOverflowFlags::none));
  auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!fast)
    return;
  bool fuses = c.options.fpFusion && isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op);
  auto flags = fuses ? arith::FastMathFlags::contract : arith::FastMathFlags::none;
  op->setAttr(fast.getFastMathAttrName(), arith::FastMathFlagsAttr::get(context, flags));
}

static LogicalResult keep(Converter &c, Operation *op) {
  Operation *copy = c.cloneOp(op);
  normalizeFlags(c, copy);
  return success();
}

template <typename OpT>
static LogicalResult keepOp(Converter &c, OpT op) {
  return keep(c, op);
}

template <typename From, typename To>
static LogicalResult makeTotal(Converter &c, From op) {
  if (!getElementTypeOrSelf(op.getType()).isSignlessInteger())
    return refuse(op) << "expected integers of a fixed width but got " << op.getType();
  auto total = To::create(c.builder, c.loc, op.getType(), c.plain(op->getOperands()));
  c.keepHints(op, total);
  c.set(op.getResult(), total.getResult());
  return success();
}

static LogicalResult convertConstant(Converter &c, arith::ConstantOp op) {
  if (!isa<IntegerAttr, FloatAttr, DenseElementsAttr>(op.getValue()))
    return refuse(op) << "expected numbers in the text but got " << op.getValue();
  return keep(c, op);
}

//===-- float conversions --------------------------------------------------===//

static bool isPlainFloat(Type type) { return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type); }

/// arith converts between the common formats, to nearest; anything else is a
/// tile.cast.
static Value convertFloat(Converter &c, Value source, Type type, tile::Rounding rounding) {
  Type from = getElementTypeOrSelf(source), to = getElementTypeOrSelf(type);
  if (from == to)
    return source;
  unsigned fromWidth = from.getIntOrFloatBitWidth(), toWidth = to.getIntOrFloatBitWidth();
  if (isPlainFloat(from) && isPlainFloat(to)) {
    if (fromWidth < toWidth)
      return arith::ExtFOp::create(c.builder, c.loc, type, source);
    if (fromWidth > toWidth && rounding == tile::Rounding::Nearest)
      return arith::TruncFOp::create(c.builder, c.loc, type, source);
  }
  return tile::CastOp::create(c.builder, c.loc, type, source, rounding);
}

static LogicalResult convertFpToFp(Converter &c, FpToFpOp op) {
  bool toZero = op.getRounding() == Rounding::Rtz;
  Value made =
      convertFloat(c, c.plain(op.getSrc()), op.getType(), toZero ? tile::Rounding::Zero : tile::Rounding::Nearest);
  c.set(op.getResult(), made);
  return success();
}

static LogicalResult convertExtF(Converter &c, arith::ExtFOp op) {
  c.set(op.getResult(), convertFloat(c, c.plain(op.getIn()), op.getType(), tile::Rounding::Nearest));
  return success();
}

static LogicalResult convertTruncF(Converter &c, arith::TruncFOp op) {
  auto mode = op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even);
  if (mode != arith::RoundingMode::to_nearest_even && mode != arith::RoundingMode::toward_zero)
    return refuse(op) << "rounds '" << arith::stringifyRoundingMode(mode)
                      << "'; expected 'to_nearest_even' or 'toward_zero'";
  bool toZero = mode == arith::RoundingMode::toward_zero;
  c.set(op.getResult(),
        convertFloat(c, c.plain(op.getIn()), op.getType(), toZero ? tile::Rounding::Zero : tile::Rounding::Nearest));
  return success();
}

//===-- ops of the mirror ----------------------------------------------------===//

static LogicalResult convertClamp(Converter &c, ClampFOp op) {
  auto rule = op.getPropagateNan() == NanRule::All ? tile::NanRule::Propagate : tile::NanRule::Ignore;
  auto clamp =
      tile::ClampOp::create(c.builder, c.loc, c.plain(op.getX()), c.plain(op.getMin()), c.plain(op.getMax()), rule);
  c.set(op.getResult(), clamp.getResult());
  return success();
}

static LogicalResult convertSqrt(Converter &c, PreciseSqrtOp op) {
  c.set(op.getResult(), math::SqrtOp::create(c.builder, c.loc, c.plain(op.getX())).getResult());
  return success();
}

static LogicalResult convertDiv(Converter &c, PreciseDivFOp op) {
  c.set(op.getResult(), arith::DivFOp::create(c.builder, c.loc, c.plain(op.getX()), c.plain(op.getY())).getResult());
  return success();
}

static LogicalResult convertMulhi(Converter &c, MulhiUIOp op) {
  auto product = arith::MulUIExtendedOp::create(c.builder, c.loc, c.plain(op.getX()), c.plain(op.getY()));
  c.set(op.getResult(), product.getHigh());
  return success();
}

//===-- foreign code -------------------------------------------------------------===//

static LogicalResult convertInlineAsm(Converter &c, InlineAsmOp op) {
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(c.convertType(type));
  auto text = tile::InlineAsmOp::create(c.builder, c.loc, types, op.getPure(), op.getAsmString(), op.getConstraints(),
                                        op.getPackedElementAttr().getInt(), c.plain(op.getArgs()));
  c.keepHints(op, text);
  for (auto [result, made] : llvm::zip(op.getResults(), text.getResults()))
    c.setLoaded(result, made);
  return success();
}

//===-- registration -------------------------------------------------------------===//

template <typename... Ops>
static void keepAll(Converter &converter) {
  (converter.add<Ops>(keepOp<Ops>), ...);
}

static void addIntegerHandlers(Converter &converter) {
  keepAll<arith::AddIOp, arith::AddUIExtendedOp, arith::AndIOp, arith::BitcastOp, arith::CmpIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::IndexCastOp, arith::IndexCastUIOp, arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp,
          arith::MinUIOp, arith::MulIOp, arith::MulSIExtendedOp, arith::MulUIExtendedOp, arith::OrIOp, arith::SIToFPOp,
          arith::SubIOp, arith::TruncIOp, arith::UIToFPOp, arith::XOrIOp>(converter);
  converter.add<arith::DivSIOp>(makeTotal<arith::DivSIOp, tile::DivSIOp>);
  converter.add<arith::DivUIOp>(makeTotal<arith::DivUIOp, tile::DivUIOp>);
  converter.add<arith::RemSIOp>(makeTotal<arith::RemSIOp, tile::RemSIOp>);
  converter.add<arith::RemUIOp>(makeTotal<arith::RemUIOp, tile::RemUIOp>);
  converter.add<arith::ShLIOp>(makeTotal<arith::ShLIOp, tile::ShlIOp>);
  converter.add<arith::ShRUIOp>(makeTotal<arith::ShRUIOp, tile::ShrUIOp>);
  converter.add<arith::ShRSIOp>(makeTotal<arith::ShRSIOp, tile::ShrSIOp>);
  converter.add<arith::FPToSIOp>(makeTotal<arith::FPToSIOp, tile::FPToSIOp>);
  converter.add<arith::FPToUIOp>(makeTotal<arith::FPToUIOp, tile::FPToUIOp>);
}

static void addFloatHandlers(Converter &converter) {
  keepAll<arith::AddFOp, arith::CmpFOp, arith::DivFOp, arith::MaximumFOp, arith::MaxNumFOp, arith::MinimumFOp,
          arith::MinNumFOp, arith::MulFOp, arith::NegFOp, arith::RemFOp, arith::SubFOp>(converter);
  keepAll<math::AbsFOp, math::AbsIOp, math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp, math::AtanOp,
          math::Atan2Op, math::AtanhOp, math::CbrtOp, math::CeilOp, math::CopySignOp, math::CosOp, math::CoshOp,
          math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp, math::ErfOp, math::ErfcOp, math::ExpOp,
          math::Exp2Op, math::ExpM1Op, math::FloorOp, math::FmaOp, math::FPowIOp, math::IPowIOp, math::IsFiniteOp,
          math::IsInfOp, math::IsNaNOp, math::IsNormalOp, math::LogOp, math::Log10Op, math::Log1pOp, math::Log2Op,
          math::PowFOp, math::RoundOp, math::RoundEvenOp, math::RsqrtOp, math::SinOp, math::SinhOp, math::SqrtOp,
          math::TanOp, math::TanhOp, math::TruncOp>(converter);
}

void kiln::triton::addArithHandlers(Converter &converter) {
  addIntegerHandlers(converter);
  addFloatHandlers(converter);
  converter.add<arith::ConstantOp>(convertConstant);
  converter.add<arith::ExtFOp>(convertExtF);
  converter.add<arith::TruncFOp>(convertTruncF);
  converter.add<FpToFpOp>(convertFpToFp);
  converter.add<ClampFOp>(convertClamp);
  converter.add<PreciseSqrtOp>(convertSqrt);
  converter.add<PreciseDivFOp>(convertDiv);
  converter.add<MulhiUIOp>(convertMulhi);
  converter.add<InlineAsmOp>(convertInlineAsm);
}
