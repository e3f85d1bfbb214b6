// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two-dimensional tiles through strides known at run time only; a stride may be 0, negative,
// or not 1 in the minor dimension.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[13x29] --arg q=zeros:f32[16x32] --arg rows=13 \
// RUN:     --arg cols=29 --arg sr=29 --arg sc=1
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[29x13] --arg q=zeros:f32[16x32] --arg rows=13 \
// RUN:     --arg cols=29 --arg sr=1 --arg sc=13
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[29] --arg q=zeros:f32[16x32] --arg rows=13 \
// RUN:     --arg cols=29 --arg sr=0 --arg sc=1
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[200] --arg q=zeros:f32[16x32] --arg rows=3 \
// RUN:     --arg cols=31 --arg sr=64 --arg sc=2

func.func @strides(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %rows: i32 {tile.name = "rows"},
    %cols: i32 {tile.name = "cols"}, %sr: i32 {tile.name = "sr"}, %sc: i32 {tile.name = "sc"})
    attributes {kiln.form = "tile"} {
  %r = tile.range 0 to 16 : tensor<16xi32>
  %c = tile.range 0 to 32 : tensor<32xi32>
  %r1 = tile.reshape %r : tensor<16xi32> -> tensor<16x1xi32>
  %c1 = tile.reshape %c : tensor<32xi32> -> tensor<1x32xi32>
  %rb = tile.broadcast %r1 : tensor<16x1xi32> -> tensor<16x32xi32>
  %cb = tile.broadcast %c1 : tensor<1x32xi32> -> tensor<16x32xi32>
  %rt = tile.broadcast %rows : i32 -> tensor<16x32xi32>
  %ct = tile.broadcast %cols : i32 -> tensor<16x32xi32>
  %mr = arith.cmpi slt, %rb, %rt : tensor<16x32xi32>
  %mc = arith.cmpi slt, %cb, %ct : tensor<16x32xi32>
  %m = arith.andi %mr, %mc : tensor<16x32xi1>
  %srt = tile.broadcast %sr : i32 -> tensor<16x32xi32>
  %sct = tile.broadcast %sc : i32 -> tensor<16x32xi32>
  %or = arith.muli %rb, %srt : tensor<16x32xi32>
  %oc = arith.muli %cb, %sct : tensor<16x32xi32>
  %o = arith.addi %or, %oc : tensor<16x32xi32>
  %x = tile.load %p[%o] mask %m : !tile.ptr, tensor<16x32xi32> -> tensor<16x32xf32>
  %k32 = arith.constant dense<32> : tensor<16x32xi32>
  %qr = arith.muli %rb, %k32 : tensor<16x32xi32>
  %qo = arith.addi %qr, %cb : tensor<16x32xi32>
  tile.store %x, %q[%qo] : tensor<16x32xf32>, !tile.ptr, tensor<16x32xi32>
  return
}
