// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A running sum inside of a loop, over one row at a time, with a carry from row to row.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=0..1:i32[40] --arg q=zeros:i32[41] --arg n=5
// RUN: kiln run %s --target=%target --check --arg p=randint=0..1:i32[8] --arg q=ones:i32[1] --arg n=0

func.func @scan_in_loop(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 8 : tensor<8xi32>
  %lo = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %eight = arith.constant 8 : i32
  %total = scf.for %i = %lo to %n step %one iter_args(%carry = %lo) -> (i32) : i32 {
    %row = arith.muli %i, %eight : i32
    %from = tile.ptr_add %p, %row x i32 : !tile.ptr, i32
    %to = tile.ptr_add %q, %row x i32 : !tile.ptr, i32
    %x = tile.load %from[%l] : !tile.ptr, tensor<8xi32> -> tensor<8xi32>
    %s = tile.scan %x axis 0 : (tensor<8xi32>) -> tensor<8xi32> {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tile.yield %c : i32
    }
    %ct = tile.broadcast %carry : i32 -> tensor<8xi32>
    %y = arith.addi %s, %ct : tensor<8xi32>
    tile.store %y, %to[%l] : tensor<8xi32>, !tile.ptr, tensor<8xi32>
    %t = tile.reduce %x axis 0 : (tensor<8xi32>) -> i32 {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tile.yield %c : i32
    }
    %next = arith.addi %carry, %t : i32
    scf.yield %next : i32
  }
  %at = arith.muli %n, %eight : i32
  %end = tile.ptr_add %q, %at x i32 : !tile.ptr, i32
  tile.store %total, %end : i32, !tile.ptr
  return
}
