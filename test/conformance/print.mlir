// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel prints: a line for each element, with program and index.
//
// RUN: kiln run %s --target=%target --check --arg p=full=-7:i32[4] --arg q=zeros:i32[4] | FileCheck %s
// CHECK: pid (0, 0, 0) idx (0) x = -7
// CHECK-NEXT: pid (0, 0, 0) idx (1) x = -7
// CHECK-NEXT: pid (0, 0, 0) idx (2) x = -7
// CHECK-NEXT: pid (0, 0, 0) idx (3) x = -7
// CHECK: check q: equal

func.func @print(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 4 : tensor<4xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<4xi32> -> tensor<4xi32>
  tile.print " x = " %x : tensor<4xi32>
  tile.store %x, %q[%l] : tensor<4xi32>, !tile.ptr, tensor<4xi32>
  return
}
