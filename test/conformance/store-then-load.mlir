// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Within a program instance a load sees what was stored before, with another shape of the
// tile, also in a loop.
//
// RUN: kiln run %s --target=%target --check --arg p=arange:i32[64] --arg q=zeros:i32[64]

func.func @store_then_load(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %rows_0a = tile.range 0 to 8 : tensor<8xi32>
  %rows_0b = tile.reshape %rows_0a : tensor<8xi32> -> tensor<8x1xi32>
  %rows_0s = arith.constant dense<8> : tensor<8x1xi32>
  %rows_0c = arith.muli %rows_0b, %rows_0s : tensor<8x1xi32>
  %rows_0 = tile.broadcast %rows_0c : tensor<8x1xi32> -> tensor<8x8xi32>
  %rows_1a = tile.range 0 to 8 : tensor<8xi32>
  %rows_1b = tile.reshape %rows_1a : tensor<8xi32> -> tensor<1x8xi32>
  %rows_1 = tile.broadcast %rows_1b : tensor<1x8xi32> -> tensor<8x8xi32>
  %rows = arith.addi %rows_0, %rows_1 : tensor<8x8xi32>
  %b0 = tile.range 0 to 8 : tensor<8xi32>
  %k8 = arith.constant dense<8> : tensor<1x8xi32>
  %row = tile.reshape %b0 : tensor<8xi32> -> tensor<8x1xi32>
  %col = tile.reshape %b0 : tensor<8xi32> -> tensor<1x8xi32>
  %col8 = arith.muli %col, %k8 : tensor<1x8xi32>
  %rowb = tile.broadcast %row : tensor<8x1xi32> -> tensor<8x8xi32>
  %colb = tile.broadcast %col8 : tensor<1x8xi32> -> tensor<8x8xi32>
  %turned = arith.addi %rowb, %colb : tensor<8x8xi32>
  %lo = arith.constant 0 : i32
  %hi = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %lo to %hi step %one : i32 {
    %x = tile.load %p[%turned] : !tile.ptr, tensor<8x8xi32> -> tensor<8x8xi32>
    %it = tile.broadcast %i : i32 -> tensor<8x8xi32>
    %y = arith.addi %x, %it : tensor<8x8xi32>
    tile.store %y, %p[%rows] : tensor<8x8xi32>, !tile.ptr, tensor<8x8xi32>
  }
  %z = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi32>
  tile.store %z, %q[%l] : tensor<64xi32>, !tile.ptr, tensor<64xi32>
  return
}
