// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer and float arithmetic, comparisons, selects, casts and constants, on
// scalars (the scalar core) and on vectors (the vector unit).
//
// Invariant: a register holds an integer sign-extended from its width (i1: 0 or
// 1) and a float as an f32 of the same value. So compares, minima and bitwise
// ops are right for every width as they are; what can leave its type (sums,
// products) is brought back into it afterwards. One f32 operation rounded again
// to f16 or bf16 is correctly rounded: f32 has more than twice their bits.

#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "targets/npu/Exec.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

int64_t kiln::npu::scalarBits(float value) { return static_cast<int32_t>(llvm::bit_cast<uint32_t>(value)); }

Value kiln::npu::intoType(const Exec &exec, Value value, Type element) {
  bool isVector = isa<VregType>(value.getType());
  if (element.isF16() || element.isBF16()) {
    std::string name = element.isF16() ? "f16" : "bf16";
    if (isVector)
      return exec.vector("vrnd." + name, value);
    return exec.scalar("fcvt.f32." + name, exec.scalar("fcvt." + name + ".f32", value));
  }
  if (!element.isInteger(8) && !element.isInteger(16))
    return value;
  int64_t width = element.getIntOrFloatBitWidth();
  if (!isVector)
    return exec.scalar("srai", exec.scalar("shli", value, {64 - width}), {64 - width});
  Value shift = exec.constant(32 - width);
  return exec.vector("visra.vs", {exec.vector("vishl.vs", {value, shift}), shift});
}

/// f32, f16 and bf16 are all f32 in registers.
static bool isFloatInRegister(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isa<FloatType>(element) && isComputable(element);
}

namespace {

/// Which instruction does what an op does; empty where there is none.
/// `stays`: the result cannot leave the type of the operands. Of one bit, -1 is the
/// only signed number but 0, so sums are exclusive ors and the greater is the and;
/// the scalar instruction is that of predicates without its 'p'.
struct BinaryRow {
  StringLiteral op, scalar64, scalar32, vector, predicate;
  bool stays;
};

constexpr BinaryRow binaryRows[] = {
    {"arith.addi", "add", "add.w", "viadd", "pxor", false}, {"arith.subi", "sub", "sub.w", "visub", "pxor", false},
    {"arith.muli", "mul", "mul.w", "vimul", "pand", false}, {"arith.andi", "and", "and", "viand", "pand", true},
    {"arith.ori", "or", "or", "vior", "por", true},         {"arith.xori", "xor", "xor", "vixor", "pxor", true},
    {"arith.maxsi", "max", "max", "vimax", "pand", true},   {"arith.minsi", "min", "min", "vimin", "por", true},
    {"arith.maxui", "maxu", "maxu", "vimaxu", "por", true}, {"arith.minui", "minu", "minu", "viminu", "pand", true},
    {"tile.divsi", "div", "div.w", "vidiv", "", false},     {"tile.divui", "divu", "divu.w", "vidivu", "", false},
    {"tile.remsi", "rem", "rem.w", "virem", "", true},      {"tile.remui", "remu", "remu.w", "viremu", "", false},
    {"arith.shli", "shl", "shl.w", "vishl", "", false},     {"arith.shrui", "shr", "shr.w", "vishr", "", false},
    {"arith.shrsi", "sra", "sra.w", "visra", "", true},     {"arith.addf", "", "fadd", "vfadd", "", false},
    {"arith.subf", "", "fsub", "vfsub", "", false},         {"arith.mulf", "", "fmul", "vfmul", "", false},
    {"arith.maxnumf", "", "fmax", "vfmax", "", true},       {"arith.minnumf", "", "fmin", "vfmin", "", true},
};

struct BinaryToExec : ConversionPattern {
  BinaryToExec(TypeConverter &types, MLIRContext *context, const BinaryRow &row)
      : ConversionPattern(types, row.op, 1, context), row(row) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = op->getResult(0).getType();
    Exec exec{rewriter, op->getLoc(), lanesOf(type)};
    Type result = getTypeConverter()->convertType(type);
    if (!result)
      return rewriter.notifyMatchFailure(op, "the type has no register");
    StringRef mnemonic;
    if (isa<VregType>(result))
      mnemonic = row.vector;
    else if (isa<PregType>(result))
      mnemonic = row.predicate;
    else if (type.isInteger(1))
      mnemonic = row.predicate.drop_front(row.predicate.empty() ? 0 : 1);
    else
      mnemonic = type.isIndex() || type.isInteger(64) ? row.scalar64 : row.scalar32;
    Type element = getElementTypeOrSelf(type);
    bool isNarrow = element.isIntOrFloat() && element.getIntOrFloatBitWidth() < 32 && !element.isInteger(1);
    // A register holds a narrow integer with its sign, these want zeros.
    bool wantsZeros = row.op == "tile.divui" || row.op == "tile.remui" || row.op == "arith.shrui";
    if (mnemonic.empty())
      return rewriter.notifyMatchFailure(op, "no instruction for this type");
    SmallVector<Value> extended;
    if (isNarrow && wantsZeros) {
      int64_t mask = (int64_t(1) << element.getIntOrFloatBitWidth()) - 1;
      for (Value operand : operands)
        extended.push_back(isa<VregType>(result) ? exec.vector("viand.vs", {operand, exec.constant(mask)})
                                                 : exec.scalar("andi", operand, {mask}));
      operands = extended;
    }
    Value value = isa<VregType>(result)   ? exec.vector(mnemonic, operands)
                  : isa<PregType>(result) ? exec.predicate(mnemonic, operands)
                                          : exec.scalar(mnemonic, operands);
    rewriter.replaceOp(op, row.stays ? value : intoType(exec, value, element));
    return success();
  }

  const BinaryRow &row;
};

/// Shifts with a defined result for every count: the machine takes counts
/// modulo the width.
template <typename OpT>
struct ShiftToExec : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  static constexpr bool isLeft = std::is_same_v<OpT, tile::ShlIOp>;
  static constexpr bool isArithmetic = std::is_same_v<OpT, tile::ShrSIOp>;

  /// Narrow integers are sign-extended in registers: a logical shift needs them
  /// zero-extended, and what comes out is brought back into the type.
  static Value shiftVector(const Exec &exec, Value value, Value count, Type element) {
    int64_t width = element.isIndex() ? 32 : element.getIntOrFloatBitWidth();
    Value last = exec.constant(width - 1);
    if (isArithmetic)
      return exec.vector("visra", {value, exec.vector("viminu.vs", {count, last})});
    if (!isLeft && width < 32)
      value = exec.vector("viand.vs", {value, exec.constant((int64_t(1) << width) - 1)});
    Value shifted = exec.vector(isLeft ? "vishl" : "vishr", {value, count});
    Value inRange = exec.predicate("vcmp.u.le.vs", {count, last});
    return intoType(exec, exec.vector("vsel.vs", {inRange, shifted, exec.constant(0)}), element);
  }

  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = op.getType();
    Exec exec{rewriter, op.getLoc(), lanesOf(type)};
    Value value = adaptor.getLhs(), count = adaptor.getRhs();
    if (isa_and_nonnull<VregType>(this->getTypeConverter()->convertType(type))) {
      rewriter.replaceOp(op, shiftVector(exec, value, count, getElementTypeOrSelf(type)));
      return success();
    }
    // One bit: a shift by 1 leaves nothing, or the sign, which is the bit.
    if (isa<PregType>(value.getType())) {
      rewriter.replaceOp(op, isArithmetic ? value : exec.predicate("pand", {value, exec.predicate("pnot", count)}));
      return success();
    }
    if (isa<VectorType>(type))
      return rewriter.notifyMatchFailure(op, "no instruction for this type");
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    if (width != 32 && width != 64)
      return rewriter.notifyMatchFailure(op, "no instruction for this type");
    std::string suffix = width == 32 ? ".w" : "";
    if (isArithmetic) {
      Value most = exec.scalar("minui", count, {width - 1});
      rewriter.replaceOp(op, exec.scalar("sra" + suffix, {value, most}));
      return success();
    }
    Value shifted = exec.scalar((isLeft ? "shl" : "shr") + suffix, {value, count});
    Value inRange = exec.scalar("sltui", count, {width});
    rewriter.replaceOp(op, exec.scalar("sel", {inRange, shifted, exec.constant(0)}));
    return success();
  }
};

/// Products of twice the width: the low and the high half.
template <typename OpT>
struct WideProductToExec : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = op.getLow().getType(), element = getElementTypeOrSelf(type);
    Type reg = this->getTypeConverter()->convertType(type);
    bool isWide = element.isInteger(64);
    if (!reg || (!element.isInteger(32) && !isWide))
      return rewriter.notifyMatchFailure(op, "no instruction for this type");
    Exec exec{rewriter, op.getLoc(), lanesOf(type)};
    std::string high = std::is_same_v<OpT, arith::MulUIExtendedOp> ? "mulhu" : "mulh";
    ValueRange operands = adaptor.getOperands();
    if (isa<VregType>(reg)) {
      rewriter.replaceOp(op, {exec.vector("vimul", operands), exec.vector("vi" + high, operands)});
      return success();
    }
    std::string suffix = isWide ? "" : ".w";
    rewriter.replaceOp(op, {exec.scalar("mul" + suffix, operands), exec.scalar(high + suffix, operands)});
    return success();
  }
};

struct CmpIToExec : OpConversionPattern<arith::CmpIOp> {
  using OpConversionPattern::OpConversionPattern;
  using P = arith::CmpIPredicate;

  static bool isSignedOrder(P p) { return p == P::slt || p == P::sle || p == P::sgt || p == P::sge; }

  /// a < b is b and not a; with signs a and not b.
  static Value compareBits(const Exec &exec, P p, Value a, Value b) {
    if (p == P::eq || p == P::ne) {
      Value differ = exec.predicate("pxor", {a, b});
      return p == P::ne ? differ : exec.predicate("pnot", differ);
    }
    bool isGreater = p == P::sgt || p == P::sge || p == P::ugt || p == P::uge;
    if (isGreater != isSignedOrder(p))
      std::swap(a, b);
    bool orEqual = p == P::sle || p == P::sge || p == P::ule || p == P::uge;
    return orEqual ? exec.predicate("por", {b, exec.predicate("pnot", a)}) : exec.predicate("pandn", {b, a});
  }

  LogicalResult matchAndRewrite(arith::CmpIOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = op.getLhs().getType();
    Exec exec{rewriter, op.getLoc(), lanesOf(type)};
    P p = op.getPredicate();
    Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
    if (isa<VectorType>(type)) {
      Type reg = getTypeConverter()->convertType(type);
      if (!reg)
        return rewriter.notifyMatchFailure(op, "no instruction for this type");
      static constexpr StringLiteral names[] = {"vcmp.i.eq", "vcmp.i.ne", "vcmp.i.lt", "vcmp.i.le", "vcmp.i.gt",
                                                "vcmp.i.ge", "vcmp.u.lt", "vcmp.u.le", "vcmp.u.gt", "vcmp.u.ge"};
      rewriter.replaceOp(op, isa<PregType>(reg) ? compareBits(exec, p, lhs, rhs)
                                                : exec.predicate(names[static_cast<int>(p)], adaptor.getOperands()));
      return success();
    }
    // A register holds a bit as 0 or 1, and signed orders have 1 as -1.
    if (type.isInteger(1) && isSignedOrder(p))
      std::swap(lhs, rhs);
    bool isSigned = isSignedOrder(p) && !type.isInteger(1);
    bool swap = p == P::sgt || p == P::ugt || p == P::sle || p == P::ule;
    bool negate = p == P::sge || p == P::uge || p == P::sle || p == P::ule;
    if (swap)
      std::swap(lhs, rhs);
    StringRef mnemonic = p == P::eq ? "seq" : p == P::ne ? "sne" : isSigned ? "slt" : "sltu";
    Value value = exec.scalar(mnemonic, {lhs, rhs});
    if (negate)
      value = exec.scalar("xori", value, {1});
    rewriter.replaceOp(op, value);
    return success();
  }
};

struct CmpFToExec : OpConversionPattern<arith::CmpFOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(arith::CmpFOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    using P = arith::CmpFPredicate;
    static const std::pair<P, StringLiteral> names[] = {
        {P::OEQ, "eq"},  {P::UNE, "ne"},  {P::OLT, "lt"},  {P::OLE, "le"},  {P::OGT, "gt"},
        {P::OGE, "ge"},  {P::ONE, "one"}, {P::UEQ, "ueq"}, {P::ULT, "ult"}, {P::ULE, "ule"},
        {P::UGT, "ugt"}, {P::UGE, "uge"}, {P::ORD, "ord"}, {P::UNO, "uno"}};
    Type type = op.getLhs().getType();
    if (!isFloatInRegister(type))
      return rewriter.notifyMatchFailure(op, "the machine compares f32");
    Exec exec{rewriter, op.getLoc(), lanesOf(type)};
    for (auto &[predicate, name] : names)
      if (predicate == op.getPredicate()) {
        std::string mnemonic = ((isa<VectorType>(type) ? "vcmp.f." : "fcmp.") + name).str();
        rewriter.replaceOp(op, isa<VectorType>(type) ? exec.predicate(mnemonic, adaptor.getOperands())
                                                     : exec.scalar(mnemonic, adaptor.getOperands()));
        return success();
      }
    return rewriter.notifyMatchFailure(op, "a constant comparison");
  }
};

/// A scalar condition for all lanes: a length of all or of none.
Value spread(const Exec &exec, Value condition) {
  Value length = exec.scalar("sel", {condition, exec.constant(exec.vl), exec.constant(0)});
  return exec.predicate("pvl", length);
}

struct SelectToExec : OpConversionPattern<arith::SelectOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(arith::SelectOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = op.getType(), reg = getTypeConverter()->convertType(type);
    if (!reg)
      return rewriter.notifyMatchFailure(op, "the type has no register");
    Exec exec{rewriter, op.getLoc(), lanesOf(type)};
    Value condition = adaptor.getCondition(), yes = adaptor.getTrueValue(), no = adaptor.getFalseValue();
    if (isa<SregType>(reg)) {
      rewriter.replaceOp(op, exec.scalar("sel", {condition, yes, no}));
      return success();
    }
    if (!isa<PregType>(condition.getType()))
      condition = spread(exec, condition);
    if (isa<VregType>(reg)) {
      rewriter.replaceOp(op, exec.vector("vsel", {condition, yes, no}));
      return success();
    }
    Value kept = exec.predicate("pand", {yes, condition}), other = exec.predicate("pandn", {no, condition});
    rewriter.replaceOp(op, exec.predicate("por", {kept, other}));
    return success();
  }
};

struct ConstantToExec : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  static std::optional<int64_t> bitsOf(Attribute value) {
    if (auto integer = dyn_cast<IntegerAttr>(value))
      return integer.getType().isInteger(1) ? integer.getValue().getZExtValue() : integer.getValue().getSExtValue();
    auto number = dyn_cast<FloatAttr>(value);
    if (number && isFloatInRegister(number.getType()))
      return scalarBits(number.getValue().convertToFloat());
    return std::nullopt;
  }

  LogicalResult matchAndRewrite(arith::ConstantOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    Type reg = getTypeConverter()->convertType(op.getType());
    auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!reg || (dense && !dense.isSplat()))
      return rewriter.notifyMatchFailure(op, "no register, or elements that differ");
    std::optional<int64_t> bits = bitsOf(dense ? dense.getSplatValue<Attribute>() : op.getValue());
    if (!bits)
      return rewriter.notifyMatchFailure(op, "not a number that the machine has");
    Exec exec{rewriter, op.getLoc(), lanesOf(op.getType())};
    if (isa<SregType>(reg))
      rewriter.replaceOp(op, exec.constant(*bits));
    else if (isa<VregType>(reg))
      rewriter.replaceOp(op, exec.vector("vmsv", exec.constant(*bits)));
    else
      rewriter.replaceOp(op, exec.predicate("pset", {}, {*bits}));
    return success();
  }
};

/// Casts between integers of different width, and index.
template <typename OpT>
struct IntCastToExec : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  static unsigned widthOf(Type type) { return type.isIndex() ? 64 : type.getIntOrFloatBitWidth(); }

  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type from = op.getIn().getType(), to = op.getType();
    Type fromReg = this->getTypeConverter()->convertType(from), toReg = this->getTypeConverter()->convertType(to);
    if (!fromReg || !toReg)
      return rewriter.notifyMatchFailure(op, "a type has no register");
    Exec exec{rewriter, op.getLoc(), lanesOf(to)};
    constexpr bool isUnsigned = std::is_same_v<OpT, arith::ExtUIOp> || std::is_same_v<OpT, arith::IndexCastUIOp>;
    Value value = adaptor.getIn();
    if (isa<VectorType>(to))
      return vectorCast(op, exec, value, isUnsigned, rewriter);
    unsigned narrow = std::min(widthOf(from), widthOf(to));
    if (narrow == 64)
      rewriter.replaceOp(op, value);
    else if (narrow == 1 && widthOf(to) == 1)
      rewriter.replaceOp(op, exec.scalar("andi", value, {1}));
    else if (narrow == 1)
      rewriter.replaceOp(op, isUnsigned ? value : exec.scalar("sub", {exec.constant(0), value}));
    else if (widthOf(from) < widthOf(to) && !isUnsigned)
      rewriter.replaceOp(op, value);
    else if (narrow == 32 && !isUnsigned)
      rewriter.replaceOp(op, exec.scalar("addi.w", value, {0}));
    else
      rewriter.replaceOp(
          op, exec.scalar(isUnsigned ? "shri" : "srai", exec.scalar("shli", value, {64 - narrow}), {64 - narrow}));
    return success();
  }

  LogicalResult vectorCast(OpT op, const Exec &exec, Value value, bool isUnsigned,
                           ConversionPatternRewriter &rewriter) const {
    if (isa<PregType>(value.getType())) {
      Value bit = exec.vector("ptov", value);
      rewriter.replaceOp(op, isUnsigned ? bit : exec.vector("virsub.vs", {bit, exec.constant(0)}));
      return success();
    }
    Type from = getElementTypeOrSelf(op.getIn().getType()), to = getElementTypeOrSelf(op.getType());
    if (to.isInteger(1)) {
      Value low = exec.vector("viand.vs", {value, exec.constant(1)});
      rewriter.replaceOp(op, exec.predicate("vcmp.i.ne.vs", {low, exec.constant(0)}));
    } else if (isUnsigned && from.isIntOrFloat() && from.getIntOrFloatBitWidth() < 32) {
      int64_t mask = (int64_t(1) << from.getIntOrFloatBitWidth()) - 1;
      rewriter.replaceOp(op, exec.vector("viand.vs", {value, exec.constant(mask)}));
    } else {
      rewriter.replaceOp(op, std::is_same_v<OpT, arith::TruncIOp> ? intoType(exec, value, to) : value);
    }
    return success();
  }
};

/// Between float formats: widening keeps the value, narrowing rounds it.
template <typename OpT>
struct FloatWidthToExec : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!isFloatInRegister(op.getIn().getType()) || !isFloatInRegister(op.getType()))
      return rewriter.notifyMatchFailure(op, "a format that the machine does not convert");
    Exec exec{rewriter, op.getLoc(), lanesOf(op.getType())};
    rewriter.replaceOp(op, intoType(exec, adaptor.getIn(), getElementTypeOrSelf(op.getType())));
    return success();
  }
};

struct BitcastToExec : OpConversionPattern<arith::BitcastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(arith::BitcastOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth() != 32)
      return rewriter.notifyMatchFailure(op, "not 32 bits");
    rewriter.replaceOp(op, adaptor.getIn());
    return success();
  }
};

struct NegAbsToExec : ConversionPattern {
  NegAbsToExec(TypeConverter &types, MLIRContext *context, StringRef op, StringRef mnemonic, StringRef bits,
               int64_t mask)
      : ConversionPattern(types, op, 1, context), mnemonic(mnemonic), bits(bits), mask(mask) {}
  LogicalResult matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = op->getResult(0).getType();
    if (!isFloatInRegister(type))
      return rewriter.notifyMatchFailure(op, "the machine computes with f32");
    Exec exec{rewriter, op->getLoc(), lanesOf(type)};
    if (isa<VectorType>(type))
      rewriter.replaceOp(op, exec.vector(mnemonic, operands));
    else
      rewriter.replaceOp(op, exec.scalar(bits, {operands[0], exec.constant(mask)}));
    return success();
  }
  StringRef mnemonic, bits;
  int64_t mask;
};

struct PoisonToExec : OpConversionPattern<ub::PoisonOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(ub::PoisonOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    Type reg = getTypeConverter()->convertType(op.getType());
    Exec exec{rewriter, op.getLoc(), lanesOf(op.getType())};
    if (!reg)
      return rewriter.notifyMatchFailure(op, "the type has no register");
    if (isa<SregType>(reg))
      rewriter.replaceOp(op, exec.constant(0));
    else
      rewriter.replaceOp(op,
                         isa<VregType>(reg) ? exec.vector("vmsv", exec.constant(0)) : exec.predicate("pset", {}, {0}));
    return success();
  }
};

} // namespace

void kiln::npu::populateScalarPatterns(TypeConverter &types, RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  for (const BinaryRow &row : binaryRows)
    patterns.add<BinaryToExec>(types, context, row);
  patterns.add<NegAbsToExec>(types, context, "arith.negf", "vfneg", "xor", int64_t(INT32_MIN));
  patterns.add<NegAbsToExec>(types, context, "math.absf", "vfabs", "and", int64_t(INT32_MAX));
  patterns.add<WideProductToExec<arith::MulUIExtendedOp>, WideProductToExec<arith::MulSIExtendedOp>,
               ShiftToExec<tile::ShlIOp>, ShiftToExec<tile::ShrUIOp>, ShiftToExec<tile::ShrSIOp>, CmpIToExec,
               CmpFToExec, SelectToExec, ConstantToExec, IntCastToExec<arith::ExtSIOp>, IntCastToExec<arith::ExtUIOp>,
               IntCastToExec<arith::TruncIOp>, IntCastToExec<arith::IndexCastOp>, IntCastToExec<arith::IndexCastUIOp>,
               FloatWidthToExec<arith::ExtFOp>, FloatWidthToExec<arith::TruncFOp>, BitcastToExec, PoisonToExec>(
      types, context);
}
