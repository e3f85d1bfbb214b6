// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block that starts before the array and ends behind it; NaN as padding.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[20] --arg q=zeros:f32[64] --arg n=20 --arg at=-7
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[20] --arg q=zeros:f32[64] --arg n=20 --arg at=15
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[20] --arg q=zeros:f32[64] --arg n=20 --arg at=-2147483648

func.func @view_padding(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %n: i64 {tile.name = "n"}, %at: i32 {tile.name = "at"})
    attributes {kiln.form = "tile"} {
  %one = arith.constant 1 : i64
  %v = tile.make_view %p, [%n], [%one] pad nan : !tile.ptr -> !tile.view<64xf32>
  %t = tile.load_view %v[%at] : !tile.view<64xf32> -> tensor<64xf32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  tile.store %t, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}
