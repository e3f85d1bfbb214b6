// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles carried through a loop: one grows, one is exchanged with it, one is never changed.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg q=zeros:f32[64] --arg r=zeros:f32[64] --arg n=0
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg q=zeros:f32[64] --arg r=zeros:f32[64] --arg n=1
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg q=zeros:f32[64] --arg r=zeros:f32[64] --arg n=2
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg q=zeros:f32[64] --arg r=zeros:f32[64] --arg n=3
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg q=zeros:f32[64] --arg r=zeros:f32[64] --arg n=8

func.func @loop_carried_tile(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %r: !tile.ptr {tile.name = "r", tile.pointee = f32},
    %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  %k = arith.constant dense<0.5> : tensor<64xf32>
  %lo = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %v:3 = scf.for %i = %lo to %n step %one iter_args(%a = %x, %b = %k, %c = %x) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) : i32 {
    %s = arith.addf %a, %b : tensor<64xf32>
    scf.yield %b, %s, %c : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
  }
  tile.store %v#0, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  %d = arith.subf %v#1, %v#2 : tensor<64xf32>
  tile.store %d, %r[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}
