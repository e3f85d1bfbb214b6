// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// widen-loops: upstream lowers a loop to "add the step, compare", in the width
// of the bounds; near the end of a 32-bit range that sum wraps. Kernel form
// counts from low up to high in the integers (docs/semantics.md).

#include "core/lowering/Passes.h"

namespace kiln::lowering {
#define GEN_PASS_DEF_WIDENLOOPSPASS
#include "core/lowering/Passes.h.inc"
} // namespace kiln::lowering

using namespace mlir;
using namespace kiln;

namespace {

struct WidenLoops : lowering::impl::WidenLoopsPassBase<WidenLoops> {
  static void widen(scf::ForOp loop) {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    auto i64 = builder.getI64Type();
    auto extend = [&](Value value) -> Value {
      if (loop.getUnsignedCmp())
        return arith::ExtUIOp::create(builder, loc, i64, value);
      return arith::ExtSIOp::create(builder, loc, i64, value);
    };
    Value low = extend(loop.getLowerBound()), high = extend(loop.getUpperBound()), step = extend(loop.getStep());
    Value counter = loop.getInductionVar();
    Type narrow = counter.getType();
    loop.getLowerBoundMutable().assign(low);
    loop.getUpperBoundMutable().assign(high);
    loop.getStepMutable().assign(step);
    loop.setUnsignedCmp(false);
    counter.setType(i64);
    builder.setInsertionPointToStart(loop.getBody());
    auto back = arith::TruncIOp::create(builder, loc, narrow, counter);
    counter.replaceAllUsesExcept(back, back);
  }

  void runOnOperation() override {
    getOperation().walk([](scf::ForOp loop) {
      auto type = dyn_cast<IntegerType>(loop.getInductionVar().getType());
      if (type && type.getWidth() < 64)
        widen(loop);
    });
  }
};

} // namespace
