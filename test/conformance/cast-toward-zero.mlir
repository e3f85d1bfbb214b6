// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions that round toward zero; what is too large becomes the largest finite value.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-2147483648..2147483647:i32[256] \
// RUN:     --arg q=zeros:f16[256] --arg r=zeros:bf16[256]
// RUN: kiln run %s --target=%target --check --arg p=randint=855638016..1207959552:i32[256] \
// RUN:     --arg q=zeros:f16[256] --arg r=zeros:bf16[256]

func.func @cast_toward_zero(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f16}, %r: !tile.ptr {tile.name = "r", tile.pointee = bf16})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %w = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xi32>
  %x = arith.bitcast %w : tensor<256xi32> to tensor<256xf32>
  %h = tile.cast %x toward_zero : tensor<256xf32> -> tensor<256xf16>
  %b = tile.cast %x toward_zero : tensor<256xf32> -> tensor<256xbf16>
  tile.store %h, %q[%l] : tensor<256xf16>, !tile.ptr, tensor<256xi32>
  tile.store %b, %r[%l] : tensor<256xbf16>, !tile.ptr, tensor<256xi32>
  return
}
