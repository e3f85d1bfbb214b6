// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A base pointer for each lane: even lanes read one buffer, odd lanes the other.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg r=ones:f32[64] --arg q=zeros:f32[64]

func.func @pointer_tile(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %one = arith.constant dense<1> : tensor<64xi32>
  %zero = arith.constant dense<0> : tensor<64xi32>
  %low = arith.andi %l, %one : tensor<64xi32>
  %even = arith.cmpi eq, %low, %zero : tensor<64xi32>
  %pt = tile.broadcast %p : !tile.ptr -> tensor<64x!tile.ptr>
  %rt = tile.broadcast %r : !tile.ptr -> tensor<64x!tile.ptr>
  %base = arith.select %even, %pt, %rt : tensor<64xi1>, tensor<64x!tile.ptr>
  %at = tile.ptr_add %base, %l x f32 : tensor<64x!tile.ptr>, tensor<64xi32>
  %x = tile.load %at : tensor<64x!tile.ptr> -> tensor<64xf32>
  tile.store %x, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}
