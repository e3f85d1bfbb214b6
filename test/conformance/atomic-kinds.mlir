// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every integer kind of atomic update, on cells of its own.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-2147483648..2147483647:i32[32] \
// RUN:     --arg q=randint=-2147483648..2147483647:i32[256] --seed=8

func.func @atomic_kinds(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 32 : tensor<32xi32>
  %nn = arith.constant dense<32> : tensor<32xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xi32>
  %o0 = tile.atomic_rmw and relaxed device %x, %q[%l] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  %l1 = arith.addi %l, %nn : tensor<32xi32>
  %o1 = tile.atomic_rmw or relaxed device %x, %q[%l1] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  %l2 = arith.addi %l1, %nn : tensor<32xi32>
  %o2 = tile.atomic_rmw xor relaxed device %x, %q[%l2] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  %l3 = arith.addi %l2, %nn : tensor<32xi32>
  %o3 = tile.atomic_rmw max relaxed device %x, %q[%l3] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  %l4 = arith.addi %l3, %nn : tensor<32xi32>
  %o4 = tile.atomic_rmw min relaxed device %x, %q[%l4] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  %l5 = arith.addi %l4, %nn : tensor<32xi32>
  %o5 = tile.atomic_rmw umax relaxed device %x, %q[%l5] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  %l6 = arith.addi %l5, %nn : tensor<32xi32>
  %o6 = tile.atomic_rmw umin relaxed device %x, %q[%l6] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  %l7 = arith.addi %l6, %nn : tensor<32xi32>
  %o7 = tile.atomic_rmw xchg relaxed device %x, %q[%l7] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  %l8 = arith.addi %l7, %nn : tensor<32xi32>
  return
}
