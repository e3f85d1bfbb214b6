// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extrema and bits of narrow integers along the minor axis, signed and unsigned.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-128..127:i8[8x32] --arg q=zeros:i8[40]
// RUN: kiln run %s --target=%target --check --arg p=full=-1:i8[8x32] --arg q=zeros:i8[40]

func.func @reduce_int(%p: !tile.ptr {tile.name = "p", tile.pointee = i8},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i8}) attributes {kiln.form = "tile"} {
  %o_0a = tile.range 0 to 8 : tensor<8xi32>
  %o_0b = tile.reshape %o_0a : tensor<8xi32> -> tensor<8x1xi32>
  %o_0s = arith.constant dense<32> : tensor<8x1xi32>
  %o_0c = arith.muli %o_0b, %o_0s : tensor<8x1xi32>
  %o_0 = tile.broadcast %o_0c : tensor<8x1xi32> -> tensor<8x32xi32>
  %o_1a = tile.range 0 to 32 : tensor<32xi32>
  %o_1b = tile.reshape %o_1a : tensor<32xi32> -> tensor<1x32xi32>
  %o_1 = tile.broadcast %o_1b : tensor<1x32xi32> -> tensor<8x32xi32>
  %o = arith.addi %o_0, %o_1 : tensor<8x32xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<8x32xi32> -> tensor<8x32xi8>
  %r0 = tile.reduce %x axis 1 : (tensor<8x32xi8>) -> tensor<8xi8> {
  ^bb0(%a: i8, %b: i8):
    %c = arith.maxsi %a, %b : i8
    tile.yield %c : i8
  }
  %r1 = tile.reduce %x axis 1 : (tensor<8x32xi8>) -> tensor<8xi8> {
  ^bb0(%a: i8, %b: i8):
    %c = arith.minui %a, %b : i8
    tile.yield %c : i8
  }
  %r2 = tile.reduce %x axis 1 : (tensor<8x32xi8>) -> tensor<8xi8> {
  ^bb0(%a: i8, %b: i8):
    %c = arith.xori %a, %b : i8
    tile.yield %c : i8
  }
  %r3 = tile.reduce %x axis 1 : (tensor<8x32xi8>) -> tensor<8xi8> {
  ^bb0(%a: i8, %b: i8):
    %c = arith.andi %a, %b : i8
    tile.yield %c : i8
  }
  %r4 = tile.reduce %x axis 1 : (tensor<8x32xi8>) -> tensor<8xi8> {
  ^bb0(%a: i8, %b: i8):
    %c = arith.muli %a, %b : i8
    tile.yield %c : i8
  }
  %i = tile.range 0 to 8 : tensor<8xi32>
  %nn = arith.constant dense<8> : tensor<8xi32>
  tile.store %r0, %q[%i] : tensor<8xi8>, !tile.ptr, tensor<8xi32>
  %i1 = arith.addi %i, %nn : tensor<8xi32>
  tile.store %r1, %q[%i1] : tensor<8xi8>, !tile.ptr, tensor<8xi32>
  %i2 = arith.addi %i1, %nn : tensor<8xi32>
  tile.store %r2, %q[%i2] : tensor<8xi8>, !tile.ptr, tensor<8xi32>
  %i3 = arith.addi %i2, %nn : tensor<8xi32>
  tile.store %r3, %q[%i3] : tensor<8xi8>, !tile.ptr, tensor<8xi32>
  %i4 = arith.addi %i3, %nn : tensor<8xi32>
  tile.store %r4, %q[%i4] : tensor<8xi8>, !tile.ptr, tensor<8xi32>
  return
}
