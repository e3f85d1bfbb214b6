// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A while that carries a tile and stops by a reduction of it.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=0..99:f32[64] --arg q=zeros:f32[64]
// RUN: kiln run %s --target=%target --check --arg p=zeros:f32[64] --arg q=ones:f32[64]

func.func @while_tile(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  %half = arith.constant dense<0.5> : tensor<64xf32>
  %one = arith.constant 1.0 : f32
  %r = scf.while (%v = %x) : (tensor<64xf32>) -> tensor<64xf32> {
    %m = tile.reduce %v axis 0 : (tensor<64xf32>) -> f32 {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      tile.yield %c : f32
    }
    %go = arith.cmpf ogt, %m, %one : f32
    scf.condition(%go) %v : tensor<64xf32>
  } do {
  ^bb0(%v: tensor<64xf32>):
    %w = arith.mulf %v, %half : tensor<64xf32>
    scf.yield %w : tensor<64xf32>
  }
  tile.store %r, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}
