// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mask that is no box: a compare and a byte mask from memory together.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f32[101] --arg m=randint=-1..1:i8[101] \
// RUN:     --arg q=full=9:f32[101] --arg n=101

func.func @mask_loaded(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %m: !tile.ptr {tile.name = "m", tile.pointee = i8}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32},
    %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %nt = tile.broadcast %n : i32 -> tensor<128xi32>
  %in = arith.cmpi slt, %l, %nt : tensor<128xi32>
  %zero = arith.constant dense<0> : tensor<128xi8>
  %b = tile.load %m[%l] mask %in : !tile.ptr, tensor<128xi32> -> tensor<128xi8>
  %bm = arith.cmpi ne, %b, %zero : tensor<128xi8>
  %both = arith.andi %in, %bm : tensor<128xi1>
  %x = tile.load %p[%l] mask %both : !tile.ptr, tensor<128xi32> -> tensor<128xf32>
  tile.store %x, %q[%l] mask %both : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  return
}
