// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles read backwards: negative strides from the last element on, and a reversal of one
// axis.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[128] --arg q=zeros:f32[128] --arg n=128
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[99] --arg q=zeros:f32[99] --arg n=99
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[1] --arg q=zeros:f32[1] --arg n=1

func.func @strides_negative(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %nt = tile.broadcast %n : i32 -> tensor<128xi32>
  %m = arith.cmpi slt, %l, %nt : tensor<128xi32>
  %one = arith.constant dense<1> : tensor<128xi32>
  %last = arith.subi %nt, %one : tensor<128xi32>
  %o = arith.subi %last, %l : tensor<128xi32>
  %x = tile.load %p[%o] mask %m : !tile.ptr, tensor<128xi32> -> tensor<128xf32>
  tile.store %x, %q[%l] mask %m : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  return
}
