// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Argmax with ties: the least index of the largest value, in each row; two inputs, two
// results.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[16x32] --arg q=zeros:f32[16] --arg r=zeros:i32[16]
// RUN: kiln run %s --target=%target --check --arg p=randint=0..3:f32[16x32] --arg q=zeros:f32[16] --arg r=zeros:i32[16]
// RUN: kiln run %s --target=%target --check --arg p=ones:f32[16x32] --arg q=zeros:f32[16] --arg r=full=-1:i32[16]

func.func @reduce_argmax(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 16 : tensor<16xi32>
  %o_0b = tile.reshape %o_0a : tensor<16xi32> -> tensor<16x1xi32>
  %o_0s = arith.constant dense<32> : tensor<16x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<16x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<16x1xi32> -> tensor<16x32xi32>
  %o_1a = tile.range 0 to 32 : tensor<32xi32>
  %o_1b = tile.reshape %o_1a : tensor<32xi32> -> tensor<1x32xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x32xi32> -> tensor<16x32xi32>
  %o = arith.addi %o_0, %o_1 : tensor<16x32xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<16x32xi32> -> tensor<16x32xf32>
  %c = tile.range 0 to 32 : tensor<32xi32>
  %c1 = tile.reshape %c : tensor<32xi32> -> tensor<1x32xi32>
  %cb = tile.broadcast %c1 : tensor<1x32xi32> -> tensor<16x32xi32>
  %v, %k = tile.reduce %x, %cb axis 1 : (tensor<16x32xf32>, tensor<16x32xi32>) -> (tensor<16xf32>, tensor<16xi32>) {
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %gt = arith.cmpf ogt, %a, %b : f32
    %eq = arith.cmpf oeq, %a, %b : f32
    %lt = arith.cmpi slt, %ai, %bi : i32
    %tie = arith.andi %eq, %lt : i1
    %left = arith.ori %gt, %tie : i1
    %w = arith.select %left, %a, %b : f32
    %wi = arith.select %left, %ai, %bi : i32
    tile.yield %w, %wi : f32, i32
  }
  %i = tile.range 0 to 16 : tensor<16xi32>
  tile.store %v, %q[%i] : tensor<16xf32>, !tile.ptr, tensor<16xi32>
  tile.store %k, %r[%i] : tensor<16xi32>, !tile.ptr, tensor<16xi32>
  return
}
