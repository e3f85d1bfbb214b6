// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops with a counterpart in tile: the grid, contraction, reduction and scan,
// and what reports to the host.

#include "core/triton/Convert.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::triton;

//===-- grid and ranges ----------------------------------------------------===//

static tile::Axis axisOf(Axis axis) {
  return axis == Axis::X ? tile::Axis::X : axis == Axis::Y ? tile::Axis::Y : tile::Axis::Z;
}

template <typename From, typename To>
static LogicalResult convertGrid(Converter &c, From op) {
  auto made = To::create(c.builder, c.loc, op.getType(), axisOf(op.getAxis()));
  c.keepHints(op, made);
  c.set(op.getResult(), made.getResult());
  return success();
}

static LogicalResult convertMakeRange(Converter &c, MakeRangeOp op) {
  int64_t start = op.getStartAttr().getInt(), end = op.getEndAttr().getInt();
  auto type = cast<RankedTensorType>(op.getType());
  if (type.getRank() != 1 || type.getNumElements() != end - start)
    return refuse(op) << "expected a 1-D tensor of " << end - start << " elements for " << start << " to " << end
                      << " but got " << type;
  auto range = tile::RangeOp::create(c.builder, c.loc, op.getType(), start, end);
  c.keepHints(op, range);
  c.set(op.getResult(), range.getResult());
  return success();
}

//===-- contraction --------------------------------------------------------===//

/// Only f32 operands can be rounded; for others every precision is exact.
static tile::Precision precisionOf(Precision precision, Type operand) {
  if (!getElementTypeOrSelf(operand).isF32())
    return tile::Precision::Ieee;
  switch (precision) {
  case Precision::Tf32:
    return tile::Precision::Tf32;
  case Precision::Tf32x3:
    return tile::Precision::Tf32x3;
  case Precision::Bf16x3:
    return tile::Precision::Bf16x3;
  case Precision::Bf16x6:
    return tile::Precision::Bf16x6;
  case Precision::Ieee:
    break;
  }
  return tile::Precision::Ieee;
}

static LogicalResult convertDot(Converter &c, DotOp op) {
  auto dot = tile::DotOp::create(c.builder, c.loc, c.plain(op.getA()), c.plain(op.getB()), c.plain(op.getC()),
                                 precisionOf(op.getInputPrecision(), op.getA().getType()));
  if (int64_t count = op.getMaxNumImpreciseAccAttr().getInt())
    dot->setDiscardableAttr("tile.hint_imprecise_sums", c.builder.getI64IntegerAttr(count));
  c.keepHints(op, dot);
  c.set(op.getResult(), dot.getResult());
  return success();
}

static LogicalResult convertDotScaled(Converter &c, DotScaledOp op) {
  // Cases of the two enums have the same numbers.
  auto format = [](ScaledFormat format) { return static_cast<tile::ScaledFormat>(format); };
  auto optional = [&](Value scale) { return scale ? c.plain(scale) : Value(); };
  Value init = c.plain(op.getC());
  auto dot = tile::DotScaledOp::create(c.builder, c.loc, init.getType(), c.plain(op.getA()), optional(op.getAScale()),
                                       format(op.getAElemType()), c.plain(op.getB()), optional(op.getBScale()),
                                       format(op.getBElemType()), init, !op.getLhsKPack(), !op.getRhsKPack());
  if (op.getFastMath())
    dot->setDiscardableAttr("tile.hint_fast_math", c.builder.getUnitAttr());
  c.keepHints(op, dot);
  c.set(op.getResult(), dot.getResult());
  return success();
}

//===-- regions ------------------------------------------------------------===//

/// Fills `to` with the converted block of `from`, its terminator a tile.yield.
static LogicalResult convertRegion(Converter &c, Operation *op, Region &from, Region &to) {
  OpBuilder::InsertionGuard guard(c.builder);
  if (!from.hasOneBlock() || from.front().empty() ||
      !isa<ReduceReturnOp, ScanReturnOp, MapReturnOp>(from.front().back()))
    return refuse(op) << "expected a region that ends in its return";
  Block *block = c.builder.createBlock(&to);
  for (BlockArgument argument : from.getArguments()) {
    if (isPointer(argument.getType()) || !argument.getType().isIntOrFloat())
      return refuse(op) << "of elements of type " << argument.getType() << " is not supported; expected numbers";
    c.set(argument, block->addArgument(argument.getType(), argument.getLoc()));
  }
  if (failed(c.convertOps(from.front())))
    return failure();
  Operation *end = from.front().getTerminator();
  tile::YieldOp::create(c.builder, end->getLoc(), c.plain(end->getOperands()));
  return success();
}

static LogicalResult checkNumbers(Operation *op) {
  for (Type type : op->getOperandTypes())
    if (isPointer(type))
      return refuse(op) << "of elements of type " << getElementTypeOrSelf(type)
                        << " is not supported; expected numbers";
  for (Type type : op->getResultTypes())
    if (isPointer(type))
      return refuse(op) << "giving elements of type " << getElementTypeOrSelf(type)
                        << " is not supported; expected numbers";
  if (op->getNumOperands() == 0)
    return refuse(op) << "has no operands";
  return success();
}

/// Results and region of a tile op that was made without them.
static LogicalResult finish(Converter &c, Operation *op, Operation *made) {
  c.keepHints(op, made);
  for (auto [result, value] : llvm::zip(op->getResults(), made->getResults()))
    c.set(result, value);
  return convertRegion(c, op, op->getRegion(0), made->getRegion(0));
}

static LogicalResult convertReduce(Converter &c, ReduceOp op) {
  if (failed(checkNumbers(op)))
    return failure();
  auto made =
      tile::ReduceOp::create(c.builder, c.loc, op.getResultTypes(), c.plain(op.getSrcs()), op.getAxisAttr().getInt());
  return finish(c, op, made);
}

static LogicalResult convertScan(Converter &c, ScanOp op) {
  if (failed(checkNumbers(op)))
    return failure();
  auto made = tile::ScanOp::create(c.builder, c.loc, op.getResultTypes(), c.plain(op.getSrcs()),
                                   op.getAxisAttr().getInt(), op.getReverse());
  return finish(c, op, made);
}

static LogicalResult convertMap(Converter &c, MapElementwiseOp op) {
  if (failed(checkNumbers(op)))
    return failure();
  auto made =
      tile::MapOp::create(c.builder, c.loc, op.getResultTypes(), c.plain(op.getSrcs()), op.getPackAttr().getInt());
  return finish(c, op, made);
}

static LogicalResult convertHistogram(Converter &c, HistogramOp op) {
  Value mask = op.getMask() ? c.plain(op.getMask()) : Value();
  auto made = tile::HistogramOp::create(c.builder, c.loc, op.getType(), c.plain(op.getSrc()), mask);
  c.keepHints(op, made);
  c.set(op.getResult(), made.getResult());
  return success();
}

//===-- host and facts -----------------------------------------------------===//

static LogicalResult convertPrint(Converter &c, PrintOp op) {
  auto made =
      tile::PrintOp::create(c.builder, c.loc, op.getPrefix(), op.getHex(), c.plain(op.getArgs()), op.getIsSignedAttr());
  c.keepHints(op, made);
  return success();
}

static LogicalResult convertAssert(Converter &c, AssertOp op) {
  tile::AssertOp::create(c.builder, c.loc, c.plain(op.getCondition()), op.getMessage());
  return success();
}

static LogicalResult convertCfAssert(Converter &c, cf::AssertOp op) {
  tile::AssertOp::create(c.builder, c.loc, c.plain(op.getArg()), op.getMsg());
  return success();
}

static LogicalResult convertAssume(Converter &c, LLVM::AssumeOp op) {
  if (op->getNumOperands() != 1)
    return refuse(op) << "with operand bundles is not supported";
  tile::AssumeOp::create(c.builder, c.loc, c.plain(op.getCond()));
  return success();
}

/// One program instance runs in order, so its parts need not wait for one another.
static LogicalResult dropBarrier(Converter &, gpu::BarrierOp) { return success(); }

void kiln::triton::addTileHandlers(Converter &converter) {
  converter.add<GetProgramIdOp>(convertGrid<GetProgramIdOp, tile::ProgramIdOp>);
  converter.add<GetNumProgramsOp>(convertGrid<GetNumProgramsOp, tile::NumProgramsOp>);
  converter.add<MakeRangeOp>(convertMakeRange);
  converter.add<DotOp>(convertDot);
  converter.add<DotScaledOp>(convertDotScaled);
  converter.add<ReduceOp>(convertReduce);
  converter.add<ScanOp>(convertScan);
  converter.add<MapElementwiseOp>(convertMap);
  converter.add<HistogramOp>(convertHistogram);
  converter.add<PrintOp>(convertPrint);
  converter.add<AssertOp>(convertAssert);
  converter.add<cf::AssertOp>(convertCfAssert);
  converter.add<LLVM::AssumeOp>(convertAssume);
  converter.add<gpu::BarrierOp>(dropBarrier);
}
