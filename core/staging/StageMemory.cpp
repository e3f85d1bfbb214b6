// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stage-memory: transfers between device memory and vectors become copies
// between device memory and on-chip buffers, and transfers of those.

#include "core/analysis/UniformTile.h"
#include "core/staging/Passes.h"
#include "core/staging/TileBuffer.h"
#include "kiln/tile/Buffers.h"
#include "kiln/tile/Tile.h"
#include "mlir/IR/Matchers.h"

namespace kiln::staging {
#define GEN_PASS_DEF_STAGEMEMORYPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

struct StageMemory : staging::impl::StageMemoryPassBase<StageMemory> {
  using StageMemoryPassBase::StageMemoryPassBase;

  /// The limits of a transfer's mask; the whole tile without one.
  LogicalResult limits(OpBuilder &builder, Operation *op, Value mask, VectorType type, SmallVector<Value> &low,
                       SmallVector<Value> &high) {
    if (!mask) {
      for (int64_t extent : type.getShape()) {
        low.push_back(arith::ConstantIntOp::create(builder, op->getLoc(), builder.getI64Type(), 0));
        high.push_back(arith::ConstantIntOp::create(builder, op->getLoc(), builder.getI64Type(), extent));
      }
      return success();
    }
    auto box = mask.getDefiningOp<tile::BoxMaskOp>();
    if (!box)
      return op->emitError() << "'" << op->getName()
                             << "' has a mask that is not a box of lane limits, and copies to and from the chip "
                                "take boxes only";
    low.append(box.getLow().begin(), box.getLow().end());
    high.append(box.getHigh().begin(), box.getHigh().end());
    return success();
  }

  LogicalResult stageRead(vector::TransferReadOp op) {
    OpBuilder builder(op);
    SmallVector<Value> low, high;
    if (failed(limits(builder, op, op.getMask(), op.getVectorType(), low, high)))
      return failure();
    Value buffer = allocateTile(builder, op.getLoc(), op.getVectorType(), space);
    tile::CopyOp::create(builder, op.getLoc(), op.getBase(), buffer, low, high,
                         op.getMask() ? op.getPadding() : Value());
    op.replaceAllUsesWith(readTile(builder, op.getLoc(), op.getVectorType(), buffer));
    op.erase();
    return success();
  }

  LogicalResult stageWrite(vector::TransferWriteOp op) {
    OpBuilder builder(op);
    SmallVector<Value> low, high;
    if (failed(limits(builder, op, op.getMask(), op.getVectorType(), low, high)))
      return failure();
    Value buffer = allocateTile(builder, op.getLoc(), op.getVectorType(), space);
    writeTile(builder, op.getLoc(), op.getValueToStore(), buffer);
    tile::CopyOp::create(builder, op.getLoc(), buffer, op.getBase(), low, high, Value());
    op.erase();
    return success();
  }

  /// Offsets narrower than 32 bits are extended as an access extends them.
  Value spillOffsets(OpBuilder &builder, Location loc, Value offsets) {
    auto type = cast<VectorType>(offsets.getType());
    if (type.getElementTypeBitWidth() < 32)
      offsets = arith::ExtSIOp::create(builder, loc, type.clone(builder.getI32Type()), offsets);
    return spillTile(builder, loc, offsets, space);
  }

  /// Accesses by element take their offsets and mask from buffers.
  LogicalResult checkIndexed(Operation *op, Value offsets, Type element) {
    if (offsets && element.isIntOrFloat())
      return success();
    return op->emitError() << "'" << op->getName()
                           << "' has a pointer for each lane, or pointers as elements, and copies to and from the "
                              "chip take one pointer with offsets";
  }

  /// Copies do not overtake a fence: fences around a volatile access keep it in
  /// its place among the others.
  static void fence(OpBuilder &builder, Location loc, bool isVolatile) {
    if (isVolatile)
      tile::FenceOp::create(builder, loc, tile::Ordering::AcqRel, tile::Scope::Program);
  }

  LogicalResult stageGather(tile::LoadOp op) {
    auto type = cast<VectorType>(op.getType());
    if (failed(checkIndexed(op, op.getOffsets(), type.getElementType())))
      return failure();
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value offsets = spillOffsets(builder, loc, op.getOffsets());
    Value mask = op.getMask() ? spillTile(builder, loc, op.getMask(), space) : Value();
    Value other = op.getOther();
    bool storedAsIs = !type.getElementType().isInteger(1);
    Value fill = other && storedAsIs ? analysis::uniformValue(builder, loc, other) : Value();
    Value buffer = allocateTile(builder, loc, type, space);
    fence(builder, loc, op.getIsVolatile());
    tile::CopyGatherOp::create(builder, loc, op.getPointer(), offsets, mask, fill, buffer);
    fence(builder, loc, op.getIsVolatile());
    Value value = readTile(builder, loc, type, buffer);
    if (other && !fill)
      value = arith::SelectOp::create(builder, loc, op.getMask(), value, other);
    op.replaceAllUsesWith(value);
    op.erase();
    return success();
  }

  LogicalResult stageScatter(tile::StoreOp op) {
    auto type = cast<VectorType>(op.getValue().getType());
    if (failed(checkIndexed(op, op.getOffsets(), type.getElementType())))
      return failure();
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value source = spillTile(builder, loc, op.getValue(), space);
    Value offsets = spillOffsets(builder, loc, op.getOffsets());
    Value mask = op.getMask() ? spillTile(builder, loc, op.getMask(), space) : Value();
    fence(builder, loc, op.getIsVolatile());
    tile::CopyScatterOp::create(builder, loc, source, op.getPointer(), offsets, mask);
    fence(builder, loc, op.getIsVolatile());
    op.erase();
    return success();
  }

  /// Offsets and mask of an atomic in buffers, and a buffer for the old values
  /// where something needs them.
  struct AtomicBuffers {
    Value offsets, mask, old;
  };

  template <typename OpT>
  AtomicBuffers spillAtomic(OpBuilder &builder, OpT op, bool needsOld) {
    Location loc = op.getLoc();
    Value offsets = spillOffsets(builder, loc, op.getOffsets());
    Value mask = op.getMask() ? spillTile(builder, loc, op.getMask(), space) : Value();
    auto type = cast<VectorType>(op.getType());
    return {offsets, mask, needsOld ? allocateTile(builder, loc, type, space) : Value()};
  }

  LogicalResult stageAtomicRmw(tile::AtomicRmwOp op) {
    auto type = cast<VectorType>(op.getType());
    if (failed(checkIndexed(op, op.getOffsets(), type.getElementType())))
      return failure();
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value values = spillTile(builder, loc, op.getValue(), space);
    AtomicBuffers buffers = spillAtomic(builder, op, !op.use_empty());
    tile::CopyAtomicRmwOp::create(builder, loc, op.getKind(), op.getOrdering(), op.getScope(), values, op.getPointer(),
                                  buffers.offsets, buffers.mask, buffers.old);
    if (buffers.old)
      op.replaceAllUsesWith(readTile(builder, loc, type, buffers.old));
    op.erase();
    return success();
  }

  LogicalResult stageAtomicCas(tile::AtomicCasOp op) {
    auto type = cast<VectorType>(op.getType());
    if (failed(checkIndexed(op, op.getOffsets(), type.getElementType())))
      return failure();
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value compare = spillTile(builder, loc, op.getCompare(), space),
          values = spillTile(builder, loc, op.getValue(), space);
    AtomicBuffers buffers = spillAtomic(builder, op, /*needsOld=*/true);
    tile::CopyAtomicCasOp::create(builder, loc, op.getOrdering(), op.getScope(), compare, values, op.getPointer(),
                                  buffers.offsets, buffers.mask, buffers.old);
    op.replaceAllUsesWith(readTile(builder, loc, type, buffers.old));
    op.erase();
    return success();
  }

  LogicalResult stage(Operation *op) {
    if (auto load = dyn_cast<tile::LoadOp>(op))
      return isa<VectorType>(load.getType()) ? stageGather(load) : success();
    if (auto store = dyn_cast<tile::StoreOp>(op))
      return isa<VectorType>(store.getValue().getType()) ? stageScatter(store) : success();
    if (auto rmw = dyn_cast<tile::AtomicRmwOp>(op))
      return isa<VectorType>(rmw.getType()) ? stageAtomicRmw(rmw) : success();
    if (auto cas = dyn_cast<tile::AtomicCasOp>(op))
      return isa<VectorType>(cas.getType()) ? stageAtomicCas(cas) : success();
    if (auto read = dyn_cast<vector::TransferReadOp>(op))
      return tile::isDeviceMemory(read.getBase()) ? stageRead(read) : success();
    auto write = cast<vector::TransferWriteOp>(op);
    return tile::isDeviceMemory(write.getBase()) ? stageWrite(write) : success();
  }

  void runOnOperation() override {
    SmallVector<Operation *> transfers;
    getOperation().walk([&](Operation *op) {
      if (isa<vector::TransferReadOp, vector::TransferWriteOp, tile::LoadOp, tile::StoreOp, tile::AtomicRmwOp,
              tile::AtomicCasOp>(op))
        transfers.push_back(op);
    });
    for (Operation *op : transfers)
      if (failed(stage(op)))
        return signalPassFailure();
    Builder builder(&getContext());
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>())
      func->setAttr(tile::formAttrName, builder.getStringAttr("staged"));
  }
};

} // namespace
