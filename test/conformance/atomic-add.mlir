// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums into few cells, with equal addresses within a tile and across program instances; no
// old value is used.
//
// RUN: kiln run %s --target=%target --check --grid=4 --arg p=randint=-99..99:i32[211] --arg q=arange:i32[8] --arg n=211

func.func @atomic_add(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %c64 = arith.constant 64 : i32
  %first = arith.muli %pid, %c64 : i32
  %ft = tile.broadcast %first : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %ft, %l : tensor<64xi32>
  %nt = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %o, %nt : tensor<64xi32>
  %x = tile.load %p[%o] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xi32>
  %seven = arith.constant dense<7> : tensor<64xi32>
  %cell = arith.andi %x, %seven : tensor<64xi32>
  %old = tile.atomic_rmw add relaxed device %x, %q[%cell] mask %m : tensor<64xi32>, !tile.ptr, tensor<64xi32>
  return
}
