// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A branch that yields what a loop before it made, and nothing else uses.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg q=zeros:f32[64] --arg n=2
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg q=zeros:f32[64] --arg n=0

func.func @if_passes_tile(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = scf.for %i = %zero to %n step %one iter_args(%d = %x) -> (tensor<64xf32>) : i32 {
    %w = arith.mulf %d, %x : tensor<64xf32>
    scf.yield %w : tensor<64xf32>
  }
  %some = arith.cmpi sgt, %n, %zero : i32
  %g = scf.if %some -> (tensor<64xf32>) {
    scf.yield %a : tensor<64xf32>
  } else {
    %t = arith.negf %x : tensor<64xf32>
    scf.yield %t : tensor<64xf32>
  }
  tile.store %g, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}
