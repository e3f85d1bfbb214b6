// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes whose 32-bit sum wraps: the guard takes the rung by element, and what the
// mask keeps off is not touched. Next to it the same kernel where nothing wraps.
//
// RUN: kiln run %s --target=npu --check --arg p=randn:f32[64] --arg q=zeros:f32[64] --arg n=2147483640 | FileCheck %s
// RUN: kiln run %s --target=npu --check --arg p=randn:f32[64] --arg q=zeros:f32[64] --arg n=7 | FileCheck %s
// RUN: kiln run %s --target=npu --check --arg p=randn:f32[64] --arg q=zeros:f32[64] --arg n=-2147483648 | FileCheck %s
// CHECK: check q: equal: 64 elements

func.func @sum(%p: !tile.ptr {tile.name = "p", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32},
               %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %s = arith.addi %l, %ns : tensor<64xi32>
  %m = arith.cmpi sge, %s, %ns : tensor<64xi32>
  %o = arith.subi %s, %ns : tensor<64xi32>
  %x = tile.load %p[%o] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %x, %q[%o] mask %m : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}
