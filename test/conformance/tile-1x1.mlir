// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of one element: load, product, sum, transpose, a dot of K = 1, and back to a scalar.
//
// RUN: kiln run %s --target=%target --check --arg p=full=3:f32[1] --arg q=zeros:f32[1]

func.func @tile_1x1(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 1 : tensor<1xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<1xi32> -> tensor<1xf32>
  %s = tile.unsplat %x : tensor<1xf32> -> f32
  %y = tile.reshape %x : tensor<1xf32> -> tensor<1x1xf32>
  %t = tile.transpose %y [1, 0] : tensor<1x1xf32> -> tensor<1x1xf32>
  %m = arith.mulf %y, %t : tensor<1x1xf32>
  %r = tile.reduce %m axis 0 : (tensor<1x1xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %st = tile.broadcast %s : f32 -> tensor<1xf32>
  %d = arith.subf %r, %st : tensor<1xf32>
  tile.store %d, %q[%l] : tensor<1xf32>, !tile.ptr, tensor<1xi32>
  return
}
