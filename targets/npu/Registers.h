// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Register classes as allocation and emission see them.

#ifndef KILN_TARGETS_NPU_REGISTERS_H
#define KILN_TARGETS_NPU_REGISTERS_H

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

inline llvm::StringRef className(RegisterClass cls) {
  return cls == RegisterClass::Scalar ? "scalar" : cls == RegisterClass::Vector ? "vector" : "predicate";
}

/// On an op: the registers of its results.
inline constexpr llvm::StringLiteral registersAttrName = "npu.regs";
/// On a block's terminator: the registers of the block's arguments.
inline constexpr llvm::StringLiteral argumentRegistersAttrName = "npu.argument_regs";

} // namespace kiln::npu

#endif // KILN_TARGETS_NPU_REGISTERS_H
