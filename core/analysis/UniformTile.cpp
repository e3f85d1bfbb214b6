// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding uniform tiles.

#include "core/analysis/UniformTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

Value kiln::analysis::uniformValue(OpBuilder &builder, Location loc, Value tile) {
  DenseElementsAttr constant;
  if (matchPattern(tile, m_Constant(&constant)) && constant.isSplat())
    return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(constant.getSplatValue<Attribute>()));
  auto splat = tile.getDefiningOp<vector::BroadcastOp>();
  return splat && !isa<VectorType>(splat.getSource().getType()) ? splat.getSource() : Value();
}
