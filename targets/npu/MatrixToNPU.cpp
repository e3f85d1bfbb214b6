// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products on the array: weights from the right operand, rows from the
// left one, accumulators in ACC.

#include "kiln/tile/Buffers.h"
#include "kiln/tile/Tile.h"
#include "sim/Config.h"
#include "targets/npu/Exec.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

/// The most rows that one mm.mul takes, and the largest row stride of ACC.
static constexpr int64_t maxRows = 256, maxAccStride = 64;

/// What the array reads of an operand of this type: fp8 is exact in f16.
static Type arrayType(Type element, tile::Precision precision) {
  if (isa<Float8E4M3FNType, Float8E5M2Type>(element))
    return Float16Type::get(element.getContext());
  bool reads = element.isF16() || element.isBF16() || element.isInteger(8) ||
               (element.isF32() && precision == tile::Precision::Tf32);
  return reads ? element : Type();
}

std::optional<ContractPlan> kiln::npu::contractPlan(tile::DotOp dot) {
  Config machine;
  auto lhs = cast<ShapedType>(dot.getLhs().getType()), rhs = cast<ShapedType>(dot.getRhs().getType());
  auto result = cast<ShapedType>(dot.getType());
  ContractPlan plan;
  plan.lhs = arrayType(lhs.getElementType(), dot.getPrecision());
  plan.rhs = arrayType(rhs.getElementType(), dot.getPrecision());
  if (!plan.lhs || plan.lhs != plan.rhs)
    return std::nullopt;
  MLIRContext *context = dot.getContext();
  plan.accumulator = plan.lhs.isInteger() ? Type(IntegerType::get(context, 32)) : Type(Float32Type::get(context));
  bool isFloat = isa<FloatType>(result.getElementType());
  if (isFloat != isa<FloatType>(plan.accumulator) || result.getElementTypeBitWidth() > 32 ||
      (!isFloat && result.getElementTypeBitWidth() != 32))
    return std::nullopt;
  int64_t accRows = llvm::divideCeil(result.getShape().back(), machine.arraySize);
  int64_t bytes = result.getNumElements() / result.getShape().back() * accRows * machine.accRowBytes();
  if (accRows > maxAccStride || bytes > machine.accBytes)
    return std::nullopt;
  plan.m = maxRows;
  plan.n = plan.k = machine.arraySize;
  plan.operandSpace = spmSpace;
  plan.accumulatorSpace = accSpace;
  plan.rhsTransposed = true;
  return plan;
}

namespace {

/// tile.contract of one native piece
///   => mm.ldw.F weights, stride [kvalid, nvalid, trans]
///      mm.mul.F acc, rows, stride [rows, accstride, swap, clear]
struct ContractToExec : OpConversionPattern<tile::ContractOp> {
  using OpConversionPattern::OpConversionPattern;

  static StringRef format(Type element) {
    return element.isF16() ? "f16" : element.isBF16() ? "bf16" : element.isF32() ? "tf32" : "i8";
  }

  LogicalResult matchAndRewrite(tile::ContractOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    MemRefType lhs = op.getLhs().getType(), rhs = op.getRhs().getType(), acc = op.getAccumulator().getType();
    auto a = tile::staticStrides(lhs), b = tile::staticStrides(rhs), c = tile::staticStrides(acc);
    int64_t array = Config().arraySize, k = rhs.getDimSize(0), n = rhs.getDimSize(1);
    if (!a || !b || !c || k > array || n > array || lhs.getDimSize(0) > maxRows)
      return rewriter.notifyMatchFailure(op, "not a piece that the array takes");
    bool transposed = (*b)[1] != 1;
    if ((*a)[1] != 1 || (*c)[1] != 1 || (*c)[0] % array != 0 || (transposed && (*b)[0] != 1))
      return rewriter.notifyMatchFailure(op, "strides that the array does not read");
    Exec exec{rewriter, op.getLoc()};
    StringRef suffix = format(lhs.getElementType());
    int64_t bytes = tile::elementBytes(lhs.getElementType());
    exec.effect(("mm.ldw." + suffix).str(), {adaptor.getRhs(), exec.constant(bytes * (transposed ? (*b)[1] : (*b)[0]))},
                {k, n, transposed});
    exec.effect(("mm.mul." + suffix).str(),
                {adaptor.getAccumulator(), adaptor.getLhs(), exec.constant(bytes * (*a)[0])},
                {lhs.getDimSize(0), (*c)[0] / array, /*swap=*/1, /*clear=*/0});
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void kiln::npu::populateMatrixPatterns(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<ContractToExec>(types, patterns.getContext());
}
