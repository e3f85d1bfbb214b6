// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shifts of i8 by any count: the width or more gives 0, or the sign; a negative count is a
// large one.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-128..127:i8[128] --arg r=arange:i8[128] \
// RUN:     --arg q=zeros:i8[384]
// RUN: kiln run %s --target=%target --check --arg p=randint=-128..127:i8[128] --arg r=randint=-2..9:i8[128] \
// RUN:     --arg q=zeros:i8[384]

func.func @int_shift_i8(%p: !tile.ptr {tile.name = "p", tile.pointee = i8},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i8}, %q: !tile.ptr {tile.name = "q", tile.pointee = i8})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %nn = arith.constant dense<128> : tensor<128xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi8>
  %y = tile.load %r[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi8>
  %a = tile.shli %x, %y : tensor<128xi8>
  %b = tile.shrui %x, %y : tensor<128xi8>
  %c = tile.shrsi %x, %y : tensor<128xi8>
  tile.store %a, %q[%l] : tensor<128xi8>, !tile.ptr, tensor<128xi32>
  %l1 = arith.addi %l, %nn : tensor<128xi32>
  tile.store %b, %q[%l1] : tensor<128xi8>, !tile.ptr, tensor<128xi32>
  %l2 = arith.addi %l1, %nn : tensor<128xi32>
  tile.store %c, %q[%l2] : tensor<128xi8>, !tile.ptr, tensor<128xi32>
  return
}
