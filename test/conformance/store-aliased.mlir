// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two pointers to one buffer: the second load comes after the store.
//
// RUN: kiln run %s --target=%target --check --arg p=arange:i32[33] --arg r=p --arg q=zeros:i32[32]

func.func @store_aliased(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 32 : tensor<32xi32>
  %one = arith.constant dense<1> : tensor<32xi32>
  %next = arith.addi %l, %one : tensor<32xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xi32>
  tile.store %x, %r[%next] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  %y = tile.load %p[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xi32>
  tile.store %y, %q[%l] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  return
}
