// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A while whose condition is false at entry leaves the carried values as they are; with
// others it counts.
//
// RUN: kiln run %s --target=%target --check --arg q=zeros:i32[2] --arg n=0
// RUN: kiln run %s --target=%target --check --arg q=zeros:i32[2] --arg n=-3
// RUN: kiln run %s --target=%target --check --arg q=zeros:i32[2] --arg n=1
// RUN: kiln run %s --target=%target --check --arg q=zeros:i32[2] --arg n=6

func.func @while_zero_trips(%q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %n: i32 {tile.name = "n"})
    attributes {kiln.form = "tile"} {
  %c5 = arith.constant 5 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%i = %n, %s = %c5) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi sgt, %i, %zero : i32
    scf.condition(%go) %i, %s : i32, i32
  } do {
  ^bb0(%i: i32, %s: i32):
    %j = arith.subi %i, %one : i32
    %t = arith.muli %s, %i : i32
    scf.yield %j, %t : i32, i32
  }
  tile.store %r#1, %q : i32, !tile.ptr
  %q1 = tile.ptr_add %q, %one x i32 : !tile.ptr, i32
  tile.store %r#0, %q1 : i32, !tile.ptr
  return
}
