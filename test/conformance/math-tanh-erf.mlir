// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tanh and erf.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[256] --arg q=zeros:f32[256]
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:f32[256] --arg q=zeros:f32[256]

func.func @math_tanh_erf(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xf32>
  %u = math.tanh %x : tensor<256xf32>
  %v = math.erf %x : tensor<256xf32>
  %y = arith.addf %u, %v : tensor<256xf32>
  tile.store %y, %q[%l] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  return
}
