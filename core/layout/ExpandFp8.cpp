// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-fp8: after conversions have become integer arithmetic, an fp8 number is
// only moved, and eight bits are as good.

#include "core/layout/Passes.h"
#include "kiln/tile/Tile.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace kiln::layout {
#define GEN_PASS_DEF_EXPANDFP8PASS
#include "core/layout/Passes.h.inc"
} // namespace kiln::layout

using namespace mlir;
using namespace kiln;

namespace {

bool isFp8(Type type) {
  auto element = dyn_cast<FloatType>(type);
  return element && element.getWidth() == 8;
}

struct ExpandFp8 : layout::impl::ExpandFp8PassBase<ExpandFp8> {
  /// fp8 becomes i8, also inside of types and constants.
  AttrTypeReplacer makeReplacer() {
    Type i8 = IntegerType::get(&getContext(), 8);
    AttrTypeReplacer replacer;
    replacer.addReplacement(
        [=](Type type) -> std::optional<Type> { return isFp8(type) ? std::optional<Type>(i8) : std::nullopt; });
    replacer.addReplacement([=](FloatAttr number) -> std::optional<Attribute> {
      if (!isFp8(number.getType()))
        return std::nullopt;
      return IntegerAttr::get(i8, number.getValue().bitcastToAPInt());
    });
    replacer.addReplacement([=](DenseElementsAttr elements) -> std::optional<Attribute> {
      return isFp8(elements.getElementType()) ? std::optional<Attribute>(elements.bitcast(i8)) : std::nullopt;
    });
    return replacer;
  }

  void runOnOperation() override {
    AttrTypeReplacer replacer = makeReplacer();
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    getOperation()->walk([](arith::BitcastOp op) {
      if (op.getIn().getType() != op.getType())
        return;
      op.replaceAllUsesWith(op.getIn());
      op.erase();
    });
  }
};

} // namespace
