// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Offsets as 64-bit tiles, with a product beyond 32 bits.
//
// RUN: kiln run %s --target=%target --check --arg p=arange:i8[4]@stride=1500000000 --arg q=zeros:i8[4] \
// RUN:     --arg s=1500000000

func.func @offset_i64_tile(%p: !tile.ptr {tile.name = "p", tile.pointee = i8},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i8}, %s: i64 {tile.name = "s"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 4 : tensor<4xi32>
  %wide = arith.extsi %l : tensor<4xi32> to tensor<4xi64>
  %st = tile.broadcast %s : i64 -> tensor<4xi64>
  %o = arith.muli %wide, %st : tensor<4xi64>
  %x = tile.load %p[%o] : !tile.ptr, tensor<4xi64> -> tensor<4xi8>
  tile.store %x, %q[%l] : tensor<4xi8>, !tile.ptr, tensor<4xi32>
  return
}
