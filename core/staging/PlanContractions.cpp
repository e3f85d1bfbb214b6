// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// plan-contractions: dots on buffers, cut for the target's unit. Invariant: a
// whole-tile read means what its buffer held at that place, so a buffer is taken
// as it is only where nothing writes it in between.

#include "core/staging/PlanContractions.h"
#include "core/staging/Passes.h"
#include "core/staging/TileBuffer.h"
#include "kiln/tile/Buffers.h"
#include "kiln/tile/Tile.h"

namespace kiln::staging {
#define GEN_PASS_DEF_PLANCONTRACTIONSPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

/// One dot, given to the unit that `plan` describes.
class Contraction {
public:
  Contraction(tile::DotOp dot, const ContractPlan &plan, int64_t rowBytes)
      : dot(dot), plan(plan), rowBytes(rowBytes), builder(dot), loc(dot.getLoc()) {}

  void rewrite() {
    Value lhs = operand(dot.getLhs(), plan.lhs, plan.lhsTransposed);
    Value rhs = operand(dot.getRhs(), plan.rhs, plan.rhsTransposed);
    bool converts = cast<VectorType>(dot.getType()).getElementType() != plan.accumulator;
    vector::TransferWriteOp kept = converts ? nullptr : writeOfResult();
    Value accumulator = kept ? moveToAccumulators(kept) : allocate();
    Value init = convert(dot.getInit(), plan.accumulator);
    auto read = init.getDefiningOp<vector::TransferReadOp>();
    if (!read || read.getBase() != accumulator || writtenBetween(read))
      writeTile(builder, loc, init, accumulator);
    emitBatches(lhs, rhs, accumulator);
    auto type = cast<VectorType>(dot.getType());
    Value result = readTile(builder, loc, type.clone(plan.accumulator), accumulator);
    dot.replaceAllUsesWith(convert(result, type.getElementType()));
    if (kept)
      kept.erase();
    dot.erase();
  }

private:
  Value convert(Value tile, Type element) {
    auto from = cast<VectorType>(tile.getType()), to = from.clone(element);
    if (from == to)
      return tile;
    if (from.getElementTypeBitWidth() > element.getIntOrFloatBitWidth())
      return arith::TruncFOp::create(builder, loc, to, tile);
    return arith::ExtFOp::create(builder, loc, to, tile);
  }

  static bool isWhole(vector::TransferReadOp read) {
    auto isZero = [](Value index) { return isConstantIntValue(index, 0); };
    return !read.getMask() && read.getPermutationMap().isIdentity() && llvm::all_of(read.getIndices(), isZero) &&
           cast<MemRefType>(read.getBase().getType()).getShape() == read.getVectorType().getShape();
  }

  /// Something may write the buffer of `read` between it and the dot. Where the
  /// read is outside a loop around the dot, that is anything that does not come
  /// before the read.
  bool writtenBetween(vector::TransferReadOp read) {
    Value root = tile::rootOf(read.getBase());
    Block *block = read->getBlock();
    Operation *last = block->findAncestorOpInBlock(*dot);
    return llvm::any_of(tile::usersThroughViews(root), [&](Operation *user) {
      Operation *outer = block->findAncestorOpInBlock(*user);
      if (!tile::mayWrite(user, root) || !outer || outer->isBeforeInBlock(read))
        return false;
      return last != dot || outer->isBeforeInBlock(dot);
    });
  }

  /// A buffer that holds an operand, as the unit reads it.
  Value operand(Value tile, Type element, bool mayTranspose) {
    auto type = cast<VectorType>(tile.getType());
    if (auto turned = tile.getDefiningOp<vector::TransposeOp>(); turned && mayTranspose) {
      SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
      std::swap(order[type.getRank() - 1], order[type.getRank() - 2]);
      if (turned.getPermutation() == ArrayRef(order)) {
        Value source = operand(turned.getVector(), element, false);
        auto map = AffineMapAttr::get(AffineMap::getPermutationMap(order, builder.getContext()));
        return memref::TransposeOp::create(builder, loc, source, map);
      }
    }
    auto read = tile.getDefiningOp<vector::TransferReadOp>();
    if (read && type.getElementType() == element && isWhole(read) && !writtenBetween(read) &&
        tile::spaceOf(cast<MemRefType>(read.getBase().getType())) == plan.operandSpace)
      return read.getBase();
    Value converted = convert(tile, element);
    Value buffer = allocateTile(builder, loc, cast<VectorType>(converted.getType()), plan.operandSpace);
    writeTile(builder, loc, converted, buffer);
    return buffer;
  }

  Value allocate() {
    return allocateTile(builder, loc, cast<VectorType>(dot.getType()).clone(plan.accumulator), plan.accumulatorSpace,
                        rowBytes);
  }

  /// The write that keeps the result in a buffer of whole tiles which nobody else
  /// touches between the dot and that write; null where there is none.
  vector::TransferWriteOp writeOfResult() {
    for (Operation *user : dot->getUsers()) {
      auto write = dyn_cast<vector::TransferWriteOp>(user);
      if (!write || write.getValueToStore() != dot.getResult() || write->getBlock() != dot->getBlock())
        continue;
      memref::AllocOp buffer = tile::bufferOf(write.getBase());
      if (!buffer || !untouchedUntil(write, buffer))
        continue;
      if (tile::spaceOf(buffer.getType()) == plan.accumulatorSpace || holdsWholeTiles(buffer))
        return write;
    }
    return nullptr;
  }

  /// Only whole tiles go in and out, so that the buffer may move.
  static bool holdsWholeTiles(memref::AllocOp buffer) {
    return llvm::all_of(buffer->getUsers(), [](Operation *user) {
      auto read = dyn_cast<vector::TransferReadOp>(user);
      return read ? isWhole(read) : isa<vector::TransferWriteOp>(user);
    });
  }

  bool untouchedUntil(vector::TransferWriteOp write, memref::AllocOp buffer) {
    return llvm::none_of(tile::usersThroughViews(buffer), [&](Operation *user) {
      Operation *outer = dot->getBlock()->findAncestorOpInBlock(*user);
      return outer && outer != write && dot->isBeforeInBlock(outer) && outer->isBeforeInBlock(write);
    });
  }

  /// The buffer behind `write`, now in the accumulators' space.
  Value moveToAccumulators(vector::TransferWriteOp write) {
    Value old = write.getBase();
    auto type = cast<MemRefType>(old.getType());
    if (tile::spaceOf(type) == plan.accumulatorSpace)
      return old;
    auto alloc = old.getDefiningOp<memref::AllocOp>();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(alloc);
    Value moved = allocateTile(builder, alloc.getLoc(), VectorType::get(type.getShape(), type.getElementType()),
                               plan.accumulatorSpace, rowBytes);
    old.replaceAllUsesWith(moved);
    alloc.erase();
    return moved;
  }

  /// A product of matrices for each index of the leading dimension, if any.
  void emitBatches(Value lhs, Value rhs, Value accumulator) {
    int64_t rank = cast<MemRefType>(lhs.getType()).getRank();
    if (rank == 2)
      return emitPieces(lhs, rhs, accumulator);
    OpBuilder::InsertionGuard guard(builder);
    Value batch = openLoop(cast<MemRefType>(lhs.getType()).getDimSize(0), 1);
    emitPieces(matrix(lhs, batch), matrix(rhs, batch), matrix(accumulator, batch));
  }

  /// The index of a loop from 0 to `extent`; the builder is inside it now. The
  /// constant 0 where one step does it.
  Value openLoop(int64_t extent, int64_t step) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    if (extent == step)
      return zero;
    Value to = arith::ConstantIndexOp::create(builder, loc, extent);
    Value by = arith::ConstantIndexOp::create(builder, loc, step);
    auto loop = scf::ForOp::create(builder, loc, zero, to, by);
    builder.setInsertionPointToStart(loop.getBody());
    return loop.getInductionVar();
  }

  Value view(Value buffer, ArrayRef<OpFoldResult> offsets, ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape) {
    auto attrs = [&](ArrayRef<int64_t> numbers) {
      return llvm::map_to_vector(numbers, [&](int64_t n) { return OpFoldResult(builder.getIndexAttr(n)); });
    };
    SmallVector<int64_t> ones(sizes.size(), 1);
    SmallVector<OpFoldResult> extents = attrs(sizes), steps = attrs(ones);
    MemRefType type = memref::SubViewOp::inferRankReducedResultType(shape, cast<MemRefType>(buffer.getType()), offsets,
                                                                    extents, steps);
    return memref::SubViewOp::create(builder, loc, type, buffer, offsets, extents, steps);
  }

  Value matrix(Value batched, Value batch) {
    ArrayRef<int64_t> shape = cast<MemRefType>(batched.getType()).getShape();
    OpFoldResult zero = builder.getIndexAttr(0);
    return view(batched, {batch, zero, zero}, {1, shape[1], shape[2]}, shape.drop_front());
  }

  Value piece(Value buffer, Value row, Value column, int64_t rows, int64_t columns) {
    return view(buffer, {row, column}, {rows, columns}, {rows, columns});
  }

  /// Calls `emit(start, size)` for pieces of at most `most`: in a loop for those
  /// of full size, then for what is left.
  void forPieces(int64_t extent, int64_t most, function_ref<void(Value, int64_t)> emit) {
    int64_t full = extent / most * most;
    if (full > 0) {
      OpBuilder::InsertionGuard guard(builder);
      emit(openLoop(full, most), most);
    }
    if (full < extent)
      emit(arith::ConstantIndexOp::create(builder, loc, full), extent - full);
  }

  void emitPieces(Value lhs, Value rhs, Value accumulator) {
    ArrayRef<int64_t> a = cast<MemRefType>(lhs.getType()).getShape();
    ArrayRef<int64_t> c = cast<MemRefType>(accumulator.getType()).getShape();
    forPieces(a[1], plan.k, [&](Value atK, int64_t k) {
      forPieces(c[0], plan.m, [&](Value atM, int64_t m) {
        forPieces(c[1], plan.n, [&](Value atN, int64_t n) {
          tile::ContractOp::create(builder, loc, piece(lhs, atM, atK, m, k), piece(rhs, atK, atN, k, n),
                                   piece(accumulator, atM, atN, m, n), dot.getPrecision());
        });
      });
    });
  }

  tile::DotOp dot;
  const ContractPlan &plan;
  int64_t rowBytes;
  OpBuilder builder;
  Location loc;
};

struct PlanContractions : staging::impl::PlanContractionsPassBase<PlanContractions> {
  using PlanContractionsPassBase::PlanContractionsPassBase;
  PlanContractions(const Target &target) : mapping(target.mapping()), spaces(target.info().spaces) {}

  int64_t rowBytesOf(StringRef space) const {
    for (const SpaceInfo &info : spaces)
      if (info.name == space)
        return info.rowBytes;
    return 1;
  }

  void runOnOperation() override {
    if (!mapping.contractPlan)
      return;
    SmallVector<tile::DotOp> dots;
    getOperation().walk([&](tile::DotOp dot) { dots.push_back(dot); });
    for (tile::DotOp dot : dots)
      if (std::optional<ContractPlan> plan = mapping.contractPlan(dot)) {
        Contraction(dot, *plan, rowBytesOf(plan->accumulatorSpace)).rewrite();
        ++planned;
      }
  }

  Mapping mapping;
  std::vector<SpaceInfo> spaces;
};

} // namespace

std::unique_ptr<Pass> kiln::staging::createPlanContractionsPass(const Target &target) {
  return std::make_unique<PlanContractions>(target);
}
