// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of i64 along each axis, and of everything in two steps.
//
// RUN: kiln run %s --target=%target --check \
// RUN:     --arg p=randint=-9223372036854775808..9223372036854775807:i64[16x64] --arg q=zeros:i64[16] --arg r=zeros:i64[64] --arg s=zeros:i64[1]

func.func @reduce_sum_i64(%p: !tile.ptr {tile.name = "p", tile.pointee = i64},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i64}, %r: !tile.ptr {tile.name = "r", tile.pointee = i64},
    %s: !tile.ptr {tile.name = "s", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 16 : tensor<16xi32>
  %o_0b = tile.reshape %o_0a : tensor<16xi32> -> tensor<16x1xi32>
  %o_0s = arith.constant dense<64> : tensor<16x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<16x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<16x1xi32> -> tensor<16x64xi32>
  %o_1a = tile.range 0 to 64 : tensor<64xi32>
  %o_1b = tile.reshape %o_1a : tensor<64xi32> -> tensor<1x64xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x64xi32> -> tensor<16x64xi32>
  %o = arith.addi %o_0, %o_1 : tensor<16x64xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<16x64xi32> -> tensor<16x64xi64>
  %u = tile.reduce %x axis 1 : (tensor<16x64xi64>) -> tensor<16xi64> {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tile.yield %c : i64
  }
  %v = tile.reduce %x axis 0 : (tensor<16x64xi64>) -> tensor<64xi64> {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tile.yield %c : i64
  }
  %w = tile.reduce %u axis 0 : (tensor<16xi64>) -> i64 {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tile.yield %c : i64
  }

  %i = tile.range 0 to 16 : tensor<16xi32>
  %j = tile.range 0 to 64 : tensor<64xi32>
  tile.store %u, %q[%i] : tensor<16xi64>, !tile.ptr, tensor<16xi32>
  tile.store %v, %r[%j] : tensor<64xi64>, !tile.ptr, tensor<64xi32>
  tile.store %w, %s : i64, !tile.ptr
  return
}
