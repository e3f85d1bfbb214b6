// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-atomics: what a target lacks becomes compare and swap, one element
// after the other. Compare and swap of one scalar is what every target has.
//
// Everything but a scalar operation goes through a scalar one: a tile's lanes
// and a buffer's elements are visited in row-major order, which is the order
// that docs/semantics.md promises.

#include "core/lowering/Passes.h"
#include "kiln/tile/Tile.h"

namespace kiln::lowering {
#define GEN_PASS_DEF_EXPANDATOMICSPASS
#include "core/lowering/Passes.h.inc"
} // namespace kiln::lowering

using namespace mlir;
using namespace kiln;

namespace {

/// What memory becomes where it holds `old`.
Value combine(OpBuilder &builder, Location loc, tile::Atomic kind, Value old, Value value) {
  auto zero = [&] { return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(old.getType())); };
  auto one = [&] { return arith::ConstantIntOp::create(builder, loc, old.getType(), 1); };
  auto isAbove = [&](arith::CmpIPredicate predicate) {
    return arith::CmpIOp::create(builder, loc, predicate, old, value).getResult();
  };
  switch (kind) {
  case tile::Atomic::And:
    return arith::AndIOp::create(builder, loc, old, value);
  case tile::Atomic::Or:
    return arith::OrIOp::create(builder, loc, old, value);
  case tile::Atomic::Xor:
    return arith::XOrIOp::create(builder, loc, old, value);
  case tile::Atomic::Add:
    return arith::AddIOp::create(builder, loc, old, value);
  case tile::Atomic::FAdd:
    return arith::AddFOp::create(builder, loc, old, value);
  case tile::Atomic::Max:
    return arith::MaxSIOp::create(builder, loc, old, value);
  case tile::Atomic::Min:
    return arith::MinSIOp::create(builder, loc, old, value);
  case tile::Atomic::UMax:
    return arith::MaxUIOp::create(builder, loc, old, value);
  case tile::Atomic::UMin:
    return arith::MinUIOp::create(builder, loc, old, value);
  case tile::Atomic::FMax:
    return arith::MaxNumFOp::create(builder, loc, old, value);
  case tile::Atomic::FMin:
    return arith::MinNumFOp::create(builder, loc, old, value);
  case tile::Atomic::Xchg:
    return value;
  case tile::Atomic::Inc: {
    Value next = arith::AddIOp::create(builder, loc, old, one());
    return arith::SelectOp::create(builder, loc, isAbove(arith::CmpIPredicate::uge), zero(), next);
  }
  case tile::Atomic::Dec:
    break;
  }
  Value next = arith::SubIOp::create(builder, loc, old, one());
  Value isZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, old, zero());
  Value wraps = arith::OrIOp::create(builder, loc, isZero, isAbove(arith::CmpIPredicate::ugt));
  return arith::SelectOp::create(builder, loc, wraps, value, next);
}

/// The scalar's bits, and back.
Value bitsOf(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType();
  if (isa<IntegerType>(type))
    return value;
  return arith::BitcastOp::create(builder, loc, builder.getIntegerType(type.getIntOrFloatBitWidth()), value);
}

Value fromBits(OpBuilder &builder, Location loc, Value bits, Type type) {
  return bits.getType() == type ? bits : arith::BitcastOp::create(builder, loc, type, bits).getResult();
}

/// %seen = while (cas(p, guess, f(guess)) != guess) guess = what cas saw.
/// The first guess is 0: a wrong one costs one more attempt, as any does.
Value compareAndSwapLoop(OpBuilder &builder, tile::AtomicRmwOp op) {
  Location loc = op.getLoc();
  Type type = op.getType();
  Type bits = builder.getIntegerType(type.getIntOrFloatBitWidth());
  Value guess = arith::ConstantIntOp::create(builder, loc, bits, 0);
  auto attempt = [&](OpBuilder &b, Location at, ValueRange guesses) {
    Value next = combine(b, at, op.getKind(), fromBits(b, at, guesses[0], type), op.getValue());
    Value seen = tile::AtomicCasOp::create(b, at, bits, op.getOrdering(), op.getScope(), guesses[0],
                                           bitsOf(b, at, next), op.getPointer(), Value(), Value());
    Value differs = arith::CmpIOp::create(b, at, arith::CmpIPredicate::ne, seen, guesses[0]);
    scf::ConditionOp::create(b, at, differs, seen);
  };
  auto again = [](OpBuilder &b, Location at, ValueRange seen) { scf::YieldOp::create(b, at, seen); };
  auto loop = scf::WhileOp::create(builder, loc, TypeRange(bits), ValueRange(guess), attempt, again);
  return fromBits(builder, loc, loop.getResult(0), type);
}

/// Calls `body` for each index of `shape`, in row-major order, with `carried`
/// going through; gives what comes out.
SmallVector<Value>
forEachElement(OpBuilder &builder, Location loc, ArrayRef<int64_t> shape, ValueRange carried,
               llvm::function_ref<SmallVector<Value>(OpBuilder &, ValueRange index, ValueRange)> body) {
  SmallVector<Value> low, high, step;
  for (int64_t extent : shape) {
    low.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
    high.push_back(arith::ConstantIndexOp::create(builder, loc, extent));
    step.push_back(arith::ConstantIndexOp::create(builder, loc, 1));
  }
  auto nest = scf::buildLoopNest(
      builder, loc, low, high, step, carried,
      [&](OpBuilder &b, Location, ValueRange index, ValueRange values) { return body(b, index, values); });
  return nest.results;
}

/// The address of an element: a pointer of its own, or offset elements further.
Value elementPointer(OpBuilder &builder, Location loc, Value pointer, Value offset, Type element) {
  if (!offset)
    return pointer;
  return tile::PtrAddOp::create(builder, loc, pointer, offset, element);
}

Value loadElement(OpBuilder &builder, Location loc, Value buffer, ValueRange index) {
  return buffer ? memref::LoadOp::create(builder, loc, buffer, index).getResult() : Value();
}

Value extractElement(OpBuilder &builder, Location loc, Value tile, ValueRange index) {
  if (!tile || !isa<VectorType>(tile.getType()))
    return tile;
  return vector::ExtractOp::create(builder, loc, tile, SmallVector<OpFoldResult>(index.begin(), index.end()));
}

struct ExpandAtomics : lowering::impl::ExpandAtomicsPassBase<ExpandAtomics> {
  using ExpandAtomicsPassBase::ExpandAtomicsPassBase;

  static std::string nameOf(StringRef kind, Type element) {
    std::string name;
    llvm::raw_string_ostream(name) << kind << ":" << element;
    return name;
  }

  bool isKept(StringRef kind, Type element) { return llvm::is_contained(keep, nameOf(kind, element)); }

  /// The operation alone where the target has it, else a loop.
  Value unmasked(OpBuilder &builder, tile::AtomicRmwOp op) {
    if (!llvm::is_contained(keepScalars, nameOf(tile::stringifyAtomic(op.getKind()), op.getType())))
      return compareAndSwapLoop(builder, op);
    return tile::AtomicRmwOp::create(builder, op.getLoc(), op.getType(), op.getKind(), op.getOrdering(), op.getScope(),
                                     op.getValue(), op.getPointer(), Value(), Value());
  }

  /// Buffers: scalars are loaded, and old values stored where they are wanted.
  template <typename OpT>
  void expandBuffers(OpT op,
                     llvm::function_ref<Value(OpBuilder &, ValueRange index, Value pointer, Value mask)> scalar) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    MemRefType type = op.getValues().getType();
    forEachElement(builder, loc, type.getShape(), {}, [&](OpBuilder &b, ValueRange index, ValueRange) {
      Value offset = loadElement(b, loc, op.getOffsets(), index), mask = loadElement(b, loc, op.getMask(), index);
      if (mask) {
        Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(mask.getType()));
        mask = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, mask, zero);
      }
      Value old = scalar(b, index, elementPointer(b, loc, op.getPointer(), offset, type.getElementType()), mask);
      if (op.getOld())
        memref::StoreOp::create(b, loc, old, op.getOld(), index);
      return SmallVector<Value>();
    });
    op.erase();
  }

  /// Tiles: lanes are taken out, and old values put into a tile that the loops carry.
  template <typename OpT>
  void expandTile(OpT op, llvm::function_ref<Value(OpBuilder &, ValueRange index, Value pointer, Value mask)> scalar) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    auto type = cast<VectorType>(op.getType());
    Value none = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    SmallVector<Value> old =
        forEachElement(builder, loc, type.getShape(), none, [&](OpBuilder &b, ValueRange index, ValueRange carried) {
          Value offset = extractElement(b, loc, op.getOffsets(), index);
          Value pointer = extractElement(b, loc, op.getPointer(), index);
          pointer = elementPointer(b, loc, pointer, offset, type.getElementType());
          Value one = scalar(b, index, pointer, extractElement(b, loc, op.getMask(), index));
          SmallVector<OpFoldResult> position(index.begin(), index.end());
          return SmallVector<Value>{vector::InsertOp::create(b, loc, one, carried[0], position)};
        });
    op.replaceAllUsesWith(old[0]);
    op.erase();
  }

  void expand(tile::CopyAtomicRmwOp op) {
    Type element = op.getValues().getType().getElementType();
    expandBuffers(op, [&](OpBuilder &b, ValueRange index, Value pointer, Value mask) -> Value {
      Value value = loadElement(b, op.getLoc(), op.getValues(), index);
      return tile::AtomicRmwOp::create(b, op.getLoc(), element, op.getKind(), op.getOrdering(), op.getScope(), value,
                                       pointer, Value(), mask);
    });
  }

  void expand(tile::CopyAtomicCasOp op) {
    Type element = op.getValues().getType().getElementType();
    expandBuffers(op, [&](OpBuilder &b, ValueRange index, Value pointer, Value mask) -> Value {
      Value compare = loadElement(b, op.getLoc(), op.getCompare(), index);
      Value value = loadElement(b, op.getLoc(), op.getValues(), index);
      return tile::AtomicCasOp::create(b, op.getLoc(), element, op.getOrdering(), op.getScope(), compare, value,
                                       pointer, Value(), mask);
    });
  }

  void expandLanes(tile::AtomicRmwOp op) {
    expandTile(op, [&](OpBuilder &b, ValueRange index, Value pointer, Value mask) -> Value {
      Value value = extractElement(b, op.getLoc(), op.getValue(), index);
      return tile::AtomicRmwOp::create(b, op.getLoc(), value.getType(), op.getKind(), op.getOrdering(), op.getScope(),
                                       value, pointer, Value(), mask);
    });
  }

  void expandLanes(tile::AtomicCasOp op) {
    expandTile(op, [&](OpBuilder &b, ValueRange index, Value pointer, Value mask) -> Value {
      Value compare = extractElement(b, op.getLoc(), op.getCompare(), index);
      Value value = extractElement(b, op.getLoc(), op.getValue(), index);
      return tile::AtomicCasOp::create(b, op.getLoc(), value.getType(), op.getOrdering(), op.getScope(), compare, value,
                                       pointer, Value(), mask);
    });
  }

  /// A masked-off scalar gives 0.
  void expandScalar(tile::AtomicRmwOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    if (!op.getMask()) {
      op.replaceAllUsesWith(unmasked(builder, op));
      op.erase();
      return;
    }
    auto branch = scf::IfOp::create(builder, loc, TypeRange(op.getType()), op.getMask(), /*withElse=*/true);
    OpBuilder inThen = branch.getThenBodyBuilder(), inElse = branch.getElseBodyBuilder();
    scf::YieldOp::create(inThen, loc, unmasked(inThen, op));
    Value zero = arith::ConstantOp::create(inElse, loc, inElse.getZeroAttr(op.getType()));
    scf::YieldOp::create(inElse, loc, zero);
    op.replaceAllUsesWith(branch.getResult(0));
    op.erase();
  }

  /// Memory is compared bit for bit, so that an integer does it for a float.
  void compareBits(tile::AtomicCasOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value compare = bitsOf(builder, loc, op.getCompare()), value = bitsOf(builder, loc, op.getValue());
    Value seen = tile::AtomicCasOp::create(builder, loc, compare.getType(), op.getOrdering(), op.getScope(), compare,
                                           value, op.getPointer(), Value(), op.getMask());
    op.replaceAllUsesWith(fromBits(builder, loc, seen, op.getType()));
    op.erase();
  }

  void runOnOperation() override {
    getOperation().walk([&](tile::CopyAtomicRmwOp op) {
      if (!isKept(tile::stringifyAtomic(op.getKind()), op.getValues().getType().getElementType()))
        expand(op);
    });
    getOperation().walk([&](tile::CopyAtomicCasOp op) {
      if (!isKept("cas", op.getValues().getType().getElementType()))
        expand(op);
    });
    getOperation().walk([&](tile::AtomicCasOp op) {
      if (isa<VectorType>(op.getType()))
        expandLanes(op);
    });
    getOperation().walk([&](tile::AtomicRmwOp op) {
      if (isa<VectorType>(op.getType()))
        expandLanes(op);
    });
    getOperation().walk([&](tile::AtomicRmwOp op) {
      if (!isKept(tile::stringifyAtomic(op.getKind()), op.getType()))
        expandScalar(op);
    });
    getOperation().walk([&](tile::AtomicCasOp op) {
      if (isa<FloatType>(op.getType()) && !isKept("cas", op.getType()))
        compareBits(op);
    });
  }
};

} // namespace
