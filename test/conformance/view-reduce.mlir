// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile added into a block of an array, each element atomically, inside the extents only.
//
// RUN: kiln run %s --target=%target --check --grid=2 --arg p=randn:f32[256] --arg q=ones:f32[13x9] --arg m=13 --arg n=9

func.func @view_reduce(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %m: i64 {tile.name = "m"}, %n: i64 {tile.name = "n"})
    attributes {kiln.form = "tile"} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %o_0a = tile.range 0 to 16 : tensor<16xi32>
  %o_0b = tile.reshape %o_0a : tensor<16xi32> -> tensor<16x1xi32>
  %o_0s = arith.constant dense<16> : tensor<16x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<16x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<16x1xi32> -> tensor<16x16xi32>
  %o_1a = tile.range 0 to 16 : tensor<16xi32>
  %o_1b = tile.reshape %o_1a : tensor<16xi32> -> tensor<1x16xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %o_0, %o_1 : tensor<16x16xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<16x16xi32> -> tensor<16x16xf32>
  %w = tile.make_view %q, [%m, %n], [%n, %one] pad zero : !tile.ptr -> !tile.view<16x16xf32>
  tile.reduce_view fadd %x, %w[%zero, %zero] : tensor<16x16xf32>, !tile.view<16x16xf32>
  return
}
