// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A count of trues is wider than the trues: cumsum and sum of compares in i32, stored as
// bool it is `not 0`.
//
// RUN: kiln run %s --target=%target --check --arg p=ones:f32[256] --arg q=zeros:i32[256] --arg r=zeros:i1[1]
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[256] --arg q=zeros:i32[256] --arg r=zeros:i1[1]

func.func @bool_reduce(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i1})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xf32>
  %zero = arith.constant dense<0.0> : tensor<256xf32>
  %c = arith.cmpf oge, %x, %zero : tensor<256xf32>
  %w = arith.extui %c : tensor<256xi1> to tensor<256xi32>
  %s = tile.scan %w axis 0 : (tensor<256xi32>) -> tensor<256xi32> {
  ^bb0(%a: i32, %b: i32):
    %d = arith.addi %a, %b : i32
    tile.yield %d : i32
  }
  tile.store %s, %q[%l] : tensor<256xi32>, !tile.ptr, tensor<256xi32>
  %n = tile.reduce %w axis 0 : (tensor<256xi32>) -> i32 {
  ^bb0(%a: i32, %b: i32):
    %d = arith.addi %a, %b : i32
    tile.yield %d : i32
  }
  %z = arith.constant 0 : i32
  %any = arith.cmpi ne, %n, %z : i32
  tile.store %any, %r : i1, !tile.ptr
  return
}
