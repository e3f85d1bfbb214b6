// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// verify-kernel-form: the contract of docs/kernel-form.md, checked. A target
// that handles what is listed here handles every kernel.

#include "core/lowering/Passes.h"
#include "kiln/tile/Tile.h"
#include "llvm/ADT/StringSet.h"

namespace kiln::lowering {
#define GEN_PASS_DEF_VERIFYKERNELFORMPASS
#include "core/lowering/Passes.h.inc"
} // namespace kiln::lowering

using namespace mlir;
using namespace kiln;

namespace {

/// Beside all ops of arith and math.
constexpr StringLiteral upstreamOps[] = {"gpu.func",
                                         "gpu.return",
                                         "memref.load",
                                         "memref.store",
                                         "memref.subview",
                                         "scf.condition",
                                         "scf.for",
                                         "scf.if",
                                         "scf.while",
                                         "scf.yield",
                                         "ub.poison",
                                         "vector.bitcast",
                                         "vector.broadcast",
                                         "vector.contract",
                                         "vector.deinterleave",
                                         "vector.extract",
                                         "vector.extract_strided_slice",
                                         "vector.gather",
                                         "vector.insert",
                                         "vector.insert_strided_slice",
                                         "vector.interleave",
                                         "vector.multi_reduction",
                                         "vector.shape_cast",
                                         "vector.step",
                                         "vector.transfer_read",
                                         "vector.transfer_write",
                                         "vector.transpose",
                                         "vector.yield"};

/// The ops of tile that belong to tile form or to staged form alone.
constexpr StringLiteral otherTileOps[] = {
    "tile.broadcast",   "tile.cat",     "tile.copy",         "tile.copy_gather", "tile.copy_scatter",
    "tile.gather_view", "tile.join",    "tile.load_view",    "tile.make_view",   "tile.range",
    "tile.reduce_view", "tile.reshape", "tile.scatter_view", "tile.split",       "tile.store_view",
    "tile.transpose",   "tile.unsplat"};

/// Ops of arith that are undefined for some operands.
constexpr StringLiteral partialOps[] = {"arith.ceildivsi",  "arith.ceildivui", "arith.divsi",  "arith.divui",
                                        "arith.floordivsi", "arith.fptosi",    "arith.fptoui", "arith.remsi",
                                        "arith.remui",      "arith.shli",      "arith.shrsi",  "arith.shrui"};

class KernelFormVerifier {
public:
  KernelFormVerifier() {
    for (StringRef name : upstreamOps)
      allowed.insert(name);
    for (StringRef name : otherTileOps)
      elsewhere.insert(name);
    for (StringRef name : partialOps)
      partial.insert(name);
  }

  LogicalResult verify(gpu::GPUFuncOp func) {
    auto form = func->getAttrOfType<StringAttr>(tile::formAttrName);
    if (!form || form.getValue() != "kernel")
      return func.emitError() << "expected '" << func.getName() << "' to be marked " << tile::formAttrName
                              << " = \"kernel\"";
    WalkResult walked = func->walk<WalkOrder::PreOrder>([&](Operation *op) {
      return failed(verifyOp(op)) || failed(verifyRegions(op)) || failed(verifyTypes(op)) ? WalkResult::interrupt()
                                                                                          : WalkResult::advance();
    });
    return failure(walked.wasInterrupted());
  }

private:
  LogicalResult verifyOp(Operation *op) {
    StringRef name = op->getName().getStringRef(), dialect = op->getName().getDialectNamespace();
    if (isa<gpu::ThreadIdOp, gpu::BlockIdOp, gpu::BlockDimOp, gpu::GridDimOp, gpu::LaneIdOp, gpu::GlobalIdOp,
            gpu::SubgroupIdOp, gpu::BarrierOp, gpu::ShuffleOp>(op))
      return op->emitError() << "'" << name
                             << "' is about threads; a kernel in kernel form runs once for each program instance";
    bool isTile = dialect == "tile" && op->isRegistered() && !elsewhere.contains(name);
    if (!isTile && dialect != "arith" && dialect != "math" && !allowed.contains(name))
      return op->emitError() << "'" << name << "' is not an op of kernel form (docs/kernel-form.md lists them)";
    if (partial.contains(name) && !op->hasAttr("tile.proof"))
      return op->emitError() << "'" << name
                             << "' is undefined for some operands and needs 'tile.proof' = range, guard "
                                "or const; the op of 'tile' of that name is defined for all";
    if (auto transfer = dyn_cast<VectorTransferOpInterface>(op))
      return verifyTransfer(transfer);
    return success();
  }

  LogicalResult verifyTransfer(VectorTransferOpInterface op) {
    if (op.hasOutOfBoundsDim())
      return op->emitError() << "'" << op->getName()
                             << "' expected in_bounds to be true in every dimension; lanes that "
                                "may be off take a mask";
    if (!op.getPermutationMap().isProjectedPermutation())
      return op->emitError() << "'" << op->getName() << "' expected a projected permutation but got "
                             << AffineMapAttr::get(op.getPermutationMap());
    return success();
  }

  LogicalResult verifyRegions(Operation *op) {
    for (Region &region : op->getRegions())
      if (!region.empty() && !region.hasOneBlock())
        return op->emitError() << "'" << op->getName() << "' expected regions of one block but got one of "
                               << region.getBlocks().size();
    return success();
  }

  /// No tensors, no views, and in memory whole bytes.
  LogicalResult verifyTypes(Operation *op) {
    SmallVector<Type> types(op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(types, block.getArgumentTypes());
    for (Type type : types) {
      if (isa<TensorType, tile::ViewType>(type))
        return op->emitError() << "'" << op->getName() << "' has a value of type " << type
                               << ", which belongs to tile form";
      auto memory = dyn_cast<MemRefType>(type);
      if (memory && memory.getElementType().isIntOrFloat() && memory.getElementTypeBitWidth() % 8 != 0)
        return op->emitError() << "'" << op->getName() << "' has memory of type " << memory
                               << "; elements in memory take whole bytes (i1 takes an i8)";
    }
    return success();
  }

  llvm::StringSet<> allowed, elsewhere, partial;
};

struct VerifyKernelForm : lowering::impl::VerifyKernelFormPassBase<VerifyKernelForm> {
  void runOnOperation() override {
    KernelFormVerifier verifier;
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>())
      if (failed(verifier.verify(func)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
