// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A volatile load happens as often as it is written, in order.
//
// RUN: kiln run %s --target=%target --check --arg p=arange:i32[32] --arg q=zeros:i32[32]

func.func @volatile(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 32 : tensor<32xi32>
  %x = tile.load volatile %p[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xi32>
  %y = arith.addi %x, %x : tensor<32xi32>
  tile.store volatile %y, %p[%l] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  %z = tile.load volatile %p[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xi32>
  tile.store %z, %q[%l] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  return
}
