// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An instance that has nothing to do ends at once; the others go on.
//
// RUN: kiln run %s --target=%target --check --grid=6 --arg p=randn:f32[49] --arg q=zeros:f32[49] --arg n=49
// RUN: kiln run %s --target=%target --check --grid=2 --arg p=randn:f32[1] --arg q=zeros:f32[1] --arg n=0

func.func @early_exit(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %c16 = arith.constant 16 : i32
  %first = arith.muli %pid, %c16 : i32
  %done = arith.cmpi sge, %first, %n : i32
  scf.if %done {
  } else {
    %from = tile.ptr_add %p, %first x f32 : !tile.ptr, i32
    %to = tile.ptr_add %q, %first x f32 : !tile.ptr, i32
    %l = tile.range 0 to 16 : tensor<16xi32>
    %left = arith.subi %n, %first : i32
    %lt = tile.broadcast %left : i32 -> tensor<16xi32>
    %m = arith.cmpi slt, %l, %lt : tensor<16xi32>
    %x = tile.load %from[%l] mask %m : !tile.ptr, tensor<16xi32> -> tensor<16xf32>
    %y = arith.mulf %x, %x : tensor<16xf32>
    tile.store %y, %to[%l] mask %m : tensor<16xf32>, !tile.ptr, tensor<16xi32>
  }
  return
}
