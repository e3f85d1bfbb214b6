// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shifts of i64 by any count: the width or more gives 0, or the sign; a negative count is a
// large one.
//
// RUN: kiln run %s --target=%target --check \
// RUN:     --arg p=randint=-9223372036854775808..9223372036854775807:i64[128] --arg r=arange:i64[128] --arg q=zeros:i64[384]
// RUN: kiln run %s --target=%target --check \
// RUN:     --arg p=randint=-9223372036854775808..9223372036854775807:i64[128] --arg r=randint=-2..9:i64[128] --arg q=zeros:i64[384]

func.func @int_shift_i64(%p: !tile.ptr {tile.name = "p", tile.pointee = i64},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i64}, %q: !tile.ptr {tile.name = "q", tile.pointee = i64})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %nn = arith.constant dense<128> : tensor<128xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi64>
  %y = tile.load %r[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi64>
  %a = tile.shli %x, %y : tensor<128xi64>
  %b = tile.shrui %x, %y : tensor<128xi64>
  %c = tile.shrsi %x, %y : tensor<128xi64>
  tile.store %a, %q[%l] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l1 = arith.addi %l, %nn : tensor<128xi32>
  tile.store %b, %q[%l1] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l2 = arith.addi %l1, %nn : tensor<128xi32>
  tile.store %c, %q[%l2] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  return
}
