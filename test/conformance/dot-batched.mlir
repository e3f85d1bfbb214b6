// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product for each element of a batch.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f16[4x16x16] --arg r=randn:f16[4x16x16] --seed=2 \
// RUN:     --arg q=zeros:f32[4x16x16]

func.func @dot_batched(%p: !tile.ptr {tile.name = "p", tile.pointee = f16},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f16}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32})
    attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 4 : tensor<4xi32>
  %o_0b = tile.reshape %o_0a : tensor<4xi32> -> tensor<4x1x1xi32>
  %o_0s = arith.constant dense<256> : tensor<4x1x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<4x1x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<4x1x1xi32> -> tensor<4x16x16xi32>
  %o_1a = tile.range 0 to 16 : tensor<16xi32>
  %o_1b = tile.reshape %o_1a : tensor<16xi32> -> tensor<1x16x1xi32>
  %o_1s = arith.constant dense<16> : tensor<1x16x1xi32>
  %o_1c = arith.muli %o_1b, %o_1s : tensor<1x16x1xi32>
  %o_1 = tile.broadcast %o_1c : tensor<1x16x1xi32> -> tensor<4x16x16xi32>
  %o_1t = arith.addi %o_0, %o_1 : tensor<4x16x16xi32>
  %o_2a = tile.range 0 to 16 : tensor<16xi32>
  %o_2b = tile.reshape %o_2a : tensor<16xi32> -> tensor<1x1x16xi32>
  %o_2 = tile.broadcast %o_2b : tensor<1x1x16xi32> -> tensor<4x16x16xi32>
  %o = arith.addi %o_1t, %o_2 : tensor<4x16x16xi32>
  %a = tile.load %p[%o] : !tile.ptr, tensor<4x16x16xi32> -> tensor<4x16x16xf16>
  %b = tile.load %r[%o] : !tile.ptr, tensor<4x16x16xi32> -> tensor<4x16x16xf16>
  %z = arith.constant dense<0.0> : tensor<4x16x16xf32>
  %d = tile.dot %a, %b, %z ieee : tensor<4x16x16xf16>, tensor<4x16x16xf16> -> tensor<4x16x16xf32>
  tile.store %d, %q[%o] : tensor<4x16x16xf32>, !tile.ptr, tensor<4x16x16xi32>
  return
}
