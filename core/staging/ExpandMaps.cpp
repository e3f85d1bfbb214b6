// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-maps: a region of elementwise ops without packs is those ops on whole
// tiles; any other one is the body of a loop over groups of elements.

#include "core/staging/Expansion.h"
#include "core/staging/Passes.h"
#include "mlir/IR/IRMapping.h"

namespace kiln::staging {
#define GEN_PASS_DEF_EXPANDMAPSPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

struct ExpandMaps : staging::impl::ExpandMapsPassBase<ExpandMaps> {
  using ExpandMapsPassBase::ExpandMapsPassBase;

  static bool isElementwise(tile::MapOp op) {
    return op.getPack() == 1 && llvm::all_of(op.getBody().front().without_terminator(), [](Operation &inner) {
             return inner.hasTrait<OpTrait::ConstantLike>() || inner.hasTrait<OpTrait::Elementwise>();
           });
  }

  /// The region's ops on whole tiles.
  void expandOnTiles(tile::MapOp op) {
    OpBuilder builder(op);
    Block &body = op.getBody().front();
    auto like = cast<VectorType>(op.getInputs()[0].getType());
    IRMapping map;
    map.map(body.getArguments(), op.getInputs());
    for (Operation &inner : body.without_terminator()) {
      if (inner.hasTrait<OpTrait::ConstantLike>()) {
        builder.clone(inner, map);
        continue;
      }
      OperationState state(inner.getLoc(), inner.getName());
      for (Value operand : inner.getOperands())
        state.addOperands(inAllElements(builder, map.lookupOrDefault(operand), like));
      for (Type type : inner.getResultTypes())
        state.addTypes(like.clone(type));
      state.addAttributes(inner.getAttrs());
      map.map(inner.getResults(), builder.create(state)->getResults());
    }
    for (auto [result, value] : llvm::zip(op.getResults(), body.getTerminator()->getOperands()))
      result.replaceAllUsesWith(inAllElements(builder, map.lookupOrDefault(value), like));
    op.erase();
  }

  void expandInLoop(tile::MapOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    auto like = cast<VectorType>(op.getInputs()[0].getType());
    int64_t pack = op.getPack();
    SmallVector<Value> inputs, results;
    for (Value input : op.getInputs())
      inputs.push_back(inRow(builder, loc, inBuffer(builder, input, space)));
    for (Type type : op.getResultTypes())
      results.push_back(allocateTile(builder, loc, cast<VectorType>(type), space));
    SmallVector<Value> rows;
    for (Value result : results)
      rows.push_back(inRow(builder, loc, result));
    forEachElement(builder, loc, {like.getNumElements() / pack}, [&](ValueRange group) {
      Value first = arith::MulIOp::create(builder, loc, group[0], arith::ConstantIndexOp::create(builder, loc, pack));
      SmallVector<Value> at, elements;
      for (int64_t i = 0; i < pack; ++i)
        at.push_back(arith::AddIOp::create(builder, loc, first, arith::ConstantIndexOp::create(builder, loc, i)));
      for (auto [input, buffer] : llvm::zip(op.getInputs(), inputs))
        for (Value where : at)
          elements.push_back(loadElement(builder, loc, buffer, where, getElementTypeOrSelf(input)));
      IRMapping map;
      map.map(op.getBody().getArguments(), elements);
      for (Operation &inner : op.getBody().front().without_terminator())
        builder.clone(inner, map);
      for (auto [i, value] : llvm::enumerate(op.getBody().front().getTerminator()->getOperands()))
        storeElement(builder, loc, map.lookupOrDefault(value), rows[i / pack], at[i % pack]);
    });
    for (auto [result, buffer] : llvm::zip(op.getResults(), results))
      result.replaceAllUsesWith(readTile(builder, loc, cast<VectorType>(result.getType()), buffer));
    op.erase();
  }

  void runOnOperation() override {
    for (tile::MapOp op : opsToExpand<tile::MapOp>(getOperation(), keep)) {
      if (isElementwise(op))
        expandOnTiles(op);
      else
        expandInLoop(op);
    }
  }
};

} // namespace
