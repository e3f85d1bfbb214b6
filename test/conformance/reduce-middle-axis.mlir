// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scan along one axis and a sum along another of a tile of three dimensions.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[4096] --arg q=zeros:i32[256]

func.func @reduce_middle_axis(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 16 : tensor<16xi32>
  %o_0b = tile.reshape %o_0a : tensor<16xi32> -> tensor<16x1x1xi32>
  %o_0s = arith.constant dense<256> : tensor<16x1x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<16x1x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<16x1x1xi32> -> tensor<16x16x16xi32>
  %o_1a = tile.range 0 to 16 : tensor<16xi32>
  %o_1b = tile.reshape %o_1a : tensor<16xi32> -> tensor<1x16x1xi32>
  %o_1s = arith.constant dense<16> : tensor<1x16x1xi32>
  %o_1c = arith.muli %o_1b, %o_1s : tensor<1x16x1xi32>
  %o_1 = tile.broadcast %o_1c : tensor<1x16x1xi32> -> tensor<16x16x16xi32>
  %o_1t = arith.addi %o_0, %o_1 : tensor<16x16x16xi32>
  %o_2a = tile.range 0 to 16 : tensor<16xi32>
  %o_2b = tile.reshape %o_2a : tensor<16xi32> -> tensor<1x1x16xi32>
  %o_2 = tile.broadcast %o_2b : tensor<1x1x16xi32> -> tensor<16x16x16xi32>
  %o = arith.addi %o_1t, %o_2 : tensor<16x16x16xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<16x16x16xi32> -> tensor<16x16x16xi32>
  %s = tile.scan %x axis 0 : (tensor<16x16x16xi32>) -> tensor<16x16x16xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  %u = tile.reduce %s axis 1 : (tensor<16x16x16xi32>) -> tensor<16x16xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  %i2_0a = tile.range 0 to 16 : tensor<16xi32>
  %i2_0b = tile.reshape %i2_0a : tensor<16xi32> -> tensor<16x1xi32>
  %i2_0s = arith.constant dense<16> : tensor<16x1xi32>
  %i2_0c = arith.muli %i2_0b, %i2_0s : tensor<16x1xi32>
  %i2_0 = tile.broadcast %i2_0c : tensor<16x1xi32> -> tensor<16x16xi32>
  %i2_1a = tile.range 0 to 16 : tensor<16xi32>
  %i2_1b = tile.reshape %i2_1a : tensor<16xi32> -> tensor<1x16xi32>
  %i2_1 = tile.broadcast %i2_1b : tensor<1x16xi32> -> tensor<16x16xi32>
  %i2 = arith.addi %i2_0, %i2_1 : tensor<16x16xi32>
  tile.store %u, %q[%i2] : tensor<16x16xi32>, !tile.ptr, tensor<16x16xi32>
  return
}
