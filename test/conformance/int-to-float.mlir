// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers to floats, signed and unsigned, rounded to nearest even once.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-2147483648..2147483647:i32[256] \
// RUN:     --arg q=zeros:f32[768] --arg r=zeros:f16[256]
// RUN: kiln run %s --target=%target --check --arg p=randint=-4100..4100:i32[256] --arg q=zeros:f32[768] \
// RUN:     --arg r=zeros:f16[256]

func.func @int_to_float(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %r: !tile.ptr {tile.name = "r", tile.pointee = f16})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %nn = arith.constant dense<256> : tensor<256xi32>
  %w = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xi32>
  %a = arith.sitofp %w : tensor<256xi32> to tensor<256xf32>
  %b = arith.uitofp %w : tensor<256xi32> to tensor<256xf32>
  %n = arith.trunci %w : tensor<256xi32> to tensor<256xi8>
  %c = arith.uitofp %n : tensor<256xi8> to tensor<256xf32>
  %h = arith.sitofp %w : tensor<256xi32> to tensor<256xf16>
  tile.store %h, %r[%l] : tensor<256xf16>, !tile.ptr, tensor<256xi32>
  tile.store %a, %q[%l] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  %l1 = arith.addi %l, %nn : tensor<256xi32>
  tile.store %b, %q[%l1] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  %l2 = arith.addi %l1, %nn : tensor<256xi32>
  tile.store %c, %q[%l2] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  return
}
