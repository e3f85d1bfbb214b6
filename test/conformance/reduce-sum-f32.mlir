// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of f32 along each axis, and of everything in two steps.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[16x64] --arg q=zeros:f32[16] \
// RUN:     --arg r=zeros:f32[64] --arg s=zeros:f32[1]

func.func @reduce_sum_f32(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %r: !tile.ptr {tile.name = "r", tile.pointee = f32},
    %s: !tile.ptr {tile.name = "s", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 16 : tensor<16xi32>
  %o_0b = tile.reshape %o_0a : tensor<16xi32> -> tensor<16x1xi32>
  %o_0s = arith.constant dense<64> : tensor<16x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<16x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<16x1xi32> -> tensor<16x64xi32>
  %o_1a = tile.range 0 to 64 : tensor<64xi32>
  %o_1b = tile.reshape %o_1a : tensor<64xi32> -> tensor<1x64xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x64xi32> -> tensor<16x64xi32>
  %o = arith.addi %o_0, %o_1 : tensor<16x64xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<16x64xi32> -> tensor<16x64xf32>
  %u = tile.reduce %x axis 1 : (tensor<16x64xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %v = tile.reduce %x axis 0 : (tensor<16x64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %w = tile.reduce %u axis 0 : (tensor<16xf32>) -> f32 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }

  %i = tile.range 0 to 16 : tensor<16xi32>
  %j = tile.range 0 to 64 : tensor<64xi32>
  tile.store %u, %q[%i] : tensor<16xf32>, !tile.ptr, tensor<16xi32>
  tile.store %v, %r[%j] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  tile.store %w, %s : f32, !tile.ptr
  return
}
