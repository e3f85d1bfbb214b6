// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of bf16 is rounded once, with subnormals, bit for bit; so are moves of any
// bits.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:bf16[128] --arg r=randn:bf16[128] --seed=5 \
// RUN:     --arg q=zeros:bf16[768]
// RUN: kiln run %s --target=%target --check --arg p=full=1e-39:bf16[128] --arg r=randn:bf16[128] \
// RUN:     --arg q=zeros:bf16[768]

func.func @float_arith_bf16(%p: !tile.ptr {tile.name = "p", tile.pointee = bf16},
    %r: !tile.ptr {tile.name = "r", tile.pointee = bf16}, %q: !tile.ptr {tile.name = "q", tile.pointee = bf16})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %nn = arith.constant dense<128> : tensor<128xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xbf16>
  %y = tile.load %r[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xbf16>
  %a = arith.addf %x, %y : tensor<128xbf16>
  %b = arith.subf %x, %y : tensor<128xbf16>
  %c = arith.mulf %x, %y : tensor<128xbf16>
  %e = arith.negf %x : tensor<128xbf16>
  %f = math.absf %y : tensor<128xbf16>
  %g = arith.cmpf olt, %x, %y : tensor<128xbf16>
  %h = arith.select %g, %x, %y : tensor<128xi1>, tensor<128xbf16>
  tile.store %a, %q[%l] : tensor<128xbf16>, !tile.ptr, tensor<128xi32>
  %l1 = arith.addi %l, %nn : tensor<128xi32>
  tile.store %b, %q[%l1] : tensor<128xbf16>, !tile.ptr, tensor<128xi32>
  %l2 = arith.addi %l1, %nn : tensor<128xi32>
  tile.store %c, %q[%l2] : tensor<128xbf16>, !tile.ptr, tensor<128xi32>
  %l3 = arith.addi %l2, %nn : tensor<128xi32>
  tile.store %e, %q[%l3] : tensor<128xbf16>, !tile.ptr, tensor<128xi32>
  %l4 = arith.addi %l3, %nn : tensor<128xi32>
  tile.store %f, %q[%l4] : tensor<128xbf16>, !tile.ptr, tensor<128xi32>
  %l5 = arith.addi %l4, %nn : tensor<128xi32>
  tile.store %h, %q[%l5] : tensor<128xbf16>, !tile.ptr, tensor<128xi32>
  return
}
