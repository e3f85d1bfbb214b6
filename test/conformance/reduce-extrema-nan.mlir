// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maxima that skip NaN and maxima that give it; a row of NaN alone is NaN; zeros keep their
// order.
//
// RUN: kiln run %s --target=%target --check --arg q=zeros:f32[32] --arg r=zeros:f32[32]

func.func @reduce_extrema_nan(%q: !tile.ptr {tile.name = "q", tile.pointee = f32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %c7 = arith.constant dense<7> : tensor<256xi32>
  %c8 = arith.constant dense<8> : tensor<256xi32>
  %c29 = arith.constant dense<29> : tensor<256xi32>
  %zero = arith.constant dense<0> : tensor<256xi32>
  %nan = arith.constant dense<0x7FC00000> : tensor<256xi32>
  %x0 = arith.andi %l, %c7 : tensor<256xi32>
  %x1 = tile.shli %x0, %c29 : tensor<256xi32>
  %x2 = arith.andi %l, %c8 : tensor<256xi32>
  %x3 = arith.cmpi ne, %x2, %zero : tensor<256xi32>
  %x4 = arith.ori %x1, %nan : tensor<256xi32>
  %x5 = arith.select %x3, %x4, %x1 : tensor<256xi1>, tensor<256xi32>
  %x = arith.bitcast %x5 : tensor<256xi32> to tensor<256xf32>
  %x16 = tile.reshape %x : tensor<256xf32> -> tensor<16x16xf32>
  %xt = tile.reshape %x : tensor<256xf32> -> tensor<32x8xf32>
  %u = tile.reduce %x16 axis 1 : (tensor<16x16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    tile.yield %c : f32
  }
  %v = tile.reduce %x16 axis 1 : (tensor<16x16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    tile.yield %c : f32
  }
  %w = tile.reduce %xt axis 1 : (tensor<32x8xf32>) -> tensor<32xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.minnumf %a, %b : f32
    tile.yield %c : f32
  }
  %i = tile.range 0 to 16 : tensor<16xi32>
  %j = tile.range 0 to 32 : tensor<32xi32>
  %c16 = arith.constant dense<16> : tensor<16xi32>
  %i2 = arith.addi %i, %c16 : tensor<16xi32>
  tile.store %u, %q[%i] : tensor<16xf32>, !tile.ptr, tensor<16xi32>
  tile.store %v, %q[%i2] : tensor<16xf32>, !tile.ptr, tensor<16xi32>
  tile.store %w, %r[%j] : tensor<32xf32>, !tile.ptr, tensor<32xi32>
  return
}
