// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel tells the host: printed lines and assertions. An instruction has
// a number; what it stands for is a message of the program, which emission
// numbers (Encode.cpp) and the device puts into words (Device.cpp).

#include "kiln/tile/Tile.h"
#include "targets/npu/Exec.h"
#include "targets/npu/Message.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {

/// A word for each index, and one for the value's bits (0 without a value).
struct PrintToExec : OpConversionPattern<tile::PrintElementOp> {
  using OpConversionPattern::OpConversionPattern;

  /// The name that the runtime has for an element type.
  static std::string nameOf(Type type, bool isUnsigned) {
    if (isa<tile::PtrType>(type))
      return "u64";
    std::string name;
    llvm::raw_string_ostream(name) << type;
    return isUnsigned && type.isInteger() && !type.isInteger(1) ? "u" + name.substr(1) : name;
  }

  LogicalResult matchAndRewrite(tile::PrintElementOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Message message;
    message.text = op.getPrefix().str();
    Exec exec{rewriter, op.getLoc()};
    SmallVector<Value> words(adaptor.getIndices());
    if (Value value = op.getValue()) {
      Type type = value.getType();
      message.type = nameOf(type, op.getIsUnsigned());
      message.hex = op.getHex() || isa<tile::PtrType>(type);
      Value word = adaptor.getValue();
      // A register holds narrow floats as f32.
      if (type.isF16() || type.isBF16())
        word = exec.scalar(type.isF16() ? "fcvt.f16.f32" : "fcvt.bf16.f32", word);
      words.push_back(word);
    } else {
      words.push_back(exec.constant(0));
    }
    message.words = words.size();
    for (Value word : words)
      addMessage(exec.effect("print", word, {0}), message);
    rewriter.eraseOp(op);
    return success();
  }
};

struct AssertToExec : OpConversionPattern<tile::AssertOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::AssertOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getCondition().getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar");
    Message message;
    message.kind = Message::Kind::Assertion;
    message.text = op.getMessage().str();
    addMessage(Exec{rewriter, op.getLoc()}.effect("assert", adaptor.getCondition(), {0}), message);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void kiln::npu::addMessage(ExecOp op, const Message &message) {
  Builder builder(op.getContext());
  op->setAttr(messageAttrName,
              builder.getDictionaryAttr({builder.getNamedAttr("kind", builder.getI64IntegerAttr(int64_t(message.kind))),
                                         builder.getNamedAttr("text", builder.getStringAttr(message.text)),
                                         builder.getNamedAttr("type", builder.getStringAttr(message.type)),
                                         builder.getNamedAttr("hex", builder.getBoolAttr(message.hex)),
                                         builder.getNamedAttr("words", builder.getI64IntegerAttr(message.words))}));
}

std::optional<Message> kiln::npu::messageOf(ExecOp op) {
  auto parts = op->getAttrOfType<DictionaryAttr>(messageAttrName);
  if (!parts)
    return std::nullopt;
  auto kind = parts.getAs<IntegerAttr>("kind"), words = parts.getAs<IntegerAttr>("words");
  auto text = parts.getAs<StringAttr>("text"), type = parts.getAs<StringAttr>("type");
  auto hex = parts.getAs<BoolAttr>("hex");
  if (!kind || !words || !text || !type || !hex)
    return std::nullopt;
  return Message{static_cast<Message::Kind>(kind.getInt()), text.str(), type.str(), hex.getValue(),
                 static_cast<uint32_t>(words.getInt())};
}

void kiln::npu::populateHostPatterns(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<PrintToExec, AssertToExec>(types, patterns.getContext());
}
