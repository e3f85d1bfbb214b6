// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constant tiles with an element of their own in every lane.
//
// RUN: kiln run %s --target=%target --check --arg q=zeros:i32[8] --arg r=zeros:f32[8]

func.func @int_constants(%q: !tile.ptr {tile.name = "q", tile.pointee = i32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 8 : tensor<8xi32>
  %c = arith.constant dense<[7, -1, 2147483647, -2147483648, 0, 5, 5, 6]> : tensor<8xi32>
  %f = arith.constant dense<[0.5, -0.0, 1.0e30, -3.0, 0.0, 0x7F800000, 0xFF800000, 1.0e-40]> : tensor<8xf32>
  tile.store %c, %q[%l] : tensor<8xi32>, !tile.ptr, tensor<8xi32>
  tile.store %f, %r[%l] : tensor<8xf32>, !tile.ptr, tensor<8xi32>
  return
}
