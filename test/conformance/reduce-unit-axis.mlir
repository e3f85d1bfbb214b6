// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reduction over an axis of one element, and over all of a tile of one element.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[16] --arg q=zeros:f32[16] --arg r=zeros:f32[1]

func.func @reduce_unit_axis(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %r: !tile.ptr {tile.name = "r", tile.pointee = f32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 16 : tensor<16xi32>
  %o = tile.reshape %l : tensor<16xi32> -> tensor<16x1xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<16x1xi32> -> tensor<16x1xf32>
  %u = tile.reduce %x axis 1 : (tensor<16x1xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    tile.yield %c : f32
  }
  %v = tile.reduce %x axis 0 : (tensor<16x1xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %w = tile.reduce %v axis 0 : (tensor<1xf32>) -> f32 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %i = tile.range 0 to 16 : tensor<16xi32>
  tile.store %u, %q[%i] : tensor<16xf32>, !tile.ptr, tensor<16xi32>
  tile.store %w, %r : f32, !tile.ptr
  return
}
