// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A branch that yields a tile, and one that only sometimes stores.
//
// RUN: kiln run %s --target=%target --check --grid=5 --arg p=randn:f32[160] --arg q=zeros:f32[160] --arg n=2

func.func @if_tile(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %c32 = arith.constant 32 : i32
  %first = arith.muli %pid, %c32 : i32
  %from = tile.ptr_add %p, %first x f32 : !tile.ptr, i32
  %to = tile.ptr_add %q, %first x f32 : !tile.ptr, i32
  %l = tile.range 0 to 32 : tensor<32xi32>
  %in = arith.cmpi slt, %pid, %n : i32
  %x = scf.if %in -> (tensor<32xf32>) {
    %v = tile.load %from[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xf32>
    %w = arith.addf %v, %v : tensor<32xf32>
    scf.yield %w : tensor<32xf32>
  } else {
    %k = arith.constant dense<-1.0> : tensor<32xf32>
    scf.yield %k : tensor<32xf32>
  }
  %one = arith.constant 1 : i32
  %odd = arith.andi %pid, %one : i32
  %skip = arith.cmpi eq, %odd, %one : i32
  scf.if %skip {
  } else {
    tile.store %x, %to[%l] : tensor<32xf32>, !tile.ptr, tensor<32xi32>
  }
  return
}
