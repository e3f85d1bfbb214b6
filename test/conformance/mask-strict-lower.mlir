// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A strict lower limit leaves out its edge.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[78] --arg q=ones:f32[78]

func.func @mask_above(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %back = arith.constant dense<50> : tensor<128xi32>
  %zero = arith.constant dense<0> : tensor<128xi32>
  %o = arith.subi %l, %back : tensor<128xi32>
  %m = arith.cmpi sgt, %o, %zero : tensor<128xi32>
  %x = tile.load %p[%o] mask %m : !tile.ptr, tensor<128xi32> -> tensor<128xf32>
  tile.store %x, %q[%o] mask %m : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  return
}
