// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of more than 1, bounds that are no multiple of them, negative bounds, and a bound at
// the end of i32.
//
// RUN: kiln run %s --target=%target --check --arg q=zeros:i32[2] --arg lo=0 --arg hi=10 --arg st=3
// RUN: kiln run %s --target=%target --check --arg q=zeros:i32[2] --arg lo=-7 --arg hi=6 --arg st=4
// RUN: kiln run %s --target=%target --check --arg q=zeros:i32[2] --arg lo=2147483600 --arg hi=2147483647 --arg st=20
// RUN: kiln run %s --target=%target --check --arg q=zeros:i32[2] --arg lo=-2147483648 --arg hi=2147483647 \
// RUN:     --arg st=2147483647
// RUN: kiln run %s --target=%target --check --arg q=ones:i32[2] --arg lo=5 --arg hi=-5 --arg st=1
// RUN: kiln run %s --target=%target --check --arg q=ones:i32[2] --arg lo=3 --arg hi=3 --arg st=5

func.func @loop_bounds(%q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %lo: i32 {tile.name = "lo"},
    %hi: i32 {tile.name = "hi"}, %st: i32 {tile.name = "st"}) attributes {kiln.form = "tile"} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %lo to %hi step %st iter_args(%n = %zero, %s = %zero) -> (i32, i32) : i32 {
    %n1 = arith.addi %n, %one : i32
    %s1 = arith.addi %s, %i : i32
    scf.yield %n1, %s1 : i32, i32
  }
  tile.store %r#0, %q : i32, !tile.ptr
  %at = tile.ptr_add %q, %one x i32 : !tile.ptr, i32
  tile.store %r#1, %at : i32, !tile.ptr
  return
}
