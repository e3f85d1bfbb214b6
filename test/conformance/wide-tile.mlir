// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of 16,384 elements: more than one native vector in each direction.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64x256] --arg q=zeros:f32[64x256] --arg s=zeros:f32[64]

func.func @wide_tile(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %s: !tile.ptr {tile.name = "s", tile.pointee = f32})
    attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 64 : tensor<64xi32>
  %o_0b = tile.reshape %o_0a : tensor<64xi32> -> tensor<64x1xi32>
  %o_0s = arith.constant dense<256> : tensor<64x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<64x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<64x1xi32> -> tensor<64x256xi32>
  %o_1a = tile.range 0 to 256 : tensor<256xi32>
  %o_1b = tile.reshape %o_1a : tensor<256xi32> -> tensor<1x256xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x256xi32> -> tensor<64x256xi32>
  %o = arith.addi %o_0, %o_1 : tensor<64x256xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<64x256xi32> -> tensor<64x256xf32>
  %u = tile.reduce %x axis 1 : (tensor<64x256xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    tile.yield %c : f32
  }
  %u1 = tile.reshape %u : tensor<64xf32> -> tensor<64x1xf32>
  %ub = tile.broadcast %u1 : tensor<64x1xf32> -> tensor<64x256xf32>
  %d = arith.subf %x, %ub : tensor<64x256xf32>
  tile.store %d, %q[%o] : tensor<64x256xf32>, !tile.ptr, tensor<64x256xi32>
  %i = tile.range 0 to 64 : tensor<64xi32>
  tile.store %u, %s[%i] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}
