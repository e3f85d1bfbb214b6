// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check of whole modules in tile form.

#include "kiln/tile/TileForm.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace kiln;

/// Whether a tile of this type has a size that everything handles. The product
/// of extents may not fit 64 bits, so it is cut short.
static bool hasFittingSize(Type type) {
  auto tile = dyn_cast<ShapedType>(type);
  if (!tile || isa<MemRefType>(type))
    return true;
  if (!tile.hasStaticShape())
    return false;
  int64_t elements = 1;
  for (int64_t extent : tile.getShape()) {
    if (extent < 1 || extent > tile::maxTileElements)
      return false;
    elements *= extent;
    if (elements > tile::maxTileElements)
      return false;
  }
  return true;
}

static LogicalResult verifySizes(func::FuncOp kernel) {
  WalkResult walk = kernel.walk([](Operation *op) {
    SmallVector<Type> types(op->getResultTypes());
    llvm::append_range(types, op->getOperandTypes());
    for (Type type : types)
      if (!hasFittingSize(type)) {
        op->emitError() << "'" << op->getName() << "' has a tile of type " << type << "; tiles have from 1 to "
                        << tile::maxTileElements << " elements";
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

/// The first function of another kind in the module.
static FunctionOpInterface otherFunction(ModuleOp module) {
  FunctionOpInterface other;
  module.walk([&](FunctionOpInterface function) {
    other = function;
    return WalkResult::interrupt();
  });
  return other;
}

LogicalResult tile::verifyTileForm(ModuleOp module) {
  auto kernels = module.getOps<func::FuncOp>();
  if (FunctionOpInterface other = kernels.empty() ? otherFunction(module) : nullptr)
    return other.emitError() << "'" << other.getName() << "' is a '" << other->getName()
                             << "'; expected functions in tile form, 'func.func' marked " << formAttrName
                             << " = \"tile\" (the levels below are for kiln-opt)";
  if (kernels.empty())
    return module.emitError() << "expected at least one function in tile form but got none";
  for (func::FuncOp kernel : kernels) {
    auto form = kernel->getAttrOfType<StringAttr>(formAttrName);
    if (!form)
      return kernel.emitError() << "'" << kernel.getName()
                                << "' does not say what form it is in; a kernel in tile form "
                                << "is marked " << formAttrName << " = \"tile\"";
    if (form.getValue() != "tile")
      return kernel.emitError() << "expected '" << kernel.getName() << "' to be in tile form but it is marked "
                                << formAttrName << " = " << form;
    bool takesTiles = llvm::any_of(kernel.getArgumentTypes(), llvm::IsaPred<ShapedType>);
    if (kernel.isDeclaration() || !kernel.getBody().hasOneBlock() || kernel.getNumResults() != 0 || takesTiles)
      return kernel.emitError() << "expected '" << kernel.getName() << "' to be in tile form (" << formAttrName
                                << " = \"tile\", a body of one block, no tiles as arguments, no results)";
    if (failed(verifySizes(kernel)))
      return failure();
  }
  return success();
}
