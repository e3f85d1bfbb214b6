// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What patterns that emit DMA share: descriptors, masks, and which atomic
// operations the DMA engine has.

#ifndef KILN_TARGETS_NPU_DMA_H
#define KILN_TARGETS_NPU_DMA_H

#include "kiln/tile/Tile.h"
#include "sim/Isa.h"
#include "targets/npu/Exec.h"

#include <optional>

namespace kiln::npu {

/// Sets one key of the first descriptor set.
void configure(const Exec &exec, DcfgKey key, mlir::Value value);

/// A fill of the descriptor, eight bytes that repeat; zeros for a null value.
mlir::Value fillPattern(const Exec &exec, mlir::Value fill, mlir::Type element);

/// Index stream and mask of an element-wise DMA on `engine`. The mask, a byte
/// per element, is packed in place into the bits that DMA reads; null: all.
void configureElements(const Exec &exec, EngineKind engine, mlir::Value offsets, mlir::Value mask, int64_t elements);

/// How the DMA engine does an atomic operation; none where it does not.
struct NativeAtomic {
  AtomicOp op;
  ElemType type;
};
std::optional<NativeAtomic> nativeAtomic(tile::Atomic kind, mlir::Type element);

/// All of them, as `expand-atomics` takes them: "add:i32", .., "cas:f16".
llvm::SmallVector<std::string> nativeAtomicNames();

/// Holds the scalar core until the named engines are empty and complete.
void fence(const Exec &exec, llvm::ArrayRef<Engine> engines);

} // namespace kiln::npu

#endif // KILN_TARGETS_NPU_DMA_H
