// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients and remainders of i32 have a result for every operand: x / 0 = -1, x % 0 = x,
// least / -1 = least, least % -1 = 0.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-2147483648..2147483647:i32[128] \
// RUN:     --arg r=randint=-3..3:i32[128] --arg q=zeros:i32[768]
// RUN: kiln run %s --target=%target --check --arg p=randint=-2147483648..2147483647:i32[128] \
// RUN:     --arg r=randint=-2147483648..2147483647:i32[128] --arg q=zeros:i32[768] --seed=4
// RUN: kiln run %s --target=%target --check --arg p=full=-2147483648:i32[128] --arg r=randint=-1..0:i32[128] \
// RUN:     --arg q=zeros:i32[768]

func.func @int_divide_i32(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %nn = arith.constant dense<128> : tensor<128xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi32>
  %y = tile.load %r[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi32>
  %a = tile.divsi %x, %y : tensor<128xi32>
  %b = tile.remsi %x, %y : tensor<128xi32>
  %c = tile.divui %x, %y : tensor<128xi32>
  %d = tile.remui %x, %y : tensor<128xi32>
  %least = arith.constant dense<-2147483648> : tensor<128xi32>
  %minus = arith.constant dense<-1> : tensor<128xi32>
  %lt = arith.cmpi slt, %y, %x : tensor<128xi32>
  %v = arith.select %lt, %minus, %y : tensor<128xi1>, tensor<128xi32>
  %e = tile.divsi %least, %v : tensor<128xi32>
  %f = tile.remsi %least, %v : tensor<128xi32>
  tile.store %a, %q[%l] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  %l1 = arith.addi %l, %nn : tensor<128xi32>
  tile.store %b, %q[%l1] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  %l2 = arith.addi %l1, %nn : tensor<128xi32>
  tile.store %c, %q[%l2] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  %l3 = arith.addi %l2, %nn : tensor<128xi32>
  tile.store %d, %q[%l3] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  %l4 = arith.addi %l3, %nn : tensor<128xi32>
  tile.store %e, %q[%l4] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  %l5 = arith.addi %l4, %nn : tensor<128xi32>
  tile.store %f, %q[%l5] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  return
}
