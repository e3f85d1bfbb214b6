// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile that is read transposed: its minor stride is the row's.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[16x32] --arg q=zeros:f32[512] --arg ld=32
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[16x35] --arg q=zeros:f32[512] --arg ld=35

func.func @transpose_load(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %ld: i32 {tile.name = "ld"}) attributes {kiln.form = "tile"} {
  %i = tile.range 0 to 16 : tensor<16xi32>
  %j = tile.range 0 to 32 : tensor<32xi32>
  %i1 = tile.reshape %i : tensor<16xi32> -> tensor<1x16xi32>
  %j1 = tile.reshape %j : tensor<32xi32> -> tensor<32x1xi32>
  %ldt = tile.broadcast %ld : i32 -> tensor<1x16xi32>
  %row = arith.muli %i1, %ldt : tensor<1x16xi32>
  %rb = tile.broadcast %row : tensor<1x16xi32> -> tensor<32x16xi32>
  %jb = tile.broadcast %j1 : tensor<32x1xi32> -> tensor<32x16xi32>
  %o = arith.addi %rb, %jb : tensor<32x16xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<32x16xi32> -> tensor<32x16xf32>
  %y = arith.addf %x, %x : tensor<32x16xf32>
  %to_0a = tile.range 0 to 32 : tensor<32xi32>
  %to_0b = tile.reshape %to_0a : tensor<32xi32> -> tensor<32x1xi32>
  %to_0s = arith.constant dense<16> : tensor<32x1xi32>
  %to_0c = arith.muli %to_0b, %to_0s : tensor<32x1xi32>
  %to_0 = tile.broadcast %to_0c : tensor<32x1xi32> -> tensor<32x16xi32>
  %to_1a = tile.range 0 to 16 : tensor<16xi32>
  %to_1b = tile.reshape %to_1a : tensor<16xi32> -> tensor<1x16xi32>
  %to_1 = tile.broadcast %to_1b : tensor<1x16xi32> -> tensor<32x16xi32>
  %to = arith.addi %to_0, %to_1 : tensor<32x16xi32>
  tile.store %y, %q[%to] : tensor<32x16xf32>, !tile.ptr, tensor<32x16xi32>
  return
}
