// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Multiply and add of f16 is rounded once, for all bits.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-32768..32767:i16[4096] \
// RUN:     --arg r=randint=-32768..32767:i16[4096] --arg s=randint=-32768..32767:i16[4096] --arg q=zeros:f16[4096]
// RUN: kiln run %s --target=%target --check --arg p=randint=13312..16383:i16[4096] \
// RUN:     --arg r=randint=13312..16383:i16[4096] --arg s=randint=-20480..-8192:i16[4096] --arg q=zeros:f16[4096]

func.func @math_fma_f16(%p: !tile.ptr {tile.name = "p", tile.pointee = i16},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i16}, %s: !tile.ptr {tile.name = "s", tile.pointee = i16},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f16}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 4096 : tensor<4096xi32>
  %a = tile.load %p[%l] : !tile.ptr, tensor<4096xi32> -> tensor<4096xf16>
  %b = tile.load %r[%l] : !tile.ptr, tensor<4096xi32> -> tensor<4096xf16>
  %c = tile.load %s[%l] : !tile.ptr, tensor<4096xi32> -> tensor<4096xf16>
  %y = math.fma %a, %b, %c : tensor<4096xf16>
  tile.store %y, %q[%l] : tensor<4096xf16>, !tile.ptr, tensor<4096xi32>
  return
}
