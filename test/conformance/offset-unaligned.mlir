// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses at odd element offsets, of a row number times an odd width.
//
// RUN: kiln run %s --target=%target --check --grid=7 --arg p=randn:f16[7x37] --arg q=zeros:f16[7x37] --arg w=37
// RUN: kiln run %s --target=%target --check --grid=5 --arg p=randn:f16[5x1]@offset=3 \
// RUN:     --arg q=zeros:f16[5x1]@offset=1 --arg w=1

func.func @offset_unaligned(%p: !tile.ptr {tile.name = "p", tile.pointee = f16},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f16}, %w: i32 {tile.name = "w"}) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %row = arith.muli %pid, %w : i32
  %from = tile.ptr_add %p, %row x f16 : !tile.ptr, i32
  %to = tile.ptr_add %q, %row x f16 : !tile.ptr, i32
  %l = tile.range 0 to 64 : tensor<64xi32>
  %wt = tile.broadcast %w : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %l, %wt : tensor<64xi32>
  %x = tile.load %from[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf16>
  %y = arith.addf %x, %x : tensor<64xf16>
  tile.store %y, %to[%l] mask %m : tensor<64xf16>, !tile.ptr, tensor<64xi32>
  return
}
