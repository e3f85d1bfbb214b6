// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums, products, bits, extrema and ordering of i64: everything wraps.
//
// RUN: kiln run %s --target=%target --check \
// RUN:     --arg p=randint=-9223372036854775808..9223372036854775807:i64[128] --arg r=randint=-9223372036854775808..9223372036854775807:i64[128] --seed=1 --arg q=zeros:i64[1280]
// RUN: kiln run %s --target=%target --check --arg p=randint=-2..2:i64[128] --arg r=randint=-2..2:i64[128] \
// RUN:     --arg q=zeros:i64[1280]

func.func @int_arith_i64(%p: !tile.ptr {tile.name = "p", tile.pointee = i64},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i64}, %q: !tile.ptr {tile.name = "q", tile.pointee = i64})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %nn = arith.constant dense<128> : tensor<128xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi64>
  %y = tile.load %r[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi64>
  %a = arith.addi %x, %y : tensor<128xi64>
  %b = arith.subi %x, %y : tensor<128xi64>
  %c = arith.muli %x, %y : tensor<128xi64>
  %d = arith.andi %x, %y : tensor<128xi64>
  %e = arith.ori %x, %y : tensor<128xi64>
  %f = arith.xori %x, %y : tensor<128xi64>
  %g = arith.maxsi %x, %y : tensor<128xi64>
  %h = arith.minui %x, %y : tensor<128xi64>
  %i = arith.cmpi slt, %x, %y : tensor<128xi64>
  %j = arith.cmpi ult, %x, %y : tensor<128xi64>
  %k = arith.select %i, %a, %b : tensor<128xi1>, tensor<128xi64>
  %m = arith.select %j, %c, %d : tensor<128xi1>, tensor<128xi64>
  tile.store %a, %q[%l] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l1 = arith.addi %l, %nn : tensor<128xi32>
  tile.store %b, %q[%l1] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l2 = arith.addi %l1, %nn : tensor<128xi32>
  tile.store %c, %q[%l2] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l3 = arith.addi %l2, %nn : tensor<128xi32>
  tile.store %d, %q[%l3] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l4 = arith.addi %l3, %nn : tensor<128xi32>
  tile.store %e, %q[%l4] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l5 = arith.addi %l4, %nn : tensor<128xi32>
  tile.store %f, %q[%l5] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l6 = arith.addi %l5, %nn : tensor<128xi32>
  tile.store %g, %q[%l6] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l7 = arith.addi %l6, %nn : tensor<128xi32>
  tile.store %h, %q[%l7] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l8 = arith.addi %l7, %nn : tensor<128xi32>
  tile.store %k, %q[%l8] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l9 = arith.addi %l8, %nn : tensor<128xi32>
  tile.store %m, %q[%l9] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  return
}
