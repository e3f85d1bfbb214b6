// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of facts for a kernel, and applying one of them.

#include "core/pipeline/Specialize.h"
#include "core/pipeline/Signature.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// Whether every launch that meets `later` meets `earlier` too.
static bool hides(ArrayRef<Fact> earlier, ArrayRef<Fact> later) {
  return llvm::all_of(earlier, [&](const Fact &demanded) {
    return llvm::any_of(later, [&](const Fact &given) { return implies(given, demanded); });
  });
}

Result<FactSets> kiln::canonicalFacts(FunctionOpInterface kernel, ArrayRef<ArgumentInfo> signature,
                                      const FactSets &sets) {
  std::vector<Fact> stated = preconditionsOf(kernel);
  FactSets canonical;
  for (const std::vector<Fact> &set : sets) {
    Result<std::vector<Fact>> combined = combineFacts(set, signature, stated);
    if (!combined)
      return combined.error();
    if (combined->empty())
      continue;
    for (const std::vector<Fact> &earlier : canonical)
      if (hides(earlier, *combined))
        return Error("no launch would choose the variant with " + print(*combined, signature) +
                     ": the one before it, with " + print(earlier, signature) + ", holds whenever it does");
    canonical.push_back(std::move(*combined));
  }
  return canonical;
}

namespace {

class FactApplier {
public:
  explicit FactApplier(FunctionOpInterface kernel) : kernel(kernel), builder(kernel.getFunctionBody()) {}

  void apply(const Fact &fact) {
    switch (fact.kind) {
    case Fact::Kind::Value:
      return applyValue(fact);
    case Fact::Kind::MultipleOf:
    case Fact::Kind::Align:
      return set(fact.arg, tile::multipleOfAttrName, builder.getI64IntegerAttr(fact.lo));
    case Fact::Kind::Range:
      return set(fact.arg, tile::rangeAttrName, builder.getDenseI64ArrayAttr({fact.lo, fact.hi}));
    case Fact::Kind::Bytes:
      return set(fact.arg, tile::bytesAttrName, builder.getI64IntegerAttr(fact.lo));
    case Fact::Kind::Disjoint:
      addDisjoint(fact.arg, fact.other);
      return addDisjoint(fact.other, fact.arg);
    }
  }

private:
  void set(unsigned arg, StringRef name, Attribute value) { kernel.setArgAttr(arg, name, value); }

  void applyValue(const Fact &fact) {
    set(fact.arg, tile::valueAttrName, builder.getI64IntegerAttr(fact.lo));
    Value argument = kernel.getArgument(fact.arg);
    auto constant =
        arith::ConstantOp::create(builder, argument.getLoc(), builder.getIntegerAttr(argument.getType(), fact.lo));
    argument.replaceAllUsesWith(constant);
  }

  void addDisjoint(unsigned arg, unsigned other) {
    SmallVector<int64_t> others;
    if (auto known = kernel.getArgAttrOfType<DenseI64ArrayAttr>(arg, tile::disjointAttrName))
      others.assign(known.asArrayRef().begin(), known.asArrayRef().end());
    if (!llvm::is_contained(others, other))
      others.push_back(other);
    llvm::sort(others);
    set(arg, tile::disjointAttrName, builder.getDenseI64ArrayAttr(others));
  }

  FunctionOpInterface kernel;
  OpBuilder builder;
};

} // namespace

void kiln::applyFacts(FunctionOpInterface kernel, ArrayRef<Fact> facts) {
  FactApplier applier(kernel);
  for (const Fact &fact : facts)
    applier.apply(fact);
}
