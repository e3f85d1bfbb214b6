// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-interleaves: tiles that are put together from parts, or taken apart. A
// part is a strided view of the buffer of the whole.

#include "core/staging/Expansion.h"
#include "core/staging/Passes.h"

namespace kiln::staging {
#define GEN_PASS_DEF_EXPANDINTERLEAVESPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

struct ExpandInterleaves : staging::impl::ExpandInterleavesPassBase<ExpandInterleaves> {
  using ExpandInterleavesPassBase::ExpandInterleavesPassBase;

  /// Every second element of a buffer along its minor dimension.
  Value everySecond(OpBuilder &builder, Location loc, Value buffer, int64_t first, ArrayRef<int64_t> shape) {
    SmallVector<int64_t> sizes(cast<MemRefType>(buffer.getType()).getShape()), strides(sizes.size(), 1);
    SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
    sizes.back() /= 2;
    strides.back() = 2;
    offsets.back() = builder.getIndexAttr(first);
    return partOf(builder, loc, buffer, offsets, sizes, strides, shape);
  }

  /// The part at `position`, which names the first dimensions.
  Value subTile(OpBuilder &builder, Location loc, Value buffer, ArrayRef<OpFoldResult> position) {
    ArrayRef<int64_t> shape = cast<MemRefType>(buffer.getType()).getShape();
    SmallVector<OpFoldResult> offsets(position);
    offsets.resize(shape.size(), builder.getIndexAttr(0));
    SmallVector<int64_t> sizes(shape), strides(shape.size(), 1);
    std::fill_n(sizes.begin(), position.size(), 1);
    return partOf(builder, loc, buffer, offsets, sizes, strides, shape.drop_front(position.size()));
  }

  void expand(vector::InterleaveOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value whole = allocateTile(builder, loc, op.getResultVectorType(), space);
    for (auto [first, half] : llvm::enumerate(op->getOperands()))
      writeTile(builder, loc, half,
                everySecond(builder, loc, whole, first, cast<VectorType>(half.getType()).getShape()));
    op.replaceAllUsesWith(readTile(builder, loc, op.getResultVectorType(), whole));
    op.erase();
  }

  void expand(vector::DeinterleaveOp op) {
    OpBuilder builder(op);
    Value whole = inBuffer(builder, op.getSource(), space);
    for (OpResult half : op->getResults()) {
      auto type = cast<VectorType>(half.getType());
      Value part = everySecond(builder, op.getLoc(), whole, half.getResultNumber(), type.getShape());
      half.replaceAllUsesWith(readTile(builder, op.getLoc(), type, part));
    }
    op.erase();
  }

  void expand(vector::ExtractOp op) {
    OpBuilder builder(op);
    Value whole = inBuffer(builder, op.getSource(), space);
    if (auto type = dyn_cast<VectorType>(op.getType())) {
      Value part = subTile(builder, op.getLoc(), whole, op.getMixedPosition());
      op.replaceAllUsesWith(readTile(builder, op.getLoc(), type, part));
    } else {
      SmallVector<Value> at = getValueOrCreateConstantIndexOp(builder, op.getLoc(), op.getMixedPosition());
      op.replaceAllUsesWith(loadElement(builder, op.getLoc(), whole, at, op.getType()));
    }
    op.erase();
  }

  void expand(vector::ExtractStridedSliceOp op) {
    OpBuilder builder(op);
    auto numbers = [](ArrayAttr list) {
      return llvm::map_to_vector(list.getAsRange<IntegerAttr>(), [](IntegerAttr n) { return n.getInt(); });
    };
    Value whole = inBuffer(builder, op.getSource(), space);
    // Dimensions that are not named are taken whole.
    SmallVector<int64_t> offsets = numbers(op.getOffsets()), strides = numbers(op.getStrides());
    offsets.resize(op.getType().getRank(), 0);
    strides.resize(op.getType().getRank(), 1);
    Value part = partOf(builder, op.getLoc(), whole, getAsIndexOpFoldResult(&getContext(), offsets),
                        op.getType().getShape(), strides, op.getType().getShape());
    op.replaceAllUsesWith(readTile(builder, op.getLoc(), op.getType(), part));
    op.erase();
  }

  /// The tile that an insertion changes a part of; null for other ops.
  static Value changedBy(Operation *op) {
    if (auto insert = dyn_cast<vector::InsertOp>(op))
      return insert.getDest();
    if (auto insert = dyn_cast<vector::InsertStridedSliceOp>(op))
      return insert.getDest();
    return {};
  }

  /// Writes what `op` inserts.
  void writePart(OpBuilder &builder, vector::InsertOp op, Value whole) {
    if (isa<VectorType>(op.getValueToStoreType()))
      return writeTile(builder, op.getLoc(), op.getValueToStore(),
                       subTile(builder, op.getLoc(), whole, op.getMixedPosition()));
    SmallVector<Value> at = getValueOrCreateConstantIndexOp(builder, op.getLoc(), op.getMixedPosition());
    storeElement(builder, op.getLoc(), op.getValueToStore(), whole, at);
  }

  void writePart(OpBuilder &builder, vector::InsertStridedSliceOp op, Value whole) {
    ArrayRef<int64_t> shape = op.getSourceVectorType().getShape();
    SmallVector<OpFoldResult> offsets;
    for (IntegerAttr offset : op.getOffsets().getAsRange<IntegerAttr>())
      offsets.push_back(builder.getIndexAttr(offset.getInt()));
    SmallVector<int64_t> sizes(offsets.size() - shape.size(), 1), strides(offsets.size(), 1);
    llvm::append_range(sizes, shape);
    writeTile(builder, op.getLoc(), op.getValueToStore(),
              partOf(builder, op.getLoc(), whole, offsets, sizes, strides, shape));
  }

  /// A chain of insertions, of which `last` is the last, in one buffer. A tile
  /// that is put together from nothing is written for each of its users: between
  /// two insertions parts of it hold nothing that could be copied.
  void expandChain(Operation *last) {
    SmallVector<Operation *> chain = {last};
    size_t unshared = 0;
    Value first = changedBy(last);
    while (Operation *before = first.getDefiningOp()) {
      if (!changedBy(before))
        break;
      if (!unshared && !first.hasOneUse())
        unshared = chain.size();
      chain.push_back(before);
      first = changedBy(before);
    }
    bool fromNothing = first.getDefiningOp<ub::PoisonOp>();
    if (!fromNothing && unshared) {
      chain.truncate(unshared);
      first = changedBy(chain.back());
    }
    auto type = cast<VectorType>(last->getResult(0).getType());
    OpBuilder builder(last);
    Value whole = allocateTile(builder, last->getLoc(), type, space);
    if (!fromNothing)
      writeTile(builder, last->getLoc(), first, whole);
    for (Operation *op : llvm::reverse(chain)) {
      if (auto insert = dyn_cast<vector::InsertOp>(op))
        writePart(builder, insert, whole);
      else
        writePart(builder, cast<vector::InsertStridedSliceOp>(op), whole);
    }
    last->getResult(0).replaceAllUsesWith(readTile(builder, last->getLoc(), type, whole));
    last->erase();
  }

  template <typename OpT>
  void expandAll() {
    for (OpT op : opsToExpand<OpT>(getOperation(), keep))
      expand(op);
  }

  void runOnOperation() override {
    expandAll<vector::InterleaveOp>();
    expandAll<vector::DeinterleaveOp>();
    expandAll<vector::ExtractOp>();
    expandAll<vector::ExtractStridedSliceOp>();
    SmallVector<Operation *> insertions;
    getOperation().walk([&](Operation *op) {
      if (changedBy(op) && !llvm::is_contained(keep, op->getName().getStringRef().str()))
        insertions.push_back(op);
    });
    // From the last: what is left without users then is part of later chains.
    for (Operation *op : llvm::reverse(insertions)) {
      if (op->use_empty())
        op->erase();
      else
        expandChain(op);
    }
  }
};

} // namespace
