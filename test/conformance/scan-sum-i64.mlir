// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running sums of i64 along both axes, forward and backward.
//
// RUN: kiln run %s --target=%target --check \
// RUN:     --arg p=randint=-9223372036854775808..9223372036854775807:i64[16x32] --arg q=zeros:i64[16x32] --arg r=zeros:i64[16x32] --arg s=zeros:i64[16x32]

func.func @scan_sum_i64(%p: !tile.ptr {tile.name = "p", tile.pointee = i64},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i64}, %r: !tile.ptr {tile.name = "r", tile.pointee = i64},
    %s: !tile.ptr {tile.name = "s", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 16 : tensor<16xi32>
  %o_0b = tile.reshape %o_0a : tensor<16xi32> -> tensor<16x1xi32>
  %o_0s = arith.constant dense<32> : tensor<16x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<16x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<16x1xi32> -> tensor<16x32xi32>
  %o_1a = tile.range 0 to 32 : tensor<32xi32>
  %o_1b = tile.reshape %o_1a : tensor<32xi32> -> tensor<1x32xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x32xi32> -> tensor<16x32xi32>
  %o = arith.addi %o_0, %o_1 : tensor<16x32xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<16x32xi32> -> tensor<16x32xi64>
  %u = tile.scan %x axis 1 : (tensor<16x32xi64>) -> tensor<16x32xi64> {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tile.yield %c : i64
  }
  %v = tile.scan %x axis 1 reverse : (tensor<16x32xi64>) -> tensor<16x32xi64> {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tile.yield %c : i64
  }
  %w = tile.scan %x axis 0 : (tensor<16x32xi64>) -> tensor<16x32xi64> {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tile.yield %c : i64
  }
  tile.store %u, %q[%o] : tensor<16x32xi64>, !tile.ptr, tensor<16x32xi32>
  tile.store %v, %r[%o] : tensor<16x32xi64>, !tile.ptr, tensor<16x32xi32>
  tile.store %w, %s[%o] : tensor<16x32xi64>, !tile.ptr, tensor<16x32xi32>
  return
}
