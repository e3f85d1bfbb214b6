// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f32 to f16 and bf16 and back, for random bits: ties, subnormals, overflow, infinities,
// NaN.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-2147483648..2147483647:i32[256] \
// RUN:     --arg q=zeros:f16[256] --arg r=zeros:bf16[256] --arg s=zeros:f32[256]
// RUN: kiln run %s --target=%target --check --arg p=randint=855638016..1207959552:i32[256] \
// RUN:     --arg q=zeros:f16[256] --arg r=zeros:bf16[256] --arg s=zeros:f32[256]
// RUN: kiln run %s --target=%target --check --arg p=randint=1065353216..1065369600:i32[256] \
// RUN:     --arg q=zeros:f16[256] --arg r=zeros:bf16[256] --arg s=zeros:f32[256]

func.func @cast_half(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f16}, %r: !tile.ptr {tile.name = "r", tile.pointee = bf16},
    %s: !tile.ptr {tile.name = "s", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %w = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xi32>
  %x = arith.bitcast %w : tensor<256xi32> to tensor<256xf32>
  %h = arith.truncf %x : tensor<256xf32> to tensor<256xf16>
  %b = arith.truncf %x : tensor<256xf32> to tensor<256xbf16>
  %hf = arith.extf %h : tensor<256xf16> to tensor<256xf32>
  %bf = arith.extf %b : tensor<256xbf16> to tensor<256xf32>
  %c = arith.cmpf ole, %hf, %bf : tensor<256xf32>
  %d = arith.select %c, %hf, %bf : tensor<256xi1>, tensor<256xf32>
  tile.store %h, %q[%l] : tensor<256xf16>, !tile.ptr, tensor<256xi32>
  tile.store %b, %r[%l] : tensor<256xbf16>, !tile.ptr, tensor<256xi32>
  tile.store %d, %s[%l] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  return
}
