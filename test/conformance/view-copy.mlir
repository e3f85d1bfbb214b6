// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of a strided array: what lies outside its extents reads as 0 and is not written.
//
// RUN: kiln run %s --target=%target --check --grid=2x3 --arg p=randn:f32[23x40] --arg q=zeros:f32[23x37] \
// RUN:     --arg m=23 --arg n=37 --arg ld=40
// RUN: kiln run %s --target=%target --check --grid=1x1 --arg p=randn:f32[1x1] --arg q=zeros:f32[1x1] \
// RUN:     --arg m=1 --arg n=1 --arg ld=1

func.func @view_copy(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %m: i64 {tile.name = "m"}, %n: i64 {tile.name = "n"},
    %ld: i64 {tile.name = "ld"}) attributes {kiln.form = "tile"} {
  %x = tile.program_id x : i32
  %y = tile.program_id y : i32
  %c16 = arith.constant 16 : i32
  %i = arith.muli %x, %c16 : i32
  %j = arith.muli %y, %c16 : i32
  %one = arith.constant 1 : i64
  %v = tile.make_view %p, [%m, %n], [%ld, %one] pad zero : !tile.ptr -> !tile.view<16x16xf32>
  %w = tile.make_view %q, [%m, %n], [%n, %one] pad zero : !tile.ptr -> !tile.view<16x16xf32>
  %t = tile.load_view %v[%i, %j] : !tile.view<16x16xf32> -> tensor<16x16xf32>
  %u = arith.addf %t, %t : tensor<16x16xf32>
  tile.store_view %u, %w[%i, %j] : tensor<16x16xf32>, !tile.view<16x16xf32>
  return
}
