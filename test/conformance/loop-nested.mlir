// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops within loops: the inner bound is the outer index, and both carry.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[48] --arg q=zeros:i32[32] --arg n=0
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[48] --arg q=zeros:i32[32] --arg n=1
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[48] --arg q=zeros:i32[32] --arg n=2
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[48] --arg q=zeros:i32[32] --arg n=5

func.func @loop_nested(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 32 : tensor<32xi32>
  %lo = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %z = arith.constant dense<0> : tensor<32xi32>
  %r = scf.for %i = %lo to %n step %one iter_args(%a = %z) -> (tensor<32xi32>) : i32 {
    %s = scf.for %j = %lo to %i step %one iter_args(%b = %a) -> (tensor<32xi32>) : i32 {
      %row = arith.addi %i, %j : i32
      %at = tile.ptr_add %p, %row x i32 : !tile.ptr, i32
      %x = tile.load %at[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xi32>
      %c = arith.addi %b, %x : tensor<32xi32>
      scf.yield %c : tensor<32xi32>
    }
    %it = tile.broadcast %i : i32 -> tensor<32xi32>
    %t = arith.xori %s, %it : tensor<32xi32>
    scf.yield %t : tensor<32xi32>
  }
  tile.store %r, %q[%l] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  return
}
