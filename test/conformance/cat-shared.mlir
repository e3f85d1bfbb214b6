// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two tiles that begin with the same part, one of them put together inside a loop; and one
// that begins with the other.
//
// RUN: kiln run %s --target=%target --check --arg p=arange:i32[32] --arg r=randint=-99..99:i32[32] \
// RUN:     --arg q=zeros:i32[256] --arg n=3

func.func @cat_shared(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32},
    %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 32 : tensor<32xi32>
  %m = tile.range 0 to 64 : tensor<64xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xi32>
  %y = tile.load %r[%l] : !tile.ptr, tensor<32xi32> -> tensor<32xi32>
  %a = tile.cat %x, %y : tensor<32xi32> -> tensor<64xi32>
  %b = tile.cat %x, %x : tensor<32xi32> -> tensor<64xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = scf.for %i = %zero to %n step %one iter_args(%s = %b) -> (tensor<64xi32>) : i32 {
    %it = tile.broadcast %i : i32 -> tensor<32xi32>
    %z = arith.addi %y, %it : tensor<32xi32>
    %d = tile.cat %x, %z : tensor<32xi32> -> tensor<64xi32>
    %e = arith.muli %s, %d : tensor<64xi32>
    scf.yield %e : tensor<64xi32>
  }
  %f = tile.cat %a, %c : tensor<64xi32> -> tensor<128xi32>
  %g = tile.cat %a, %b : tensor<64xi32> -> tensor<128xi32>
  %w = tile.range 0 to 128 : tensor<128xi32>
  tile.store %f, %q[%w] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  %c128 = arith.constant dense<128> : tensor<128xi32>
  %w2 = arith.addi %w, %c128 : tensor<128xi32>
  tile.store %g, %q[%w2] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  return
}
