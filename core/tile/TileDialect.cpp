// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the tile dialect, and the text of its types.

#include "kiln/tile/Tile.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kiln::tile;

#include "core/tile/TileDialect.cpp.inc"
#include "core/tile/TileEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "core/tile/TileTypes.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "core/tile/TileAttrs.cpp.inc"

void TileDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "core/tile/TileTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "core/tile/TileAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "core/tile/Tile.cpp.inc"
      >();
}

/// Folds give what `arith` calls constants.
Operation *TileDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

Type PtrType::parse(AsmParser &parser) {
  std::string space = "global";
  if (succeeded(parser.parseOptionalLess()))
    if (parser.parseString(&space) || parser.parseGreater())
      return {};
  return PtrType::get(parser.getContext(), space);
}

llvm::TypeSize PtrType::getTypeSizeInBits(const DataLayout &, DataLayoutEntryListRef) const {
  return llvm::TypeSize::getFixed(64);
}

uint64_t PtrType::getABIAlignment(const DataLayout &, DataLayoutEntryListRef) const { return 8; }

void PtrType::print(AsmPrinter &printer) const {
  if (getSpace() != "global")
    printer << "<\"" << getSpace() << "\">";
}

Type ViewType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type element;
  if (parser.parseLess() || parser.parseDimensionList(shape, /*allowDynamic=*/false) || parser.parseType(element) ||
      parser.parseGreater())
    return {};
  return ViewType::get(parser.getContext(), shape, element);
}

void ViewType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t extent : getShape())
    printer << extent << "x";
  printer << getElementType() << ">";
}

Type kiln::tile::withElementType(Type like, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(like))
    return shaped.clone(element);
  return element;
}

int64_t kiln::tile::elementBytes(Type element) {
  if (isa<PtrType, IndexType>(element))
    return 8;
  return (element.getIntOrFloatBitWidth() + 7) / 8;
}
