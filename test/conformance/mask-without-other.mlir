// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A masked-off lane of a load without `other` gives 0, also where memory behind it holds
// something, and a later sum over all lanes may rely on it.
//
// RUN: kiln run %s --target=%target --check --arg p=full=3:f32[64] --arg q=full=9:f32[65] --arg n=16
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg q=full=9:f32[65] --arg n=63

func.func @mask_without_other(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %nt = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %l, %nt : tensor<64xi32>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %x, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  %s = tile.reduce %x axis 0 : (tensor<64xf32>) -> f32 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %c64 = arith.constant 64 : i32
  %end = tile.ptr_add %q, %c64 x f32 : !tile.ptr, i32
  tile.store %s, %end : f32, !tile.ptr
  return
}
