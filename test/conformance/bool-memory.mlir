// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// i1 takes a byte: every byte but 0 reads as true, true is written as 1, and orders as 1.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-128..127:i8[256] --arg q=zeros:i1[256] \
// RUN:     --arg r=full=7:i8[256]
// RUN: kiln run %s --target=%target --check --arg p=randint=-1..1:i8[256] --arg q=zeros:i1[256] --arg r=full=7:i8[256]

func.func @bool_memory(%p: !tile.ptr {tile.name = "p", tile.pointee = i8},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i1}, %r: !tile.ptr {tile.name = "r", tile.pointee = i8})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xi1>
  %b = arith.trunci %l : tensor<256xi32> to tensor<256xi8>
  %c3 = arith.constant dense<3> : tensor<256xi8>
  %y = arith.cmpi ugt, %b, %c3 : tensor<256xi8>
  %less = arith.cmpi ult, %x, %y : tensor<256xi1>
  %xor = arith.xori %x, %y : tensor<256xi1>
  %or = arith.ori %less, %xor : tensor<256xi1>
  tile.store %or, %q[%l] : tensor<256xi1>, !tile.ptr, tensor<256xi32>
  tile.store %x, %r[%l] : tensor<256xi1>, !tile.ptr, tensor<256xi32>
  return
}
