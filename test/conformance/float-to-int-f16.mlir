// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f16 to i32, and to i16 with values beyond its ends.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-9..9:f16[128] --arg q=zeros:i32[128] \
// RUN:     --arg r=zeros:i16[128]
// RUN: kiln run %s --target=%target --check --arg p=randn:f16[128] --arg q=zeros:i32[128] --arg r=zeros:i16[128]

func.func @float_to_int_f16(%p: !tile.ptr {tile.name = "p", tile.pointee = f16},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i16})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %k = arith.constant dense<1.0e+04> : tensor<128xf16>
  %v = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xf16>
  %x = arith.mulf %v, %k : tensor<128xf16>
  %a = tile.fptosi %x : tensor<128xf16> -> tensor<128xi32>
  %b = tile.fptosi %x : tensor<128xf16> -> tensor<128xi16>
  tile.store %a, %q[%l] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  tile.store %b, %r[%l] : tensor<128xi16>, !tile.ptr, tensor<128xi32>
  return
}
