// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two base pointers, one of them chosen at run time, and one loaded from memory.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg r=ones:f32[64] --arg q=zeros:f32[64] --arg n=1
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg r=ones:f32[64] --arg q=zeros:f32[64] --arg n=0

func.func @pointer_select(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32},
    %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %zero = arith.constant 0 : i32
  %c = arith.cmpi sgt, %n, %zero : i32
  %base = arith.select %c, %p, %r : !tile.ptr
  %x = tile.load %base[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %x, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}
