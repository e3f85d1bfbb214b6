// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short spelling of instructions, for patterns that emit many.

#ifndef KILN_TARGETS_NPU_EXEC_H
#define KILN_TARGETS_NPU_EXEC_H

#include "targets/npu/NPU.h"

namespace kiln::npu {

/// Emits instructions at a builder's place; `vl` goes onto vector ones.
struct Exec {
  mlir::OpBuilder &builder;
  mlir::Location loc;
  int64_t vl = 0;

  mlir::Value constant(int64_t value) const {
    return ConstOp::create(builder, loc, SregType::get(builder.getContext()), builder.getI64IntegerAttr(value));
  }
  mlir::Value scalar(llvm::StringRef mnemonic, mlir::ValueRange registers, llvm::ArrayRef<int64_t> imms = {}) const {
    return make(mnemonic, SregType::get(builder.getContext()), registers, imms, 0);
  }
  /// A scalar that a vector instruction gives.
  mlir::Value scalarOfVector(llvm::StringRef mnemonic, mlir::ValueRange registers) const {
    return make(mnemonic, SregType::get(builder.getContext()), registers, {}, vl);
  }
  mlir::Value vector(llvm::StringRef mnemonic, mlir::ValueRange registers, llvm::ArrayRef<int64_t> imms = {}) const {
    return make(mnemonic, VregType::get(builder.getContext()), registers, imms, vl);
  }
  mlir::Value predicate(llvm::StringRef mnemonic, mlir::ValueRange registers, llvm::ArrayRef<int64_t> imms = {}) const {
    return make(mnemonic, PregType::get(builder.getContext()), registers, imms, vl);
  }
  ExecOp effect(llvm::StringRef mnemonic, mlir::ValueRange registers, llvm::ArrayRef<int64_t> imms = {}) const {
    return ExecOp::create(builder, loc, mnemonic, mlir::TypeRange(), registers, imms, vl);
  }

private:
  mlir::Value make(llvm::StringRef mnemonic, mlir::Type type, mlir::ValueRange registers, llvm::ArrayRef<int64_t> imms,
                   int64_t length) const {
    return ExecOp::create(builder, loc, mnemonic, mlir::TypeRange(type), registers, imms, length)->getResult(0);
  }
};

/// Lanes of a native value: its elements, 0 for a scalar.
inline int64_t lanesOf(mlir::Type type) {
  auto vector = llvm::dyn_cast<mlir::VectorType>(type);
  return vector ? vector.getNumElements() : 0;
}

/// A result that may have left its element type, brought back into it: rounded
/// to a 16-bit float, or cut to a narrow integer.
mlir::Value intoType(const Exec &exec, mlir::Value value, mlir::Type element);

/// The bits of an f32 as the machine keeps them in a scalar register.
int64_t scalarBits(float value);

} // namespace kiln::npu

#endif // KILN_TARGETS_NPU_EXEC_H
