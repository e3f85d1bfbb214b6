// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reshapes of computed values: to more dimensions, to fewer, between, and of a transposed
// tile.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[256] --arg q=zeros:i32[128] \
// RUN:     --arg r=zeros:i32[256]

func.func @reshape(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xi32>
  %y = arith.addi %x, %l : tensor<256xi32>
  %a = tile.reshape %y : tensor<256xi32> -> tensor<8x32xi32>
  %b = tile.reshape %a : tensor<8x32xi32> -> tensor<32x8xi32>
  %c = tile.reshape %b : tensor<32x8xi32> -> tensor<2x2x2x32xi32>
  %d = tile.reduce %c axis 1 : (tensor<2x2x2x32xi32>) -> tensor<2x2x32xi32> {
  ^bb0(%u: i32, %v: i32):
    %w = arith.subi %u, %v : i32
    tile.yield %w : i32
  }
  %e = tile.reshape %d : tensor<2x2x32xi32> -> tensor<128xi32>
  %h = tile.range 0 to 128 : tensor<128xi32>
  tile.store %e, %q[%h] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  %t = tile.transpose %a [1, 0] : tensor<8x32xi32> -> tensor<32x8xi32>
  %f = tile.reshape %t : tensor<32x8xi32> -> tensor<256xi32>
  tile.store %f, %r[%l] : tensor<256xi32>, !tile.ptr, tensor<256xi32>
  return
}
