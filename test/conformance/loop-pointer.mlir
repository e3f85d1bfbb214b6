// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pointer carried through a loop and advanced by one of two amounts, chosen in each trip.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[64] --arg q=zeros:i32[16] --arg n=0
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[64] --arg q=zeros:i32[16] --arg n=1
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[64] --arg q=zeros:i32[16] --arg n=4
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[64] --arg q=zeros:i32[16] --arg n=9

func.func @loop_pointer(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 16 : tensor<16xi32>
  %lo = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  %two = arith.constant 2 : i32
  %z = arith.constant dense<0> : tensor<16xi32>
  %r:2 = scf.for %i = %lo to %n step %one iter_args(%at = %p, %a = %z) -> (!tile.ptr, tensor<16xi32>) : i32 {
    %x = tile.load %at[%l] : !tile.ptr, tensor<16xi32> -> tensor<16xi32>
    %s = arith.addi %a, %x : tensor<16xi32>
    %low = arith.andi %i, %one : i32
    %odd = arith.cmpi eq, %low, %one : i32
    %next = scf.if %odd -> (!tile.ptr) {
      %f = tile.ptr_add %at, %five x i32 : !tile.ptr, i32
      scf.yield %f : !tile.ptr
    } else {
      %f = tile.ptr_add %at, %two x i32 : !tile.ptr, i32
      scf.yield %f : !tile.ptr
    }
    scf.yield %next, %s : !tile.ptr, tensor<16xi32>
  }
  tile.store %r#1, %q[%l] : tensor<16xi32>, !tile.ptr, tensor<16xi32>
  return
}
