// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts in many bins; values outside the bins and masked-off lanes count nowhere.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=0..511:i32[256] --arg q=zeros:i32[512] \
// RUN:     --arg r=zeros:i32[512] --arg n=100
// RUN: kiln run %s --target=%target --check --arg p=randint=-5..20:i32[256] --arg q=ones:i32[512] \
// RUN:     --arg r=ones:i32[512] --arg n=0

func.func @histogram_many(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i32},
    %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %b = tile.range 0 to 512 : tensor<512xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xi32>
  %nt = tile.broadcast %n : i32 -> tensor<256xi32>
  %m = arith.cmpi slt, %l, %nt : tensor<256xi32>
  %h = tile.histogram %x : tensor<256xi32> -> tensor<512xi32>
  %g = tile.histogram %x mask %m : tensor<256xi32>, tensor<256xi1> -> tensor<512xi32>
  tile.store %h, %q[%b] : tensor<512xi32>, !tile.ptr, tensor<512xi32>
  tile.store %g, %r[%b] : tensor<512xi32>, !tile.ptr, tensor<512xi32>
  return
}
