// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of i8 in i32, exact and wrapping; K is not small.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-128..127:i8[16x128] \
// RUN:     --arg r=randint=-128..127:i8[128x32] --seed=2 --arg q=arange:i32[16x32]

func.func @dot_i8(%p: !tile.ptr {tile.name = "p", tile.pointee = i8},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i8}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %oa_0a = tile.range 0 to 16 : tensor<16xi32>
  %oa_0b = tile.reshape %oa_0a : tensor<16xi32> -> tensor<16x1xi32>
  %oa_0s = arith.constant dense<128> : tensor<16x1xi32>
  %oa_0c = arith.muli %oa_0b, %oa_0s : tensor<16x1xi32>
  %oa_0 = tile.broadcast %oa_0c : tensor<16x1xi32> -> tensor<16x128xi32>
  %oa_1a = tile.range 0 to 128 : tensor<128xi32>
  %oa_1b = tile.reshape %oa_1a : tensor<128xi32> -> tensor<1x128xi32>
  %oa_1 = tile.broadcast %oa_1b : tensor<1x128xi32> -> tensor<16x128xi32>
  %oa = arith.addi %oa_0, %oa_1 : tensor<16x128xi32>
  %ob_0a = tile.range 0 to 128 : tensor<128xi32>
  %ob_0b = tile.reshape %ob_0a : tensor<128xi32> -> tensor<128x1xi32>
  %ob_0s = arith.constant dense<32> : tensor<128x1xi32>
  %ob_0c = arith.muli %ob_0b, %ob_0s : tensor<128x1xi32>
  %ob_0 = tile.broadcast %ob_0c : tensor<128x1xi32> -> tensor<128x32xi32>
  %ob_1a = tile.range 0 to 32 : tensor<32xi32>
  %ob_1b = tile.reshape %ob_1a : tensor<32xi32> -> tensor<1x32xi32>
  %ob_1 = tile.broadcast %ob_1b : tensor<1x32xi32> -> tensor<128x32xi32>
  %ob = arith.addi %ob_0, %ob_1 : tensor<128x32xi32>
  %oc_0a = tile.range 0 to 16 : tensor<16xi32>
  %oc_0b = tile.reshape %oc_0a : tensor<16xi32> -> tensor<16x1xi32>
  %oc_0s = arith.constant dense<32> : tensor<16x1xi32>
  %oc_0c = arith.muli %oc_0b, %oc_0s : tensor<16x1xi32>
  %oc_0 = tile.broadcast %oc_0c : tensor<16x1xi32> -> tensor<16x32xi32>
  %oc_1a = tile.range 0 to 32 : tensor<32xi32>
  %oc_1b = tile.reshape %oc_1a : tensor<32xi32> -> tensor<1x32xi32>
  %oc_1 = tile.broadcast %oc_1b : tensor<1x32xi32> -> tensor<16x32xi32>
  %oc = arith.addi %oc_0, %oc_1 : tensor<16x32xi32>
  %a = tile.load %p[%oa] : !tile.ptr, tensor<16x128xi32> -> tensor<16x128xi8>
  %b = tile.load %r[%ob] : !tile.ptr, tensor<128x32xi32> -> tensor<128x32xi8>
  %c = tile.load %q[%oc] : !tile.ptr, tensor<16x32xi32> -> tensor<16x32xi32>
  %d = tile.dot %a, %b, %c ieee : tensor<16x128xi8>, tensor<128x32xi8> -> tensor<16x32xi32>
  tile.store %d, %q[%oc] : tensor<16x32xi32>, !tile.ptr, tensor<16x32xi32>
  return
}
