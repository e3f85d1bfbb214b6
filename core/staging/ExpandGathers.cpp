// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-gathers: an index is data, so elements are fetched one by one.

#include "core/staging/Expansion.h"
#include "core/staging/Passes.h"

namespace kiln::staging {
#define GEN_PASS_DEF_EXPANDGATHERSPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;
using namespace kiln::staging;

namespace {

struct ExpandGathers : staging::impl::ExpandGathersPassBase<ExpandGathers> {
  using ExpandGathersPassBase::ExpandGathersPassBase;

  void expand(tile::GatherOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    auto type = cast<VectorType>(op.getType());
    Type indexType = getElementTypeOrSelf(op.getIndices());
    Value source = inBuffer(builder, op.getSource(), space), indices = inBuffer(builder, op.getIndices(), space);
    Value result = allocateTile(builder, loc, type, space);
    forEachElement(builder, loc, type.getShape(), [&](ValueRange at) {
      Value index = loadElement(builder, loc, indices, at, indexType);
      SmallVector<Value> from(at);
      from[op.getAxis()] = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
      Value element = loadElement(builder, loc, source, from, type.getElementType());
      storeElement(builder, loc, element, result, at);
    });
    op.replaceAllUsesWith(readTile(builder, loc, type, result));
    op.erase();
  }

  void runOnOperation() override {
    for (tile::GatherOp op : opsToExpand<tile::GatherOp>(getOperation(), keep))
      expand(op);
  }
};

} // namespace
