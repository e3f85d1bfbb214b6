// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All lanes of a store may go to one address; the value is that of one of them.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[1] --arg q=zeros:f32[5]

func.func @store_equal_addresses(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %s = tile.load %p : !tile.ptr -> f32
  %x = tile.broadcast %s : f32 -> tensor<64xf32>
  %three = arith.constant dense<3> : tensor<64xi32>
  tile.store %x, %q[%three] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}
