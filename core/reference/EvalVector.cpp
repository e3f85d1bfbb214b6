// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of the vector dialect that move elements.

#include "core/reference/Elementwise.h"
#include "core/reference/Indexing.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace kiln::reference;

static LogicalResult evalTranspose(Instance &instance, const Step &step) {
  const Datum &source = instance.operand(step, 0);
  llvm::ArrayRef<int64_t> order = cast<vector::TransposeOp>(step.op).getPermutation();
  instance.set(step, 0, source.pick(transposeIndices(source.shape(), order), step.info[0].shape));
  return success();
}

static LogicalResult evalStep(Instance &instance, const Step &step) {
  Datum result(step.info[0].type, step.info[0].shape);
  for (int64_t i = 0; i < result.count(); ++i)
    result.setBits(i, static_cast<uint64_t>(i));
  instance.set(step, 0, std::move(result));
  return success();
}

//===-- parts ----------------------------------------------------------------===//

/// The first element of the part at a position of leading dimensions, static
/// or from operands; the part is contiguous.
static FailureOr<int64_t> partStart(Instance &instance, const Step &step, llvm::ArrayRef<int64_t> shape,
                                    llvm::ArrayRef<int64_t> position, unsigned nextOperand) {
  Shape strides = stridesOf(shape);
  int64_t start = 0;
  for (size_t d = 0; d < position.size(); ++d) {
    int64_t at = position[d];
    if (ShapedType::isDynamic(at))
      at = instance.operand(step, nextOperand++).integer(0);
    if (at < 0 || at >= shape[d])
      return instance.fail(step, "takes position " + Twine(at) + " of an extent of " + Twine(shape[d]));
    start += at * strides[d];
  }
  return start;
}

static LogicalResult evalExtract(Instance &instance, const Step &step) {
  const Datum &source = instance.operand(step, 0);
  FailureOr<int64_t> start =
      partStart(instance, step, source.shape(), cast<vector::ExtractOp>(step.op).getStaticPosition(), 1);
  if (failed(start))
    return failure();
  llvm::ArrayRef<int64_t> shape = step.info[0].shape;
  instance.set(step, 0, source.pick(stridedIndices({countOf(shape)}, {1}, *start), shape));
  return success();
}

/// A copy that may be changed.
static Datum copyOf(const Datum &source) { return source.pick(stridedIndices({source.count()}, {1}), source.shape()); }

static LogicalResult evalInsert(Instance &instance, const Step &step) {
  const Datum &part = instance.operand(step, 0), &whole = instance.operand(step, 1);
  FailureOr<int64_t> start =
      partStart(instance, step, whole.shape(), cast<vector::InsertOp>(step.op).getStaticPosition(), 2);
  if (failed(start))
    return failure();
  Datum result = copyOf(whole);
  result.place(stridedIndices({part.count()}, {1}, *start), part);
  instance.set(step, 0, std::move(result));
  return success();
}

static Shape integersOf(ArrayAttr attribute) {
  Shape values;
  for (auto value : attribute.getAsRange<IntegerAttr>())
    values.push_back(value.getInt());
  return values;
}

/// The elements of a slice with these offsets and unit strides; dimensions
/// that are not named are whole.
static Indices sliceIndices(llvm::ArrayRef<int64_t> whole, llvm::ArrayRef<int64_t> offsets,
                            llvm::ArrayRef<int64_t> part) {
  Shape strides = stridesOf(whole);
  int64_t start = 0;
  for (size_t d = 0; d < offsets.size(); ++d)
    start += offsets[d] * strides[d];
  return stridedIndices(part, llvm::ArrayRef<int64_t>(strides).take_back(part.size()), start);
}

static LogicalResult evalExtractStrided(Instance &instance, const Step &step) {
  const Datum &source = instance.operand(step, 0);
  Shape offsets = integersOf(cast<vector::ExtractStridedSliceOp>(step.op).getOffsets());
  llvm::ArrayRef<int64_t> shape = step.info[0].shape;
  instance.set(step, 0, source.pick(sliceIndices(source.shape(), offsets, shape), shape));
  return success();
}

static LogicalResult evalInsertStrided(Instance &instance, const Step &step) {
  const Datum &part = instance.operand(step, 0), &whole = instance.operand(step, 1);
  Shape offsets = integersOf(cast<vector::InsertStridedSliceOp>(step.op).getOffsets());
  Datum result = copyOf(whole);
  result.place(sliceIndices(whole.shape(), offsets, part.shape()), part);
  instance.set(step, 0, std::move(result));
  return success();
}

//===-- several operands -----------------------------------------------------===//

/// All operands one after another.
static Datum concatenated(Instance &instance, const Step &step) {
  int64_t count = 0;
  for (unsigned i = 0; i < step.operands.size(); ++i)
    count += instance.operand(step, i).count();
  Datum all(step.info[0].type, {count});
  int64_t at = 0;
  for (unsigned i = 0; i < step.operands.size(); ++i) {
    const Datum &operand = instance.operand(step, i);
    all.place(stridedIndices({operand.count()}, {1}, at), operand);
    at += operand.count();
  }
  return all;
}

static LogicalResult evalFromElements(Instance &instance, const Step &step) {
  instance.set(step, 0, concatenated(instance, step).withShape(step.info[0].shape));
  return success();
}

static LogicalResult evalToElements(Instance &instance, const Step &step) {
  const Datum &source = instance.operand(step, 0);
  for (int64_t i = 0; i < source.count(); ++i)
    instance.set(step, i, source.pick(i, {}));
  return success();
}

/// Element 2i is that of the first operand, 2i + 1 of the second.
static LogicalResult evalInterleave(Instance &instance, const Step &step) {
  int64_t half = instance.operand(step, 0).count();
  instance.set(step, 0, concatenated(instance, step).pick(stridedIndices({half, 2}, {1, half}), step.info[0].shape));
  return success();
}

static LogicalResult evalDeinterleave(Instance &instance, const Step &step) {
  const Datum &source = instance.operand(step, 0);
  for (unsigned side : {0u, 1u})
    instance.set(step, side, source.pick(stridedIndices({source.count() / 2}, {2}, side), step.info[side].shape));
  return success();
}

/// Picks along the leading dimension of both operands in a row; -1 is poison,
/// which the reference makes 0.
static LogicalResult evalShuffle(Instance &instance, const Step &step) {
  llvm::ArrayRef<int64_t> chosen = cast<vector::ShuffleOp>(step.op).getMask();
  const Datum &first = instance.operand(step, 0);
  int64_t row = first.shape().empty() ? 1 : countOf(first.shape().drop_front());
  Indices indices;
  for (int64_t at : chosen)
    for (int64_t i = 0; i < row; ++i)
      indices.push_back(at < 0 ? -1 : at * row + i);
  instance.set(step, 0, concatenated(instance, step).pick(indices, step.info[0].shape));
  return success();
}

/// The same bytes under another element type, little-endian.
static LogicalResult evalBitcast(Instance &instance, const Step &step) {
  const Datum &source = instance.operand(step, 0);
  ElementType from = source.type(), to = step.info[0].type;
  if (from.width == to.width) {
    Datum result = source.withType(to);
    result.dropBounds();
    Lanes lanes(instance, step);
    boundDiscrete(lanes, result);
    instance.set(step, 0, std::move(result));
    return success();
  }
  if (from.width % 8 || to.width % 8 || from.storageBytes() * 8 != from.width || to.storageBytes() * 8 != to.width)
    return instance.fail(step, "casts elements of " + Twine(unsigned(from.width)) + " bits to " +
                                   Twine(unsigned(to.width)) + "; expected whole bytes");
  Datum result(to, step.info[0].shape);
  std::memcpy(result.mutableRaw(), source.raw(), source.count() * from.storageBytes());
  if (source.bounds() && llvm::any_of(llvm::ArrayRef(source.bounds(), source.count()), [](double b) { return b != 0; }))
    std::fill_n(result.addBounds(), result.count(), unbounded);
  instance.set(step, 0, std::move(result));
  return success();
}

//===-- masks ----------------------------------------------------------------===//

static Datum boxMask(const ResultInfo &info, llvm::ArrayRef<int64_t> extents) {
  Datum mask(info.type, info.shape);
  Shape strides = stridesOf(info.shape);
  for (int64_t lane = 0; lane < mask.count(); ++lane) {
    bool isInside = true;
    for (size_t d = 0; d < extents.size(); ++d)
      isInside &= lane / strides[d] % info.shape[d] < extents[d];
    mask.setBits(lane, isInside);
  }
  return mask;
}

static LogicalResult evalCreateMask(Instance &instance, const Step &step) {
  Shape extents;
  for (unsigned i = 0; i < step.operands.size(); ++i)
    extents.push_back(instance.operand(step, i).integer(0));
  instance.set(step, 0, boxMask(step.info[0], extents));
  return success();
}

static LogicalResult evalConstantMask(Instance &instance, const Step &step) {
  llvm::ArrayRef<int64_t> extents = cast<vector::ConstantMaskOp>(step.op).getMaskDimSizes();
  instance.set(step, 0, boxMask(step.info[0], extents));
  return success();
}

void kiln::reference::registerVector(Registry &registry) {
  registry["vector.transpose"] = evalTranspose;
  registry["vector.step"] = evalStep;
  registry["vector.extract"] = evalExtract;
  registry["vector.insert"] = evalInsert;
  registry["vector.extract_strided_slice"] = evalExtractStrided;
  registry["vector.insert_strided_slice"] = evalInsertStrided;
  registry["vector.from_elements"] = evalFromElements;
  registry["vector.to_elements"] = evalToElements;
  registry["vector.interleave"] = evalInterleave;
  registry["vector.deinterleave"] = evalDeinterleave;
  registry["vector.shuffle"] = evalShuffle;
  registry["vector.bitcast"] = evalBitcast;
  registry["vector.create_mask"] = evalCreateMask;
  registry["vector.constant_mask"] = evalConstantMask;
  registerVectorReductions(registry);
}
