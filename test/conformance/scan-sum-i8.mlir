// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running sums of i8 along both axes, forward and backward.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-128..127:i8[16x32] --arg q=zeros:i8[16x32] \
// RUN:     --arg r=zeros:i8[16x32] --arg s=zeros:i8[16x32]

func.func @scan_sum_i8(%p: !tile.ptr {tile.name = "p", tile.pointee = i8},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i8}, %r: !tile.ptr {tile.name = "r", tile.pointee = i8},
    %s: !tile.ptr {tile.name = "s", tile.pointee = i8}) attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 16 : tensor<16xi32>
  %o_0b = tile.reshape %o_0a : tensor<16xi32> -> tensor<16x1xi32>
  %o_0s = arith.constant dense<32> : tensor<16x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<16x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<16x1xi32> -> tensor<16x32xi32>
  %o_1a = tile.range 0 to 32 : tensor<32xi32>
  %o_1b = tile.reshape %o_1a : tensor<32xi32> -> tensor<1x32xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x32xi32> -> tensor<16x32xi32>
  %o = arith.addi %o_0, %o_1 : tensor<16x32xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<16x32xi32> -> tensor<16x32xi8>
  %u = tile.scan %x axis 1 : (tensor<16x32xi8>) -> tensor<16x32xi8> {
  ^bb0(%a: i8, %b: i8):
    %c = arith.addi %a, %b : i8
    tile.yield %c : i8
  }
  %v = tile.scan %x axis 1 reverse : (tensor<16x32xi8>) -> tensor<16x32xi8> {
  ^bb0(%a: i8, %b: i8):
    %c = arith.addi %a, %b : i8
    tile.yield %c : i8
  }
  %w = tile.scan %x axis 0 : (tensor<16x32xi8>) -> tensor<16x32xi8> {
  ^bb0(%a: i8, %b: i8):
    %c = arith.addi %a, %b : i8
    tile.yield %c : i8
  }
  tile.store %u, %q[%o] : tensor<16x32xi8>, !tile.ptr, tensor<16x32xi32>
  tile.store %v, %r[%o] : tensor<16x32xi8>, !tile.ptr, tensor<16x32xi32>
  tile.store %w, %s[%o] : tensor<16x32xi8>, !tile.ptr, tensor<16x32xi32>
  return
}
