// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// place-buffers: addresses for on-chip buffers, by their live ranges.

#include "core/staging/Passes.h"
#include "kiln/tile/Buffers.h"
#include "kiln/tile/SourceLine.h"
#include "kiln/tile/Tile.h"
#include "llvm/Support/MathExtras.h"

namespace kiln::staging {
#define GEN_PASS_DEF_PLACEBUFFERSPASS
#include "core/staging/Passes.h.inc"
} // namespace kiln::staging

using namespace mlir;
using namespace kiln;

namespace {

/// A buffer, alive from op number `first` to `last` in program order.
struct Buffer {
  memref::AllocOp op;
  int64_t bytes, first, last;
  int64_t address = 0;
};

struct PlaceBuffers : staging::impl::PlaceBuffersPassBase<PlaceBuffers> {
  using PlaceBuffersPassBase::PlaceBuffersPassBase;

  /// Program order; an op that holds regions ends after everything in it.
  void numberOps(gpu::GPUFuncOp func) {
    int64_t next = 0;
    begin.clear();
    end.clear();
    func->walk<WalkOrder::PreOrder>([&](Operation *op) { begin[op] = next++; });
    func->walk<WalkOrder::PostOrder>([&](Operation *op) {
      int64_t last = begin[op];
      for (Region &region : op->getRegions())
        for (Block &block : region)
          last = std::max(last, end[&block.back()]);
      end[op] = last;
    });
  }

  /// A use inside a loop that the buffer outlives lasts to the loop's end: the
  /// next iteration may read what this one left.
  int64_t lastUse(memref::AllocOp alloc) {
    int64_t last = begin[alloc];
    for (Operation *user : tile::usersThroughViews(alloc)) {
      Operation *outer = user;
      while (outer->getBlock() != alloc->getBlock())
        outer = outer->getParentOp();
      last = std::max(last, end[outer]);
    }
    return last;
  }

  SmallVector<Buffer> collect(gpu::GPUFuncOp func) {
    SmallVector<Buffer> buffers;
    func->walk([&](memref::AllocOp op) {
      MemRefType type = op.getType();
      if (tile::spaceOf(type) != space)
        return;
      int64_t bytes = type.getNumElements() * tile::elementBytes(type.getElementType());
      buffers.push_back({op, bytes, begin[op], lastUse(op)});
    });
    return buffers;
  }

  /// Lowest address at which `buffer` fits beside the placed ones it meets.
  int64_t firstFit(const Buffer &buffer, ArrayRef<Buffer> placed) {
    SmallVector<std::pair<int64_t, int64_t>> taken;
    for (const Buffer &other : placed)
      if (other.first <= buffer.last && buffer.first <= other.last)
        taken.push_back({other.address, other.address + other.bytes});
    llvm::sort(taken);
    int64_t address = 0;
    for (auto [from, to] : taken)
      if (address + buffer.bytes > from)
        address = std::max(address, static_cast<int64_t>(llvm::alignTo(to, alignment)));
    return address;
  }

  /// Where op number `n` comes from; its number where it has no source line.
  std::string placeOf(gpu::GPUFuncOp func, int64_t n) {
    std::string place;
    func->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (begin[op] == n)
        place = tile::describeSource(op->getLoc());
      return begin[op] == n ? WalkResult::interrupt() : WalkResult::advance();
    });
    return place.empty() ? "op " + std::to_string(n) : place;
  }

  /// A table of the buffers, and by how much tiles have to shrink. All buffers of a
  /// kernel grow with its tiles, so the ratio of bytes is that of elements.
  void reportOverflow(gpu::GPUFuncOp func, MutableArrayRef<Buffer> buffers, int64_t needed) {
    uint64_t parts = llvm::PowerOf2Ceil(llvm::divideCeil(needed, capacity));
    InFlightDiagnostic diag = func.emitError()
                              << "'" << func.getName() << "' needs " << needed << " bytes of '" << space
                              << "' but there are " << capacity.getValue() << "; tiles with 1/" << parts
                              << " of the elements would need about " << needed / static_cast<int64_t>(parts);
    for (Buffer &b : buffers)
      diag.attachNote(b.op.getLoc()) << "buffer of " << b.bytes << " bytes, 1 copy, " << b.op.getType() << ", at "
                                     << b.address << ", alive from " << placeOf(func, b.first) << " to "
                                     << placeOf(func, b.last);
  }

  void runOnOperation() override {
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      numberOps(func);
      SmallVector<Buffer> buffers = collect(func);
      // Large ones first leaves the fewest holes.
      llvm::sort(buffers, [](const Buffer &a, const Buffer &b) {
        return std::make_pair(-a.bytes, a.first) < std::make_pair(-b.bytes, b.first);
      });
      int64_t needed = 0;
      for (auto [i, buffer] : llvm::enumerate(buffers)) {
        buffer.address = firstFit(buffer, ArrayRef(buffers).take_front(i));
        needed = std::max(needed, buffer.address + buffer.bytes);
        buffer.op->setAttr("tile.address", IntegerAttr::get(IntegerType::get(&getContext(), 64), buffer.address));
      }
      if (needed > capacity) {
        reportOverflow(func, buffers, needed);
        return signalPassFailure();
      }
      bytesUsed.updateMax(needed);
    }
  }

  DenseMap<Operation *, int64_t> begin, end;
};

} // namespace
