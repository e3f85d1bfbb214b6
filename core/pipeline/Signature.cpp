// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading signatures off kernels in tile form.

#include "core/pipeline/Signature.h"
#include "kiln/tile/Tile.h"

using namespace mlir;
using namespace kiln;

std::optional<ElementType> kiln::elementTypeOf(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << type;
  Result<ElementType> parsed = parseElementType(name);
  if (!parsed)
    return std::nullopt;
  return *parsed;
}

FailureOr<std::vector<ArgumentInfo>> kiln::signatureOf(FunctionOpInterface kernel) {
  std::vector<ArgumentInfo> signature;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    ArgumentInfo info;
    auto name = kernel.getArgAttrOfType<StringAttr>(i, "tile.name");
    info.name = name ? name.str() : "arg" + std::to_string(i);
    Type type = kernel.getArgument(i).getType();
    info.isPointer = isa<tile::PtrType>(type);
    if (info.isPointer) {
      auto pointee = kernel.getArgAttrOfType<TypeAttr>(i, "tile.pointee");
      type = pointee && !isa<tile::PtrType>(pointee.getValue()) ? pointee.getValue()
                                                                : IntegerType::get(kernel->getContext(), 8);
    }
    std::optional<ElementType> element = elementTypeOf(type);
    if (!element)
      return kernel->emitError() << "argument '" << info.name << "' has type " << type << ", which no launch can pass";
    info.type = *element;
    signature.push_back(info);
  }
  return signature;
}

std::vector<Fact> kiln::preconditionsOf(FunctionOpInterface kernel) {
  std::vector<Fact> facts;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    bool isPointer = isa<tile::PtrType>(kernel.getArgument(i).getType());
    if (auto value = kernel.getArgAttrOfType<IntegerAttr>(i, tile::valueAttrName))
      facts.push_back(Fact::value(i, value.getInt()));
    if (auto multiple = kernel.getArgAttrOfType<IntegerAttr>(i, tile::multipleOfAttrName))
      facts.push_back(isPointer ? Fact::align(i, multiple.getInt()) : Fact::multipleOf(i, multiple.getInt()));
    if (auto range = kernel.getArgAttrOfType<DenseI64ArrayAttr>(i, tile::rangeAttrName))
      facts.push_back(Fact::range(i, range[0], range[1]));
    if (auto bytes = kernel.getArgAttrOfType<IntegerAttr>(i, tile::bytesAttrName))
      facts.push_back(Fact::bytes(i, bytes.getInt()));
    if (auto others = kernel.getArgAttrOfType<DenseI64ArrayAttr>(i, tile::disjointAttrName))
      for (int64_t other : others.asArrayRef())
        if (Fact fact = Fact::disjoint(i, other); !llvm::is_contained(facts, fact))
          facts.push_back(fact);
  }
  return facts;
}
