// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 64-bit tiles from narrow ones, their products, and the upper half.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-2147483648..2147483647:i32[128] \
// RUN:     --arg q=zeros:i64[512] --arg r=zeros:i32[128]

func.func @int_extend_i64(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i64}, %r: !tile.ptr {tile.name = "r", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %nn = arith.constant dense<128> : tensor<128xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi32>
  %a = arith.extsi %x : tensor<128xi32> to tensor<128xi64>
  %b = arith.extui %x : tensor<128xi32> to tensor<128xi64>
  %c = arith.muli %a, %b : tensor<128xi64>
  %k = arith.constant dense<32> : tensor<128xi64>
  %d = tile.shrsi %c, %k : tensor<128xi64>
  %e = arith.trunci %d : tensor<128xi64> to tensor<128xi32>
  tile.store %e, %r[%l] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  tile.store %a, %q[%l] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l1 = arith.addi %l, %nn : tensor<128xi32>
  tile.store %b, %q[%l1] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l2 = arith.addi %l1, %nn : tensor<128xi32>
  tile.store %c, %q[%l2] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  %l3 = arith.addi %l2, %nn : tensor<128xi32>
  tile.store %d, %q[%l3] : tensor<128xi64>, !tile.ptr, tensor<128xi32>
  return
}
