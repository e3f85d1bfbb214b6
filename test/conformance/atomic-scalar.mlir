// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The old value of a scalar atomic, shared by every lane of the instance.
//
// RUN: kiln run %s --target=%target --check --arg p=full=37:i32[1] --arg q=zeros:i32[16]

func.func @atomic_scalar(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %one = arith.constant 5 : i32
  %old = tile.atomic_rmw add relaxed device %one, %p : i32, !tile.ptr
  %l = tile.range 0 to 16 : tensor<16xi32>
  %ot = tile.broadcast %old : i32 -> tensor<16xi32>
  %s = arith.addi %ot, %l : tensor<16xi32>
  tile.store %s, %q[%l] : tensor<16xi32>, !tile.ptr, tensor<16xi32>
  return
}
