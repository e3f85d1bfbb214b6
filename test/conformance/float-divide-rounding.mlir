// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients of f32 that are hard to round: divisors with mantissas of ones, subnormal quotients, halfway cases
// and those beside them, and quotients about the largest number.
//
// RUN: kiln run %s --target=%target --check --arg d=randint=0..8388607:i32[1024] --arg q=zeros:f32[6144]

func.func @float_divide_rounding(%d: !tile.ptr {tile.name = "d", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 1024 : tensor<1024xi32>
  %c3f800000 = arith.constant dense<1065353216> : tensor<1024xi32>
  %c3fffffff = arith.constant dense<1073741823> : tensor<1024xi32>
  %c400 = arith.constant dense<1024> : tensor<1024xi32>
  %c17800000 = arith.constant dense<394264576> : tensor<1024xi32>
  %cf = arith.constant dense<15> : tensor<1024xi32>
  %c800000 = arith.constant dense<8388608> : tensor<1024xi32>
  %c1eef = arith.constant dense<7919> : tensor<1024xi32>
  %c57000000 = arith.constant dense<1459617792> : tensor<1024xi32>
  %c6 = arith.constant dense<6> : tensor<1024xi32>
  %c3 = arith.constant dense<3> : tensor<1024xi32>
  %c32000000 = arith.constant dense<838860800> : tensor<1024xi32>
  %c1 = arith.constant dense<1> : tensor<1024xi32>
  %c59400000 = arith.constant dense<1497366528> : tensor<1024xi32>
  %c7f7fffff = arith.constant dense<2139095039> : tensor<1024xi32>
  %c3f800200 = arith.constant dense<1065353728> : tensor<1024xi32>

  // 1 and the numbers after it, by the number whose mantissa is all ones.
  %ab = arith.addi %l, %c3f800000 : tensor<1024xi32>
  %a = arith.bitcast %ab : tensor<1024xi32> to tensor<1024xf32>
  %ones = arith.bitcast %c3fffffff : tensor<1024xi32> to tensor<1024xf32>
  %q0 = arith.divf %a, %ones : tensor<1024xf32>
  tile.store %q0, %q[%l] : tensor<1024xf32>, !tile.ptr, tensor<1024xi32>

  // Random numbers by those next below and next above powers of two.
  %m = tile.load %d[%l] : !tile.ptr, tensor<1024xi32> -> tensor<1024xi32>
  %xb = arith.ori %m, %c3f800000 : tensor<1024xi32>
  %x = arith.bitcast %xb : tensor<1024xi32> to tensor<1024xf32>
  %below = arith.subi %c3fffffff, %l : tensor<1024xi32>
  %y1 = arith.bitcast %below : tensor<1024xi32> to tensor<1024xf32>
  %q1 = arith.divf %x, %y1 : tensor<1024xf32>
  %l1 = arith.addi %l, %c400 : tensor<1024xi32>
  tile.store %q1, %q[%l1] : tensor<1024xf32>, !tile.ptr, tensor<1024xi32>

  %y2 = arith.bitcast %ab : tensor<1024xi32> to tensor<1024xf32>
  %q2 = arith.divf %x, %y2 : tensor<1024xf32>
  %l2 = arith.addi %l1, %c400 : tensor<1024xi32>
  tile.store %q2, %q[%l2] : tensor<1024xf32>, !tile.ptr, tensor<1024xi32>

  // Subnormal quotients, of 23 bits down to 8.
  %sb = arith.ori %m, %c17800000 : tensor<1024xi32>
  %s = arith.bitcast %sb : tensor<1024xi32> to tensor<1024xf32>
  %k = arith.andi %l, %cf : tensor<1024xi32>
  %k23 = arith.muli %k, %c800000 : tensor<1024xi32>
  %spread = arith.muli %l, %c1eef : tensor<1024xi32>
  %yb = arith.addi %spread, %c57000000 : tensor<1024xi32>
  %yk = arith.addi %yb, %k23 : tensor<1024xi32>
  %y3 = arith.bitcast %yk : tensor<1024xi32> to tensor<1024xf32>
  %q3 = arith.divf %s, %y3 : tensor<1024xf32>
  %l3 = arith.addi %l2, %c400 : tensor<1024xi32>
  tile.store %q3, %q[%l3] : tensor<1024xf32>, !tile.ptr, tensor<1024xi32>

  // Halfway between subnormals and just beside: 3 (2 l + 1) 2^-100, and the numbers next to it, by 3 * 2^50.
  %six = arith.muli %l, %c6 : tensor<1024xi32>
  %odd = arith.addi %six, %c3 : tensor<1024xi32>
  %oddf = arith.sitofp %odd : tensor<1024xi32> to tensor<1024xf32>
  %oddb = arith.bitcast %oddf : tensor<1024xf32> to tensor<1024xi32>
  %tie = arith.subi %oddb, %c32000000 : tensor<1024xi32>
  %beside = arith.andi %l, %c3 : tensor<1024xi32>
  %tie1 = arith.addi %tie, %beside : tensor<1024xi32>
  %tie2 = arith.subi %tie1, %c1 : tensor<1024xi32>
  %t = arith.bitcast %tie2 : tensor<1024xi32> to tensor<1024xf32>
  %three = arith.bitcast %c59400000 : tensor<1024xi32> to tensor<1024xf32>
  %q4 = arith.divf %t, %three : tensor<1024xf32>
  %l4 = arith.addi %l3, %c400 : tensor<1024xi32>
  tile.store %q4, %q[%l4] : tensor<1024xf32>, !tile.ptr, tensor<1024xi32>

  // Quotients about the largest number, some of them infinite.
  %mb = arith.subi %c7f7fffff, %l : tensor<1024xi32>
  %most = arith.bitcast %mb : tensor<1024xi32> to tensor<1024xf32>
  %ub = arith.subi %c3f800200, %l : tensor<1024xi32>
  %v = arith.bitcast %ub : tensor<1024xi32> to tensor<1024xf32>
  %q5 = arith.divf %most, %v : tensor<1024xf32>
  %l5 = arith.addi %l4, %c400 : tensor<1024xi32>
  tile.store %q5, %q[%l5] : tensor<1024xf32>, !tile.ptr, tensor<1024xi32>
  return
}
