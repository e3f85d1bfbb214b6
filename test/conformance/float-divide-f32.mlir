// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients of f32: by zero infinite, of zeros NaN.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[128] --arg r=randn:f32[128] --seed=5 \
// RUN:     --arg q=zeros:f32[384]

func.func @float_divide_f32(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %nn = arith.constant dense<128> : tensor<128xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xf32>
  %y = tile.load %r[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xf32>
  %a = arith.divf %x, %y : tensor<128xf32>
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %b = arith.divf %x, %zero : tensor<128xf32>
  %c = arith.divf %zero, %zero : tensor<128xf32>
  tile.store %a, %q[%l] : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  %l1 = arith.addi %l, %nn : tensor<128xi32>
  tile.store %b, %q[%l1] : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  %l2 = arith.addi %l1, %nn : tensor<128xi32>
  tile.store %c, %q[%l2] : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  return
}
