// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transposed tiles of f16: of a value that was computed, and back again.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f16[16x64] --arg q=zeros:f16[64x16] --arg r=zeros:f16[16x64]

func.func @transpose_f16(%p: !tile.ptr {tile.name = "p", tile.pointee = f16},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f16}, %r: !tile.ptr {tile.name = "r", tile.pointee = f16})
    attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 16 : tensor<16xi32>
  %o_0b = tile.reshape %o_0a : tensor<16xi32> -> tensor<16x1xi32>
  %o_0s = arith.constant dense<64> : tensor<16x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<16x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<16x1xi32> -> tensor<16x64xi32>
  %o_1a = tile.range 0 to 64 : tensor<64xi32>
  %o_1b = tile.reshape %o_1a : tensor<64xi32> -> tensor<1x64xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x64xi32> -> tensor<16x64xi32>
  %o = arith.addi %o_0, %o_1 : tensor<16x64xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<16x64xi32> -> tensor<16x64xf16>
  %two = arith.addf %x, %x : tensor<16x64xf16>
  %t = tile.transpose %two [1, 0] : tensor<16x64xf16> -> tensor<64x16xf16>
  %ot_0a = tile.range 0 to 64 : tensor<64xi32>
  %ot_0b = tile.reshape %ot_0a : tensor<64xi32> -> tensor<64x1xi32>
  %ot_0s = arith.constant dense<16> : tensor<64x1xi32>
  %ot_0c = arith.muli %ot_0b, %ot_0s : tensor<64x1xi32>
  %ot_0 = tile.broadcast %ot_0c : tensor<64x1xi32> -> tensor<64x16xi32>
  %ot_1a = tile.range 0 to 16 : tensor<16xi32>
  %ot_1b = tile.reshape %ot_1a : tensor<16xi32> -> tensor<1x16xi32>
  %ot_1 = tile.broadcast %ot_1b : tensor<1x16xi32> -> tensor<64x16xi32>
  %ot = arith.addi %ot_0, %ot_1 : tensor<64x16xi32>
  tile.store %t, %q[%ot] : tensor<64x16xf16>, !tile.ptr, tensor<64x16xi32>
  %y = arith.mulf %t, %t : tensor<64x16xf16>
  %b = tile.transpose %y [1, 0] : tensor<64x16xf16> -> tensor<16x64xf16>
  %z = arith.subf %b, %x : tensor<16x64xf16>
  tile.store %z, %r[%o] : tensor<16x64xf16>, !tile.ptr, tensor<16x64xi32>
  return
}
