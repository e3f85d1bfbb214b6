// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four index terms in one mask, as of a tile with a halo.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[9x7] --arg q=zeros:f32[64] --arg h=9 --arg w=7

func.func @mask_4d(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %h: i32 {tile.name = "h"}, %w: i32 {tile.name = "w"})
    attributes {kiln.form = "tile"} {
  %i = tile.range 0 to 8 : tensor<8xi32>
  %k = tile.range 0 to 4 : tensor<4xi32>
  %one = arith.constant dense<1> : tensor<8x8x4x4xi32>
  %zero = arith.constant dense<0> : tensor<8x8x4x4xi32>
  %y0 = tile.reshape %i : tensor<8xi32> -> tensor<8x1x1x1xi32>
  %x0 = tile.reshape %i : tensor<8xi32> -> tensor<1x8x1x1xi32>
  %r0 = tile.reshape %k : tensor<4xi32> -> tensor<1x1x4x1xi32>
  %s0 = tile.reshape %k : tensor<4xi32> -> tensor<1x1x1x4xi32>
  %y1 = tile.broadcast %y0 : tensor<8x1x1x1xi32> -> tensor<8x8x4x4xi32>
  %x1 = tile.broadcast %x0 : tensor<1x8x1x1xi32> -> tensor<8x8x4x4xi32>
  %r1 = tile.broadcast %r0 : tensor<1x1x4x1xi32> -> tensor<8x8x4x4xi32>
  %s1 = tile.broadcast %s0 : tensor<1x1x1x4xi32> -> tensor<8x8x4x4xi32>
  %y2 = arith.addi %y1, %r1 : tensor<8x8x4x4xi32>
  %x2 = arith.addi %x1, %s1 : tensor<8x8x4x4xi32>
  %y = arith.subi %y2, %one : tensor<8x8x4x4xi32>
  %x = arith.subi %x2, %one : tensor<8x8x4x4xi32>
  %ht = tile.broadcast %h : i32 -> tensor<8x8x4x4xi32>
  %wt = tile.broadcast %w : i32 -> tensor<8x8x4x4xi32>
  %m0 = arith.cmpi sge, %y, %zero : tensor<8x8x4x4xi32>
  %m1 = arith.cmpi slt, %y, %ht : tensor<8x8x4x4xi32>
  %m2 = arith.cmpi sge, %x, %zero : tensor<8x8x4x4xi32>
  %m3 = arith.cmpi slt, %x, %wt : tensor<8x8x4x4xi32>
  %m4 = arith.andi %m0, %m1 : tensor<8x8x4x4xi1>
  %m5 = arith.andi %m2, %m3 : tensor<8x8x4x4xi1>
  %m = arith.andi %m4, %m5 : tensor<8x8x4x4xi1>
  %row = arith.muli %y, %wt : tensor<8x8x4x4xi32>
  %o = arith.addi %row, %x : tensor<8x8x4x4xi32>
  %v = tile.load %p[%o] mask %m : !tile.ptr, tensor<8x8x4x4xi32> -> tensor<8x8x4x4xf32>
  %t = tile.reduce %v axis 2 : (tensor<8x8x4x4xf32>) -> tensor<8x8x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %u = tile.reduce %t axis 2 : (tensor<8x8x4xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %l2_0a = tile.range 0 to 8 : tensor<8xi32>
  %l2_0b = tile.reshape %l2_0a : tensor<8xi32> -> tensor<8x1xi32>
  %l2_0s = arith.constant dense<8> : tensor<8x1xi32>
  %l2_0c = arith.muli %l2_0b, %l2_0s : tensor<8x1xi32>
  %l2_0 = tile.broadcast %l2_0c : tensor<8x1xi32> -> tensor<8x8xi32>
  %l2_1a = tile.range 0 to 8 : tensor<8xi32>
  %l2_1b = tile.reshape %l2_1a : tensor<8xi32> -> tensor<1x8xi32>
  %l2_1 = tile.broadcast %l2_1b : tensor<1x8xi32> -> tensor<8x8xi32>
  %l2 = arith.addi %l2_0, %l2_1 : tensor<8x8xi32>
  tile.store %u, %q[%l2] : tensor<8x8xf32>, !tile.ptr, tensor<8x8xi32>
  return
}
