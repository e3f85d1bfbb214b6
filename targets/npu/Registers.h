// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Register classes as allocation and emission see them.

#ifndef KILN_TARGETS_NPU_REGISTERS_H
#define KILN_TARGETS_NPU_REGISTERS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "targets/npu/NPU.h"

namespace kiln::npu {

enum class RegisterClass : unsigned { Scalar, Vector, Predicate };

inline RegisterClass classOf(mlir::Value value) {
  if (llvm::isa<SregType>(value.getType()))
    return RegisterClass::Scalar;
  return llvm::isa<VregType>(value.getType()) ? RegisterClass::Vector : RegisterClass::Predicate;
}

inline int64_t registerCount(RegisterClass cls) { return cls == RegisterClass::Predicate ? 8 : 32; }

/// Scalar register 0 is always zero.
inline int64_t firstRegister(RegisterClass cls) { return cls == RegisterClass::Scalar ? 1 : 0; }

/// Kept free to break cycles among the moves of a control-flow edge.
inline int64_t scratchRegister(RegisterClass cls) { return registerCount(cls) - 1; }

/// Values that one instruction may need at once, and so the least number of
/// registers that any program can be fitted into.
inline constexpr int64_t fewestRegisters = 6;

inline llvm::StringRef className(RegisterClass cls) {
  return cls == RegisterClass::Scalar ? "scalar" : cls == RegisterClass::Vector ? "vector" : "predicate";
}

/// Scalar memory: launch parameters, words that accesses to scalars in device
/// memory pass through, spilled scalars.
inline constexpr int64_t parameterBytes = 1024, scalarWords = parameterBytes, spilledScalars = scalarWords + 64;

inline bool isZero(mlir::Value value) {
  auto constant = value.getDefiningOp<ConstOp>();
  return constant && constant.getValue() == 0;
}

/// Lanes of a vector or predicate that hold a value: those of the instruction
/// that made it, wherever it was passed through.
int64_t lengthOf(mlir::Value value);

/// One copy of each constant per block that uses it, right before its first use
/// there: a `li` costs one cycle of a core that mostly waits, a register held
/// across the program costs more.
void sinkConstants(mlir::gpu::GPUFuncOp func);

/// One copy of each predicate that is the same in every run, for each use of it:
/// there are few of them, and each takes one cycle to make.
void repeatPredicates(mlir::gpu::GPUFuncOp func);

/// On the function: the bytes of the scratchpad that its buffers take.
inline constexpr llvm::StringLiteral scratchpadUsedAttrName = "npu.scratchpad_used";

/// On an op: the registers of its results.
inline constexpr llvm::StringLiteral registersAttrName = "npu.regs";
/// On a block's terminator: the registers of the block's arguments.
inline constexpr llvm::StringLiteral argumentRegistersAttrName = "npu.argument_regs";

} // namespace kiln::npu

#endif // KILN_TARGETS_NPU_REGISTERS_H
