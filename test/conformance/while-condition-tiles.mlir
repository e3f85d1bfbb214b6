// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a while's condition passes on is what it computes, not what it was given: its
// results are tiles made in the last condition, and the two change places each round.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=0..9:i32[32] --arg q=zeros:i32[64] --arg n=0
// RUN: kiln run %s --target=%target --check --arg p=randint=0..9:i32[32] --arg q=zeros:i32[64] --arg n=1
// RUN: kiln run %s --target=%target --check --arg p=randint=0..9:i32[32] --arg q=zeros:i32[64] --arg n=4

func.func @while_condition_tiles(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 32 : tensor<32xi32>
  %high = tile.range 32 to 64 : tensor<32xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xi32>
  %three = arith.constant dense<3> : tensor<32xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:3 = scf.while (%v = %x, %w = %l, %i = %zero) : (tensor<32xi32>, tensor<32xi32>, i32)
      -> (tensor<32xi32>, tensor<32xi32>, i32) {
    %a = arith.muli %v, %three : tensor<32xi32>
    %b = arith.addi %w, %a : tensor<32xi32>
    %go = arith.cmpi slt, %i, %n : i32
    scf.condition(%go) %a, %b, %i : tensor<32xi32>, tensor<32xi32>, i32
  } do {
  ^bb0(%v: tensor<32xi32>, %w: tensor<32xi32>, %i: i32):
    %next = arith.addi %i, %one : i32
    scf.yield %w, %v, %next : tensor<32xi32>, tensor<32xi32>, i32
  }
  tile.store %r#0, %q[%l] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  tile.store %r#1, %q[%high] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  return
}
