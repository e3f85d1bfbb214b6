// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers, on-chip buffers, vector loads and stores, and copies by DMA. A
// memref is an address in a scalar register.

#include "kiln/tile/Buffers.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "sim/Config.h"
#include "sim/Isa.h"
#include "targets/npu/Dma.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

namespace {

/// value * bytes, as a shift where it is one.
Value scaled(const Exec &exec, Value value, int64_t bytes) {
  if (bytes == 1)
    return value;
  if (llvm::isPowerOf2_64(bytes))
    return exec.scalar("shli", value, {static_cast<int64_t>(llvm::Log2_64(bytes))});
  return exec.scalar("mul", {value, exec.constant(bytes)});
}

struct PtrAddToExec : OpConversionPattern<tile::PtrAddOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::PtrAddOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "a vector of pointers");
    Exec exec{rewriter, op.getLoc()};
    Value bytes = scaled(exec, adaptor.getOffset(), tile::elementBytes(op.getElementType()));
    rewriter.replaceOp(op, exec.scalar("add", {adaptor.getPointer(), bytes}));
    return success();
  }
};

template <typename OpT>
struct PointerCast : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "a vector of pointers");
    rewriter.replaceOp(op, adaptor.getOperands()[0]);
    return success();
  }
};

struct ViewToAddress : OpConversionPattern<tile::ViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(tile::ViewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Exec exec{rewriter, op.getLoc()};
    Value bytes = scaled(exec, adaptor.getOffset(), tile::elementBytes(op.getType().getElementType()));
    rewriter.replaceOp(op, exec.scalar("add", {adaptor.getPointer(), bytes}));
    return success();
  }
};

/// An address in the chip's memory map: the buffer's place in its space.
struct AllocToAddress : OpConversionPattern<memref::AllocOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(memref::AllocOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    auto address = op->getAttrOfType<IntegerAttr>("tile.address");
    if (!address)
      return rewriter.notifyMatchFailure(op, "the buffer has no address yet");
    int64_t base = tile::spaceOf(op.getType()) == accSpace ? accBase : spmBase;
    rewriter.replaceOp(op, Exec{rewriter, op.getLoc()}.constant(base + address.getInt()));
    return success();
  }
};

/// Views that start where their source starts.
template <typename OpT>
struct ViewOfSameAddress : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getOperands()[0]);
    return success();
  }
};

/// base + index * stride + .., in bytes: what is not known, and what is.
struct Address {
  Value base;
  int64_t offset = 0;
};

/// The address of an element of an on-chip memref whose first one is at `memory`.
Address elementAddress(const Exec &exec, Value memory, MemRefType type, ValueRange indices) {
  Address address;
  if (auto known = memory.getDefiningOp<ConstOp>())
    address.offset = static_cast<int64_t>(known.getValue());
  else
    address.base = memory;
  SmallVector<int64_t> strides = *tile::staticStrides(type);
  for (auto [index, elements] : llvm::zip(indices, strides)) {
    int64_t stride = elements * tile::elementBytes(type.getElementType());
    if (auto known = index.getDefiningOp<ConstOp>()) {
      address.offset += static_cast<int64_t>(known.getValue()) * stride;
      continue;
    }
    Value term = scaled(exec, index, stride);
    address.base = address.base ? exec.scalar("add", {address.base, term}) : term;
  }
  return address;
}

Value inRegister(const Exec &exec, const Address &address) {
  if (!address.base)
    return exec.constant(address.offset);
  if (address.offset == 0)
    return address.base;
  if (llvm::isInt<32>(address.offset))
    return exec.scalar("addi", address.base, {address.offset});
  return exec.scalar("add", {address.base, exec.constant(address.offset)});
}

/// Register and immediate for a vector access; the field has 24 signed bits.
std::pair<Value, int64_t> splitAddress(const Exec &exec, const Address &address) {
  if (!llvm::isInt<24>(address.offset))
    return {inRegister(exec, address), 0};
  return {address.base ? address.base : exec.constant(0), address.offset};
}

struct SubViewToAddress : OpConversionPattern<memref::SubViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(memref::SubViewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!tile::staticStrides(op.getSourceType()))
      return rewriter.notifyMatchFailure(op, "the source has strides that are not known");
    Exec exec{rewriter, op.getLoc()};
    SmallVector<Value> offsets;
    unsigned next = 0;
    for (int64_t offset : op.getStaticOffsets())
      offsets.push_back(ShapedType::isDynamic(offset) ? adaptor.getOffsets()[next++] : exec.constant(offset));
    rewriter.replaceOp(op, inRegister(exec, elementAddress(exec, adaptor.getSource(), op.getSourceType(), offsets)));
    return success();
  }
};

/// The suffix of vld and vst for an element type in memory.
StringRef memorySuffix(Type element) {
  if (element.isF32())
    return "f32";
  if (element.isF16())
    return "f16";
  if (element.isBF16())
    return "bf16";
  if (element.isInteger(32))
    return "i32";
  return element.isInteger(16) ? "i16" : element.isInteger(8) ? "i8" : "";
}

/// A placed on-chip buffer, or a view of one, with strides that are known.
bool isOnChip(Value memory) {
  memref::AllocOp buffer = tile::bufferOf(memory);
  return buffer && buffer->hasAttr("tile.address") && tile::staticStrides(cast<MemRefType>(memory.getType()));
}

/// Loads and stores of native vectors, and of scalars through lane 0.
template <typename OpT>
struct AccessToExec : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  static constexpr bool isLoad = std::is_same_v<OpT, vector::LoadOp> || std::is_same_v<OpT, memref::LoadOp>;
  static constexpr bool isVector = std::is_same_v<OpT, vector::LoadOp> || std::is_same_v<OpT, vector::StoreOp>;

  static auto memoryOf(OpT op) {
    if constexpr (isVector)
      return op.getBase();
    else
      return op.getMemRef();
  }

  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value memory = memoryOf(op);
    auto type = cast<MemRefType>(memory.getType());
    StringRef suffix = memorySuffix(type.getElementType());
    if (!isOnChip(memory) || suffix.empty())
      return rewriter.notifyMatchFailure(op, "not a placed on-chip buffer of elements that the machine loads");
    Type accessed = isLoad ? op->getResult(0).getType() : op->getOperand(0).getType();
    Exec exec{rewriter, op.getLoc(), isVector ? lanesOf(accessed) : 1};
    Value first = rewriter.getRemappedValue(memory);
    auto [base, offset] = splitAddress(exec, elementAddress(exec, first, type, adaptor.getIndices()));
    if constexpr (isLoad) {
      Value value = exec.vector(("vld." + suffix).str(), base, {offset});
      rewriter.replaceOp(op, isVector ? value : exec.scalarOfVector("vmvs", {value, exec.constant(0)}));
    } else {
      Value value = adaptor.getOperands()[0];
      if (!isVector)
        value = exec.vector("vmsv", value);
      exec.effect(("vst." + suffix).str(), {value, base}, {offset});
      rewriter.eraseOp(op);
    }
    return success();
  }
};

/// A column of a buffer: lanes at a constant distance. Strided loads and stores
/// take the distance of two lanes and that of two beats of 16 lanes.
template <typename OpT>
struct ColumnToExec : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  static constexpr int64_t lanesOfBeat = 16;

  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<MemRefType>(op.getBase().getType());
    StringRef suffix = memorySuffix(type.getElementType());
    AffineMap map = op.getPermutationMap();
    if (!isOnChip(op.getBase()) || suffix.empty() || op.getMask() || map.getNumResults() != 1 ||
        !isa<AffineDimExpr>(map.getResult(0)))
      return rewriter.notifyMatchFailure(op, "not a row or column of a placed on-chip buffer");
    int64_t stride = tile::elementBytes(type.getElementType()) * (*tile::staticStrides(type))[map.getDimPosition(0)];
    Exec exec{rewriter, op.getLoc(), lanesOf(op.getVectorType())};
    auto [base, offset] = splitAddress(exec, elementAddress(exec, adaptor.getBase(), type, adaptor.getIndices()));
    // The strided forms keep their immediate for the offset too.
    Value beat = exec.constant(stride * lanesOfBeat), lane = exec.constant(stride);
    if constexpr (std::is_same_v<OpT, vector::TransferReadOp>) {
      rewriter.replaceOp(op, exec.vector(("vld2." + suffix).str(), {base, beat, lane}, {offset}));
    } else {
      exec.effect(("vst2." + suffix).str(), {adaptor.getValueToStore(), base, beat, lane}, {offset});
      rewriter.eraseOp(op);
    }
    return success();
  }
};

/// DMA with an address per element.
template <typename OpT>
struct IndexedCopyToDma : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  static constexpr bool isGather = std::is_same_v<OpT, tile::CopyGatherOp>;

  LogicalResult matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value buffer, chip;
    if constexpr (isGather) {
      buffer = op.getTarget();
      chip = adaptor.getTarget();
    } else {
      buffer = op.getSource();
      chip = adaptor.getSource();
    }
    auto type = cast<MemRefType>(buffer.getType());
    int64_t bytes = tile::elementBytes(type.getElementType()), elements = type.getNumElements();
    Exec exec{rewriter, op.getLoc()};
    EngineKind engine = isGather ? EngineKind::dl : EngineKind::ds;
    configureElements(exec, engine, adaptor.getOffsets(), adaptor.getMask(), elements);
    int64_t shift = llvm::Log2_64(bytes);
    int64_t wide = op.getOffsets().getType().getElementType().isInteger(64);
    Value count = exec.constant(elements);
    if constexpr (isGather) {
      configure(exec, DcfgKey::Fill, fillPattern(exec, adaptor.getFill(), type.getElementType()));
      exec.effect("dma.gather", {chip, adaptor.getPointer(), count}, {0, shift, shift, wide});
    } else {
      exec.effect("dma.scatter", {adaptor.getPointer(), chip, count}, {0, shift, shift, wide});
    }
    rewriter.eraseOp(op);
    return success();
  }
};

/// One DMA of at most two dimensions; the box goes into the descriptor.
struct CopyToDma : OpConversionPattern<tile::CopyOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(tile::CopyOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    bool toChip = isa_and_nonnull<tile::ViewOp>(op.getSource().getDefiningOp());
    Value device = toChip ? op.getSource() : op.getTarget();
    auto view = device.getDefiningOp<tile::ViewOp>();
    MemRefType type = op.getTarget().getType();
    int64_t rank = type.getRank(), bytes = tile::elementBytes(type.getElementType());
    if (!view || rank < 1 || rank > 2)
      return rewriter.notifyMatchFailure(op, "not a copy of one or two dimensions with device memory");
    // A row of one element has no use for the stride.
    APInt minor;
    if (type.getShape().back() != 1 &&
        (!matchPattern(view.getStrides().back(), m_ConstantInt(&minor)) || !minor.isOne())) {
      op.emitError() << "'tile.copy' needs device memory that is contiguous along the minor dimension; state "
                        "the stride as a fact (for example stride=1) if it is";
      return failure();
    }
    Exec exec{rewriter, op.getLoc()};
    Value rowBytes = exec.constant(type.getShape().back() * bytes), rows = exec.constant(1);
    Value rowLow = exec.constant(0), rowHigh = rows, zero = rowLow;
    configure(exec, DcfgKey::DStride1,
              rank == 2 ? scaled(exec, rewriter.getRemappedValue(view.getStrides()[0]), bytes) : zero);
    configure(exec, DcfgKey::CStride1, rowBytes);
    if (rank == 2) {
      rows = exec.constant(type.getDimSize(0));
      rowLow = adaptor.getLow()[0];
      rowHigh = adaptor.getHigh()[0];
    }
    configure(exec, DcfgKey::RowLo, rowLow);
    configure(exec, DcfgKey::RowHi, rowHigh);
    configure(exec, DcfgKey::ByteLo, scaled(exec, adaptor.getLow().back(), bytes));
    configure(exec, DcfgKey::ByteHi, scaled(exec, adaptor.getHigh().back(), bytes));
    Value chipAddress = toChip ? adaptor.getTarget() : adaptor.getSource();
    Value deviceAddress = toChip ? adaptor.getSource() : adaptor.getTarget();
    if (toChip) {
      configure(exec, DcfgKey::Fill, fillPattern(exec, adaptor.getFill(), type.getElementType()));
      exec.effect("dma.ldm", {chipAddress, deviceAddress, rows, rowBytes}, {0, 0});
    } else {
      exec.effect("dma.stm", {deviceAddress, chipAddress, rows, rowBytes}, {0, 0});
    }
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void kiln::npu::populateMemoryPatterns(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<ColumnToExec<vector::TransferReadOp>, ColumnToExec<vector::TransferWriteOp>, PtrAddToExec,
               PointerCast<tile::PtrToIntOp>, PointerCast<tile::IntToPtrOp>, ViewToAddress, AllocToAddress,
               SubViewToAddress, ViewOfSameAddress<memref::CollapseShapeOp>, ViewOfSameAddress<memref::ExpandShapeOp>,
               ViewOfSameAddress<memref::TransposeOp>, ViewOfSameAddress<memref::CastOp>,
               ViewOfSameAddress<tile::WordsOp>, AccessToExec<vector::LoadOp>, AccessToExec<vector::StoreOp>,
               AccessToExec<memref::LoadOp>, AccessToExec<memref::StoreOp>, IndexedCopyToDma<tile::CopyGatherOp>,
               IndexedCopyToDma<tile::CopyScatterOp>, CopyToDma>(types, patterns.getContext());
}
