// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interleaved tiles of 64-bit integers, taken apart again; pairs swapped.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-9223372036854775808..9223372036854775807:i64[64] \
// RUN:     --arg r=randint=-9223372036854775808..9223372036854775807:i64[64] --seed=3 \
// RUN:     --arg q=zeros:i64[128] --arg s=zeros:i64[128]

func.func @join_split_i64(%p: !tile.ptr {tile.name = "p", tile.pointee = i64},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i64}, %q: !tile.ptr {tile.name = "q", tile.pointee = i64},
    %s: !tile.ptr {tile.name = "s", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi64>
  %y = tile.load %r[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi64>
  %j = tile.join %x, %y : tensor<64xi64> -> tensor<64x2xi64>
  %f = tile.reshape %j : tensor<64x2xi64> -> tensor<128xi64>
  %l2 = tile.range 0 to 128 : tensor<128xi32>
  tile.store %f, %q[%l2] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %k = arith.addi %f, %f : tensor<128xi64>
  %g = tile.reshape %k : tensor<128xi64> -> tensor<64x2xi64>
  %a, %b = tile.split %g : tensor<64x2xi64> -> tensor<64xi64>
  %w = tile.join %b, %a : tensor<64xi64> -> tensor<64x2xi64>
  %o_0a = tile.range 0 to 64 : tensor<64xi32>
  %o_0b = tile.reshape %o_0a : tensor<64xi32> -> tensor<64x1xi32>
  %o_0s = arith.constant dense<2> : tensor<64x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<64x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<64x1xi32> -> tensor<64x2xi32>
  %o_1a = tile.range 0 to 2 : tensor<2xi32>
  %o_1b = tile.reshape %o_1a : tensor<2xi32> -> tensor<1x2xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x2xi32> -> tensor<64x2xi32>
  %o = arith.addi %o_0, %o_1 : tensor<64x2xi32>
  tile.store %w, %s[%o] : tensor<64x2xi64>, !tile.ptr, tensor<64x2xi32>
  return
}
