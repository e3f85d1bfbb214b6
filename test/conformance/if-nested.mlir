// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches within branches, with results and without, taken by argument and by program id.
//
// RUN: kiln run %s --target=%target --check --grid=2 --arg q=zeros:i32[3] --arg a=3 --arg b=4
// RUN: kiln run %s --target=%target --check --grid=2 --arg q=zeros:i32[3] --arg a=3 --arg b=-4
// RUN: kiln run %s --target=%target --check --grid=2 --arg q=zeros:i32[3] --arg a=-3 --arg b=4
// RUN: kiln run %s --target=%target --check --grid=2 --arg q=zeros:i32[3] --arg a=-3 --arg b=-4

func.func @if_nested(%q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %a: i32 {tile.name = "a"},
    %b: i32 {tile.name = "b"}) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %ca = arith.cmpi sgt, %a, %zero : i32
  %cb = arith.cmpi sgt, %b, %zero : i32
  %r = scf.if %ca -> (i32) {
    %s = scf.if %cb -> (i32) {
      %t = arith.addi %a, %b : i32
      scf.yield %t : i32
    } else {
      %t = arith.subi %a, %b : i32
      scf.yield %t : i32
    }
    %first = arith.cmpi eq, %pid, %zero : i32
    scf.if %first {
      %far = tile.ptr_add %q, %two x i32 : !tile.ptr, i32
      tile.store %s, %far : i32, !tile.ptr
    }
    %u = arith.muli %s, %two : i32
    scf.yield %u : i32
  } else {
    scf.yield %b : i32
  }
  %at = tile.ptr_add %q, %pid x i32 : !tile.ptr, i32
  tile.store %r, %at : i32, !tile.ptr
  return
}
