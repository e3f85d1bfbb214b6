// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements picked by index, along both axes, some of them more than once.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[8x16] --arg i=randint=0..7:i32[8x16] \
// RUN:     --arg q=zeros:f32[8x16] --arg r=zeros:f32[8x16]

func.func @gather(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %i: !tile.ptr {tile.name = "i", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 8 : tensor<8xi32>
  %o_0b = tile.reshape %o_0a : tensor<8xi32> -> tensor<8x1xi32>
  %o_0s = arith.constant dense<16> : tensor<8x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<8x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<8x1xi32> -> tensor<8x16xi32>
  %o_1a = tile.range 0 to 16 : tensor<16xi32>
  %o_1b = tile.reshape %o_1a : tensor<16xi32> -> tensor<1x16xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x16xi32> -> tensor<8x16xi32>
  %o = arith.addi %o_0, %o_1 : tensor<8x16xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<8x16xi32> -> tensor<8x16xf32>
  %k = tile.load %i[%o] : !tile.ptr, tensor<8x16xi32> -> tensor<8x16xi32>
  %a = tile.gather %x[%k] axis 1 : tensor<8x16xf32>, tensor<8x16xi32> -> tensor<8x16xf32>
  %b = tile.gather %x[%k] axis 0 : tensor<8x16xf32>, tensor<8x16xi32> -> tensor<8x16xf32>
  tile.store %a, %q[%o] : tensor<8x16xf32>, !tile.ptr, tensor<8x16xi32>
  tile.store %b, %r[%o] : tensor<8x16xf32>, !tile.ptr, tensor<8x16xi32>
  return
}
