// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Float sums into one cell from many lanes and instances.
//
// RUN: kiln run %s --target=%target --check --grid=3 --arg p=randn:f32[96] --arg q=ones:f32[1]

func.func @atomic_fadd(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %c32 = arith.constant 32 : i32
  %first = arith.muli %pid, %c32 : i32
  %base = tile.ptr_add %p, %first x f32 : !tile.ptr, i32
  %l = tile.range 0 to 32 : tensor<32xi32>
  %x = tile.load %base[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xf32>
  %zero = arith.constant dense<0> : tensor<32xi32>
  %old = tile.atomic_rmw fadd relaxed device %x, %q[%zero] : tensor<32xf32>, !tile.ptr, tensor<32xi32>
  return
}
