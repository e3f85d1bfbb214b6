// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A load by index under a mask that is no box, with another value for each lane
// that is off.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg i=randint=0..63:i32[64] --arg q=zeros:f32[64] --seed=3
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[64] --arg i=full=0:i32[64] --arg q=zeros:f32[64]

func.func @gather_other(%p: !tile.ptr {tile.name = "p", tile.pointee = f32}, %i: !tile.ptr {tile.name = "i", tile.pointee = i32},
                        %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %at = tile.load %i[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi32>
  %one = arith.constant dense<1> : tensor<64xi32>
  %zero = arith.constant dense<0> : tensor<64xi32>
  %odd = arith.andi %l, %one : tensor<64xi32>
  %m = arith.cmpi ne, %odd, %zero : tensor<64xi32>
  %other = arith.sitofp %l : tensor<64xi32> to tensor<64xf32>
  %x = tile.load %p[%at] mask %m other %other : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %x, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}
