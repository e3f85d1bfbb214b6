// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of f32 that may round its operands to tf32.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[16x32] --arg r=randn:f32[32x16] --seed=2 \
// RUN:     --arg q=randn:f32[16x16]

func.func @dot_tf32(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32})
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
  %oc_0a = tile.range 0 to 16 : tensor<16xi32>
  %oc_0b = tile.reshape %oc_0a : tensor<16xi32> -> tensor<16x1xi32>
  %oc_0s = arith.constant dense<16> : tensor<16x1xi32>
  %oc_0c = arith.muli %oc_0b, %oc_0s : tensor<16x1xi32>
  %oc_0 = tile.broadcast %oc_0c : tensor<16x1xi32> -> tensor<16x16xi32>
  %oc_1a = tile.range 0 to 16 : tensor<16xi32>
  %oc_1b = tile.reshape %oc_1a : tensor<16xi32> -> tensor<1x16xi32>
  %oc_1 = tile.broadcast %oc_1b : tensor<1x16xi32> -> tensor<16x16xi32>
  %oc = arith.addi %oc_0, %oc_1 : tensor<16x16xi32>
  %a = tile.load %p[%oa] : !tile.ptr, tensor<16x32xi32> -> tensor<16x32xf32>
  %b = tile.load %r[%ob] : !tile.ptr, tensor<32x16xi32> -> tensor<32x16xf32>
  %c = tile.load %q[%oc] : !tile.ptr, tensor<16x16xi32> -> tensor<16x16xf32>
  %d = tile.dot %a, %b, %c tf32 : tensor<16x32xf32>, tensor<32x16xf32> -> tensor<16x16xf32>
  tile.store %d, %q[%oc] : tensor<16x16xf32>, !tile.ptr, tensor<16x16xi32>
  return
}
