// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of a type that a target does not list are declined before it sees them.
//
// RUN: %python %root/test/tools/fails.py kiln compile %s --load-target=%build/lib/libkiln-plugin-text.so --target=text -o %t.kiln | FileCheck %s
// CHECK: kiln: error: {{.*}}element-types.mlir:11:8: target 'text' declines 'vector.transfer_read' of 'vector<8xf64>': it computes with f32, but not with 'f64'

func.func @twice(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 8 : tensor<8xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<8xi32> -> tensor<8xf64>
  %y = arith.addf %x, %x : tensor<8xf64>
  tile.store %y, %p[%l] : tensor<8xf64>, !tile.ptr, tensor<8xi32>
  return
}
