// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Masks without a lane: n = 0, and the last program instances of a grid that is larger than
// needed.
//
// RUN: kiln run %s --target=%target --check --grid=3 --arg p=randn:f32[1] --arg q=zeros:f32[1] --arg n=0
// RUN: kiln run %s --target=%target --check --grid=5 --arg p=randn:f32[65] --arg q=zeros:f32[65] --arg n=65

func.func @mask_empty(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %c32 = arith.constant 32 : i32
  %first = arith.muli %pid, %c32 : i32
  %ft = tile.broadcast %first : i32 -> tensor<32xi32>
  %l = tile.range 0 to 32 : tensor<32xi32>
  %o = arith.addi %ft, %l : tensor<32xi32>
  %nt = tile.broadcast %n : i32 -> tensor<32xi32>
  %m = arith.cmpi slt, %o, %nt : tensor<32xi32>
  %x = tile.load %p[%o] mask %m : !tile.ptr, tensor<32xi32> -> tensor<32xf32>
  %y = arith.addf %x, %x : tensor<32xf32>
  tile.store %y, %q[%o] mask %m : tensor<32xf32>, !tile.ptr, tensor<32xi32>
  return
}
