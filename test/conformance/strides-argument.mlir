// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stride of an argument's sign: the same kernel steps forward and backward from a base in
// the middle.
//
// RUN: kiln run %s --target=%target --check --arg p=arange:i32[96] --arg q=zeros:i32[32] --arg first=95 --arg s=-3
// RUN: kiln run %s --target=%target --check --arg p=arange:i32[96] --arg q=zeros:i32[32] --arg first=0 --arg s=3
// RUN: kiln run %s --target=%target --check --arg p=arange:i32[96] --arg q=zeros:i32[32] --arg first=40 --arg s=0

func.func @strides_argument(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %first: i32 {tile.name = "first"},
    %s: i32 {tile.name = "s"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 32 : tensor<32xi32>
  %st = tile.broadcast %s : i32 -> tensor<32xi32>
  %ft = tile.broadcast %first : i32 -> tensor<32xi32>
  %step = arith.muli %l, %st : tensor<32xi32>
  %o = arith.addi %ft, %step : tensor<32xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<32xi32> -> tensor<32xi32>
  tile.store %x, %q[%l] : tensor<32xi32>, !tile.ptr, tensor<32xi32>
  return
}
