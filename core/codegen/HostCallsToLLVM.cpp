// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel tells the host, by the calls that the target makes of it.

#include "core/codegen/NativeToLLVM.h"
#include "kiln/tile/SourceLine.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

Value codegen::textAddress(OpBuilder &builder, Operation *op, const Twine &text) {
  Operation *table = SymbolTable::getNearestSymbolTable(op->getParentOfType<FunctionOpInterface>()->getParentOp());
  Block &globals = table->getRegion(0).front();
  std::string bytes = text.str();
  bytes.push_back('\0');
  LLVM::GlobalOp global;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&globals);
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
    std::string name = "text" + std::to_string(llvm::range_size(globals.getOps<LLVM::GlobalOp>()));
    global = LLVM::GlobalOp::create(builder, op->getLoc(), type, /*isConstant=*/true, LLVM::Linkage::Private, name,
                                    builder.getStringAttr(bytes));
  }
  return LLVM::AddressOfOp::create(builder, op->getLoc(), global);
}

namespace {

/// The name that the runtime has for the element type of a printed value.
std::string nameOf(Type type, bool isUnsigned) {
  if (isa<tile::PtrType>(type))
    return "u64";
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return isUnsigned && type.isInteger() && !type.isInteger(1) ? "u" + name.substr(1) : name;
}

/// Any scalar as 64 bits.
Value bitsOf(OpBuilder &builder, Location loc, Value value) {
  if (isa<LLVM::LLVMPointerType>(value.getType()))
    return LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), value);
  unsigned width = value.getType().getIntOrFloatBitWidth();
  if (isa<FloatType>(value.getType()))
    value = LLVM::BitcastOp::create(builder, loc, builder.getIntegerType(width), value);
  return width == 64 ? value : LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), value).getResult();
}

struct PrintToCall : ConvertOpToLLVMPattern<tile::PrintElementOp> {
  using Function = decltype(codegen::LLVMLowering::print);
  PrintToCall(const LLVMTypeConverter &types, Function print)
      : ConvertOpToLLVMPattern(types), print(std::move(print)) {}

  LogicalResult matchAndRewrite(tile::PrintElementOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    codegen::PrintedElement element;
    element.prefix = op.getPrefix().str();
    if (Value value = op.getValue()) {
      element.type = nameOf(value.getType(), op.getIsUnsigned());
      element.hex = op.getHex() || isa<tile::PtrType>(value.getType());
      element.bits = bitsOf(rewriter, op.getLoc(), adaptor.getValue());
    }
    llvm::append_range(element.indices, adaptor.getIndices());
    print(rewriter, op, element);
    rewriter.eraseOp(op);
    return success();
  }

  Function print;
};

/// if (!condition) fail(..), which does not come back.
struct AssertToCall : ConvertOpToLLVMPattern<tile::AssertOp> {
  using Function = decltype(codegen::LLVMLowering::fail);
  AssertToCall(const LLVMTypeConverter &types, Function fail) : ConvertOpToLLVMPattern(types), fail(std::move(fail)) {}

  LogicalResult matchAndRewrite(tile::AssertOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getCondition().getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar");
    std::string where = tile::describeSource(op.getLoc());
    Block *before = op->getBlock(), *after = rewriter.splitBlock(before, op->getIterator());
    Block *fails = rewriter.createBlock(after);
    fail(rewriter, op, (where.empty() ? "" : where + ": ") + op.getMessage().str());
    LLVM::UnreachableOp::create(rewriter, op.getLoc());
    rewriter.setInsertionPointToEnd(before);
    LLVM::CondBrOp::create(rewriter, op.getLoc(), adaptor.getCondition(), after, fails);
    rewriter.eraseOp(op);
    return success();
  }

  Function fail;
};

} // namespace

void codegen::populateHostCallsToLLVMPatterns(const LLVMTypeConverter &types, const LLVMLowering &lowering,
                                              RewritePatternSet &patterns) {
  if (lowering.print)
    patterns.add<PrintToCall>(types, lowering.print);
  if (lowering.fail)
    patterns.add<AssertToCall>(types, lowering.fail);
}
