// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of matrices with a loop over K: rows, columns and K are no multiples of the
// tile, K may be 0, and two products share one accumulator.
//
// RUN: kiln run %s --target=%target --check --arg p=randn:f16[13x53] --arg r=randn:f16[53x11] --seed=2 \
// RUN:     --arg q=zeros:f32[13x11] --arg m=13 --arg n=11 --arg k=53
// RUN: kiln run %s --target=%target --check --arg p=randn:f16[16x16] --arg r=randn:f16[16x16] \
// RUN:     --arg q=zeros:f32[16x16] --arg m=16 --arg n=16 --arg k=16
// RUN: kiln run %s --target=%target --check --arg p=randn:f16[3x1] --arg r=randn:f16[1x5] \
// RUN:     --arg q=ones:f32[3x5] --arg m=3 --arg n=5 --arg k=1
// RUN: kiln run %s --target=%target --check --arg p=randn:f16[1] --arg r=randn:f16[1] --arg q=ones:f32[3x5] \
// RUN:     --arg m=3 --arg n=5 --arg k=0

func.func @dot_loop(%p: !tile.ptr {tile.name = "p", tile.pointee = f16},
    %r: !tile.ptr {tile.name = "r", tile.pointee = f16}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32},
    %m: i32 {tile.name = "m"}, %n: i32 {tile.name = "n"}, %k: i32 {tile.name = "k"}) attributes {kiln.form = "tile"} {
  %i = tile.range 0 to 16 : tensor<16xi32>
  %i1 = tile.reshape %i : tensor<16xi32> -> tensor<16x1xi32>
  %j1 = tile.reshape %i : tensor<16xi32> -> tensor<1x16xi32>
  %rows = tile.broadcast %i1 : tensor<16x1xi32> -> tensor<16x16xi32>
  %cols = tile.broadcast %j1 : tensor<1x16xi32> -> tensor<16x16xi32>
  %mt = tile.broadcast %m : i32 -> tensor<16x16xi32>
  %nt = tile.broadcast %n : i32 -> tensor<16x16xi32>
  %kt = tile.broadcast %k : i32 -> tensor<16x16xi32>
  %mrow = arith.cmpi slt, %rows, %mt : tensor<16x16xi32>
  %ncol = arith.cmpi slt, %cols, %nt : tensor<16x16xi32>
  %arow = arith.muli %rows, %kt : tensor<16x16xi32>
  %lo = arith.constant 0 : i32
  %step = arith.constant 16 : i32
  %z = arith.constant dense<0.0> : tensor<16x16xf32>
  %acc = scf.for %kk = %lo to %k step %step iter_args(%c = %z) -> (tensor<16x16xf32>) : i32 {
    %ks = tile.broadcast %kk : i32 -> tensor<16x16xi32>
    %ak = arith.addi %ks, %cols : tensor<16x16xi32>
    %am0 = arith.cmpi slt, %ak, %kt : tensor<16x16xi32>
    %am = arith.andi %am0, %mrow : tensor<16x16xi1>
    %ao = arith.addi %arow, %ak : tensor<16x16xi32>
    %a = tile.load %p[%ao] mask %am : !tile.ptr, tensor<16x16xi32> -> tensor<16x16xf16>
    %bk = arith.addi %ks, %rows : tensor<16x16xi32>
    %bm0 = arith.cmpi slt, %bk, %kt : tensor<16x16xi32>
    %bm = arith.andi %bm0, %ncol : tensor<16x16xi1>
    %brow = arith.muli %bk, %nt : tensor<16x16xi32>
    %bo = arith.addi %brow, %cols : tensor<16x16xi32>
    %b = tile.load %r[%bo] mask %bm : !tile.ptr, tensor<16x16xi32> -> tensor<16x16xf16>
    %d = tile.dot %a, %b, %c ieee : tensor<16x16xf16>, tensor<16x16xf16> -> tensor<16x16xf32>
    %e = tile.dot %a, %b, %d ieee : tensor<16x16xf16>, tensor<16x16xf16> -> tensor<16x16xf32>
    scf.yield %e : tensor<16x16xf32>
  }
  %om = arith.andi %mrow, %ncol : tensor<16x16xi1>
  %orow = arith.muli %rows, %nt : tensor<16x16xi32>
  %oo = arith.addi %orow, %cols : tensor<16x16xi32>
  tile.store %acc, %q[%oo] mask %om : tensor<16x16xf32>, !tile.ptr, tensor<16x16xi32>
  return
}
