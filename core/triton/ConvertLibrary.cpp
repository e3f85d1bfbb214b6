// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Library functions. Those that arith or math has an op for become that op, so
// that every target runs them; the others are carried by name.

#include "core/triton/Convert.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::triton;

namespace {
/// The op that a function is, with its operand count. Empty where there is none.
struct Known {
  StringRef op;
  unsigned operands = 0;
};
} // namespace

/// Functions of floats that give floats of the same type.
static Known floatFunction(StringRef name) {
  return llvm::StringSwitch<Known>(name)
      .Case("acos", {"math.acos", 1})
      .Case("acosh", {"math.acosh", 1})
      .Case("asin", {"math.asin", 1})
      .Case("asinh", {"math.asinh", 1})
      .Case("atan", {"math.atan", 1})
      .Case("atan2", {"math.atan2", 2})
      .Case("atanh", {"math.atanh", 1})
      .Case("cbrt", {"math.cbrt", 1})
      .Case("ceil", {"math.ceil", 1})
      .Case("copysign", {"math.copysign", 2})
      .Case("cos", {"math.cos", 1})
      .Case("cosh", {"math.cosh", 1})
      .Case("erf", {"math.erf", 1})
      .Case("erfc", {"math.erfc", 1})
      .Case("exp", {"math.exp", 1})
      .Case("exp2", {"math.exp2", 1})
      .Case("expm1", {"math.expm1", 1})
      .Case("fabs", {"math.absf", 1})
      .Case("floor", {"math.floor", 1})
      .Case("fma", {"math.fma", 3})
      .Case("fmax", {"arith.maxnumf", 2})
      .Case("fmin", {"arith.minnumf", 2})
      .Case("fmod", {"arith.remf", 2})
      .Case("log", {"math.log", 1})
      .Case("log10", {"math.log10", 1})
      .Case("log1p", {"math.log1p", 1})
      .Case("log2", {"math.log2", 1})
      .Case("nearbyint", {"math.roundeven", 1})
      .Case("pow", {"math.powf", 2})
      .Case("rint", {"math.roundeven", 1})
      .Case("round", {"math.round", 1})
      .Case("rsqrt", {"math.rsqrt", 1})
      .Case("sin", {"math.sin", 1})
      .Case("sinh", {"math.sinh", 1})
      .Case("sqrt", {"math.sqrt", 1})
      .Case("tan", {"math.tan", 1})
      .Case("tanh", {"math.tanh", 1})
      .Case("trunc", {"math.trunc", 1})
      .Default({});
}

/// Functions with the rounding in their name; never contracted.
static Known roundedFunction(StringRef name) {
  return llvm::StringSwitch<Known>(name)
      .Cases({"fadd_rn", "dadd_rn"}, {"arith.addf", 2})
      .Cases({"fsub_rn", "dsub_rn"}, {"arith.subf", 2})
      .Cases({"fmul_rn", "dmul_rn"}, {"arith.mulf", 2})
      .Cases({"fdiv_rn", "ddiv_rn"}, {"arith.divf", 2})
      .Cases({"fsqrt_rn", "dsqrt_rn"}, {"math.sqrt", 1})
      .Cases({"fmaf_rn", "fma_rn"}, {"math.fma", 3})
      .Default({});
}

static Known integerFunction(StringRef name) {
  return llvm::StringSwitch<Known>(name)
      .Cases({"abs", "llabs"}, {"math.absi", 1})
      .Case("clz", {"math.ctlz", 1})
      .Case("popc", {"math.ctpop", 1})
      .Cases({"max", "llmax"}, {"arith.maxsi", 2})
      .Cases({"min", "llmin"}, {"arith.minsi", 2})
      .Cases({"umax", "ullmax"}, {"arith.maxui", 2})
      .Cases({"umin", "ullmin"}, {"arith.minui", 2})
      .Default({});
}

/// Tests of floats that give an integer, 0 or 1.
static Known testFunction(StringRef name) {
  return llvm::StringSwitch<Known>(name)
      .Cases({"isnanf", "isnand"}, {"math.isnan", 1})
      .Cases({"isinff", "isinfd"}, {"math.isinf", 1})
      .Cases({"finitef", "isfinited"}, {"math.isfinite", 1})
      .Default({});
}

/// What the symbol means for operands and results of `element`. The two libraries
/// write the type differently: `__nv_expf`, `__nv_exp`; `__ocml_exp_f32`.
static Known sameTypeFunction(StringRef symbol, Type element) {
  bool isSingle = element.isF32();
  if (symbol.consume_front("__ocml_"))
    return isa<FloatType>(element) && symbol.consume_back(isSingle ? "_f32" : "_f64") ? floatFunction(symbol) : Known();
  if (!symbol.consume_front("__nv_"))
    return {};
  if (element.isSignlessInteger())
    return integerFunction(symbol);
  if (!isSingle && !element.isF64())
    return {};
  if (Known rounded = roundedFunction(symbol); rounded.operands)
    return rounded;
  symbol.consume_front("fast_");
  return isSingle && !symbol.consume_back("f") ? Known() : floatFunction(symbol);
}

static Value createKnown(Converter &c, Known known, ArrayRef<Value> operands, Type type) {
  OperationState state(c.loc, known.op, operands, {type});
  return c.builder.create(state)->getResult(0);
}

static Value convertKnown(Converter &c, ExternElementwiseOp op, ArrayRef<Value> operands) {
  Type type = op.getType(), element = getElementTypeOrSelf(type);
  bool sameType = llvm::all_of(op.getOperandTypes(), [&](Type operand) { return operand == type; });
  Known known = sameType ? sameTypeFunction(op.getSymbol(), element) : Known();
  if (known.operands && known.operands == operands.size())
    return createKnown(c, known, operands, type);

  StringRef symbol = op.getSymbol();
  bool isTest = operands.size() == 1 && isa<FloatType>(getElementTypeOrSelf(operands[0])) &&
                element.isSignlessInteger(32) && symbol.consume_front("__nv_");
  known = isTest ? testFunction(symbol) : Known();
  if (!known.operands)
    return {};
  Type bits = tile::withElementType(operands[0].getType(), c.builder.getI1Type());
  if (tile::withElementType(bits, element) != type)
    return {};
  return arith::ExtUIOp::create(c.builder, c.loc, type, createKnown(c, known, operands, bits));
}

static LogicalResult convertExtern(Converter &c, ExternElementwiseOp op) {
  SmallVector<Value> operands = c.plain(op.getSrcs());
  if (Value made = convertKnown(c, op, operands)) {
    c.set(op.getResult(), made);
    return success();
  }
  auto call =
      tile::ExternCallOp::create(c.builder, c.loc, c.convertType(op.getType()), op.getPure(), op.getSymbol(), operands);
  if (!op.getLibname().empty())
    call->setDiscardableAttr("tile.hint_library", op.getLibnameAttr());
  c.keepHints(op, call);
  c.setLoaded(op.getResult(), call.getResult());
  return success();
}

void kiln::triton::addLibraryHandlers(Converter &converter) { converter.add<ExternElementwiseOp>(convertExtern); }
