// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compare and swap: once with the value that is there, once with another.
//
// RUN: kiln run %s --target=%target --check --arg p=full=7:i32[1] --arg q=zeros:i32[1]
// RUN: kiln run %s --target=%target --check --arg p=full=8:i32[1] --arg q=zeros:i32[1]

func.func @atomic_cas(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %seven = arith.constant 7 : i32
  %nine = arith.constant 9 : i32
  %a = tile.atomic_cas acq_rel device %seven, %nine, %p : i32, !tile.ptr
  %b = tile.atomic_cas acq_rel device %seven, %seven, %p : i32, !tile.ptr
  %c = tile.atomic_cas acq_rel device %nine, %a, %p : i32, !tile.ptr
  %d = arith.muli %b, %c : i32
  %e = arith.addi %d, %a : i32
  tile.store %e, %q : i32, !tile.ptr
  return
}
