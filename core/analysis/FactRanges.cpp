// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer range analysis seeded with the arguments' facts.

#include "core/analysis/FactRanges.h"
#include "kiln/tile/Tile.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace kiln;

namespace {

/// The range that facts give an argument of a kernel, if they give one.
std::optional<ConstantIntRanges> statedRange(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto type = dyn_cast<IntegerType>(value.getType());
  // The one bit of an i1 is -1 as a signed number, which facts do not mean.
  if (!argument || !type || type.getWidth() == 1 || type.getWidth() > 64 || !argument.getOwner()->isEntryBlock())
    return std::nullopt;
  auto kernel = dyn_cast_or_null<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!kernel)
    return std::nullopt;
  auto range = kernel.getArgAttrOfType<DenseI64ArrayAttr>(argument.getArgNumber(), tile::rangeAttrName);
  if (!range)
    return std::nullopt;
  unsigned width = type.getWidth();
  return ConstantIntRanges::fromSigned(APInt(width, range[0], /*isSigned=*/true),
                                       APInt(width, range[1], /*isSigned=*/true));
}

struct FactRangeAnalysis : dataflow::IntegerRangeAnalysis {
  using IntegerRangeAnalysis::IntegerRangeAnalysis;

  void setToEntryState(dataflow::IntegerValueRangeLattice *lattice) override {
    std::optional<ConstantIntRanges> stated = statedRange(lattice->getAnchor());
    if (!stated)
      return IntegerRangeAnalysis::setToEntryState(lattice);
    propagateIfChanged(lattice, lattice->join(IntegerValueRange(*stated)));
  }
};

} // namespace

void kiln::analysis::loadFactRanges(DataFlowSolver &solver) {
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<dataflow::SparseConstantPropagation>();
  solver.load<FactRangeAnalysis>();
}
