// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The old values of atomics on distinct cells; a masked-off lane gives 0 and touches
// nothing.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[64] --arg q=zeros:i32[64] --arg r=ones:i32[64]

func.func @atomic_old(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %one = arith.constant dense<1> : tensor<64xi32>
  %zero = arith.constant dense<0> : tensor<64xi32>
  %low = arith.andi %l, %one : tensor<64xi32>
  %m = arith.cmpi eq, %low, %zero : tensor<64xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi32>
  %old = tile.atomic_rmw max acq_rel device %x, %q[%l] mask %m : tensor<64xi32>, !tile.ptr, tensor<64xi32>
  tile.store %old, %r[%l] : tensor<64xi32>, !tile.ptr, tensor<64xi32>
  return
}
