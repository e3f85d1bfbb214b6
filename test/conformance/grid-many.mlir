// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// More instances than any machine has cores.
//
// RUN: kiln run %s --target=%target --check --grid=1031 --arg p=arange:i32[1031] --arg q=zeros:i32[1031]

func.func @grid_many(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %n = tile.num_programs x : i32
  %one = arith.constant 1 : i32
  %last = arith.subi %n, %one : i32
  %back = arith.subi %last, %pid : i32
  %from = tile.ptr_add %p, %pid x i32 : !tile.ptr, i32
  %to = tile.ptr_add %q, %back x i32 : !tile.ptr, i32
  %x = tile.load %from : !tile.ptr -> i32
  tile.store %x, %to : i32, !tile.ptr
  return
}
