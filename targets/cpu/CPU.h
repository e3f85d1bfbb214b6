// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of the compiler side share.

#ifndef KILN_TARGETS_CPU_CPU_H
#define KILN_TARGETS_CPU_CPU_H

#include "kiln/Target.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Transforms/DialectConversion.h"

namespace kiln::cpu {

/// On a converted function: bytes of the arena that it needs.
inline constexpr llvm::StringLiteral arenaBytesAttrName = "kiln.arena_bytes";

/// Patterns of the ops of `tile` and `gpu` that native form has, and of placed buffers.
void populateTilePatterns(const mlir::LLVMTypeConverter &types, mlir::RewritePatternSet &patterns);
void populateHostPatterns(const mlir::LLVMTypeConverter &types, mlir::RewritePatternSet &patterns);

/// Loads a field of the cpu::Instance that the converted function around `op` is called with.
mlir::Value loadField(mlir::OpBuilder &builder, mlir::Operation *op, mlir::Type type, size_t offset);

/// The bytes of a shared object with the kernel of `module`, which is in the llvm dialect.
mlir::FailureOr<std::vector<uint8_t>> emitSharedObject(mlir::ModuleOp module);

/// LLVM IR ("llvm") or assembly ("asm") of the same.
mlir::FailureOr<std::string> emitCode(mlir::ModuleOp module, llvm::StringRef kind);

} // namespace kiln::cpu

#endif // KILN_TARGETS_CPU_CPU_H
