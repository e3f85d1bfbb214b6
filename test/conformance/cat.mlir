// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One tile after another, of one dimension and of two.
//
// RUN: kiln run %s --target=%target --check --arg p=arange:i32[32] --arg r=randint=-99..99:i32[32] \
// RUN:     --arg q=zeros:i32[64]

func.func @cat(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 32 : tensor<32xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xi32>
  %y = tile.load %r[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xi32>
  %c = tile.cat %x, %y : tensor<32xi32> -> tensor<64xi32>
  %x2 = tile.reshape %x : tensor<32xi32> -> tensor<4x8xi32>
  %y2 = tile.reshape %y : tensor<32xi32> -> tensor<4x8xi32>
  %d = tile.cat %y2, %x2 : tensor<4x8xi32> -> tensor<8x8xi32>
  %l2 = tile.range 0 to 64 : tensor<64xi32>
  %e = tile.reshape %d : tensor<8x8xi32> -> tensor<64xi32>
  %f = arith.subi %c, %e : tensor<64xi32>
  tile.store %f, %q[%l2] : tensor<64xi32>, !tile.ptr, tensor<64xi32>
  return
}
