// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// select-access-rungs: from "an address per lane" to strided views with boxes.
// Invariant: whatever is not proved is tested at run time or left by element.

#include "core/analysis/AffineTile.h"
#include "core/analysis/BoxMask.h"
#include "core/analysis/FactRanges.h"
#include "core/analysis/UniformTile.h"
#include "core/lowering/Passes.h"
#include "kiln/tile/Tile.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/IR/Matchers.h"

namespace kiln::lowering {
#define GEN_PASS_DEF_SELECTACCESSRUNGSPASS
#include "core/lowering/Passes.h.inc"
} // namespace kiln::lowering

using namespace mlir;
using namespace kiln;
using namespace kiln::analysis;

namespace {

/// A strided access in the making.
struct Strided {
  AffineForm offsets;
  MaskBox box;
  SmallVector<WidthGuard> guards;
};

class RungSelector {
public:
  RungSelector(AffineTiles &tiles, bool remarks, int64_t copyDimensions)
      : tiles(tiles), remarks(remarks), copyDimensions(copyDimensions) {}

  /// True where the access left the element rung.
  template <typename AccessOp>
  bool select(AccessOp op, Type accessed) {
    auto type = dyn_cast<VectorType>(accessed);
    if (op.getIsVolatile())
      return stay(op, "the access is volatile");
    if (!type)
      return selectScalar(op, accessed);
    if (!op.getOffsets())
      return stay(op, "every lane has a pointer of its own");
    if (isa<tile::PtrType>(type.getElementType()))
      return stay(op, "the elements are pointers");
    std::optional<AffineResult> offsets = tiles.analyze(op.getOffsets());
    if (!offsets)
      return stay(op, tiles.reason());
    Strided plan{offsets->form, findBox(tiles, op.getMask(), type.getShape()), offsets->guards};
    plan.guards.append(plan.box.guards);
    if (const char *why = notCopyable(plan))
      return stay(op, why);
    remark(op, plan);
    OpBuilder builder(op);
    if (plan.guards.empty()) {
      emit(builder, op, plan);
      op->erase();
      return true;
    }
    emitGuarded(builder, op, plan);
    return true;
  }

private:
  bool stay(Operation *op, const Twine &reason) {
    if (remarks)
      op->emitRemark() << "rung: element; " << reason;
    return false;
  }

  /// Why the target's copy engine cannot make a strided access; null if it can.
  const char *notCopyable(const Strided &plan) const {
    if (copyDimensions == 0)
      return nullptr;
    if (!plan.box.isBox())
      return "the mask is not a box, and the target copies boxes";
    auto minor = dyn_cast<AffineConstantExpr>(plan.offsets.coefficients.back());
    if (!minor || minor.getValue() != 1)
      return "the minor stride is not known to be 1, and the target copies rows";
    if (static_cast<int64_t>(plan.offsets.coefficients.size()) > copyDimensions)
      return "the tile has more dimensions than the target copies at once";
    return nullptr;
  }

  void remark(Operation *op, const Strided &plan) {
    if (!remarks)
      return;
    InFlightDiagnostic diag = op->emitRemark() << "rung: strided";
    if (!plan.guards.empty())
      diag << " under " << plan.guards.size() << " run-time guard(s), else element";
    if (!plan.box.isBox())
      diag << "; the mask is not a box";
  }

  /// A scalar goes through a rank-0 view; its mask becomes a branch.
  template <typename AccessOp>
  bool selectScalar(AccessOp op, Type accessed) {
    if (isa<tile::PtrType>(accessed))
      return stay(op, "the element is a pointer");
    OpBuilder builder(op);
    constexpr bool isLoad = std::is_same_v<AccessOp, tile::LoadOp>;
    auto branch = op.getMask() ? scf::IfOp::create(builder, op.getLoc(), op->getResultTypes(), op.getMask(),
                                                   /*withElse=*/isLoad)
                               : scf::IfOp();
    if (branch)
      builder = branch.getThenBodyBuilder();
    if constexpr (isLoad) {
      Value value = emitScalarLoad(builder, op, accessed);
      if (branch) {
        scf::YieldOp::create(builder, op.getLoc(), value);
        OpBuilder inElse = branch.getElseBodyBuilder();
        Value other = op.getOther();
        if (!other)
          other = arith::ConstantOp::create(inElse, op.getLoc(), inElse.getZeroAttr(accessed));
        scf::YieldOp::create(inElse, op.getLoc(), other);
        value = branch.getResult(0);
      }
      op.replaceAllUsesWith(value);
    } else {
      Value view = emitScalarView(builder, op.getLoc(), op.getPointer(), accessed);
      memref::StoreOp::create(builder, op.getLoc(), toMemory(builder, op.getLoc(), op.getValue()), view, ValueRange{});
    }
    if (remarks)
      op->emitRemark() << "rung: scalar";
    op->erase();
    return true;
  }

  Value emitScalarView(OpBuilder &builder, Location loc, Value pointer, Type accessed) {
    Strided plan;
    plan.offsets.uniform = getAffineConstantExpr(0, builder.getContext());
    return emitView(builder, loc, pointer, plan, {}, accessed);
  }

  Value emitScalarLoad(OpBuilder &builder, tile::LoadOp op, Type accessed) {
    Value view = emitScalarView(builder, op.getLoc(), op.getPointer(), accessed);
    Value value = memref::LoadOp::create(builder, op.getLoc(), view, ValueRange{});
    return fromMemory(builder, op.getLoc(), value, accessed);
  }

  //===-- pieces of a strided access ---------------------------------------===//

  /// i1 takes a byte in memory.
  static Type memoryType(Type element) {
    return element.isInteger(1) ? IntegerType::get(element.getContext(), 8) : element;
  }

  static Value fromMemory(OpBuilder &builder, Location loc, Value value, Type type) {
    if (value.getType() == type)
      return value;
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(value.getType()));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value, zero);
  }

  static Value toMemory(OpBuilder &builder, Location loc, Value value) {
    Type element = getElementTypeOrSelf(value.getType());
    if (!element.isInteger(1))
      return value;
    return arith::ExtUIOp::create(builder, loc, tile::withElementType(value.getType(), memoryType(element)), value);
  }

  Value emitView(OpBuilder &builder, Location loc, Value pointer, const Strided &plan, ArrayRef<int64_t> shape,
                 Type element) {
    SmallVector<Value> strides;
    for (AffineExpr c : plan.offsets.coefficients)
      strides.push_back(tiles.materialize(builder, loc, c));
    SmallVector<int64_t> dynamic(shape.size(), ShapedType::kDynamic);
    auto layout = StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, dynamic);
    auto space = tile::SpaceAttr::get(builder.getContext(), cast<tile::PtrType>(pointer.getType()).getSpace());
    auto type = MemRefType::get(shape, memoryType(element), layout, space);
    Value offset = tiles.materialize(builder, loc, plan.offsets.uniform);
    return tile::ViewOp::create(builder, loc, type, pointer, offset, strides);
  }

  /// The tightest of several limits, kept inside [0, extent].
  Value emitLimit(OpBuilder &builder, Location loc, ArrayRef<AffineExpr> limits, bool isLower, int64_t extent) {
    auto i64 = builder.getI64Type();
    if (limits.empty())
      return arith::ConstantIntOp::create(builder, loc, i64, isLower ? 0 : extent);
    Value limit;
    for (AffineExpr expr : limits) {
      Value next = tiles.materialize(builder, loc, expr);
      if (!limit)
        limit = next;
      else if (isLower)
        limit = arith::MaxSIOp::create(builder, loc, limit, next);
      else
        limit = arith::MinSIOp::create(builder, loc, limit, next);
    }
    Value zero = arith::ConstantIntOp::create(builder, loc, i64, 0);
    Value most = arith::ConstantIntOp::create(builder, loc, i64, extent);
    limit = arith::MaxSIOp::create(builder, loc, limit, zero);
    return arith::MinSIOp::create(builder, loc, limit, most);
  }

  /// The mask operand of the transfer: null where every lane is on.
  Value emitMask(OpBuilder &builder, Location loc, const MaskBox &box, Value original, VectorType type) {
    if (!original)
      return {};
    if (!box.isBox())
      return original;
    SmallVector<Value> low, high;
    for (auto [d, extent] : llvm::enumerate(type.getShape())) {
      low.push_back(emitLimit(builder, loc, box.lower[d], true, extent));
      high.push_back(emitLimit(builder, loc, box.upper[d], false, extent));
    }
    Value zero = arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), 0);
    for (Value condition : box.conditions)
      high[0] = arith::SelectOp::create(builder, loc, condition, high[0], zero);
    return tile::BoxMaskOp::create(builder, loc, type.clone(builder.getI1Type()), low, high);
  }

  /// Emits the strided version before `op` and gives its result, if it has one.
  template <typename AccessOp>
  Value emit(OpBuilder &builder, AccessOp op, const Strided &plan) {
    Location loc = op.getLoc();
    VectorType type;
    if constexpr (std::is_same_v<AccessOp, tile::LoadOp>)
      type = cast<VectorType>(op.getType());
    else
      type = cast<VectorType>(op.getValue().getType());
    Value view = emitView(builder, loc, op.getPointer(), plan, type.getShape(), type.getElementType());
    Value mask = emitMask(builder, loc, plan.box, op.getMask(), type);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    SmallVector<Value> indices(type.getRank(), zero);
    auto map = builder.getMultiDimIdentityMap(type.getRank());
    auto inBounds = builder.getBoolArrayAttr(SmallVector<bool>(type.getRank(), true));
    if constexpr (std::is_same_v<AccessOp, tile::StoreOp>) {
      vector::TransferWriteOp::create(builder, loc, toMemory(builder, loc, op.getValue()), view, indices,
                                      AffineMapAttr::get(map), mask, inBounds);
      return {};
    } else {
      auto memory = cast<VectorType>(tile::withElementType(type, memoryType(type.getElementType())));
      Value other = op.getOther();
      Value pad = other && memory == type ? uniformValue(builder, loc, other) : Value();
      bool merge = other && !pad;
      if (!pad)
        pad = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(memory.getElementType()));
      Value read = vector::TransferReadOp::create(builder, loc, memory, view, indices, AffineMapAttr::get(map), pad,
                                                  mask, inBounds);
      Value value = fromMemory(builder, loc, read, type);
      if (merge)
        value = arith::SelectOp::create(builder, loc, mask, value, other);
      if (builder.getInsertionBlock() == op->getBlock())
        op.replaceAllUsesWith(value);
      return value;
    }
  }

  /// `form` fits in `width` bits at both of its extremes over the tile.
  Value emitGuard(OpBuilder &builder, Location loc, const WidthGuard &guard) {
    Value low = tiles.materialize(builder, loc, guard.form.uniform), high = low;
    Value zero = arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), 0);
    for (auto [d, c] : llvm::enumerate(guard.form.coefficients)) {
      if (!guard.form.dependsOn(d) || guard.shape[d] == 1)
        continue;
      Value reach = tiles.materialize(builder, loc, c * (guard.shape[d] - 1));
      low = arith::AddIOp::create(builder, loc, low, arith::MinSIOp::create(builder, loc, reach, zero));
      high = arith::AddIOp::create(builder, loc, high, arith::MaxSIOp::create(builder, loc, reach, zero));
    }
    auto i64 = builder.getI64Type();
    Value least = arith::ConstantIntOp::create(builder, loc, i64, -(int64_t(1) << (guard.width - 1)));
    Value most = arith::ConstantIntOp::create(builder, loc, i64, (int64_t(1) << (guard.width - 1)) - 1);
    Value above = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, low, least);
    Value below = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle, high, most);
    return arith::AndIOp::create(builder, loc, above, below);
  }

  template <typename AccessOp>
  void emitGuarded(OpBuilder &builder, AccessOp op, const Strided &plan) {
    Location loc = op.getLoc();
    Value all;
    for (const WidthGuard &guard : plan.guards) {
      Value one = emitGuard(builder, loc, guard);
      all = all ? arith::AndIOp::create(builder, loc, all, one).getResult() : one;
    }
    auto branch = scf::IfOp::create(builder, loc, op->getResultTypes(), all, /*withElse=*/true);
    OpBuilder thenBuilder = branch.getThenBodyBuilder(), elseBuilder = branch.getElseBodyBuilder();
    Value value = emit(thenBuilder, op, plan);
    Operation *copy = elseBuilder.clone(*op);
    if (value) {
      scf::YieldOp::create(thenBuilder, loc, value);
      scf::YieldOp::create(elseBuilder, loc, copy->getResults());
      op->replaceAllUsesWith(branch);
    }
    op->erase();
  }

  AffineTiles &tiles;
  bool remarks;
  int64_t copyDimensions;
};

struct SelectAccessRungs : lowering::impl::SelectAccessRungsPassBase<SelectAccessRungs> {
  using SelectAccessRungsPassBase::SelectAccessRungsPassBase;

  void runOnOperation() override {
    DataFlowSolver solver;
    loadFactRanges(solver);
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
    AffineTiles tiles(solver, &getContext());
    RungSelector selector(tiles, remarks, copyDimensions);
    SmallVector<Operation *> accesses;
    getOperation().walk([&](Operation *op) {
      if (isa<tile::LoadOp, tile::StoreOp>(op))
        accesses.push_back(op);
    });
    for (Operation *op : accesses) {
      bool strided = isa<tile::LoadOp>(op) ? selector.select(cast<tile::LoadOp>(op), op->getResult(0).getType())
                                           : selector.select(cast<tile::StoreOp>(op), op->getOperand(0).getType());
      ++(strided ? stridedAccesses : elementAccesses);
    }
  }
};

} // namespace
