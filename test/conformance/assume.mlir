// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A promise that holds changes nothing.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[33] --arg q=zeros:f32[33] --arg n=33

func.func @assume(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %zero = arith.constant 0 : i32
  %c = arith.cmpi sgt, %n, %zero : i32
  tile.assume %c
  %l = tile.range 0 to 64 : tensor<64xi32>
  %nt = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %l, %nt : tensor<64xi32>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %x, %q[%l] mask %m : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}
