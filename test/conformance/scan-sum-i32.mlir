// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running sums of i32 along both axes, forward and backward.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-2147483648..2147483647:i32[16x32] \
// RUN:     --arg q=zeros:i32[16x32] --arg r=zeros:i32[16x32] --arg s=zeros:i32[16x32]

func.func @scan_sum_i32(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i32},
    %s: !tile.ptr {tile.name = "s", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 16 : tensor<16xi32>
  %o_0b = tile.reshape %o_0a : tensor<16xi32> -> tensor<16x1xi32>
  %o_0s = arith.constant dense<32> : tensor<16x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<16x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<16x1xi32> -> tensor<16x32xi32>
  %o_1a = tile.range 0 to 32 : tensor<32xi32>
  %o_1b = tile.reshape %o_1a : tensor<32xi32> -> tensor<1x32xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x32xi32> -> tensor<16x32xi32>
  %o = arith.addi %o_0, %o_1 : tensor<16x32xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<16x32xi32> -> tensor<16x32xi32>
  %u = tile.scan %x axis 1 : (tensor<16x32xi32>) -> tensor<16x32xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  %v = tile.scan %x axis 1 reverse : (tensor<16x32xi32>) -> tensor<16x32xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  %w = tile.scan %x axis 0 : (tensor<16x32xi32>) -> tensor<16x32xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  tile.store %u, %q[%o] : tensor<16x32xi32>, !tile.ptr, tensor<16x32xi32>
  tile.store %v, %r[%o] : tensor<16x32xi32>, !tile.ptr, tensor<16x32xi32>
  tile.store %w, %s[%o] : tensor<16x32xi32>, !tile.ptr, tensor<16x32xi32>
  return
}
