// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-pointer-tiles: vectors and buffers of pointers as 64-bit integers, for
// targets whose vectors hold no pointers. Scalar pointers stay: where one meets a
// vector or a buffer it is converted.

#include "core/layout/Passes.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace kiln::layout {
#define GEN_PASS_DEF_EXPANDPOINTERTILESPASS
#include "core/layout/Passes.h.inc"
} // namespace kiln::layout

using namespace mlir;
using namespace kiln;

namespace {

bool isPointerTile(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && isa<tile::PtrType>(shaped.getElementType());
}

bool touchesPointerTile(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isPointerTile) || llvm::any_of(op->getResultTypes(), isPointerTile);
}

struct ExpandPointerTiles : layout::impl::ExpandPointerTilesPassBase<ExpandPointerTiles> {
  /// An op that holds a scalar pointer beside a tile of them, as in a broadcast or
  /// a load from a buffer:
  ///   %v = vector.broadcast %p : !tile.ptr to vector<8x!tile.ptr>
  /// becomes
  ///   %i = tile.ptr_to_int %p : !tile.ptr -> i64
  ///   %v = vector.broadcast %i : i64 to vector<8xi64>
  void convertScalars(Operation *op) {
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isa<tile::PtrType>(operand.get().getType()))
        operand.set(tile::PtrToIntOp::create(builder, op->getLoc(), builder.getI64Type(), operand.get()));
    builder.setInsertionPointAfter(op);
    for (Value result : op->getResults()) {
      if (!isa<tile::PtrType>(result.getType()))
        continue;
      Type pointer = result.getType();
      result.setType(builder.getI64Type());
      auto converted = tile::IntToPtrOp::create(builder, op->getLoc(), pointer, result);
      result.replaceAllUsesExcept(converted, converted);
    }
  }

  /// Base and offset in all lanes, the offset in bytes.
  void expandAddition(tile::PtrAddOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    auto wide = cast<VectorType>(op.getType()).clone(builder.getI64Type());
    auto inLanes = [&](Value value) -> Value {
      if (isa<tile::PtrType>(value.getType()))
        value = tile::PtrToIntOp::create(builder, loc, builder.getI64Type(), value);
      if (isPointerTile(value.getType()))
        value = tile::PtrToIntOp::create(builder, loc, wide, value);
      Type type = tile::withElementType(value.getType(), builder.getI64Type());
      if (type != value.getType())
        value = arith::ExtSIOp::create(builder, loc, type, value);
      return isa<VectorType>(type) ? value : vector::BroadcastOp::create(builder, loc, wide, value).getResult();
    };
    Value base = inLanes(op.getPointer()), offset = inLanes(op.getOffset());
    Value size = arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(wide, builder.getI64IntegerAttr(tile::elementBytes(op.getElementType()))));
    offset = arith::MulIOp::create(builder, loc, offset, size);
    Value sum = arith::AddIOp::create(builder, loc, base, offset);
    op.replaceAllUsesWith(tile::IntToPtrOp::create(builder, loc, op.getType(), sum).getResult());
    op.erase();
  }

  void runOnOperation() override {
    getOperation().walk([&](tile::PtrAddOp op) {
      if (isPointerTile(op.getType()))
        expandAddition(op);
    });
    getOperation().walk([&](Operation *op) {
      if (isa<vector::VectorDialect, memref::MemRefDialect>(op->getDialect()) && touchesPointerTile(op))
        convertScalars(op);
    });
    AttrTypeReplacer replacer;
    Type i64 = IntegerType::get(&getContext(), 64);
    replacer.addReplacement([=](ShapedType type) -> std::optional<Type> {
      return isPointerTile(type) ? std::optional<Type>(type.clone(i64)) : std::nullopt;
    });
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    getOperation()->walk([](Operation *op) {
      if (!isa<tile::PtrToIntOp, tile::IntToPtrOp>(op) || op->getOperandTypes() != op->getResultTypes())
        return;
      op->replaceAllUsesWith(op->getOperands());
      op->erase();
    });
  }
};

} // namespace
