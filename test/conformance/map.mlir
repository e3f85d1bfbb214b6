// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar region with control flow, applied to each element.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-99..99:i32[64] --arg r=randint=-99..99:i32[64] \
// RUN:     --arg q=zeros:i32[64]

func.func @map(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi32>
  %y = tile.load %r[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi32>
  %z = tile.map %x, %y pack 1 : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    %d = scf.if %c -> (i32) {
      %e = arith.subi %b, %a : i32
      scf.yield %e : i32
    } else {
      %e = arith.xori %a, %b : i32
      scf.yield %e : i32
    }
    tile.yield %d : i32
  }
  tile.store %z, %q[%l] : tensor<64xi32>, !tile.ptr, tensor<64xi32>
  return
}
