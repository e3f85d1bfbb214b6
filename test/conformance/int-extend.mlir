// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrow integers widen with their sign or with zeros and narrow by dropping bits.
//
// RUN: kiln run %s --target=%target --check --arg p=arange:i8[256] --arg q=zeros:i32[1024] --arg r=zeros:i16[256]

func.func @int_extend(%p: !tile.ptr {tile.name = "p", tile.pointee = i8},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i16})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %nn = arith.constant dense<256> : tensor<256xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xi8>
  %a = arith.extsi %x : tensor<256xi8> to tensor<256xi32>
  %b = arith.extui %x : tensor<256xi8> to tensor<256xi32>
  %c = arith.muli %a, %b : tensor<256xi32>
  %d = arith.trunci %c : tensor<256xi32> to tensor<256xi16>
  %e = arith.extsi %d : tensor<256xi16> to tensor<256xi32>
  tile.store %d, %r[%l] : tensor<256xi16>, !tile.ptr, tensor<256xi32>
  tile.store %a, %q[%l] : tensor<256xi32>, !tile.ptr, tensor<256xi32>
  %l1 = arith.addi %l, %nn : tensor<256xi32>
  tile.store %b, %q[%l1] : tensor<256xi32>, !tile.ptr, tensor<256xi32>
  %l2 = arith.addi %l1, %nn : tensor<256xi32>
  tile.store %c, %q[%l2] : tensor<256xi32>, !tile.ptr, tensor<256xi32>
  %l3 = arith.addi %l2, %nn : tensor<256xi32>
  tile.store %e, %q[%l3] : tensor<256xi32>, !tile.ptr, tensor<256xi32>
  return
}
