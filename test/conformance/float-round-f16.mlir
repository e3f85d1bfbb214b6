// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole numbers below, above, towards zero, to even and away from zero, of f16.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-9..9:f16[128] --arg q=zeros:f16[640]
// RUN: kiln run %s --target=%target --check --arg p=randn:f16[128] --arg q=zeros:f16[640]

func.func @float_round_f16(%p: !tile.ptr {tile.name = "p", tile.pointee = f16},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f16}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %nn = arith.constant dense<128> : tensor<128xi32>
  %half = arith.constant dense<0.5> : tensor<128xf16>
  %v = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xf16>
  %x = arith.mulf %v, %half : tensor<128xf16>
  %a = math.floor %x : tensor<128xf16>
  %b = math.ceil %x : tensor<128xf16>
  %c = math.trunc %x : tensor<128xf16>
  %d = math.roundeven %x : tensor<128xf16>
  %e = math.round %x : tensor<128xf16>
  tile.store %a, %q[%l] : tensor<128xf16>, !tile.ptr, tensor<128xi32>
  %l1 = arith.addi %l, %nn : tensor<128xi32>
  tile.store %b, %q[%l1] : tensor<128xf16>, !tile.ptr, tensor<128xi32>
  %l2 = arith.addi %l1, %nn : tensor<128xi32>
  tile.store %c, %q[%l2] : tensor<128xf16>, !tile.ptr, tensor<128xi32>
  %l3 = arith.addi %l2, %nn : tensor<128xi32>
  tile.store %d, %q[%l3] : tensor<128xf16>, !tile.ptr, tensor<128xi32>
  %l4 = arith.addi %l3, %nn : tensor<128xi32>
  tile.store %e, %q[%l4] : tensor<128xf16>, !tile.ptr, tensor<128xi32>
  return
}
