// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tile.dot and tile.dot_scaled: how operands are prepared. The product itself
// is in Contraction.cpp.

#include "core/reference/Contraction.h"
#include "core/reference/Elementwise.h"
#include "core/reference/MemRefAccess.h"
#include "core/reference/PointerAccess.h"
#include "kiln/tile/Tile.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

/// What a target may lose of a product of f32 operands, relative to it: it may
/// also be more exact than the reference.
static double operandErrorOf(tile::Precision precision) {
  switch (precision) {
  case tile::Precision::Ieee:
    return 0;
  case tile::Precision::Tf32: // two operands, each rounded to 11 bits
    return 0x1p-10;
  case tile::Precision::Tf32x3: // the product of the two low parts is dropped
    return 0x1p-20;
  case tile::Precision::Bf16x3:
    return 0x1p-15;
  case tile::Precision::Bf16x6:
    return 0x1p-22;
  }
  return 0;
}

static Datum roundedToTf32(const Datum &value) {
  Datum result(value.type(), value.shape());
  for (int64_t i = 0; i < value.count(); ++i)
    result.mutableAs<float>()[i] = roundToTf32(value.as<float>()[i]);
  if (value.bounds())
    std::copy_n(value.bounds(), value.count(), result.addBounds());
  return result;
}

/// init + lhs * rhs with operands rounded as `precision` says.
static Datum product(Instance &instance, const Datum &lhs, const Datum &rhs, const Datum &init,
                     tile::Precision precision) {
  llvm::ArrayRef<int64_t> a = lhs.shape(), c = init.shape();
  ProductShape shape{c.size() == 3 ? c[0] : 1, c[c.size() - 2], c.back(), a.back()};
  bool isF32 = lhs.type().format == Format::F32 && rhs.type().format == Format::F32;
  double operandError = isF32 ? operandErrorOf(precision) : 0;
  if (isF32 && precision == tile::Precision::Tf32)
    return multiplyAdd(instance, roundedToTf32(lhs), roundedToTf32(rhs), init, shape, operandError);
  return multiplyAdd(instance, lhs, rhs, init, shape, operandError);
}

static LogicalResult evalDot(Instance &instance, const Step &step) {
  instance.set(step, 0,
               product(instance, instance.operand(step, 0), instance.operand(step, 1), instance.operand(step, 2),
                       cast<tile::DotOp>(step.op).getPrecision()));
  return success();
}

/// The same on buffers, the accumulator in place.
static LogicalResult evalContract(Instance &instance, const Step &step) {
  SmallVector<Datum> tiles;
  FailureOr<LaneAccess> access = failure();
  for (unsigned i = 0; i < 3; ++i) {
    const Strided *array = memRefOperand(instance, step, i);
    if (!array)
      return failure();
    access = memRefAccess(instance, step, *array, {array->extents, {0, 0}, {0, 1}, nullptr, false});
    FailureOr<Datum> tile = failed(access) ? FailureOr<Datum>() : readLanes(instance, step, *access);
    if (failed(tile))
      return failure();
    tiles.push_back(std::move(*tile));
  }
  tile::Precision precision = cast<tile::ContractOp>(step.op).getPrecision();
  return writeLanes(instance, step, *access, product(instance, tiles[0], tiles[1], tiles[2], precision));
}

//===-- scaled ---------------------------------------------------------------===//

/// A format of sign, exponent and fraction in which every pattern is finite.
static double decodeFinite(uint64_t bits, int fractionBits, int bias, int width) {
  uint64_t magnitude = bits & ((uint64_t(1) << (width - 1)) - 1);
  auto exponent = static_cast<int>(magnitude >> fractionBits);
  auto fraction = static_cast<double>(magnitude & ((uint64_t(1) << fractionBits) - 1));
  double one = std::ldexp(1.0, fractionBits);
  double value = exponent == 0 ? std::ldexp(fraction, 1 - bias - fractionBits)
                               : std::ldexp(one + fraction, exponent - bias - fractionBits);
  return bits >> (width - 1) & 1 ? -value : value;
}

static double decodeScaled(uint64_t bits, tile::ScaledFormat format) {
  switch (format) {
  case tile::ScaledFormat::E4M3:
    return decode(bits, Format::F8E4M3FN);
  case tile::ScaledFormat::E5M2:
    return decode(bits, Format::F8E5M2);
  case tile::ScaledFormat::E2M3:
    return decodeFinite(bits & 0x3f, 3, 1, 6);
  case tile::ScaledFormat::E3M2:
    return decodeFinite(bits & 0x3f, 2, 3, 6);
  case tile::ScaledFormat::E2M1:
    return decodeFinite(bits & 0xf, 1, 1, 4);
  case tile::ScaledFormat::BF16:
    return decode(bits, Format::BF16);
  case tile::ScaledFormat::FP16:
    return decode(bits, Format::F16);
  }
  return 0;
}

/// e8m0 in an i8, or the value of a float element. An absent scale is 1.
static double scaleAt(const Datum *scales, int64_t row, int64_t k, int64_t depth) {
  if (!scales)
    return 1;
  int64_t columns = scales->shape()[1];
  int64_t at = row * columns + k / (depth / columns);
  if (scales->type().isFloat())
    return scales->number(at);
  uint64_t exponent = scales->bits(at);
  return exponent == 255 ? std::nan("") : std::ldexp(1.0, static_cast<int>(exponent) - 127);
}

namespace {
/// One operand of a scaled product. `line` is a row of the left or a column of
/// the right operand.
struct ScaledOperand {
  const Datum *values;
  const Datum *scales;
  tile::ScaledFormat format;
  bool packsAlongK;
  bool isLeft;
  int64_t lines, depth;

  double at(int64_t line, int64_t k) const;
};
} // namespace

double ScaledOperand::at(int64_t line, int64_t k) const {
  bool isPacked = format == tile::ScaledFormat::E2M1;
  int64_t storedLine = isPacked && !packsAlongK ? line / 2 : line, storedK = isPacked && packsAlongK ? k / 2 : k;
  int64_t columns = values->shape()[1];
  uint64_t bits = values->bits(isLeft ? storedLine * columns + storedK : storedK * columns + storedLine);
  if (isPacked) // the element of even index is in the low half of the byte
    bits >>= ((packsAlongK ? k : line) % 2) * 4;
  return decodeScaled(bits, format) * scaleAt(scales, line, k, depth);
}

/// The operand as f32, scaled; M x K or K x N.
static Datum expand(const ScaledOperand &operand) {
  Shape shape = operand.isLeft ? Shape{operand.lines, operand.depth} : Shape{operand.depth, operand.lines};
  Datum result(ElementType{Format::F32, 32}, shape);
  for (int64_t line = 0; line < operand.lines; ++line)
    for (int64_t k = 0; k < operand.depth; ++k)
      result.mutableAs<float>()[operand.isLeft ? line * operand.depth + k : k * operand.lines + line] =
          static_cast<float>(operand.at(line, k));
  return result;
}

static LogicalResult evalDotScaled(Instance &instance, const Step &step) {
  auto op = cast<tile::DotScaledOp>(step.op);
  const Datum *lhs = optionalOperand(instance, step, op, 0), *rhs = optionalOperand(instance, step, op, 2);
  const Datum *init = optionalOperand(instance, step, op, 4);
  bool doublesDepth = op.getLhsFormat() == tile::ScaledFormat::E2M1 && !op.getLhsNotPackedAlongK();
  int64_t rows = init->shape()[0], columns = init->shape()[1], depth = lhs->shape()[1] * (doublesDepth ? 2 : 1);
  ScaledOperand left{
      lhs, optionalOperand(instance, step, op, 1), op.getLhsFormat(), !op.getLhsNotPackedAlongK(), true, rows, depth};
  ScaledOperand right{
      rhs,  optionalOperand(instance, step, op, 3), op.getRhsFormat(), !op.getRhsNotPackedAlongK(), false, columns,
      depth};
  for (const Datum *scales : {left.scales, right.scales})
    if (scales && depth % scales->shape()[1] != 0)
      return instance.fail(step, "has " + Twine(scales->shape()[1]) + " columns of scales for " + Twine(depth) +
                                     " elements along K, which they do not divide");
  if (rows * depth > tile::maxTileElements * 2 || columns * depth > tile::maxTileElements * 2)
    return instance.fail(step, "has an operand above the largest tile");
  instance.set(step, 0, multiplyAdd(instance, expand(left), expand(right), *init, {1, rows, columns, depth}));
  return success();
}

void kiln::reference::registerDot(Registry &registry) {
  registry["tile.dot"] = evalDot;
  registry["tile.contract"] = evalContract;
  registry["tile.dot_scaled"] = evalDotScaled;
}
