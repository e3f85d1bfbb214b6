// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shifts of one bit, which live in predicates: each against the reference.
//
// RUN: kiln run %s --target=npu --check --arg p=randint=0..1:i1[128] --arg q=zeros:i1[192] --seed=4 | FileCheck %s
// CHECK: check q: equal: 192 elements

func.func @bits(%p: !tile.ptr {tile.name = "p", tile.pointee = i1}, %q: !tile.ptr {tile.name = "q", tile.pointee = i1}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %c = arith.constant dense<64> : tensor<64xi32>
  %l2 = arith.addi %l, %c : tensor<64xi32>
  %l3 = arith.addi %l2, %c : tensor<64xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi1>
  %n = tile.load %p[%l2] : !tile.ptr, tensor<64xi32> -> tensor<64xi1>
  %a = tile.shli %x, %n : tensor<64xi1>
  %b = tile.shrui %x, %n : tensor<64xi1>
  %d = tile.shrsi %x, %n : tensor<64xi1>
  tile.store %a, %q[%l] : tensor<64xi1>, !tile.ptr, tensor<64xi32>
  tile.store %b, %q[%l2] : tensor<64xi1>, !tile.ptr, tensor<64xi32>
  tile.store %d, %q[%l3] : tensor<64xi1>, !tile.ptr, tensor<64xi32>
  return
}
