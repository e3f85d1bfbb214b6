// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program ids and extents of all three axes.
//
// RUN: kiln run %s --target=%target --check --grid=3x5x2 --arg q=zeros:i32[30]
// RUN: kiln run %s --target=%target --check --grid=1x1x7 --arg q=zeros:i32[7]
// RUN: kiln run %s --target=%target --check --grid=1 --arg q=zeros:i32[1]

func.func @grid_3d(%q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %x = tile.program_id x : i32
  %y = tile.program_id y : i32
  %z = tile.program_id z : i32
  %nx = tile.num_programs x : i32
  %ny = tile.num_programs y : i32
  %nz = tile.num_programs z : i32
  %zy = arith.muli %z, %ny : i32
  %zy2 = arith.addi %zy, %y : i32
  %zyx = arith.muli %zy2, %nx : i32
  %i = arith.addi %zyx, %x : i32
  %k = arith.constant 100 : i32
  %a = arith.muli %z, %k : i32
  %b = arith.addi %a, %y : i32
  %c = arith.muli %b, %k : i32
  %d = arith.addi %c, %x : i32
  %e = arith.addi %d, %nz : i32
  %at = tile.ptr_add %q, %i x i32 : !tile.ptr, i32
  tile.store %e, %at : i32, !tile.ptr
  return
}
