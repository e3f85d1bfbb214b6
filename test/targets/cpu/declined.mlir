// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the cpu does not run is declined by op and line.
//
// RUN: %python %root/test/tools/fails.py kiln compile %s --target=cpu -o %t.kiln | FileCheck %s
// CHECK: kiln: error: {{.*}}declined.mlir:12:{{.*}}'tile.inline_asm'

func.func @foreign(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %r = tile.range 0 to 8 : tensor<8xi32>
  %x = tile.load %p[%r] : !tile.ptr, tensor<8xi32> -> tensor<8xi32>
  %y = tile.inline_asm pure "brev.b32 $0, $1;" "=r,r" pack 1 (%x) : (tensor<8xi32>) -> tensor<8xi32>
  tile.store %y, %p[%r] : tensor<8xi32>, !tile.ptr, tensor<8xi32>
  return
}
