// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// #tile.layout as text. Coordinates are written one number for each dimension of
// the tile, where LinearLayout keeps them as one.

#include "kiln/tile/Tile.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::tile;

llvm::hash_code kiln::hash_value(const LinearLayout &layout) {
  llvm::hash_code hash = llvm::hash_combine_range(layout.shape().begin(), layout.shape().end());
  for (const LinearLayout::Dim &dim : layout.dims())
    hash = llvm::hash_combine(hash, dim.name, llvm::hash_combine_range(dim.images.begin(), dim.images.end()));
  return hash;
}

static ParseResult parseNumbers(AsmParser &parser, LinearLayout::Shape &numbers) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(numbers.emplace_back()); });
}

/// One bit's coordinates, inside of the tile.
static ParseResult parseImage(AsmParser &parser, const LinearLayout::Shape &shape, uint64_t &image) {
  SMLoc loc = parser.getCurrentLocation();
  LinearLayout::Shape coordinates;
  if (parseNumbers(parser, coordinates))
    return failure();
  if (coordinates.size() != shape.size())
    return parser.emitError(loc) << "expected " << shape.size() << " coordinates but got " << coordinates.size();
  image = 0;
  for (auto [coordinate, extent] : llvm::zip(coordinates, shape)) {
    if (coordinate < 0 || coordinate >= extent)
      return parser.emitError(loc) << "expected coordinates inside of the tile but got " << coordinate
                                   << " where the extent is " << extent;
    image = image * extent + coordinate;
  }
  return success();
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  LinearLayout::Shape shape;
  std::vector<LinearLayout::Dim> dims;
  if (parser.parseLess() || parseNumbers(parser, shape))
    return {};
  int64_t elements = 1;
  for (int64_t extent : shape) {
    if (extent < 1 || extent > maxTileElements || (elements *= extent) > maxTileElements) {
      parser.emitError(loc) << "expected extents of 1 or more with at most " << maxTileElements << " elements together";
      return {};
    }
  }
  while (succeeded(parser.parseOptionalComma())) {
    LinearLayout::Dim &dim = dims.emplace_back();
    StringRef name;
    auto parseOne = [&] { return parseImage(parser, shape, dim.images.emplace_back()); };
    if (parser.parseKeyword(&name) || parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
      return {};
    dim.name = name.str();
  }
  if (parser.parseGreater())
    return {};
  Result<LinearLayout> layout = LinearLayout::make(std::move(shape), std::move(dims));
  if (!layout) {
    parser.emitError(loc) << layout.error().message();
    return {};
  }
  return LayoutAttr::get(parser.getContext(), *layout);
}

void LayoutAttr::print(AsmPrinter &printer) const { printer << "<" << getLayout().print() << ">"; }

LogicalResult kiln::tile::verifyLayout(Operation *op, Type tile, LayoutAttr layout) {
  LinearLayout::Shape expected;
  for (int64_t extent : cast<ShapedType>(tile).getShape())
    expected.push_back(roundUpToPowerOfTwo(extent));
  if (layout.getLayout().shape() != expected)
    return op->emitOpError() << "expected a layout of the extents of " << tile << " but got " << layout;
  if (!layout.getLayout().isSurjective())
    return op->emitOpError() << "expected a layout that holds every element of " << tile << " but got " << layout;
  return success();
}
