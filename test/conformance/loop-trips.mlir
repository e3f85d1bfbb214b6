// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of 0, 1, 2, 3 trips and more; one carried value is a quotient of two others, one
// trip behind.
//
// RUN: kiln run %s --target=%target --check --arg q=zeros:f32[3] --arg n=0
// RUN: kiln run %s --target=%target --check --arg q=zeros:f32[3] --arg n=1
// RUN: kiln run %s --target=%target --check --arg q=zeros:f32[3] --arg n=2
// RUN: kiln run %s --target=%target --check --arg q=zeros:f32[3] --arg n=3
// RUN: kiln run %s --target=%target --check --arg q=zeros:f32[3] --arg n=7
// RUN: kiln run %s --target=%target --check --arg q=zeros:f32[3] --arg n=-4

func.func @loop_trips(%q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %n: i32 {tile.name = "n"})
    attributes {kiln.form = "tile"} {
  %lo = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %num0 = arith.constant 1.0 : f32
  %den0 = arith.constant 2.0 : f32
  %rat0 = arith.constant -7.0 : f32
  %half = arith.constant 0.5 : f32
  %r:3 = scf.for %i = %lo to %n step %one iter_args(%num = %num0, %den = %den0, %rat = %rat0) -> (f32, f32, f32) : i32 {
    %q2 = arith.divf %num, %den : f32
    %num1 = arith.addf %num, %half : f32
    %den1 = arith.addf %den, %den : f32
    scf.yield %num1, %den1, %q2 : f32, f32, f32
  }
  tile.store %r#0, %q : f32, !tile.ptr
  %at1 = tile.ptr_add %q, %one x f32 : !tile.ptr, i32
  tile.store %r#1, %at1 : f32, !tile.ptr
  %at2 = tile.ptr_add %at1, %one x f32 : !tile.ptr, i32
  tile.store %r#2, %at2 : f32, !tile.ptr
  return
}
