// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the npu dialect with registers to a program.

#ifndef KILN_TARGETS_NPU_ENCODE_H
#define KILN_TARGETS_NPU_ENCODE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sim/Program.h"

namespace kiln::npu {

/// The program of one kernel. Errors are diagnostics on its ops.
mlir::FailureOr<Program> encodeKernel(mlir::gpu::GPUFuncOp func);

} // namespace kiln::npu

#endif // KILN_TARGETS_NPU_ENCODE_H
