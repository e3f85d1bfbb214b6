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

  /// Writes a tile into a buffer of its own.
  Value spill(OpBuilder &builder, Location loc, Value tile) {
    Value buffer = allocateTile(builder, loc, cast<VectorType>(tile.getType()), space);
    writeTile(builder, loc, tile, buffer);
    return buffer;
  }

  /// Offsets narrower than 32 bits are extended as an access extends them.
  Value spillOffsets(OpBuilder &builder, Location loc, Value offsets) {
    auto type = cast<VectorType>(offsets.getType());
    if (type.getElementTypeBitWidth() < 32)
      offsets = arith::ExtSIOp::create(builder, loc, type.clone(builder.getI32Type()), offsets);
    return spill(builder, loc, offsets);
  }

  /// Accesses by element take their offsets and mask from buffers.
  LogicalResult checkIndexed(Operation *op, Value offsets, Type element) {
    if (offsets && element.isIntOrFloat())
      return success();
    return op->emitError() << "'" << op->getName()
                           << "' has a pointer for each lane, or pointers as elements, and copies to and from the "
                              "chip take one pointer with offsets";
  }

  LogicalResult stageGather(tile::LoadOp op) {
    auto type = cast<VectorType>(op.getType());
    if (failed(checkIndexed(op, op.getOffsets(), type.getElementType())))
      return failure();
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value offsets = spillOffsets(builder, loc, op.getOffsets());
    Value mask = op.getMask() ? spill(builder, loc, op.getMask()) : Value();
    Value other = op.getOther();
    bool storedAsIs = !type.getElementType().isInteger(1);
    Value fill = other && storedAsIs ? analysis::uniformValue(builder, loc, other) : Value();
    Value buffer = allocateTile(builder, loc, type, space);
    tile::CopyGatherOp::create(builder, loc, op.getPointer(), offsets, mask, fill, buffer);
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
    Value source = spill(builder, loc, op.getValue());
    Value offsets = spillOffsets(builder, loc, op.getOffsets());
    Value mask = op.getMask() ? spill(builder, loc, op.getMask()) : Value();
    tile::CopyScatterOp::create(builder, loc, source, op.getPointer(), offsets, mask);
    op.erase();
    return success();
  }

  LogicalResult stage(Operation *op) {
    if (auto load = dyn_cast<tile::LoadOp>(op))
      return isa<VectorType>(load.getType()) && !load.getIsVolatile() ? stageGather(load) : success();
    if (auto store = dyn_cast<tile::StoreOp>(op))
      return isa<VectorType>(store.getValue().getType()) && !store.getIsVolatile() ? stageScatter(store) : success();
    if (auto read = dyn_cast<vector::TransferReadOp>(op))
      return tile::isDeviceMemory(read.getBase()) ? stageRead(read) : success();
    auto write = cast<vector::TransferWriteOp>(op);
    return tile::isDeviceMemory(write.getBase()) ? stageWrite(write) : success();
  }

  void runOnOperation() override {
    SmallVector<Operation *> transfers;
    getOperation().walk([&](Operation *op) {
      if (isa<vector::TransferReadOp, vector::TransferWriteOp, tile::LoadOp, tile::StoreOp>(op))
        transfers.push_back(op);
    });
    for (Operation *op : transfers)
      if (failed(stage(op)))
        return signalPassFailure();
  }
};

} // namespace
