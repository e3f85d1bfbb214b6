// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which dialects and passes the core brings.

#include "core/pipeline/Registration.h"
#include "core/layout/Passes.h"
#include "core/lowering/Passes.h"
#include "core/staging/Passes.h"
#include "kiln/tile/Tile.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/Passes.h"

void kiln::registerCoreDialects(mlir::DialectRegistry &registry) {
  registry.insert<tile::TileDialect, mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                  mlir::gpu::GPUDialect, mlir::math::MathDialect, mlir::memref::MemRefDialect, mlir::scf::SCFDialect,
                  mlir::ub::UBDialect, mlir::vector::VectorDialect>();
  mlir::func::registerInlinerExtension(registry);
}

void kiln::registerCorePasses() {
  lowering::registerLoweringPasses();
  layout::registerLayoutPasses();
  staging::registerStagingPasses();
  mlir::registerTransformsPasses();
  mlir::registerSCFToControlFlowPass();
}
