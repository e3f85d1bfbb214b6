// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptors and block pointers: both become views. A descriptor is a view; a
// block pointer is kept as its parts and becomes a view at each access, because
// padding and checked dimensions are the access's.

#include "core/triton/Convert.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::triton;

//===-- descriptors --------------------------------------------------------===//

static tile::Padding paddingOf(Padding padding) {
  return padding == Padding::Nan ? tile::Padding::Nan : tile::Padding::Zero;
}

static LogicalResult checkPadding(Operation *op, Padding padding, Type element) {
  if (padding == Padding::Nan && !isa<FloatType>(element))
    return refuse(op) << "pads with NaN, which elements of type " << element << " do not have";
  return success();
}

static LogicalResult convertMakeDesc(Converter &c, MakeDescOp op) {
  Type pointee = op.getBase().getType().getPointee(), element = op.getType().getBlock().getElementType();
  if (c.convertType(pointee) != c.convertType(element))
    return refuse(op) << "expected a pointer to " << element << " but got " << op.getBase().getType();
  if (failed(checkPadding(op, op.getPadding(), element)))
    return failure();
  SmallVector<Value> extents;
  for (Value extent : op.getShape())
    extents.push_back(c.signExtend(c.plain(extent), 64));
  auto view = tile::MakeViewOp::create(c.builder, c.loc, c.convertType(op.getType()), c.plain(op.getBase()), extents,
                                       c.plain(op.getStrides()), paddingOf(op.getPadding()));
  c.keepHints(op, view);
  c.set(op.getResult(), view.getResult());
  return success();
}

/// One index per dimension of the block, whose elements the tile holds.
static LogicalResult checkBlock(Operation *op, DescType desc, size_t indices, Type tile) {
  RankedTensorType block = desc.getBlock();
  if (static_cast<int64_t>(indices) != block.getRank())
    return refuse(op) << "expected " << block.getRank() << " indices for " << desc << " but got " << indices;
  if (cast<RankedTensorType>(tile).getNumElements() != block.getNumElements())
    return refuse(op) << "expected a tensor with the elements of " << desc << " but got " << tile;
  return success();
}

static LogicalResult convertDescLoad(Converter &c, DescLoadOp op) {
  if (failed(checkBlock(op, op.getDesc().getType(), op.getIndices().size(), op.getType())))
    return failure();
  auto load = tile::LoadViewOp::create(c.builder, c.loc, op.getType(), c.plain(op.getDesc()), c.plain(op.getIndices()));
  if (op.getCache() != Cache::None)
    load->setDiscardableAttr("tile.hint_cache", c.builder.getStringAttr(stringifyCache(op.getCache())));
  if (op.getEvict() != Evict::Normal)
    load->setDiscardableAttr("tile.hint_evict", c.builder.getStringAttr(stringifyEvict(op.getEvict()).drop_front(6)));
  c.keepHints(op, load);
  c.set(op.getResult(), load.getResult());
  return success();
}

static LogicalResult convertDescStore(Converter &c, DescStoreOp op) {
  if (failed(checkBlock(op, op.getDesc().getType(), op.getIndices().size(), op.getSrc().getType())))
    return failure();
  auto store = tile::StoreViewOp::create(c.builder, c.loc, c.plain(op.getSrc()), c.plain(op.getDesc()),
                                         c.plain(op.getIndices()));
  c.keepHints(op, store);
  return success();
}

static std::optional<tile::Atomic> reductionOf(DescReduce kind, Type element) {
  bool isFloat = isa<FloatType>(element), isUnsigned = element.isUnsignedInteger();
  switch (kind) {
  case DescReduce::None:
    return std::nullopt;
  case DescReduce::Add:
    return isFloat ? tile::Atomic::FAdd : tile::Atomic::Add;
  case DescReduce::Min:
    return isFloat ? tile::Atomic::FMin : isUnsigned ? tile::Atomic::UMin : tile::Atomic::Min;
  case DescReduce::Max:
    return isFloat ? tile::Atomic::FMax : isUnsigned ? tile::Atomic::UMax : tile::Atomic::Max;
  case DescReduce::Inc:
    return tile::Atomic::Inc;
  case DescReduce::Dec:
    return tile::Atomic::Dec;
  case DescReduce::And:
    return tile::Atomic::And;
  case DescReduce::Or:
    return tile::Atomic::Or;
  case DescReduce::Xor:
    return tile::Atomic::Xor;
  }
  return std::nullopt;
}

static LogicalResult convertDescReduce(Converter &c, DescReduceOp op) {
  if (failed(checkBlock(op, op.getDesc().getType(), op.getIndices().size(), op.getSrc().getType())))
    return failure();
  std::optional<tile::Atomic> kind = reductionOf(op.getKind(), op.getDesc().getType().getBlock().getElementType());
  if (!kind)
    return refuse(op) << "has the kind '" << stringifyDescReduce(op.getKind()) << "', which combines nothing";
  auto reduce = tile::ReduceViewOp::create(c.builder, c.loc, *kind, c.plain(op.getSrc()), c.plain(op.getDesc()),
                                           c.plain(op.getIndices()));
  c.keepHints(op, reduce);
  return success();
}

static LogicalResult convertDescGather(Converter &c, DescGatherOp op) {
  auto gather = tile::GatherViewOp::create(c.builder, c.loc, op.getType(), c.plain(op.getDesc()),
                                           c.plain(op.getXOffsets()), c.plain(op.getYOffset()));
  c.keepHints(op, gather);
  c.set(op.getResult(), gather.getResult());
  return success();
}

static LogicalResult convertDescScatter(Converter &c, DescScatterOp op) {
  auto scatter = tile::ScatterViewOp::create(c.builder, c.loc, c.plain(op.getSrc()), c.plain(op.getDesc()),
                                             c.plain(op.getXOffsets()), c.plain(op.getYOffset()));
  c.keepHints(op, scatter);
  return success();
}

//===-- block pointers -----------------------------------------------------===//

static LogicalResult convertMakeTensorPtr(Converter &c, MakeTensorPtrOp op) {
  BlockPointer whole;
  whole.base = c.plain(op.getBase());
  whole.extents = c.plain(op.getShape());
  whole.strides = c.plain(op.getStrides());
  whole.offsets = c.plain(op.getOffsets());
  c.set(op.getResult(), std::move(whole));
  return success();
}

static LogicalResult convertAdvance(Converter &c, AdvanceOp op) {
  BlockPointer moved = c.block(op.getPtr());
  for (auto [offset, step] : llvm::zip(moved.offsets, op.getOffsets()))
    offset = arith::AddIOp::create(c.builder, c.loc, offset, c.plain(step));
  c.set(op.getResult(), std::move(moved));
  return success();
}

namespace {
struct BlockAccess {
  Value view;
  SmallVector<Value> indices;
};
} // namespace

/// The view that an access sees. A dimension that is not checked has no bounds:
/// there the block's start goes into the base, and the extent is the block's.
static FailureOr<BlockAccess> accessBlock(Converter &c, Operation *op, Value pointer, ArrayRef<int32_t> checked,
                                          Padding padding) {
  auto block = cast<RankedTensorType>(cast<PtrType>(pointer.getType()).getPointee());
  if (failed(checkPadding(op, padding, block.getElementType())))
    return failure();
  llvm::SmallBitVector isChecked(block.getRank());
  for (int32_t d : checked) {
    if (d < 0 || d >= block.getRank())
      return refuse(op) << "checks dimension " << d << " of " << block;
    isChecked.set(d);
  }
  BlockPointer whole = c.block(pointer);
  Type element = c.convertType(block.getElementType());
  for (int64_t d = 0; d < block.getRank(); ++d) {
    if (isChecked.test(d))
      continue;
    Value start = arith::MulIOp::create(c.builder, c.loc, c.signExtend(whole.offsets[d], 64), whole.strides[d]);
    whole.base = tile::PtrAddOp::create(c.builder, c.loc, whole.base, start, element);
    whole.extents[d] = c.constant(c.builder.getI64Type(), block.getDimSize(d));
    whole.offsets[d] = c.constant(c.builder.getI32Type(), 0);
  }
  auto type = tile::ViewType::get(c.builder.getContext(), block.getShape(), element);
  Value view =
      tile::MakeViewOp::create(c.builder, c.loc, type, whole.base, whole.extents, whole.strides, paddingOf(padding));
  return BlockAccess{view, whole.offsets};
}

LogicalResult kiln::triton::convertBlockLoad(Converter &c, LoadOp op) {
  if (op.getMask() || op.getOther())
    return refuse(op) << "through a block pointer takes no mask; use 'boundaryCheck'";
  if (op.getIsVolatile())
    return refuse(op) << "through a block pointer cannot be volatile; use a tensor of pointers";
  FailureOr<BlockAccess> access =
      accessBlock(c, op, op.getPtr(), op.getBoundaryCheck(), op.getPadding().value_or(Padding::Zero));
  if (failed(access))
    return failure();
  auto load = tile::LoadViewOp::create(c.builder, c.loc, op.getType(), access->view, access->indices);
  c.keepHints(op, load);
  c.set(op.getResult(), load.getResult());
  return success();
}

LogicalResult kiln::triton::convertBlockStore(Converter &c, StoreOp op) {
  if (op.getMask())
    return refuse(op) << "through a block pointer takes no mask; use 'boundaryCheck'";
  FailureOr<BlockAccess> access = accessBlock(c, op, op.getPtr(), op.getBoundaryCheck(), Padding::Zero);
  if (failed(access))
    return failure();
  auto store = tile::StoreViewOp::create(c.builder, c.loc, c.plain(op.getValue()), access->view, access->indices);
  c.keepHints(op, store);
  return success();
}

void kiln::triton::addViewHandlers(Converter &converter) {
  converter.add<MakeDescOp>(convertMakeDesc);
  converter.add<DescLoadOp>(convertDescLoad);
  converter.add<DescStoreOp>(convertDescStore);
  converter.add<DescReduceOp>(convertDescReduce);
  converter.add<DescGatherOp>(convertDescGather);
  converter.add<DescScatterOp>(convertDescScatter);
  converter.add<MakeTensorPtrOp>(convertMakeTensorPtr);
  converter.add<AdvanceOp>(convertAdvance);
}
