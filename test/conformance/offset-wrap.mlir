// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 32-bit product of offsets wraps as a 32-bit number: lane * (2^30 + 1) is the lane again
// where the lane is a multiple of four.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[125] --arg q=zeros:f32[125] --arg k=1073741825
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[125] --arg q=zeros:f32[125] --arg k=1

func.func @offset_wrap(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %k: i32 {tile.name = "k"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %kt = tile.broadcast %k : i32 -> tensor<128xi32>
  %three = arith.constant dense<3> : tensor<128xi32>
  %zero = arith.constant dense<0> : tensor<128xi32>
  %low = arith.andi %l, %three : tensor<128xi32>
  %m = arith.cmpi eq, %low, %zero : tensor<128xi32>
  %o = arith.muli %l, %kt : tensor<128xi32>
  %x = tile.load %p[%o] mask %m : !tile.ptr, tensor<128xi32> -> tensor<128xf32>
  tile.store %x, %q[%o] mask %m : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  return
}
