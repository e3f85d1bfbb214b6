// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the target does not take is refused with exit status 1, the kernel's line
// and the reason.
//
// RUN: split-file %s %t
// RUN: %python %S/../../tools/fails.py kiln compile --target=npu --emit=asm %t/element.mlir | FileCheck %s --check-prefix=ELEMENT
// RUN: %python %S/../../tools/fails.py kiln compile --target=npu --emit=asm %t/large.mlir | FileCheck %s --check-prefix=LARGE

//--- element.mlir
// ELEMENT: kiln: error: {{.*}}element.mlir:4:{{[0-9]+}}: target 'npu' declines {{.*}}f64
func.func @element(%p: !tile.ptr, %q: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 4 : tensor<4xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<4xi32> -> tensor<4xf64>
  %y = arith.addf %x, %x : tensor<4xf64>
  tile.store %y, %q[%l] : tensor<4xf64>, !tile.ptr, tensor<4xi32>
  return
}

//--- large.mlir
// LARGE: kiln: error: {{.*}}large.mlir:{{[0-9]+}}:{{[0-9]+}}: 'large' needs {{[0-9]+}} bytes of 'spm' but there are {{[0-9]+}}; tiles with 1/{{[0-9]+}} of the elements would need about
// LARGE: kiln: note: {{.*}}buffer of 1048576 bytes
func.func @large(%p: !tile.ptr, %q: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 262144 : tensor<262144xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<262144xi32> -> tensor<262144xf32>
  %y = arith.mulf %x, %x : tensor<262144xf32>
  tile.store %y, %q[%l] : tensor<262144xf32>, !tile.ptr, tensor<262144xi32>
  return
}
