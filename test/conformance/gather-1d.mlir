// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A permutation of one dimension, with fewer and with more indices than elements.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[64] --arg i=randint=0..63:i32[16] \
// RUN:     --arg j=randint=0..63:i32[256] --arg q=zeros:i32[16] --arg r=zeros:i32[256]

func.func @gather_1d(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %i: !tile.ptr {tile.name = "i", tile.pointee = i32}, %j: !tile.ptr {tile.name = "j", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %s = tile.range 0 to 16 : tensor<16xi32>
  %b = tile.range 0 to 256 : tensor<256xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi32>
  %k = tile.load %i[%s] : !tile.ptr, tensor<16xi32> -> tensor<16xi32>
  %m = tile.load %j[%b] : !tile.ptr, tensor<256xi32> -> tensor<256xi32>
  %y = tile.gather %x[%k] axis 0 : tensor<64xi32>, tensor<16xi32> -> tensor<16xi32>
  %z = tile.gather %x[%m] axis 0 : tensor<64xi32>, tensor<256xi32> -> tensor<256xi32>
  tile.store %y, %q[%s] : tensor<16xi32>, !tile.ptr, tensor<16xi32>
  tile.store %z, %r[%b] : tensor<256xi32>, !tile.ptr, tensor<256xi32>
  return
}
