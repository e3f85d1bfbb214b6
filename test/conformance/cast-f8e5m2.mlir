// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All 256 codes of f8E5M2 to f32 and f16, and f32 to f8E5M2, which saturates.
//
// RUN: kiln run %s --target=%target --check --arg p=arange:i8[256] --arg w=randn:f32[256] \
// RUN:     --arg q=zeros:f32[256] --arg r=zeros:f16[256] --arg s=zeros:f8E5M2[256]
// RUN: kiln run %s --target=%target --check --arg p=arange:i8[256] --arg w=randint=-99999..99999:f32[256] \
// RUN:     --arg q=zeros:f32[256] --arg r=zeros:f16[256] --arg s=zeros:f8E5M2[256]

func.func @cast_f8e5m2(%p: !tile.ptr {tile.name = "p", tile.pointee = i8},
    %w: !tile.ptr {tile.name = "w", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f16}, %s: !tile.ptr {tile.name = "s", tile.pointee = f8E5M2})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %b = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xi8>
  %x = arith.bitcast %b : tensor<256xi8> to tensor<256xf8E5M2>
  %f = arith.extf %x : tensor<256xf8E5M2> to tensor<256xf32>
  %h = arith.extf %x : tensor<256xf8E5M2> to tensor<256xf16>
  tile.store %f, %q[%l] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  tile.store %h, %r[%l] : tensor<256xf16>, !tile.ptr, tensor<256xi32>
  %v = tile.load %w[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xf32>
  %n = tile.cast %v nearest : tensor<256xf32> -> tensor<256xf8E5M2>
  tile.store %n, %s[%l] : tensor<256xf8E5M2>, !tile.ptr, tensor<256xi32>
  return
}
