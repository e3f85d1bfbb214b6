// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of Passes.td.

#ifndef KILN_CORE_LOWERING_PASSES_H
#define KILN_CORE_LOWERING_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace kiln::lowering {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "core/lowering/Passes.h.inc"

} // namespace kiln::lowering

#endif // KILN_CORE_LOWERING_PASSES_H
