// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of fp8 with a scale for each 32 elements along K.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=0..100:i8[1024] --arg s=randint=120..127:i8[32] \
// RUN:     --arg r=randint=-128..-10:i8[1024] --arg t=randint=120..127:i8[32] --arg q=zeros:f32[256]

func.func @dot_scaled(%p: !tile.ptr {tile.name = "p", tile.pointee = i8},
    %s: !tile.ptr {tile.name = "s", tile.pointee = i8}, %r: !tile.ptr {tile.name = "r", tile.pointee = i8},
    %t: !tile.ptr {tile.name = "t", tile.pointee = i8}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32})
    attributes {kiln.form = "tile"} {
  %oa_0a = tile.range 0 to 16 : tensor<16xi32>
  %oa_0b = tile.reshape %oa_0a : tensor<16xi32> -> tensor<16x1xi32>
  %oa_0s = arith.constant dense<64> : tensor<16x1xi32>
  %oa_0c = arith.muli %oa_0b, %oa_0s : tensor<16x1xi32>
  %oa_0 = tile.broadcast %oa_0c : tensor<16x1xi32> -> tensor<16x64xi32>
  %oa_1a = tile.range 0 to 64 : tensor<64xi32>
  %oa_1b = tile.reshape %oa_1a : tensor<64xi32> -> tensor<1x64xi32>
  %oa_1 = tile.broadcast %oa_1b : tensor<1x64xi32> -> tensor<16x64xi32>
  %oa = arith.addi %oa_0, %oa_1 : tensor<16x64xi32>
  %ob_0a = tile.range 0 to 64 : tensor<64xi32>
  %ob_0b = tile.reshape %ob_0a : tensor<64xi32> -> tensor<64x1xi32>
  %ob_0s = arith.constant dense<16> : tensor<64x1xi32>
  %ob_0c = arith.muli %ob_0b, %ob_0s : tensor<64x1xi32>
  %ob_0 = tile.broadcast %ob_0c : tensor<64x1xi32> -> tensor<64x16xi32>
  %ob_1a = tile.range 0 to 16 : tensor<16xi32>
  %ob_1b = tile.reshape %ob_1a : tensor<16xi32> -> tensor<1x16xi32>
  %ob_1 = tile.broadcast %ob_1b : tensor<1x16xi32> -> tensor<64x16xi32>
  %ob = arith.addi %ob_0, %ob_1 : tensor<64x16xi32>
  %os_0a = tile.range 0 to 16 : tensor<16xi32>
  %os_0b = tile.reshape %os_0a : tensor<16xi32> -> tensor<16x1xi32>
  %os_0s = arith.constant dense<2> : tensor<16x1xi32>
  %os_0c = arith.muli %os_0b, %os_0s : tensor<16x1xi32>
  %os_0 = tile.broadcast %os_0c : tensor<16x1xi32> -> tensor<16x2xi32>
  %os_1a = tile.range 0 to 2 : tensor<2xi32>
  %os_1b = tile.reshape %os_1a : tensor<2xi32> -> tensor<1x2xi32>
  %os_1 = tile.broadcast %os_1b : tensor<1x2xi32> -> tensor<16x2xi32>
  %os = arith.addi %os_0, %os_1 : tensor<16x2xi32>
  %a8 = tile.load %p[%oa] : !tile.ptr, tensor<16x64xi32> -> tensor<16x64xi8>
  %b8 = tile.load %r[%ob] : !tile.ptr, tensor<64x16xi32> -> tensor<64x16xi8>
  %a = arith.bitcast %a8 : tensor<16x64xi8> to tensor<16x64xf8E4M3FN>
  %b = arith.bitcast %b8 : tensor<64x16xi8> to tensor<64x16xf8E4M3FN>
  %sa = tile.load %s[%os] : !tile.ptr, tensor<16x2xi32> -> tensor<16x2xi8>
  %sb = tile.load %t[%os] : !tile.ptr, tensor<16x2xi32> -> tensor<16x2xi8>
  %z = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = tile.dot_scaled %a scale %sa e4m3, %b scale %sb e4m3, %z
      : tensor<16x64xf8E4M3FN>, tensor<16x2xi8>, tensor<64x16xf8E4M3FN>, tensor<16x2xi8> -> tensor<16x16xf32>
  %oc_0a = tile.range 0 to 16 : tensor<16xi32>
  %oc_0b = tile.reshape %oc_0a : tensor<16xi32> -> tensor<16x1xi32>
  %oc_0s = arith.constant dense<16> : tensor<16x1xi32>
  %oc_0c = arith.muli %oc_0b, %oc_0s : tensor<16x1xi32>
  %oc_0 = tile.broadcast %oc_0c : tensor<16x1xi32> -> tensor<16x16xi32>
  %oc_1a = tile.range 0 to 16 : tensor<16xi32>
  %oc_1b = tile.reshape %oc_1a : tensor<16xi32> -> tensor<1x16xi32>
  %oc_1 = tile.broadcast %oc_1b : tensor<1x16xi32> -> tensor<16x16xi32>
  %oc = arith.addi %oc_0, %oc_1 : tensor<16x16xi32>
  tile.store %d, %q[%oc] : tensor<16x16xf32>, !tile.ptr, tensor<16x16xi32>
  return
}
