// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// npu-insert-sync: waits between engines, from the bytes that ops touch.
//
// A block is walked in program order with the set of accesses that may still
// be running. An op with regions counts as all the accesses inside it: it is
// ordered after what ran before, and its own accesses may be running after it.
// Inside a loop, the accesses of one iteration are ordered before those of the
// next at the end of the body.

#include "kiln/tile/Buffers.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "targets/npu/NPU.h"

namespace kiln::npu {
#define GEN_PASS_DEF_INSERTSYNCPASS
#include "targets/npu/Passes.h.inc"
} // namespace kiln::npu

using namespace mlir;
using namespace kiln;
using npu::EngineKind;

namespace {

/// Bytes [first, last) of an on-chip memory, or device memory (which has no name
/// here) as a whole.
struct Access {
  EngineKind engine;
  bool isWrite;
  StringRef space = "";
  int64_t first = 0, last = 0;
  bool isDevice() const { return space.empty(); }
  /// Engines (a bit each) that waited for it since.
  uint32_t seenBy = 0;
};

uint32_t bit(EngineKind engine) { return 1u << static_cast<uint32_t>(engine); }

bool conflict(const Access &a, const Access &b) {
  if (!(a.isWrite || b.isWrite) || a.space != b.space)
    return false;
  return a.isDevice() || (a.first < b.last && b.first < a.last);
}

Access accessOf(EngineKind engine, bool isWrite, Value memory) {
  if (tile::isDeviceMemory(memory))
    return {engine, isWrite};
  auto type = cast<MemRefType>(memory.getType());
  memref::AllocOp alloc = tile::bufferOf(memory);
  auto address = alloc ? alloc->getAttrOfType<IntegerAttr>("tile.address") : IntegerAttr();
  // Memory of unknown place may be anywhere in its space.
  if (!address)
    return {engine, isWrite, tile::spaceOf(type), 0, std::numeric_limits<int64_t>::max()};
  type = alloc.getType();
  int64_t bytes = type.getNumElements() * tile::elementBytes(type.getElementType());
  return {engine, isWrite, tile::spaceOf(type), address.getInt(), address.getInt() + bytes};
}

/// A mask of bytes is packed into bits by the vector engine before DMA reads it.
void addMask(SmallVectorImpl<Access> &all, EngineKind engine, Value mask) {
  if (!mask)
    return;
  all.push_back(accessOf(EngineKind::vp, true, mask));
  all.push_back(accessOf(engine, false, mask));
}

Access deviceAccess(EngineKind engine, bool isWrite) { return {engine, isWrite}; }

/// Atomics of buffers: all of it is done by the engine that writes device memory.
SmallVector<Access, 2> atomicAccesses(Value offsets, Value mask, ArrayRef<Value> operands, Value old) {
  SmallVector<Access, 2> all = {deviceAccess(EngineKind::ds, true), accessOf(EngineKind::ds, false, offsets)};
  for (Value operand : operands)
    all.push_back(accessOf(EngineKind::ds, false, operand));
  if (old)
    all.push_back(accessOf(EngineKind::ds, true, old));
  addMask(all, EngineKind::ds, mask);
  return all;
}

/// The accesses of one op without regions.
SmallVector<Access, 2> accessesOf(Operation *op) {
  if (auto copy = dyn_cast<tile::CopyOp>(op)) {
    bool fromDevice = tile::isDeviceMemory(copy.getSource()), toDevice = tile::isDeviceMemory(copy.getTarget());
    EngineKind engine = fromDevice ? EngineKind::dl : toDevice ? EngineKind::ds : EngineKind::dx;
    return {accessOf(engine, false, copy.getSource()), accessOf(engine, true, copy.getTarget())};
  }
  if (auto gather = dyn_cast<tile::CopyGatherOp>(op)) {
    SmallVector<Access, 2> all = {deviceAccess(EngineKind::dl, false),
                                  accessOf(EngineKind::dl, false, gather.getOffsets()),
                                  accessOf(EngineKind::dl, true, gather.getTarget())};
    addMask(all, EngineKind::dl, gather.getMask());
    return all;
  }
  if (auto scatter = dyn_cast<tile::CopyScatterOp>(op)) {
    SmallVector<Access, 2> all = {deviceAccess(EngineKind::ds, true),
                                  accessOf(EngineKind::ds, false, scatter.getOffsets()),
                                  accessOf(EngineKind::ds, false, scatter.getSource())};
    addMask(all, EngineKind::ds, scatter.getMask());
    return all;
  }
  if (auto contract = dyn_cast<tile::ContractOp>(op))
    return {accessOf(EngineKind::mx, false, contract.getLhs()), accessOf(EngineKind::mx, false, contract.getRhs()),
            accessOf(EngineKind::mx, true, contract.getAccumulator())};
  if (auto rmw = dyn_cast<tile::CopyAtomicRmwOp>(op))
    return atomicAccesses(rmw.getOffsets(), rmw.getMask(), {rmw.getValues()}, rmw.getOld());
  if (auto cas = dyn_cast<tile::CopyAtomicCasOp>(op))
    return atomicAccesses(cas.getOffsets(), cas.getMask(), {cas.getCompare(), cas.getValues()}, cas.getOld());
  if (isa<tile::AtomicRmwOp, tile::AtomicCasOp, tile::StoreOp>(op))
    return {deviceAccess(EngineKind::ds, true)};
  if (isa<tile::LoadOp>(op))
    return {deviceAccess(EngineKind::dl, false)};
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return {accessOf(EngineKind::vp, false, load.getBase())};
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return {accessOf(EngineKind::vp, true, store.getBase())};
  if (auto read = dyn_cast<vector::TransferReadOp>(op))
    return {accessOf(EngineKind::vp, false, read.getBase())};
  if (auto write = dyn_cast<vector::TransferWriteOp>(op))
    return {accessOf(EngineKind::vp, true, write.getBase())};
  // Scalars of buffers go through the vector engine, of device memory by DMA.
  auto onChip = [](Value memory) { return !tile::isDeviceMemory(memory); };
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return {accessOf(onChip(load.getMemRef()) ? EngineKind::vp : EngineKind::dl, false, load.getMemRef())};
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return {accessOf(onChip(store.getMemRef()) ? EngineKind::vp : EngineKind::ds, true, store.getMemRef())};
  return {};
}

class Ordering {
public:
  explicit Ordering(OpBuilder &builder) : builder(builder) {}
  int64_t count = 0;

  /// Orders everything in `block`, and at its end what may be running before
  /// `next`; gives the accesses that may still be running then.
  SmallVector<Access> run(Block &block, ArrayRef<Access> next) {
    SmallVector<Access> running;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      SmallVector<Access> own = inside(&op);
      order(&op, running, own);
      SmallVector<Access> left = own;
      if (op.getNumRegions() > 0)
        left = runRegions(&op);
      running.append(left);
    }
    order(block.getTerminator(), running, next);
    return running;
  }

private:
  /// What follows a block of a loop are blocks of that loop: of the same region
  /// or, where condition and body are two, of the other. Between iterations over
  /// program instances device memory needs no order.
  SmallVector<Access> runRegions(Operation *op) {
    SmallVector<Access> left, next;
    if (isa<scf::ForOp, scf::WhileOp>(op))
      next = inside(op);
    bool overPrograms = false;
    op->walk([&](npu::NextPidOp pid) { overPrograms |= pid->getParentOp() == op; });
    if (overPrograms)
      llvm::erase_if(next, [](const Access &a) { return a.isDevice(); });
    for (Region &region : op->getRegions())
      for (Block &block : region)
        left.append(run(block, next));
    return left;
  }

  /// All accesses of an op and of the ops inside it.
  static SmallVector<Access> inside(Operation *op) {
    SmallVector<Access> all;
    op->walk([&](Operation *inner) { all.append(accessesOf(inner)); });
    return all;
  }

  /// Puts waits before `op` so that `next` starts after the accesses of
  /// `running` that it conflicts with. Waits on other engines come first: they
  /// often make an engine's wait on itself unnecessary.
  void order(Operation *op, SmallVector<Access> &running, ArrayRef<Access> next) {
    builder.setInsertionPoint(op);
    for (bool sameEngine : {false, true})
      for (const Access &after : next)
        for (const Access &before : running) {
          // The vector engine and the array access memory in order.
          bool inOrder =
              before.engine == after.engine && (before.engine == EngineKind::vp || before.engine == EngineKind::mx);
          bool seen = before.seenBy & bit(after.engine);
          if (!inOrder && !seen && (before.engine == after.engine) == sameEngine && conflict(before, after))
            wait(op, running, before.engine, after.engine);
        }
  }

  /// What `from` did before is now behind `to`, and so is what `from` itself
  /// had waited for: its queue is in order.
  void wait(Operation *op, SmallVector<Access> &running, EngineKind from, EngineKind to) {
    npu::SyncOp::create(builder, op->getLoc(), from, to);
    ++count;
    for (Access &access : running)
      if (access.engine == from || (access.seenBy & bit(from)))
        access.seenBy |= bit(to);
  }

  OpBuilder &builder;
};

struct InsertSync : npu::impl::InsertSyncPassBase<InsertSync> {
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      Ordering ordering(builder);
      for (Block &block : func.getBody())
        ordering.run(block, /*next=*/{});
      syncs += ordering.count;
    }
  }
};

} // namespace
