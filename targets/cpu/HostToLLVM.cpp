// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel tells the host, as calls through the cpu::Instance.

#include "kiln/tile/SourceLine.h"
#include "kiln/tile/Tile.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "targets/cpu/CPU.h"
#include "targets/cpu/Instance.h"

using namespace mlir;
using namespace kiln;

namespace {

/// A text in the code's read-only data.
Value textAddress(OpBuilder &builder, Operation *op, const Twine &text) {
  Operation *table = SymbolTable::getNearestSymbolTable(op->getParentOfType<LLVM::LLVMFuncOp>()->getParentOp());
  std::string bytes = text.str();
  bytes.push_back('\0');
  LLVM::GlobalOp global;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&table->getRegion(0).front());
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
    std::string name = "text" + std::to_string(llvm::range_size(table->getRegion(0).front().getOps<LLVM::GlobalOp>()));
    global = LLVM::GlobalOp::create(builder, op->getLoc(), type, /*isConstant=*/true, LLVM::Linkage::Private, name,
                                    builder.getStringAttr(bytes));
  }
  return LLVM::AddressOfOp::create(builder, op->getLoc(), global);
}

/// A call of the function in a field of the Instance, which comes first.
void callHost(OpBuilder &builder, Operation *op, size_t field, ArrayRef<Value> arguments, size_t fixed) {
  Value instance = op->getParentOfType<LLVM::LLVMFuncOp>().getArgument(0);
  SmallVector<Value> operands = {cpu::loadField(builder, op, instance.getType(), field), instance};
  operands.append(arguments.begin(), arguments.end());
  SmallVector<Type> types(ValueRange(operands).drop_front().take_front(fixed + 1).getTypes());
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), types,
                                          /*isVarArg=*/field == offsetof(cpu::Instance, print));
  LLVM::CallOp::create(builder, op->getLoc(), type, operands);
}

struct PrintToCall : ConvertOpToLLVMPattern<tile::PrintElementOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  /// The name that the runtime has for an element type.
  static std::string nameOf(Type type, bool isUnsigned) {
    std::string name;
    llvm::raw_string_ostream(name) << type;
    if (isa<tile::PtrType>(type))
      return "u64";
    return isUnsigned && type.isInteger() && !type.isInteger(1) ? "u" + name.substr(1) : name;
  }

  /// Any scalar as 64 bits.
  static Value bitsOf(OpBuilder &builder, Location loc, Value value) {
    if (isa<LLVM::LLVMPointerType>(value.getType()))
      return LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), value);
    unsigned width = value.getType().getIntOrFloatBitWidth();
    if (isa<FloatType>(value.getType()))
      value = LLVM::BitcastOp::create(builder, loc, builder.getIntegerType(width), value);
    return width == 64 ? value : LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), value).getResult();
  }

  LogicalResult matchAndRewrite(tile::PrintElementOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto number = [&](int64_t value, unsigned width) -> Value {
      return LLVM::ConstantOp::create(rewriter, loc, rewriter.getIntegerType(width), value);
    };
    Value value = op.getValue();
    bool asHex = op.getHex() || (value && isa<tile::PtrType>(value.getType()));
    int32_t flags = (asHex ? cpu::PrintHex : 0) | (value ? 0 : cpu::PrintNothing);
    SmallVector<Value> arguments = {
        textAddress(rewriter, op, op.getPrefix()),
        textAddress(rewriter, op, value ? nameOf(value.getType(), op.getIsUnsigned()) : ""), number(flags, 32),
        value ? bitsOf(rewriter, loc, adaptor.getValue()) : number(0, 64), number(op.getIndices().size(), 32)};
    size_t fixed = arguments.size();
    arguments.append(adaptor.getIndices().begin(), adaptor.getIndices().end());
    callHost(rewriter, op, offsetof(cpu::Instance, print), arguments, fixed);
    rewriter.eraseOp(op);
    return success();
  }
};

/// if (!condition) fail(..), which does not come back.
struct AssertToCall : ConvertOpToLLVMPattern<tile::AssertOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tile::AssertOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getCondition().getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar");
    std::string where = tile::describeSource(op.getLoc());
    Block *before = op->getBlock(), *after = rewriter.splitBlock(before, op->getIterator());
    Block *fails = rewriter.createBlock(after);
    Value message = textAddress(rewriter, op, (where.empty() ? "" : where + ": ") + op.getMessage());
    callHost(rewriter, op, offsetof(cpu::Instance, fail), message, 1);
    LLVM::UnreachableOp::create(rewriter, op.getLoc());
    rewriter.setInsertionPointToEnd(before);
    LLVM::CondBrOp::create(rewriter, op.getLoc(), adaptor.getCondition(), after, fails);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void kiln::cpu::populateHostPatterns(const LLVMTypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<PrintToCall, AssertToCall>(types);
}
