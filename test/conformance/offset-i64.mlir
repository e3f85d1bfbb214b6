// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row number that is widened before it is multiplied stays wide: the rows are
// 1,500,000,000 elements apart.
//
// RUN: kiln run %s --target=%target --check --grid=3 --arg p=arange:i8[3x16]@stride=1500000000,1 \
// RUN:     --arg q=zeros:i8[3x16] --arg s=1500000000

func.func @offset_i64(%p: !tile.ptr {tile.name = "p", tile.pointee = i8},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i8}, %s: i64 {tile.name = "s"}) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %wide = arith.extsi %pid : i32 to i64
  %row = arith.muli %wide, %s : i64
  %base = tile.ptr_add %p, %row x i8 : !tile.ptr, i64
  %l = tile.range 0 to 16 : tensor<16xi32>
  %x = tile.load %base[%l] : !tile.ptr, tensor<16xi32> -> tensor<16xi8>
  %c16 = arith.constant 16 : i32
  %o = arith.muli %pid, %c16 : i32
  %to = tile.ptr_add %q, %o x i8 : !tile.ptr, i32
  tile.store %x, %to[%l] : tensor<16xi8>, !tile.ptr, tensor<16xi32>
  return
}
