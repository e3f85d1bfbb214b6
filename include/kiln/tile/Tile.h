// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tile dialect: types, attributes and ops. What they mean is in
// docs/semantics.md; what they look like in the .td files beside this one.

#ifndef KILN_TILE_TILE_H
#define KILN_TILE_TILE_H

#include "kiln/LinearLayout.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace kiln {
/// For the attribute that holds one.
llvm::hash_code hash_value(const LinearLayout &layout);
} // namespace kiln

#include "core/tile/TileEnums.h.inc"

#include "core/tile/TileDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "core/tile/TileTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "core/tile/TileAttrs.h.inc"

#define GET_OP_CLASSES
#include "core/tile/Tile.h.inc"

namespace kiln::tile {

/// Name of the attribute that says which form a function is in: "tile",
/// "kernel", "native". Passes check it before they touch a function.
inline constexpr llvm::StringLiteral formAttrName = "kiln.form";

/// Launch facts on an argument of a kernel, as discardable attributes that
/// survive down to native form (docs/launch-facts.md):
///   tile.value = 4 : i64                     the integer is 4
///   tile.multiple_of = 16 : i64              integer or address is a multiple
///   tile.range = array<i64: 1, 4096>         the integer lies in [1, 4096]
///   tile.bytes = 4096 : i64                  bytes from the pointer on
///   tile.disjoint = array<i64: 1, 2>         positions of pointers to other buffers
inline constexpr llvm::StringLiteral valueAttrName = "tile.value";
inline constexpr llvm::StringLiteral multipleOfAttrName = "tile.multiple_of";
inline constexpr llvm::StringLiteral rangeAttrName = "tile.range";
inline constexpr llvm::StringLiteral bytesAttrName = "tile.bytes";
inline constexpr llvm::StringLiteral disjointAttrName = "tile.disjoint";

/// On an op with tiles among its results: their layouts, one #tile.layout for each
/// tile (`assign-layouts` sets it).
inline constexpr llvm::StringLiteral layoutsAttrName = "tile.layouts";

/// The largest tile, in elements, that any pass or the reference handles.
inline constexpr int64_t maxTileElements = int64_t(1) << 20;

/// The tensor or vector type with the shape and form of `like` and another
/// element type; `element` itself where `like` is a scalar.
mlir::Type withElementType(mlir::Type like, mlir::Type element);

/// Bytes that one element of this type takes in memory: i1 takes one, a
/// pointer eight.
int64_t elementBytes(mlir::Type element);

/// A layout has the extents of its tile, rounded up to powers of two, and each
/// element is somewhere. Otherwise an error on `op`.
llvm::LogicalResult verifyLayout(mlir::Operation *op, mlir::Type tile, LayoutAttr layout);

/// Integer kinds need integers, float kinds floats; xchg moves bits. Otherwise
/// an error on `op`.
llvm::LogicalResult verifyAtomicKind(mlir::Operation *op, Atomic kind, mlir::Type element);

} // namespace kiln::tile

#endif // KILN_TILE_TILE_H
