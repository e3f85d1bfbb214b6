// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// buffer-carried-tiles: control flow passes scalars only. Reads stand at the
// start of a body and writes at its end, so that values that swap places are
// all read before any is written.

#include "core/staging/Passes.h"
#include "core/staging/TileBuffer.h"
#include "kiln/tile/Tile.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace kiln::staging {
#define GEN_PASS_DEF_BUFFERCARRIEDTILESPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

bool isTile(Value value) { return isa<VectorType>(value.getType()); }

/// For each of a list of values a buffer if it is a tile, else null.
using Buffers = SmallVector<Value>;

class CarriedTiles {
public:
  CarriedTiles(OpBuilder &builder, StringRef space) : builder(builder), space(space) {}

  void rewrite(Operation *op) {
    if (llvm::none_of(op->getResults(), isTile) && !carriesTiles(op))
      return;
    if (auto loop = dyn_cast<scf::ForOp>(op))
      rewriteFor(loop);
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      rewriteWhile(loop);
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      rewriteIf(branch);
  }

private:
  static bool carriesTiles(Operation *op) {
    auto loop = dyn_cast<scf::WhileOp>(op);
    return loop && llvm::any_of(loop.getInits(), isTile);
  }

  Buffers allocate(Location loc, ValueRange values) {
    Buffers buffers;
    for (Value value : values)
      buffers.push_back(isTile(value) ? allocateTile(builder, loc, cast<VectorType>(value.getType()), space) : Value());
    return buffers;
  }

  /// Writes the tiles among `values`; gives the others.
  SmallVector<Value> store(Location loc, ValueRange values, const Buffers &buffers) {
    SmallVector<Value> scalars;
    for (auto [value, buffer] : llvm::zip(values, buffers)) {
      if (!buffer)
        scalars.push_back(value);
      else if (vector::TransferReadOp read = wholeRead(value); !read || read.getBase() != buffer)
        writeTile(builder, loc, value, buffer);
    }
    return scalars;
  }

  /// Replaces `old` by reads of the buffers and by `scalars`, in order.
  void load(Location loc, ValueRange old, const Buffers &buffers, ValueRange scalars) {
    size_t next = 0;
    for (auto [value, buffer] : llvm::zip(old, buffers)) {
      Value with = buffer ? readTile(builder, loc, cast<VectorType>(value.getType()), buffer) : scalars[next++];
      Value(value).replaceAllUsesWith(with);
    }
  }

  /// Moves the ops of `from` (but not its arguments) to the end of `to`.
  static void moveOps(Block &from, Block &to) { to.getOperations().splice(to.end(), from.getOperations()); }

  void rewriteFor(scf::ForOp loop) {
    Location loc = loop.getLoc();
    builder.setInsertionPoint(loop);
    Buffers buffers = allocate(loc, loop.getInits());
    SmallVector<Value> inits = store(loc, loop.getInits(), buffers);
    auto fresh = scf::ForOp::create(builder, loc, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), inits,
                                    /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
    fresh->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    Block &body = *fresh.getBody();
    body.clear();
    builder.setInsertionPointToStart(&body);
    loop.getInductionVar().replaceAllUsesWith(fresh.getInductionVar());
    load(loc, loop.getRegionIterArgs(), buffers, fresh.getRegionIterArgs());
    moveOps(*loop.getBody(), body);
    auto yield = cast<scf::YieldOp>(body.back());
    builder.setInsertionPoint(yield);
    yield->setOperands(store(loc, yield.getOperands(), buffers));
    builder.setInsertionPointAfter(fresh);
    load(loc, loop.getResults(), buffers, fresh.getResults());
    loop.erase();
  }

  void rewriteWhile(scf::WhileOp loop) {
    Location loc = loop.getLoc();
    builder.setInsertionPoint(loop);
    Buffers in = allocate(loc, loop.getInits()), out = allocate(loc, loop.getResults());
    SmallVector<Value> inits = store(loc, loop.getInits(), in);
    SmallVector<Type> results;
    for (Value result : loop.getResults())
      if (!isTile(result))
        results.push_back(result.getType());
    auto fresh = scf::WhileOp::create(builder, loc, results, inits);
    Block *before = builder.createBlock(&fresh.getBefore(), {}, ValueRange(inits).getTypes(),
                                        SmallVector<Location>(inits.size(), loc));
    load(loc, loop.getBeforeArguments(), in, before->getArguments());
    moveOps(*loop.getBeforeBody(), *before);
    auto condition = cast<scf::ConditionOp>(before->back());
    builder.setInsertionPoint(condition);
    SmallVector<Value> passed = store(loc, condition.getArgs(), out);
    condition.getArgsMutable().assign(passed);
    Block *after = builder.createBlock(&fresh.getAfter(), {}, results, SmallVector<Location>(results.size(), loc));
    load(loc, loop.getAfterArguments(), out, after->getArguments());
    moveOps(*loop.getAfterBody(), *after);
    auto yield = cast<scf::YieldOp>(after->back());
    builder.setInsertionPoint(yield);
    yield->setOperands(store(loc, yield.getOperands(), in));
    builder.setInsertionPointAfter(fresh);
    load(loc, loop.getResults(), out, fresh.getResults());
    loop.erase();
  }

  /// The read that gives `value`, if it reads the whole of a memref.
  static vector::TransferReadOp wholeRead(Value value) {
    auto read = value.getDefiningOp<vector::TransferReadOp>();
    if (!read || read.getMask() || !read.getPermutationMap().isIdentity() ||
        cast<MemRefType>(read.getBase().getType()).getShape() != read.getVectorType().getShape())
      return nullptr;
    return read;
  }

  /// The alloc in `block` of a buffer whose contents at the end of it are `value`,
  /// and that nothing looks at through views; null where there is none.
  static memref::AllocOp contentsOf(Value value, Block *block) {
    vector::TransferReadOp read = wholeRead(value);
    if (!read || !value.hasOneUse() || read->getBlock() != block)
      return nullptr;
    auto buffer = read.getBase().getDefiningOp<memref::AllocOp>();
    if (!buffer || buffer->getBlock() != block)
      return nullptr;
    for (Operation *user : buffer->getUsers()) {
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      bool isBefore = user == read || (ancestor && ancestor->isBeforeInBlock(read));
      if (!isBefore || isa<ViewLikeOpInterface>(user))
        return nullptr;
    }
    return buffer;
  }

  /// A result that a branch already holds in a buffer of its own is made in the
  /// result's buffer instead of being copied there. The branch touches that one
  /// nowhere else: it is written where branches end.
  void shareBuffers(scf::YieldOp yield, const Buffers &results) {
    for (auto [value, result] : llvm::zip(yield.getOperands(), results)) {
      memref::AllocOp own = result ? contentsOf(value, yield->getBlock()) : nullptr;
      if (!own || own.getType() != result.getType())
        continue;
      own.replaceAllUsesWith(result);
      own.erase();
    }
  }

  void rewriteIf(scf::IfOp branch) {
    Location loc = branch.getLoc();
    builder.setInsertionPoint(branch);
    Buffers buffers = allocate(loc, branch.getResults());
    SmallVector<Type> results;
    for (Value result : branch.getResults())
      if (!isTile(result))
        results.push_back(result.getType());
    auto fresh = scf::IfOp::create(builder, loc, results, branch.getCondition(), /*withElse=*/true);
    for (auto [from, to] :
         {std::pair(branch.thenBlock(), fresh.thenBlock()), std::pair(branch.elseBlock(), fresh.elseBlock())}) {
      to->clear();
      moveOps(*from, *to);
      auto yield = cast<scf::YieldOp>(to->back());
      shareBuffers(yield, buffers);
      builder.setInsertionPoint(yield);
      yield->setOperands(store(loc, yield.getOperands(), buffers));
    }
    builder.setInsertionPointAfter(fresh);
    load(loc, branch.getResults(), buffers, fresh.getResults());
    branch.erase();
  }

  OpBuilder &builder;
  StringRef space;
};

struct BufferCarriedTiles : staging::impl::BufferCarriedTilesPassBase<BufferCarriedTiles> {
  using BufferCarriedTilesPassBase::BufferCarriedTilesPassBase;

  void runOnOperation() override {
    OpBuilder builder(&getContext());
    SmallVector<Operation *> regions;
    getOperation().walk([&](Operation *op) {
      if (isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op))
        regions.push_back(op);
    });
    CarriedTiles carried(builder, space);
    for (Operation *op : regions)
      carried.rewrite(op);
    // Reads of buffers that turned out to be the results' own.
    getOperation().walk([](vector::TransferReadOp read) {
      if (read->use_empty())
        read.erase();
    });
  }
};

} // namespace
