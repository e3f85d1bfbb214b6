// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of an array by their numbers, read and written; numbers outside pad, or write
// nothing.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[11x29] --arg i=arange:i32[8] \
// RUN:     --arg q=zeros:f32[11x29] --arg m=11 --arg n=29
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[5x32] --arg i=arange:i32[8] \
// RUN:     --arg q=zeros:f32[5x32] --arg m=5 --arg n=32

func.func @view_rows(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %i: !tile.ptr {tile.name = "i", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32},
    %m: i64 {tile.name = "m"}, %n: i64 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %l = tile.range 0 to 8 : tensor<8xi32>
  %rows = tile.load %i[%l] : !tile.ptr, tensor<8xi32> -> tensor<8xi32>
  %v = tile.make_view %p, [%m, %n], [%n, %one] pad zero : !tile.ptr -> !tile.view<1x32xf32>
  %w = tile.make_view %q, [%m, %n], [%n, %one] pad zero : !tile.ptr -> !tile.view<1x32xf32>
  %t = tile.gather_view %v[%rows, %zero] : !tile.view<1x32xf32>, tensor<8xi32> -> tensor<8x32xf32>
  %u = arith.addf %t, %t : tensor<8x32xf32>
  tile.scatter_view %u, %w[%rows, %zero] : tensor<8x32xf32>, !tile.view<1x32xf32>, tensor<8xi32>
  return
}
