// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a stated range spares: row * stride stays in 32 bits for small strides.
//
// RUN: kiln-opt %s --convert-tile-to-kernel --canonicalize --select-access-rungs="remarks=true" -verify-diagnostics

func.func @any_stride(%p: !tile.ptr, %s: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %c = tile.broadcast %s : i32 -> tensor<64xi32>
  %o = arith.muli %l, %c : tensor<64xi32>
  // expected-remark @+1 {{rung: strided if products fit in 32 bits, else element; runs of 1}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @a_small_stride(%p: !tile.ptr, %s: i32 {tile.range = array<i64: -4096, 4096>}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %c = tile.broadcast %s : i32 -> tensor<64xi32>
  %o = arith.muli %l, %c : tensor<64xi32>
  // expected-remark @+1 {{rung: strided; runs of 1}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// 63 * 34087043 > 2^31 - 1 > 63 * 34087042.
func.func @the_largest_stride(%p: !tile.ptr, %s: i32 {tile.range = array<i64: 0, 34087042>}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %c = tile.broadcast %s : i32 -> tensor<64xi32>
  %o = arith.muli %l, %c : tensor<64xi32>
  // expected-remark @+1 {{rung: strided; runs of 1}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @one_more(%p: !tile.ptr, %s: i32 {tile.range = array<i64: 0, 34087043>}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %c = tile.broadcast %s : i32 -> tensor<64xi32>
  %o = arith.muli %l, %c : tensor<64xi32>
  // expected-remark @+1 {{rung: strided if products fit in 32 bits, else element; runs of 1}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// As a signed number the one bit is -1; facts mean 1.
func.func @a_flag(%p: !tile.ptr, %f: i1 {tile.range = array<i64: 0, 1>}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %w = arith.extui %f : i1 to i32
  %c = tile.broadcast %w : i32 -> tensor<64xi32>
  %o = arith.addi %l, %c : tensor<64xi32>
  // expected-remark @+1 {{rung: strided; runs of 64}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}
