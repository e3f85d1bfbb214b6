// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop whose condition reads what its body has written.
//
// RUN: kiln run %s --target=npu --check --arg p=full=100:f32[64] | FileCheck %s
// CHECK: check p: equal: 64 elements

func.func @halve(%p: !tile.ptr {tile.name = "p", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant dense<0.5> : tensor<64xf32>
  scf.while : () -> () {
    %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
    %m = tile.reduce %x axis 0 : (tensor<64xf32>) -> f32 {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      tile.yield %c : f32
    }
    %go = arith.cmpf ogt, %m, %one : f32
    scf.condition(%go)
  } do {
    %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
    %y = arith.mulf %x, %half : tensor<64xf32>
    tile.store %y, %p[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
    scf.yield
  }
  return
}
