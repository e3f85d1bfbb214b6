// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shifts of i32 by any count: the width or more gives 0, or the sign; a negative count is a
// large one.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-2147483648..2147483647:i32[128] \
// RUN:     --arg r=arange:i32[128] --arg q=zeros:i32[384]
// RUN: kiln run %s --target=%target --check --arg p=randint=-2147483648..2147483647:i32[128] \
// RUN:     --arg r=randint=-2..9:i32[128] --arg q=zeros:i32[384]

func.func @int_shift_i32(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %nn = arith.constant dense<128> : tensor<128xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi32>
  %y = tile.load %r[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi32>
  %a = tile.shli %x, %y : tensor<128xi32>
  %b = tile.shrui %x, %y : tensor<128xi32>
  %c = tile.shrsi %x, %y : tensor<128xi32>
  tile.store %a, %q[%l] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  %l1 = arith.addi %l, %nn : tensor<128xi32>
  tile.store %b, %q[%l1] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  %l2 = arith.addi %l1, %nn : tensor<128xi32>
  tile.store %c, %q[%l2] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  return
}
