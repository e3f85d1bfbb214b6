// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of f16 along each axis, and of everything in two steps.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f16[16x64] --arg q=zeros:f16[16] \
// RUN:     --arg r=zeros:f16[64] --arg s=zeros:f16[1]

func.func @reduce_sum_f16(%p: !tile.ptr {tile.name = "p", tile.pointee = f16},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f16}, %r: !tile.ptr {tile.name = "r", tile.pointee = f16},
    %s: !tile.ptr {tile.name = "s", tile.pointee = f16}) attributes {kiln.form = "tile"} {
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
  %u = tile.reduce %x axis 1 : (tensor<16x64xf16>) -> tensor<16xf16> {
  ^bb0(%a: f16, %b: f16):
    %c = arith.addf %a, %b : f16
    tile.yield %c : f16
  }
  %v = tile.reduce %x axis 0 : (tensor<16x64xf16>) -> tensor<64xf16> {
  ^bb0(%a: f16, %b: f16):
    %c = arith.addf %a, %b : f16
    tile.yield %c : f16
  }
  %w = tile.reduce %u axis 0 : (tensor<16xf16>) -> f16 {
  ^bb0(%a: f16, %b: f16):
    %c = arith.addf %a, %b : f16
    tile.yield %c : f16
  }

  %i = tile.range 0 to 16 : tensor<16xi32>
  %j = tile.range 0 to 64 : tensor<64xi32>
  tile.store %u, %q[%i] : tensor<16xf16>, !tile.ptr, tensor<16xi32>
  tile.store %v, %r[%j] : tensor<64xf16>, !tile.ptr, tensor<64xi32>
  tile.store %w, %s : f16, !tile.ptr
  return
}
