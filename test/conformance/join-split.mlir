// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interleaved tiles, taken apart again; pairs swapped.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg r=randn:f32[64] --seed=3 \
// RUN:     --arg q=zeros:f32[128] --arg s=zeros:f32[128]

func.func @join_split(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32},
    %s: !tile.ptr {tile.name = "s", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  %y = tile.load %r[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  %j = tile.join %x, %y : tensor<64xf32> -> tensor<64x2xf32>
  %f = tile.reshape %j : tensor<64x2xf32> -> tensor<128xf32>
  %l2 = tile.range 0 to 128 : tensor<128xi32>
  tile.store %f, %q[%l2] : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  %k = arith.addf %f, %f : tensor<128xf32>
  %g = tile.reshape %k : tensor<128xf32> -> tensor<64x2xf32>
  %a, %b = tile.split %g : tensor<64x2xf32> -> tensor<64xf32>
  %w = tile.join %b, %a : tensor<64xf32> -> tensor<64x2xf32>
  %o_0a = tile.range 0 to 64 : tensor<64xi32>
  %o_0b = tile.reshape %o_0a : tensor<64xi32> -> tensor<64x1xi32>
  %o_0s = arith.constant dense<2> : tensor<64x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<64x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<64x1xi32> -> tensor<64x2xi32>
  %o_1a = tile.range 0 to 2 : tensor<2xi32>
  %o_1b = tile.reshape %o_1a : tensor<2xi32> -> tensor<1x2xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x2xi32> -> tensor<64x2xi32>
  %o = arith.addi %o_0, %o_1 : tensor<64x2xi32>
  tile.store %w, %s[%o] : tensor<64x2xf32>, !tile.ptr, tensor<64x2xi32>
  return
}
