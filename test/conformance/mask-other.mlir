// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Masked-off lanes of a load give `other`, a tile of its own, and touch no memory; a masked
// store leaves the rest alone.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[77] --arg q=full=9:f32[256] --arg n=77
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[1] --arg q=full=9:f32[256] --arg n=1
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[128] --arg q=full=9:f32[256] --arg n=128

func.func @mask_other(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %nt = tile.broadcast %n : i32 -> tensor<128xi32>
  %m = arith.cmpi slt, %l, %nt : tensor<128xi32>
  %other = arith.sitofp %l : tensor<128xi32> to tensor<128xf32>
  %x = tile.load %p[%l] mask %m other %other : !tile.ptr, tensor<128xi32> -> tensor<128xf32>
  tile.store %x, %q[%l] : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  %c128 = arith.constant dense<128> : tensor<128xi32>
  %l2 = arith.addi %l, %c128 : tensor<128xi32>
  tile.store %x, %q[%l2] mask %m : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  return
}
