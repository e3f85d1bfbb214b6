// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A first-order recurrence, s = s * a + b, as a scan of pairs: its combiner does not
// commute.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-3..3:i32[64] --arg r=randint=-9..9:i32[64] \
// RUN:     --arg q=zeros:i32[64] --arg t=zeros:i32[64]
// RUN: kiln run %s --target=%target --check --arg p=randint=1..3:i32[64] --arg r=randint=-9..9:i32[64] \
// RUN:     --arg q=zeros:i32[64] --arg t=zeros:i32[64] --seed=7

func.func @scan_recurrence_forward(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32},
    %t: !tile.ptr {tile.name = "t", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi32>
  %y = tile.load %r[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi32>
  %m, %s = tile.scan %x, %y axis 0 : (tensor<64xi32>, tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %e = arith.muli %a, %c : i32
    %f = arith.muli %b, %c : i32
    %g = arith.addi %f, %d : i32
    tile.yield %e, %g : i32, i32
  }
  tile.store %m, %q[%l] : tensor<64xi32>, !tile.ptr, tensor<64xi32>
  tile.store %s, %t[%l] : tensor<64xi32>, !tile.ptr, tensor<64xi32>
  return
}
