// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A critical section of several instances: spin on a compare and swap, update, release.
//
// RUN: kiln run %s --target=%target --check --grid=5 --arg lock=zeros:i32[1] --arg q=zeros:i32[16]

func.func @atomic_lock(%lock: !tile.ptr {tile.name = "lock", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.while : () -> () {
    %old = tile.atomic_cas acquire device %zero, %one, %lock : i32, !tile.ptr
    %taken = arith.cmpi ne, %old, %zero : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %l = tile.range 0 to 16 : tensor<16xi32>
  %x = tile.load %q[%l] : !tile.ptr, tensor<16xi32> -> tensor<16xi32>
  %y = arith.addi %x, %l : tensor<16xi32>
  tile.store %y, %q[%l] : tensor<16xi32>, !tile.ptr, tensor<16xi32>
  %was = tile.atomic_rmw xchg release device %zero, %lock : i32, !tile.ptr
  return
}
