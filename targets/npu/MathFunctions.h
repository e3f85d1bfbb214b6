// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of f32 vectors as sequences of instructions. NPUTarget.cpp states
// the error of each; test/targets/npu/math.test measures it.

#ifndef KILN_TARGETS_NPU_MATHFUNCTIONS_H
#define KILN_TARGETS_NPU_MATHFUNCTIONS_H

#include "targets/npu/Exec.h"

namespace kiln::npu {

/// An f32 in a scalar register.
mlir::Value number(const Exec &exec, float value);

/// c[0] + x (c[1] + x (..)), one rounding for each step.
mlir::Value polynomial(const Exec &exec, mlir::Value x, llvm::ArrayRef<float> coefficients);

/// 2^n for integers n in [-126, 127], as float bits.
mlir::Value powerOfTwo(const Exec &exec, mlir::Value n);

/// `magnitude` with the sign of `sign`.
mlir::Value withSignOf(const Exec &exec, mlir::Value magnitude, mlir::Value sign);

/// `otherwise`, but NaN where x is NaN.
mlir::Value unlessNan(const Exec &exec, mlir::Value x, mlir::Value otherwise);

mlir::Value emitExp(const Exec &exec, mlir::Value x);
mlir::Value emitExpm1(const Exec &exec, mlir::Value x);
mlir::Value emitLog(const Exec &exec, mlir::Value x);
mlir::Value emitLog2(const Exec &exec, mlir::Value x);
mlir::Value emitLog1p(const Exec &exec, mlir::Value x);
mlir::Value emitSin(const Exec &exec, mlir::Value x);
mlir::Value emitCos(const Exec &exec, mlir::Value x);
mlir::Value emitTanh(const Exec &exec, mlir::Value x);
mlir::Value emitErf(const Exec &exec, mlir::Value x);
mlir::Value emitDiv(const Exec &exec, mlir::Value a, mlir::Value b);
mlir::Value emitSqrt(const Exec &exec, mlir::Value x);
mlir::Value emitCbrt(const Exec &exec, mlir::Value x);
mlir::Value emitLog10(const Exec &exec, mlir::Value x);
mlir::Value emitTan(const Exec &exec, mlir::Value x);
mlir::Value emitAtan(const Exec &exec, mlir::Value x);
mlir::Value emitAtan2(const Exec &exec, mlir::Value y, mlir::Value x);
mlir::Value emitAsin(const Exec &exec, mlir::Value x);
mlir::Value emitAcos(const Exec &exec, mlir::Value x);
mlir::Value emitSinh(const Exec &exec, mlir::Value x);
mlir::Value emitCosh(const Exec &exec, mlir::Value x);
mlir::Value emitAsinh(const Exec &exec, mlir::Value x);
mlir::Value emitAcosh(const Exec &exec, mlir::Value x);
mlir::Value emitAtanh(const Exec &exec, mlir::Value x);
mlir::Value emitTrunc(const Exec &exec, mlir::Value x);
mlir::Value emitFloor(const Exec &exec, mlir::Value x);
mlir::Value emitCeil(const Exec &exec, mlir::Value x);
mlir::Value emitRound(const Exec &exec, mlir::Value x);
mlir::Value emitRoundEven(const Exec &exec, mlir::Value x);

} // namespace kiln::npu

#endif // KILN_TARGETS_NPU_MATHFUNCTIONS_H
