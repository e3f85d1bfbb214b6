// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Offsets with a quotient and a remainder, negative ones among them.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-9..9:i32[16] --arg q=zeros:i32[128] --arg n=8
// RUN: kiln run %s --target=%target --check --arg p=randint=-9..9:i32[26] --arg q=zeros:i32[128] --arg n=13

func.func @offset_modulo(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %back = arith.constant dense<64> : tensor<128xi32>
  %s = arith.subi %l, %back : tensor<128xi32>
  %nt = tile.broadcast %n : i32 -> tensor<128xi32>
  %r = tile.remsi %s, %nt : tensor<128xi32>
  %d = tile.divsi %s, %nt : tensor<128xi32>
  %up = arith.addi %r, %nt : tensor<128xi32>
  %v = tile.load %p[%up] : !tile.ptr, tensor<128xi32> -> tensor<128xi32>
  %y = arith.addi %v, %d : tensor<128xi32>
  tile.store %y, %q[%l] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  return
}
