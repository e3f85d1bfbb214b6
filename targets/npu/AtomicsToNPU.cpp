// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars in device memory, atomics and fences. All of them go through the DMA
// engines: loads through DL, everything that writes through DS.
//
// Scalars pass through words of scalar memory behind the parameter block. The
// core waits for the DMA: the value is needed at once, and the words are free
// again for the next access. That wait also makes a scalar atomic an acquire;
// npu-insert-sync orders what the engines did before it, which is the release.

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "targets/npu/Dma.h"
#include "targets/npu/Registers.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {

/// Words of scalar memory, in bytes from its start.
enum Word : int64_t {
  valueWord = scalarWords,
  compareWord = scalarWords + 8,
  indexWord = scalarWords + 16,
  oldWord = scalarWords + 24,
  maskWord = scalarWords + 32
};

/// Where DMA finds scalar memory.
constexpr int64_t smemInChipMap = int64_t(1) << 31;

Value chipAddress(const Exec &exec, Word word) { return exec.constant(smemInChipMap + word); }

StringRef halfName(Type element) { return element.isF16() ? "f16" : element.isBF16() ? "bf16" : ""; }

StringRef sizeSuffix(Type element) {
  int64_t bytes = tile::elementBytes(element);
  return bytes == 8 ? "d" : bytes == 4 ? "w" : bytes == 2 ? "h" : "b";
}

/// A scalar of a 16-bit float is an f32 in its register.
void storeWord(const Exec &exec, Value value, Type element, Word word) {
  if (StringRef half = halfName(element); !half.empty())
    value = exec.scalar(("fcvt." + half + ".f32").str(), value);
  exec.effect(("s" + sizeSuffix(element)).str(), {value, exec.constant(0)}, {word});
}

Value loadWord(const Exec &exec, Type element, Word word) {
  Value value = exec.scalar(("l" + sizeSuffix(element)).str(), exec.constant(0), {word});
  StringRef half = halfName(element);
  return half.empty() ? value : exec.scalar(("fcvt.f32." + half).str(), value);
}

Value loadFromDevice(const Exec &exec, Value address, Type element) {
  exec.effect("dma.lds", {exec.constant(valueWord), address, exec.constant(tile::elementBytes(element))});
  fence(exec, Engine::DL);
  return loadWord(exec, element, valueWord);
}

void storeToDevice(const Exec &exec, Value value, Value address, Type element) {
  storeWord(exec, value, element, valueWord);
  exec.effect("dma.st",
              {address, chipAddress(exec, valueWord), exec.constant(1), exec.constant(tile::elementBytes(element))},
              {0, 0});
  fence(exec, Engine::DS);
}

struct DeviceLoad : OpConversionPattern<memref::LoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(memref::LoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!op.getMemRef().getDefiningOp<tile::ViewOp>() || op.getMemRefType().getRank() != 0 ||
        !getTypeConverter()->convertType(op.getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar in device memory");
    rewriter.replaceOp(op, loadFromDevice(Exec{rewriter, op.getLoc()}, adaptor.getMemref(), op.getType()));
    return success();
  }
};

struct DeviceStore : OpConversionPattern<memref::StoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type element = op.getMemRefType().getElementType();
    if (!op.getMemRef().getDefiningOp<tile::ViewOp>() || op.getMemRefType().getRank() != 0 ||
        !getTypeConverter()->convertType(element))
      return rewriter.notifyMatchFailure(op, "not a scalar in device memory");
    storeToDevice(Exec{rewriter, op.getLoc()}, adaptor.getValue(), adaptor.getMemref(), element);
    rewriter.eraseOp(op);
    return success();
  }
};

/// A volatile scalar stays in its place among all other accesses.
struct VolatileLoad : OpConversionPattern<tile::LoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::LoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type element = op.getType();
    if (isa<VectorType>(element) || op.getMask() || element.isInteger(1) || !getTypeConverter()->convertType(element))
      return rewriter.notifyMatchFailure(op, "not a scalar without a mask");
    Exec exec{rewriter, op.getLoc()};
    fence(exec, {Engine::DL, Engine::DS});
    rewriter.replaceOp(op, loadFromDevice(exec, adaptor.getPointer(), element));
    return success();
  }
};

struct VolatileStore : OpConversionPattern<tile::StoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::StoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type element = op.getValue().getType();
    if (isa<VectorType>(element) || op.getMask() || element.isInteger(1) || !getTypeConverter()->convertType(element))
      return rewriter.notifyMatchFailure(op, "not a scalar without a mask");
    Exec exec{rewriter, op.getLoc()};
    fence(exec, {Engine::DL, Engine::DS});
    storeToDevice(exec, adaptor.getValue(), adaptor.getPointer(), element);
    rewriter.eraseOp(op);
    return success();
  }
};

struct FenceToExec : OpConversionPattern<tile::FenceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::FenceOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    fence(Exec{rewriter, op.getLoc()}, {Engine::DL, Engine::DS});
    rewriter.eraseOp(op);
    return success();
  }
};

/// Index 0 of one element; a mask is one bit.
void configureScalar(const Exec &exec, Value mask) {
  exec.effect("sd", {exec.constant(0), exec.constant(0)}, {indexWord});
  if (mask)
    exec.effect("sb", {mask, exec.constant(0)}, {maskWord});
  configure(exec, DcfgKey::Index, chipAddress(exec, indexWord));
  configure(exec, DcfgKey::Mask, mask ? chipAddress(exec, maskWord) : exec.constant(-1));
  configure(exec, DcfgKey::Fill, exec.constant(0));
  configure(exec, DcfgKey::Dst, chipAddress(exec, oldWord));
}

struct ScalarRmwToDma : OpConversionPattern<tile::AtomicRmwOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::AtomicRmwOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type element = op.getType();
    std::optional<NativeAtomic> native = nativeAtomic(op.getKind(), element);
    if (isa<VectorType>(element) || !native)
      return rewriter.notifyMatchFailure(op, "not an atomic operation that DMA has");
    Exec exec{rewriter, op.getLoc()};
    storeWord(exec, adaptor.getValue(), element, valueWord);
    configureScalar(exec, adaptor.getMask());
    exec.effect("dma.atom", {adaptor.getPointer(), chipAddress(exec, valueWord), exec.constant(1)},
                {0, 0, 0, static_cast<int64_t>(native->op), static_cast<int64_t>(native->type)});
    fence(exec, Engine::DS);
    rewriter.replaceOp(op, loadWord(exec, element, oldWord));
    return success();
  }
};

struct ScalarCasToDma : OpConversionPattern<tile::AtomicCasOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::AtomicCasOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type element = op.getType();
    // Comparing is by bits, as exchanging is.
    std::optional<NativeAtomic> native = nativeAtomic(tile::Atomic::Xchg, element);
    if (isa<VectorType>(element) || !native)
      return rewriter.notifyMatchFailure(op, "not an element that DMA compares");
    Exec exec{rewriter, op.getLoc()};
    storeWord(exec, adaptor.getCompare(), element, compareWord);
    storeWord(exec, adaptor.getValue(), element, valueWord);
    configureScalar(exec, adaptor.getMask());
    configure(exec, DcfgKey::Src2, chipAddress(exec, compareWord));
    exec.effect("dma.cas", {adaptor.getPointer(), chipAddress(exec, valueWord), exec.constant(1)},
                {0, 0, 0, static_cast<int64_t>(native->type)});
    fence(exec, Engine::DS);
    rewriter.replaceOp(op, loadWord(exec, element, oldWord));
    return success();
  }
};

/// How the DMA of a buffer's elements finds them.
struct ElementStream {
  int64_t elements, shift;
  bool isWide; // indices of 64 bits
};

ElementStream streamOf(MemRefType values, MemRefType offsets) {
  return {values.getNumElements(), llvm::Log2_64(tile::elementBytes(values.getElementType())),
          offsets.getElementType().isInteger(64)};
}

struct RmwToDma : OpConversionPattern<tile::CopyAtomicRmwOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::CopyAtomicRmwOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getValues().getType();
    std::optional<NativeAtomic> native = nativeAtomic(op.getKind(), type.getElementType());
    if (!native)
      return rewriter.notifyMatchFailure(op, "not an atomic operation that DMA has");
    auto [elements, shift, isWide] = streamOf(type, op.getOffsets().getType());
    Exec exec{rewriter, op.getLoc()};
    configureElements(exec, EngineKind::ds, adaptor.getOffsets(), adaptor.getMask(), elements);
    SmallVector<Value> operands = {adaptor.getPointer(), adaptor.getValues(), exec.constant(elements)};
    SmallVector<int64_t> numbers = {0, shift, isWide, static_cast<int64_t>(native->op),
                                    static_cast<int64_t>(native->type)};
    if (op.getOld()) {
      configure(exec, DcfgKey::Fill, exec.constant(0));
      configure(exec, DcfgKey::Dst, adaptor.getOld());
      exec.effect("dma.atom", operands, numbers);
    } else if (native->op == AtomicOp::Xchg) {
      // Nobody looks at the old values: a store of elements is all there is to it.
      exec.effect("dma.scatter", operands, {0, shift, shift, isWide});
    } else {
      exec.effect("dma.red", operands, numbers);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

struct CasToDma : OpConversionPattern<tile::CopyAtomicCasOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::CopyAtomicCasOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getValues().getType();
    std::optional<NativeAtomic> native = nativeAtomic(tile::Atomic::Xchg, type.getElementType());
    if (!native)
      return rewriter.notifyMatchFailure(op, "not an element that DMA compares");
    auto [elements, shift, isWide] = streamOf(type, op.getOffsets().getType());
    Exec exec{rewriter, op.getLoc()};
    configureElements(exec, EngineKind::ds, adaptor.getOffsets(), adaptor.getMask(), elements);
    configure(exec, DcfgKey::Fill, exec.constant(0));
    configure(exec, DcfgKey::Dst, adaptor.getOld());
    configure(exec, DcfgKey::Src2, adaptor.getCompare());
    exec.effect("dma.cas", {adaptor.getPointer(), adaptor.getValues(), exec.constant(elements)},
                {0, shift, isWide, static_cast<int64_t>(native->type)});
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void kiln::npu::populateAtomicPatterns(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<DeviceLoad, DeviceStore, VolatileLoad, VolatileStore, FenceToExec, ScalarRmwToDma, ScalarCasToDma,
               RmwToDma, CasToDma>(types, patterns.getContext());
}
