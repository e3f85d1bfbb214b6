// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mean and variance in one pass: a combiner with three inputs.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[8x64] --arg q=zeros:f32[8] --arg r=zeros:f32[8]

func.func @reduce_welford(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %r: !tile.ptr {tile.name = "r", tile.pointee = f32})
    attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 8 : tensor<8xi32>
  %o_0b = tile.reshape %o_0a : tensor<8xi32> -> tensor<8x1xi32>
  %o_0s = arith.constant dense<64> : tensor<8x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<8x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<8x1xi32> -> tensor<8x64xi32>
  %o_1a = tile.range 0 to 64 : tensor<64xi32>
  %o_1b = tile.reshape %o_1a : tensor<64xi32> -> tensor<1x64xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x64xi32> -> tensor<8x64xi32>
  %o = arith.addi %o_0, %o_1 : tensor<8x64xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<8x64xi32> -> tensor<8x64xf32>
  %zero = arith.constant dense<0.0> : tensor<8x64xf32>
  %one = arith.constant dense<1.0> : tensor<8x64xf32>
  %mean, %m2, %w = tile.reduce %x, %zero, %one axis 1 : (tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>)
      -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %am: f32, %an: f32, %b: f32, %bm: f32, %bn: f32):
    %d = arith.subf %b, %a : f32
    %n = arith.addf %an, %bn : f32
    %part = arith.divf %bn, %n : f32
    %dp = arith.mulf %d, %part : f32
    %m = arith.addf %a, %dp : f32
    %dd = arith.mulf %d, %dp : f32
    %dn = arith.mulf %dd, %an : f32
    %s = arith.addf %am, %bm : f32
    %t = arith.addf %s, %dn : f32
    tile.yield %m, %t, %n : f32, f32, f32
  }
  %i = tile.range 0 to 8 : tensor<8xi32>
  tile.store %mean, %q[%i] : tensor<8xf32>, !tile.ptr, tensor<8xi32>
  tile.store %m2, %r[%i] : tensor<8xf32>, !tile.ptr, tensor<8xi32>
  return
}
