// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A combiner that keeps the right side where that is not 0: order counts, grouping does not.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-1..2:i32[16x256] --arg q=zeros:i32[16] \
// RUN:     --arg r=zeros:i32[256]
// RUN: kiln run %s --target=%target --check --arg p=zeros:i32[16x256] --arg q=ones:i32[16] --arg r=ones:i32[256]

func.func @reduce_noncommutative(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 16 : tensor<16xi32>
  %o_0b = tile.reshape %o_0a : tensor<16xi32> -> tensor<16x1xi32>
  %o_0s = arith.constant dense<256> : tensor<16x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<16x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<16x1xi32> -> tensor<16x256xi32>
  %o_1a = tile.range 0 to 256 : tensor<256xi32>
  %o_1b = tile.reshape %o_1a : tensor<256xi32> -> tensor<1x256xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x256xi32> -> tensor<16x256xi32>
  %o = arith.addi %o_0, %o_1 : tensor<16x256xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<16x256xi32> -> tensor<16x256xi32>
  %u = tile.reduce %x axis 1 : (tensor<16x256xi32>) -> tensor<16xi32> {
  ^bb0(%a: i32, %b: i32):
    %z = arith.constant 0 : i32
    %nz = arith.cmpi ne, %b, %z : i32
    %c = arith.select %nz, %b, %a : i32
    tile.yield %c : i32
  }
  %v = tile.reduce %x axis 0 : (tensor<16x256xi32>) -> tensor<256xi32> {
  ^bb0(%a: i32, %b: i32):
    %z = arith.constant 0 : i32
    %nz = arith.cmpi ne, %b, %z : i32
    %c = arith.select %nz, %b, %a : i32
    tile.yield %c : i32
  }
  %i = tile.range 0 to 16 : tensor<16xi32>
  %j = tile.range 0 to 256 : tensor<256xi32>
  tile.store %u, %q[%i] : tensor<16xi32>, !tile.ptr, tensor<16xi32>
  tile.store %v, %r[%j] : tensor<256xi32>, !tile.ptr, tensor<256xi32>
  return
}
