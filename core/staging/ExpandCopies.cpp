// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-copies: copies as loops over elements, for targets whose processor
// reads device memory itself.

#include "core/staging/Passes.h"
#include "kiln/tile/Tile.h"
#include "llvm/ADT/TypeSwitch.h"

namespace kiln::staging {
#define GEN_PASS_DEF_EXPANDCOPIESPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;

namespace {

using Indices = SmallVector<Value>;

class CopyExpander {
public:
  explicit CopyExpander(Operation *op) : builder(op), loc(op->getLoc()) {}

  void expand(tile::CopyOp op) {
    copy = op;
    ArrayRef<int64_t> shape = op.getTarget().getType().getShape();
    for (auto [low, high, extent] : llvm::zip(op.getLow(), op.getHigh(), shape)) {
      Value from = clamp(low, constant(0), extent);
      lows.push_back(toIndex(from));
      highs.push_back(toIndex(clamp(high, from, extent)));
    }
    copyDimension(0, {}, Value());
  }

  void expand(tile::CopyGatherOp op) {
    Type element = op.getTarget().getType().getElementType();
    Value fill = op.getFill();
    if (!fill)
      fill = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
    forEach(op.getTarget().getType().getShape(), {}, [&](const Indices &at) {
      auto fetch = [&] {
        Value memory = elementView(op.getPointer(), op.getOffsets(), at, element);
        Value value = memref::LoadOp::create(builder, loc, memory);
        memref::StoreOp::create(builder, loc, value, op.getTarget(), at);
      };
      auto skip = [&] { memref::StoreOp::create(builder, loc, fill, op.getTarget(), at); };
      whereOn(op.getMask(), at, fetch, skip);
    });
  }

  void expand(tile::CopyScatterOp op) {
    Type element = op.getSource().getType().getElementType();
    forEach(op.getSource().getType().getShape(), {}, [&](const Indices &at) {
      auto put = [&] {
        Value value = memref::LoadOp::create(builder, loc, op.getSource(), at);
        Value memory = elementView(op.getPointer(), op.getOffsets(), at, element);
        memref::StoreOp::create(builder, loc, value, memory);
      };
      whereOn(op.getMask(), at, put, nullptr);
    });
  }

private:
  Value constant(int64_t value) { return arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), value); }
  Value indexConstant(int64_t value) { return arith::ConstantIndexOp::create(builder, loc, value); }
  Value toIndex(Value value) { return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), value); }

  Value clamp(Value value, Value low, int64_t high) {
    value = arith::MaxSIOp::create(builder, loc, value, low);
    return arith::MinSIOp::create(builder, loc, value, constant(high));
  }

  void loop(Value from, Value to, llvm::function_ref<void(Value)> body) {
    auto made = scf::ForOp::create(builder, loc, from, to, indexConstant(1));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(made.getBody());
    body(made.getInductionVar());
  }

  /// All elements of a shape, in row-major order.
  void forEach(ArrayRef<int64_t> shape, Indices at, llvm::function_ref<void(const Indices &)> body) {
    if (at.size() == shape.size())
      return body(at);
    loop(indexConstant(0), indexConstant(shape[at.size()]), [&](Value i) {
      Indices inner = at;
      inner.push_back(i);
      forEach(shape, inner, body);
    });
  }

  void copyElement(const Indices &at) {
    Value value = memref::LoadOp::create(builder, loc, copy.getSource(), at);
    memref::StoreOp::create(builder, loc, value, copy.getTarget(), at);
  }

  void fillFrom(Indices at, Value from, Value to) {
    at.push_back(Value());
    loop(from, to, [&](Value i) {
      at.back() = i;
      memref::StoreOp::create(builder, loc, copy.getFill(), copy.getTarget(), at);
    });
  }

  /// Loops of dimension d and those inside it. `inside` (null: true) tells
  /// whether the coordinates so far lie in the box; without a fill they do.
  void copyDimension(size_t d, Indices at, Value inside) {
    ArrayRef<int64_t> shape = copy.getTarget().getType().getShape();
    if (d == shape.size())
      return copyElement(at);
    Value low = lows[d], high = highs[d], zero = indexConstant(0), extent = indexConstant(shape[d]);
    if (d + 1 == shape.size()) {
      if (inside) {
        low = arith::SelectOp::create(builder, loc, inside, low, zero);
        high = arith::SelectOp::create(builder, loc, inside, high, zero);
      }
      if (copy.getFill())
        fillFrom(at, zero, low);
      loop(low, high, [&](Value i) {
        Indices inner = at;
        inner.push_back(i);
        copyElement(inner);
      });
      if (copy.getFill())
        fillFrom(at, high, extent);
      return;
    }
    bool fills = static_cast<bool>(copy.getFill());
    loop(fills ? zero : low, fills ? extent : high, [&](Value i) {
      Indices inner = at;
      inner.push_back(i);
      copyDimension(d + 1, inner, fills ? insideOf(inside, low, i, high) : Value());
    });
  }

  Value insideOf(Value outer, Value low, Value i, Value high) {
    Value above = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle, low, i);
    Value below = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, i, high);
    Value inside = arith::AndIOp::create(builder, loc, above, below);
    return outer ? arith::AndIOp::create(builder, loc, outer, inside).getResult() : inside;
  }

  /// The element of device memory at a pointer plus the offset in a buffer.
  Value elementView(Value pointer, Value offsets, const Indices &at, Type element) {
    Value offset = memref::LoadOp::create(builder, loc, offsets, at);
    if (!offset.getType().isInteger(64))
      offset = arith::ExtSIOp::create(builder, loc, builder.getI64Type(), offset);
    auto layout = StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, {});
    auto space = tile::SpaceAttr::get(builder.getContext(), cast<tile::PtrType>(pointer.getType()).getSpace());
    auto type = MemRefType::get({}, element, layout, space);
    return tile::ViewOp::create(builder, loc, type, pointer, offset, ValueRange());
  }

  void whereOn(Value mask, const Indices &at, llvm::function_ref<void()> on, llvm::function_ref<void()> off) {
    if (!mask)
      return on();
    Value byte = memref::LoadOp::create(builder, loc, mask, at);
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(byte.getType()));
    Value isOn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, byte, zero);
    auto branch = scf::IfOp::create(builder, loc, isOn, /*withElseRegion=*/static_cast<bool>(off));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    on();
    if (!off)
      return;
    builder.setInsertionPointToStart(branch.elseBlock());
    off();
  }

  OpBuilder builder;
  Location loc;
  tile::CopyOp copy;
  SmallVector<Value> lows, highs;
};

struct ExpandCopies : staging::impl::ExpandCopiesPassBase<ExpandCopies> {
  using ExpandCopiesPassBase::ExpandCopiesPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> copies;
    getOperation().walk([&](Operation *op) {
      if (isa<tile::CopyOp, tile::CopyGatherOp, tile::CopyScatterOp>(op))
        copies.push_back(op);
    });
    for (Operation *op : copies) {
      CopyExpander expander(op);
      llvm::TypeSwitch<Operation *>(op).Case<tile::CopyOp, tile::CopyGatherOp, tile::CopyScatterOp>(
          [&](auto copy) { expander.expand(copy); });
      op->erase();
    }
  }
};

} // namespace
