// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of a transposed product: dot(dot(a, b).T, c), through f16.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f16[16x32] --arg r=randn:f16[32x16] --seed=2 \
// RUN:     --arg q=zeros:f32[16x32]

func.func @dot_chained(%p: !tile.ptr {tile.name = "p", tile.pointee = f16},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f16}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32})
    attributes {kiln.form = "tile"} {
  %oa_0a = tile.range 0 to 16 : tensor<16xi32>
  %oa_0b = tile.reshape %oa_0a : tensor<16xi32> -> tensor<16x1xi32>
  %oa_0s = arith.constant dense<32> : tensor<16x1xi32>
  %oa_0c = arith.muli %oa_0b, %oa_0s : tensor<16x1xi32>
  %oa_0 = tile.broadcast %oa_0c : tensor<16x1xi32> -> tensor<16x32xi32>
  %oa_1a = tile.range 0 to 32 : tensor<32xi32>
  %oa_1b = tile.reshape %oa_1a : tensor<32xi32> -> tensor<1x32xi32>
  %oa_1 = tile.broadcast %oa_1b : tensor<1x32xi32> -> tensor<16x32xi32>
  %oa = arith.addi %oa_0, %oa_1 : tensor<16x32xi32>
  %ob_0a = tile.range 0 to 32 : tensor<32xi32>
  %ob_0b = tile.reshape %ob_0a : tensor<32xi32> -> tensor<32x1xi32>
  %ob_0s = arith.constant dense<16> : tensor<32x1xi32>
  %ob_0c = arith.muli %ob_0b, %ob_0s : tensor<32x1xi32>
  %ob_0 = tile.broadcast %ob_0c : tensor<32x1xi32> -> tensor<32x16xi32>
  %ob_1a = tile.range 0 to 16 : tensor<16xi32>
  %ob_1b = tile.reshape %ob_1a : tensor<16xi32> -> tensor<1x16xi32>
  %ob_1 = tile.broadcast %ob_1b : tensor<1x16xi32> -> tensor<32x16xi32>
  %ob = arith.addi %ob_0, %ob_1 : tensor<32x16xi32>
  %a = tile.load %p[%oa] : !tile.ptr, tensor<16x32xi32> -> tensor<16x32xf16>
  %b = tile.load %r[%ob] : !tile.ptr, tensor<32x16xi32> -> tensor<32x16xf16>
  %z = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = tile.dot %a, %b, %z ieee : tensor<16x32xf16>, tensor<32x16xf16> -> tensor<16x16xf32>
  %h = arith.truncf %d : tensor<16x16xf32> to tensor<16x16xf16>
  %t = tile.transpose %h [1, 0] : tensor<16x16xf16> -> tensor<16x16xf16>
  %z2 = arith.constant dense<1.0> : tensor<16x32xf32>
  %e = tile.dot %t, %a, %z2 ieee : tensor<16x16xf16>, tensor<16x32xf16> -> tensor<16x32xf32>
  tile.store %e, %q[%oa] : tensor<16x32xf32>, !tile.ptr, tensor<16x32xi32>
  return
}
