// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row minus a column, then a sum of each row; a scalar over all; unit extents on either
// side.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[4] --arg r=randn:f32[32] --arg q=zeros:f32[128] \
// RUN:     --arg s=zeros:f32[4]

func.func @broadcast(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32},
    %s: !tile.ptr {tile.name = "s", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %i = tile.range 0 to 4 : tensor<4xi32>
  %j = tile.range 0 to 32 : tensor<32xi32>
  %x = tile.load %p[%i] : !tile.ptr, tensor<4xi32> -> tensor<4xf32>
  %y = tile.load %r[%j] : !tile.ptr, tensor<32xi32> -> tensor<32xf32>
  %x1 = tile.reshape %x : tensor<4xf32> -> tensor<4x1xf32>
  %y1 = tile.reshape %y : tensor<32xf32> -> tensor<1x32xf32>
  %xb = tile.broadcast %x1 : tensor<4x1xf32> -> tensor<4x32xf32>
  %yb = tile.broadcast %y1 : tensor<1x32xf32> -> tensor<4x32xf32>
  %d = arith.subf %yb, %xb : tensor<4x32xf32>
  %o_0a = tile.range 0 to 4 : tensor<4xi32>
  %o_0b = tile.reshape %o_0a : tensor<4xi32> -> tensor<4x1xi32>
  %o_0s = arith.constant dense<32> : tensor<4x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<4x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<4x1xi32> -> tensor<4x32xi32>
  %o_1a = tile.range 0 to 32 : tensor<32xi32>
  %o_1b = tile.reshape %o_1a : tensor<32xi32> -> tensor<1x32xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x32xi32> -> tensor<4x32xi32>
  %o = arith.addi %o_0, %o_1 : tensor<4x32xi32>
  tile.store %d, %q[%o] : tensor<4x32xf32>, !tile.ptr, tensor<4x32xi32>
  %u = tile.reduce %d axis 1 : (tensor<4x32xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  tile.store %u, %s[%i] : tensor<4xf32>, !tile.ptr, tensor<4xi32>
  return
}
