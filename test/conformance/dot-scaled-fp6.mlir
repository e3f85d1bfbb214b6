// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of 6-bit elements without scales.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-128..127:i8[512] --arg s=randint=-128..127:i8[32] \
// RUN:     --arg r=randint=-128..127:i8[512] --arg t=randint=110..127:i8[32] --arg q=zeros:f32[256]

func.func @dot_scaled_fp6(%p: !tile.ptr {tile.name = "p", tile.pointee = i8},
    %s: !tile.ptr {tile.name = "s", tile.pointee = i8}, %r: !tile.ptr {tile.name = "r", tile.pointee = i8},
    %t: !tile.ptr {tile.name = "t", tile.pointee = i8}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %lq = tile.range 0 to 256 : tensor<256xi32>
  %a1 = tile.load %p[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi8>
  %b1 = tile.load %r[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi8>
  %z = arith.constant dense<0.0> : tensor<16x16xf32>
  %a = tile.reshape %a1 : tensor<512xi8> -> tensor<16x32xi8>
  %b = tile.reshape %b1 : tensor<512xi8> -> tensor<32x16xi8>
  %d = tile.dot_scaled %a e2m3, %b e3m2, %z : tensor<16x32xi8>, tensor<32x16xi8> -> tensor<16x16xf32>
  %x = tile.reshape %d : tensor<16x16xf32> -> tensor<256xf32>
  tile.store %x, %q[%lq] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  return
}
