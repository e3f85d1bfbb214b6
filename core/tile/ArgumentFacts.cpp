// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check of launch facts on arguments. Analyses read these attributes
// without looking twice, so what reaches them has to make sense.

#include "kiln/tile/Tile.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln::tile;

namespace {

/// One attribute on one argument.
class FactVerifier {
public:
  FactVerifier(Operation *op, Region &region, unsigned arg, NamedAttribute fact)
      : op(op), region(region), arg(arg), fact(fact), type(region.getArgument(arg).getType()) {}

  LogicalResult verify() {
    StringRef name = fact.getName();
    if (name == multipleOfAttrName)
      return verifyMultiple();
    if (name == valueAttrName)
      return verifyValue();
    if (name == rangeAttrName)
      return verifyRange();
    if (name == bytesAttrName)
      return verifyBytes();
    if (name == disjointAttrName)
      return verifyDisjoint();
    return success();
  }

private:
  InFlightDiagnostic fail() {
    return op->emitError() << "argument " << arg << " has " << fact.getName().strref() << " = " << fact.getValue() << ", ";
  }

  LogicalResult requireInteger() {
    if (isa<IntegerType>(type))
      return success();
    return fail() << "expected an integer argument but its type is " << type;
  }

  LogicalResult requirePointer(unsigned position) {
    Type given = region.getArgument(position).getType();
    if (isa<PtrType>(given))
      return success();
    return fail() << "expected a pointer as argument " << position << " but its type is " << given;
  }

  LogicalResult verifyMultiple() {
    auto multiple = dyn_cast<IntegerAttr>(fact.getValue());
    if (!multiple || !multiple.getValue().isStrictlyPositive() || multiple.getValue().getActiveBits() > 63)
      return fail() << "expected an integer of at least 1";
    if (!isa<PtrType>(type))
      return requireInteger();
    if (!multiple.getValue().isPowerOf2())
      return fail() << "expected a power of two, since it is the alignment of a pointer";
    return success();
  }

  LogicalResult requireFits(int64_t value) {
    unsigned width = cast<IntegerType>(type).getWidth();
    if (width == 1 ? llvm::isUInt<1>(value) : width >= 64 || llvm::isIntN(width, value))
      return success();
    return fail() << "which does not fit its type " << type;
  }

  LogicalResult verifyValue() {
    auto value = dyn_cast<IntegerAttr>(fact.getValue());
    if (!value || !value.getValue().isSignedIntN(64))
      return fail() << "expected an integer of 64 bits";
    return failed(requireInteger()) ? failure() : requireFits(value.getValue().getSExtValue());
  }

  LogicalResult verifyRange() {
    auto range = dyn_cast<DenseI64ArrayAttr>(fact.getValue());
    if (!range || range.size() != 2 || range[0] > range[1])
      return fail() << "expected array<i64: LO, HI> with LO <= HI";
    if (failed(requireInteger()) || failed(requireFits(range[0])))
      return failure();
    return requireFits(range[1]);
  }

  LogicalResult verifyBytes() {
    auto bytes = dyn_cast<IntegerAttr>(fact.getValue());
    if (!bytes || bytes.getValue().isNegative() || bytes.getValue().getActiveBits() > 63)
      return fail() << "expected a number of bytes";
    return requirePointer(arg);
  }

  LogicalResult verifyDisjoint() {
    auto others = dyn_cast<DenseI64ArrayAttr>(fact.getValue());
    if (!others)
      return fail() << "expected array<i64: ..> of argument positions";
    if (failed(requirePointer(arg)))
      return failure();
    for (int64_t other : others.asArrayRef()) {
      if (other < 0 || other >= region.getNumArguments() || other == arg)
        return fail() << "expected positions of other arguments, below " << region.getNumArguments();
      if (failed(requirePointer(other)))
        return failure();
    }
    return success();
  }

  Operation *op;
  Region &region;
  unsigned arg;
  NamedAttribute fact;
  Type type;
};

} // namespace

LogicalResult TileDialect::verifyRegionArgAttribute(Operation *op, unsigned region, unsigned arg,
                                                    NamedAttribute attribute) {
  // A declaration has no arguments to look at; tile form refuses it elsewhere.
  Region &body = op->getRegion(region);
  if (body.empty() || arg >= body.getNumArguments())
    return success();
  return FactVerifier(op, body, arg, attribute).verify();
}
