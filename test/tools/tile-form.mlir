// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text in tile form is taken as it is; every phase has a name, under which it is
// printed and written.
//
// RUN: kiln compile %s --emit=tile | FileCheck %s --check-prefix=TILE
// RUN: kiln compile %s --stop-after=tile | FileCheck %s --check-prefix=TILE
// RUN: kiln compile %s --emit=kernel-form | FileCheck %s --check-prefix=KERNEL
// RUN: kiln compile %s --target=npu --emit=staged | FileCheck %s --check-prefix=STAGED
// RUN: kiln compile %s --target=npu --emit=native | FileCheck %s --check-prefix=NATIVE
// RUN: kiln compile %s --target=npu --emit=npu | FileCheck %s --check-prefix=NPU
// RUN: kiln compile %s --target=npu --stop-after=target | FileCheck %s --check-prefix=NPU
// RUN: kiln compile %s --target=npu --emit=asm | FileCheck %s --check-prefix=ASM
// RUN: kiln compile %s --target=npu --emit=asm -o %t.s && FileCheck %s --check-prefix=ASM < %t.s
// RUN: kiln compile %s --target=npu -o %t.kiln

// RUN: rm -rf %t.dump && kiln compile %s --target=npu --emit=asm --dump-to=%t.dump
// RUN: ls %t.dump | FileCheck %s --check-prefix=FILES
// RUN: FileCheck %s --check-prefix=NATIVE < %t.dump/03-native.mlir
// RUN: rm -rf %t.dump && kiln compile %s --target=npu --stop-after=staged --dump-to=%t.dump -o %t.staged
// RUN: ls %t.dump | FileCheck %s --check-prefix=FEWER

// TILE: func.func @copy
// TILE: tile.load
// KERNEL: gpu.func @copy
// KERNEL-SAME: kiln.form = "kernel"
// KERNEL: vector.transfer_read
// STAGED: gpu.func @copy
// STAGED: tile.copy
// NATIVE: gpu.func @copy
// NATIVE-SAME: kiln.form = "native"
// NATIVE: memref.alloc() {tile.address =
// NATIVE: vector.load
// NPU: gpu.func @copy
// NPU: npu.exec "vld.f32"
// NPU-SAME: npu.regs
// ASM: vld.f32
// ASM: halt

// FILES: 00-tile.mlir
// FILES-NEXT: 01-kernel-form.mlir
// FILES-NEXT: 02-staged.mlir
// FILES-NEXT: 03-native.mlir
// FILES-NEXT: 04-target.mlir
// FEWER: 02-staged.mlir
// FEWER-NOT: mlir

module {
  func.func @copy(%p: !tile.ptr {tile.name = "p"}, %q: !tile.ptr {tile.name = "q"}) attributes {kiln.form = "tile"} {
    %l = tile.range 0 to 256 : tensor<256xi32>
    %x = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xf32>
    %y = arith.mulf %x, %x : tensor<256xf32>
    tile.store %y, %q[%l] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
    return
  }
}
