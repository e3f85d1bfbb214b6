// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An assertion that does not hold stops the launch with its message.
//
// RUN: not kiln run %s --target=%target --arg p=full=-7:i32[64] --arg q=zeros:i32[64] 2>&1 | FileCheck %s
// CHECK: kiln: error: {{.*}}x must not be negative

func.func @assert_fails(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi32>
  %zero = arith.constant dense<0> : tensor<64xi32>
  %c = arith.cmpi sge, %x, %zero : tensor<64xi32>
  tile.assert %c, "x must not be negative" : tensor<64xi1>
  tile.store %x, %q[%l] : tensor<64xi32>, !tile.ptr, tensor<64xi32>
  return
}
