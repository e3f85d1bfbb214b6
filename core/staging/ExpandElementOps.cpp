// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-element-ops: accesses and reports whose elements have to come one after
// another, as loops. After it these ops have scalars and no masks.

#include "core/staging/Passes.h"
#include "core/staging/TileBuffer.h"
#include "kiln/tile/Tile.h"
#include "llvm/ADT/TypeSwitch.h"

namespace kiln::staging {
#define GEN_PASS_DEF_EXPANDELEMENTOPSPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

using Indices = SmallVector<Value>;

/// One op on its way to a loop. An operand is a scalar, or a buffer that holds
/// its tile.
class ElementExpander {
public:
  ElementExpander(Operation *op, StringRef space) : builder(op), op(op), loc(op->getLoc()), space(space) {
    auto shaped = [](Type type) { return isa<VectorType>(type); };
    for (Type type : op->getOperandTypes())
      if (shaped(type))
        shape = llvm::to_vector(cast<VectorType>(type).getShape());
    for (Type type : op->getResultTypes())
      if (shaped(type))
        shape = llvm::to_vector(cast<VectorType>(type).getShape());
  }

  void expand(tile::LoadOp load) {
    produce(load.getMask(), load.getOther(), [&](const Indices &at) -> Value {
      Value address = addressAt(load.getPointer(), load.getOffsets(), at, elementOf(load.getType()));
      return loadElement(address, elementOf(load.getType()), load.getIsVolatile());
    });
  }

  void expand(tile::StoreOp store) {
    Type element = elementOf(store.getValue().getType());
    consume(store.getMask(), [&](const Indices &at) {
      Value value = elementAt(store.getValue(), at);
      Value address = addressAt(store.getPointer(), store.getOffsets(), at, element);
      storeElement(value, address, store.getIsVolatile());
    });
  }

  void expand(tile::AtomicRmwOp rmw) {
    produce(rmw.getMask(), Value(), [&](const Indices &at) -> Value {
      Type element = elementOf(rmw.getType());
      Value value = elementAt(rmw.getValue(), at);
      Value address = addressAt(rmw.getPointer(), rmw.getOffsets(), at, element);
      return tile::AtomicRmwOp::create(builder, loc, element, rmw.getKind(), rmw.getOrdering(), rmw.getScope(), value,
                                       address, Value(), Value());
    });
  }

  void expand(tile::AtomicCasOp cas) {
    produce(cas.getMask(), Value(), [&](const Indices &at) -> Value {
      Type element = elementOf(cas.getType());
      Value compare = elementAt(cas.getCompare(), at), value = elementAt(cas.getValue(), at);
      Value address = addressAt(cas.getPointer(), cas.getOffsets(), at, element);
      return tile::AtomicCasOp::create(builder, loc, element, cas.getOrdering(), cas.getScope(), compare, value,
                                       address, Value(), Value());
    });
  }

  void expand(tile::AssertOp assertion) {
    forEach([&](const Indices &at) {
      tile::AssertOp::create(builder, loc, elementAt(assertion.getCondition(), at), assertion.getMessage());
    });
  }

  /// Operand by operand; with several, each line says which one it is of.
  void expand(tile::PrintOp print) {
    std::optional<ArrayRef<int32_t>> isSigned = print.getIsSigned();
    if (print.getValues().empty())
      tile::PrintElementOp::create(builder, loc, print.getPrefix(), /*hex=*/false, /*isUnsigned=*/false, Value(),
                                   ValueRange());
    for (auto [i, value] : llvm::enumerate(print.getValues())) {
      std::string prefix = print.getPrefix().str();
      if (print.getValues().size() > 1)
        prefix += "(operand " + std::to_string(i) + ") ";
      bool isUnsigned = isSigned && i < isSigned->size() && !(*isSigned)[i];
      auto type = dyn_cast<VectorType>(value.getType());
      shape = type ? llvm::to_vector(type.getShape()) : SmallVector<int64_t>();
      forEach([&, value = value](const Indices &at) {
        tile::PrintElementOp::create(builder, loc, prefix, print.getHex(), isUnsigned, elementAt(value, at), at);
      });
    }
  }

private:
  static Type elementOf(Type type) { return getElementTypeOrSelf(type); }

  /// Puts every operand that is a tile into a buffer, before the loops.
  void spillOperands() {
    for (Value operand : op->getOperands())
      if (auto type = dyn_cast<VectorType>(operand.getType()); type && !buffers.count(operand)) {
        Value buffer = allocateTile(builder, loc, type, space);
        writeTile(builder, loc, operand, buffer);
        buffers[operand] = buffer;
      }
  }

  /// A scalar out of a buffer; i1 lives there as i8.
  Value load(Value buffer, const Indices &at, Type element) {
    return fromMemory(memref::LoadOp::create(builder, loc, buffer, at), element);
  }
  Value fromMemory(Value value, Type element) {
    if (value.getType() == element)
      return value;
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(value.getType()));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value, zero);
  }
  Value toMemory(Value value) {
    return value.getType().isInteger(1) ? arith::ExtUIOp::create(builder, loc, builder.getI8Type(), value).getResult()
                                        : value;
  }
  static Type inMemory(Type element) {
    return element.isInteger(1) ? IntegerType::get(element.getContext(), 8) : element;
  }

  Value elementAt(Value operand, const Indices &at) {
    return isa<VectorType>(operand.getType()) ? load(buffers.lookup(operand), at, elementOf(operand.getType()))
                                              : operand;
  }

  Value addressAt(Value pointer, Value offsets, const Indices &at, Type element) {
    Value address = elementAt(pointer, at);
    if (!offsets)
      return address;
    return tile::PtrAddOp::create(builder, loc, address, elementAt(offsets, at), element);
  }

  /// Pointers are loaded and stored as the integers that they are.
  Value loadElement(Value address, Type element, bool isVolatile) {
    bool isPointer = isa<tile::PtrType>(element);
    Type stored = isPointer ? builder.getI64Type() : inMemory(element);
    Value value = tile::LoadOp::create(builder, loc, stored, address, Value(), Value(), Value(), isVolatile);
    return isPointer ? tile::IntToPtrOp::create(builder, loc, element, value).getResult() : fromMemory(value, element);
  }

  void storeElement(Value value, Value address, bool isVolatile) {
    value = toMemory(value);
    if (isa<tile::PtrType>(value.getType()))
      value = tile::PtrToIntOp::create(builder, loc, builder.getI64Type(), value);
    tile::StoreOp::create(builder, loc, value, address, Value(), Value(), isVolatile);
  }

  void forEach(llvm::function_ref<void(const Indices &)> body) {
    spillOperands();
    OpBuilder::InsertionGuard guard(builder);
    Indices at;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0), one = arith::ConstantIndexOp::create(builder, loc, 1);
    for (int64_t extent : shape) {
      Value end = arith::ConstantIndexOp::create(builder, loc, extent);
      auto loop = scf::ForOp::create(builder, loc, zero, end, one);
      builder.setInsertionPointToStart(loop.getBody());
      at.push_back(loop.getInductionVar());
    }
    body(at);
  }

  /// Where the mask is on.
  void consume(Value mask, llvm::function_ref<void(const Indices &)> body) {
    forEach([&](const Indices &at) {
      if (!mask)
        return body(at);
      auto branch = scf::IfOp::create(builder, loc, elementAt(mask, at), /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.thenBlock());
      body(at);
    });
  }

  Value zeroOf(Type element) {
    if (!isa<tile::PtrType>(element))
      return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
    Value zero = arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), 0);
    return tile::IntToPtrOp::create(builder, loc, element, zero);
  }

  /// The result's elements: `body`, or `other` (0 without one) where the mask is off.
  void produce(Value mask, Value other, llvm::function_ref<Value(const Indices &)> body) {
    Type type = op->getResult(0).getType(), element = elementOf(type);
    auto tileType = dyn_cast<VectorType>(type);
    Value result = tileType ? allocateTile(builder, loc, tileType, space) : Value(), scalar;
    forEach([&](const Indices &at) {
      Value value;
      if (mask) {
        auto branch = scf::IfOp::create(builder, loc, element, elementAt(mask, at), /*withElseRegion=*/true);
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToStart(branch.thenBlock());
        scf::YieldOp::create(builder, loc, body(at));
        builder.setInsertionPointToStart(branch.elseBlock());
        scf::YieldOp::create(builder, loc, other ? elementAt(other, at) : zeroOf(element));
        value = branch.getResult(0);
      } else {
        value = body(at);
      }
      if (result)
        memref::StoreOp::create(builder, loc, toMemory(value), result, at);
      else
        scalar = value;
    });
    op->replaceAllUsesWith(ValueRange(result ? readTile(builder, loc, tileType, result) : scalar));
  }

  OpBuilder builder;
  Operation *op;
  Location loc;
  StringRef space;
  SmallVector<int64_t> shape;
  DenseMap<Value, Value> buffers;
};

struct ExpandElementOps : staging::impl::ExpandElementOpsPassBase<ExpandElementOps> {
  using ExpandElementOpsPassBase::ExpandElementOpsPassBase;

  static bool isTile(Type type) { return isa<VectorType>(type); }

  /// Whether a load or store comes one element after another. `element` is the
  /// type that it accesses.
  template <typename AccessOp>
  static bool isByElement(AccessOp op, Type accessed) {
    Type element = getElementTypeOrSelf(accessed);
    if (!isTile(accessed))
      return op.getMask() || element.isInteger(1) || isa<tile::PtrType>(element);
    return op.getIsVolatile() || !op.getOffsets() || isTile(op.getPointer().getType()) || isa<tile::PtrType>(element);
  }

  /// Those that the target takes have one pointer, and offsets where they are tiles.
  template <typename AtomicOp>
  bool isAtomicByElement(AtomicOp op) const {
    bool isTaken = llvm::is_contained(keep, op->getName().getStringRef().str()) && !isTile(op.getPointer().getType());
    return !isTaken && (isTile(op.getType()) || op.getMask());
  }

  bool isChosen(Operation *op) const {
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case([](tile::LoadOp load) { return isByElement(load, load.getType()); })
        .Case([](tile::StoreOp store) { return isByElement(store, store.getValue().getType()); })
        .Case<tile::AtomicRmwOp, tile::AtomicCasOp>([&](auto atomic) { return isAtomicByElement(atomic); })
        .Case([](tile::AssertOp assertion) { return isTile(assertion.getCondition().getType()); })
        .Case([](tile::PrintOp) { return true; })
        .Default(false);
  }

  void runOnOperation() override {
    SmallVector<Operation *> chosen;
    getOperation().walk([&](Operation *op) {
      if (isChosen(op))
        chosen.push_back(op);
    });
    for (Operation *op : chosen) {
      ElementExpander expander(op, space);
      llvm::TypeSwitch<Operation *>(op)
          .Case<tile::LoadOp, tile::StoreOp, tile::AtomicRmwOp, tile::AtomicCasOp, tile::AssertOp, tile::PrintOp>(
              [&](auto element) { expander.expand(element); });
      op->erase();
    }
  }
};

} // namespace
