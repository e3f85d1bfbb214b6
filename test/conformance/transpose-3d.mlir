// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Permutations of three dimensions of different extents.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[256] --arg q=zeros:i32[256] \
// RUN:     --arg r=zeros:i32[256]

func.func @transpose_3d(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 4 : tensor<4xi32>
  %o_0b = tile.reshape %o_0a : tensor<4xi32> -> tensor<4x1x1xi32>
  %o_0s = arith.constant dense<64> : tensor<4x1x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<4x1x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<4x1x1xi32> -> tensor<4x8x8xi32>
  %o_1a = tile.range 0 to 8 : tensor<8xi32>
  %o_1b = tile.reshape %o_1a : tensor<8xi32> -> tensor<1x8x1xi32>
  %o_1s = arith.constant dense<8> : tensor<1x8x1xi32>
  %o_1c = arith.muli %o_1b, %o_1s : tensor<1x8x1xi32>
  %o_1 = tile.broadcast %o_1c : tensor<1x8x1xi32> -> tensor<4x8x8xi32>
  %o_1t = arith.addi %o_0, %o_1 : tensor<4x8x8xi32>
  %o_2a = tile.range 0 to 8 : tensor<8xi32>
  %o_2b = tile.reshape %o_2a : tensor<8xi32> -> tensor<1x1x8xi32>
  %o_2 = tile.broadcast %o_2b : tensor<1x1x8xi32> -> tensor<4x8x8xi32>
  %o = arith.addi %o_1t, %o_2 : tensor<4x8x8xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<4x8x8xi32> -> tensor<4x8x8xi32>
  %y = arith.addi %x, %o : tensor<4x8x8xi32>
  %t = tile.transpose %y [2, 0, 1] : tensor<4x8x8xi32> -> tensor<8x4x8xi32>
  %u = tile.transpose %y [0, 2, 1] : tensor<4x8x8xi32> -> tensor<4x8x8xi32>
  %ot_0a = tile.range 0 to 8 : tensor<8xi32>
  %ot_0b = tile.reshape %ot_0a : tensor<8xi32> -> tensor<8x1x1xi32>
  %ot_0s = arith.constant dense<32> : tensor<8x1x1xi32>
  %ot_0c = arith.muli %ot_0b, %ot_0s : tensor<8x1x1xi32>
  %ot_0 = tile.broadcast %ot_0c : tensor<8x1x1xi32> -> tensor<8x4x8xi32>
  %ot_1a = tile.range 0 to 4 : tensor<4xi32>
  %ot_1b = tile.reshape %ot_1a : tensor<4xi32> -> tensor<1x4x1xi32>
  %ot_1s = arith.constant dense<8> : tensor<1x4x1xi32>
  %ot_1c = arith.muli %ot_1b, %ot_1s : tensor<1x4x1xi32>
  %ot_1 = tile.broadcast %ot_1c : tensor<1x4x1xi32> -> tensor<8x4x8xi32>
  %ot_1t = arith.addi %ot_0, %ot_1 : tensor<8x4x8xi32>
  %ot_2a = tile.range 0 to 8 : tensor<8xi32>
  %ot_2b = tile.reshape %ot_2a : tensor<8xi32> -> tensor<1x1x8xi32>
  %ot_2 = tile.broadcast %ot_2b : tensor<1x1x8xi32> -> tensor<8x4x8xi32>
  %ot = arith.addi %ot_1t, %ot_2 : tensor<8x4x8xi32>
  tile.store %t, %q[%ot] : tensor<8x4x8xi32>, !tile.ptr, tensor<8x4x8xi32>
  tile.store %u, %r[%o] : tensor<4x8x8xi32>, !tile.ptr, tensor<4x8x8xi32>
  return
}
