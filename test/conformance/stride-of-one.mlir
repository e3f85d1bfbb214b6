// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of one column whose strides are arguments: the stride along the column is never used.
//
// RUN: kiln run %s --target=%target --check --no-specialize --arg p=randn:f32[8] --arg q=zeros:f32[16] \
// RUN:     --arg s=2 --arg t=7 --arg n=1
// RUN: kiln run %s --target=%target --check --no-specialize --arg p=randn:f32[1] --arg q=zeros:f32[16] \
// RUN:     --arg s=-3 --arg t=0 --arg n=0

func.func @stride_of_one(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %s: i64 {tile.name = "s"}, %t: i64 {tile.name = "t"},
    %n: i64 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 1 : tensor<1xi64>
  %st = tile.broadcast %s : i64 -> tensor<1xi64>
  %nt = tile.broadcast %n : i64 -> tensor<1xi64>
  %m = arith.cmpi slt, %l, %nt : tensor<1xi64>
  %o = arith.muli %l, %st : tensor<1xi64>
  %x = tile.load %p[%o] : !tile.ptr, tensor<1xi64> -> tensor<1xf32>
  %other = arith.constant dense<2.0> : tensor<1xf32>
  %tt = tile.broadcast %t : i64 -> tensor<1xi64>
  %o2 = arith.muli %l, %tt : tensor<1xi64>
  %y = tile.load %p[%o2] mask %m other %other : !tile.ptr, tensor<1xi64> -> tensor<1xf32>
  %z = arith.addf %x, %y : tensor<1xf32>
  tile.store %z, %q[%o2] : tensor<1xf32>, !tile.ptr, tensor<1xi64>
  return
}
