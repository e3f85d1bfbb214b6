// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that counts down: a run-time negative step, written with an index that counts up.
//
// RUN: kiln run %s --target=%target --check --arg p=arange:i32[96] --arg q=zeros:i32[96] --arg first=88 --arg st=-8
// RUN: kiln run %s --target=%target --check --arg p=arange:i32[96] --arg q=zeros:i32[96] --arg first=8 --arg st=-16

func.func @loop_descending(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %first: i32 {tile.name = "first"},
    %st: i32 {tile.name = "st"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 8 : tensor<8xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %neg = arith.subi %zero, %st : i32
  %up = arith.addi %first, %neg : i32
  %n = tile.divsi %up, %neg : i32
  scf.for %i = %zero to %n step %one : i32 {
    %d = arith.muli %i, %st : i32
    %at = arith.addi %first, %d : i32
    %from = tile.ptr_add %p, %at x i32 : !tile.ptr, i32
    %x = tile.load %from[%l] : !tile.ptr, tensor<8xi32> -> tensor<8xi32>
    %y = arith.addi %x, %l : tensor<8xi32>
    %to = tile.ptr_add %q, %at x i32 : !tile.ptr, i32
    tile.store %y, %to[%l] : tensor<8xi32>, !tile.ptr, tensor<8xi32>
  }
  return
}
