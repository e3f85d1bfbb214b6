// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of the compiler side share.

#ifndef KILN_TARGETS_CPU_CPU_H
#define KILN_TARGETS_CPU_CPU_H

#include "core/codegen/NativeToLLVM.h"

namespace kiln::cpu {

/// The memory space that tiles are staged in.
inline constexpr llvm::StringLiteral arenaName = "arena";

/// On a converted function: bytes of the arena that it needs.
inline constexpr llvm::StringLiteral arenaBytesAttrName = "kiln.arena_bytes";

/// What a kernel reads of the cpu::Instance that it is called with, and the
/// functions of it that it calls.
codegen::LLVMLowering makeLowering();

/// gpu.func with arguments  =>  llvm.func(instance) that loads them.
void populateKernelPatterns(const mlir::LLVMTypeConverter &types, mlir::RewritePatternSet &patterns);

} // namespace kiln::cpu

#endif // KILN_TARGETS_CPU_CPU_H
