// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stage-memory: transfers between device memory and vectors become copies
// between device memory and on-chip buffers, and transfers of those.

#include "core/staging/Passes.h"
#include "core/staging/TileBuffer.h"
#include "kiln/tile/Tile.h"

namespace kiln::staging {
#define GEN_PASS_DEF_STAGEMEMORYPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

bool isDeviceMemory(Value memory) {
  auto space = dyn_cast_or_null<tile::SpaceAttr>(cast<MemRefType>(memory.getType()).getMemorySpace());
  return space && space.getName() == "global";
}

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

  void runOnOperation() override {
    SmallVector<Operation *> transfers;
    getOperation().walk([&](Operation *op) {
      if (isa<vector::TransferReadOp, vector::TransferWriteOp>(op))
        transfers.push_back(op);
    });
    for (Operation *op : transfers) {
      auto read = dyn_cast<vector::TransferReadOp>(op);
      if (!isDeviceMemory(read ? read.getBase() : cast<vector::TransferWriteOp>(op).getBase()))
        continue;
      if (failed(read ? stageRead(read) : stageWrite(cast<vector::TransferWriteOp>(op))))
        return signalPassFailure();
    }
  }
};

} // namespace
