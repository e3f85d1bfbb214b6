// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// npu-map-programs: the loop over program instances, and arguments from the
// parameter block.

#include "kiln/tile/Buffers.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "targets/npu/Registers.h"
#include "llvm/Support/MathExtras.h"

namespace kiln::npu {
#define GEN_PASS_DEF_MAPPROGRAMSPASS
#include "targets/npu/Passes.h.inc"
} // namespace kiln::npu

using namespace mlir;
using namespace kiln;

namespace {

struct MapPrograms : npu::impl::MapProgramsPassBase<MapPrograms> {
  /// Each argument at the next multiple of its size, as a C struct has it.
  LogicalResult readArguments(gpu::GPUFuncOp func) {
    auto builder = OpBuilder::atBlockBegin(&func.getBody().front());
    int64_t offset = 0;
    for (BlockArgument argument : func.getArguments()) {
      int64_t size = tile::elementBytes(argument.getType());
      offset = llvm::alignTo(offset, size);
      Value value = npu::ArgOp::create(builder, argument.getLoc(), argument.getType(), offset, size);
      argument.replaceAllUsesWith(value);
      offset += size;
    }
    if (offset > npu::parameterBytes)
      return func.emitError() << "'" << func.getName() << "' takes " << offset << " bytes of arguments but target "
                              << "'npu' passes " << npu::parameterBytes;
    llvm::BitVector all(func.getNumArguments(), true);
    return func.eraseArguments(all);
  }

  /// Where memory for spilled registers starts: behind all buffers.
  void recordBuffers(gpu::GPUFuncOp func) {
    int64_t used = 0;
    func.walk([&](memref::AllocOp alloc) {
      auto address = alloc->getAttrOfType<IntegerAttr>("tile.address");
      MemRefType type = alloc.getType();
      if (address && tile::spaceOf(type) == npu::spmSpace)
        used = std::max(used, address.getInt() + type.getNumElements() * tile::elementBytes(type.getElementType()));
    });
    func->setAttr(npu::scratchpadUsedAttrName, Builder(&getContext()).getI64IntegerAttr(used));
  }

  void wrapBody(gpu::GPUFuncOp func) {
    Block &entry = func.getBody().front();
    OpBuilder builder(func.getContext());
    Operation *first = &entry.front();
    while (isa<npu::ArgOp>(first))
      first = first->getNextNode();
    builder.setInsertionPoint(first);
    Location loc = func.getLoc();
    auto loop = scf::WhileOp::create(
        builder, loc, TypeRange(), ValueRange(),
        [](OpBuilder &b, Location at, ValueRange) {
          Value pid = npu::NextPidOp::create(b, at, b.getI64Type());
          Value zero = arith::ConstantIntOp::create(b, at, b.getI64Type(), 0);
          scf::ConditionOp::create(b, at, arith::CmpIOp::create(b, at, arith::CmpIPredicate::sge, pid, zero),
                                   ValueRange());
        },
        [](OpBuilder &b, Location at, ValueRange) { scf::YieldOp::create(b, at); });
    Block &body = loop.getAfter().front();
    body.getOperations().splice(body.getTerminator()->getIterator(), entry.getOperations(), first->getIterator(),
                                entry.getTerminator()->getIterator());
  }

  void runOnOperation() override {
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      if (failed(readArguments(func)))
        return signalPassFailure();
      recordBuffers(func);
      wrapBody(func);
    }
  }
};

} // namespace
