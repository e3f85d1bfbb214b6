// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar arguments of every width, with scalar arithmetic, conversions, loads and stores.
//
// RUN: kiln run %s --target=%target --check --arg p=full=0.25:f32[1] --arg q=zeros:f32[1] --arg a=-3 \
// RUN:     --arg b=-2 --arg c=4294967299 --arg d=0.5 --arg e=true
// RUN: kiln run %s --target=%target --check --arg p=full=0.25:f32[1] --arg q=zeros:f32[1] --arg a=0 --arg b=9 \
// RUN:     --arg c=-1 --arg d=1e30 --arg e=false

func.func @scalars(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %a: i8 {tile.name = "a"}, %b: i16 {tile.name = "b"},
    %c: i64 {tile.name = "c"}, %d: f32 {tile.name = "d"}, %e: i1 {tile.name = "e"}) attributes {kiln.form = "tile"} {
  %a32 = arith.extsi %a : i8 to i32
  %b32 = arith.extui %b : i16 to i32
  %c32 = arith.trunci %c : i64 to i32
  %s0 = arith.addi %a32, %b32 : i32
  %s1 = arith.muli %s0, %c32 : i32
  %s2 = tile.divsi %s1, %a32 : i32
  %f = arith.sitofp %s2 : i32 to f32
  %g = arith.mulf %f, %d : f32
  %x = tile.load %p : !tile.ptr -> f32
  %h = arith.addf %g, %x : f32
  %r = arith.select %e, %h, %x : f32
  tile.store %r, %q : f32, !tile.ptr
  return
}
