// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not kiln-opt %s --assign-layouts="dims=lane:3" 2>&1 | FileCheck %s
// RUN: not kiln-opt %s --assign-layouts="dims=lane:" 2>&1 | FileCheck --check-prefix=EMPTY %s

gpu.module @kernels {
// CHECK: error: expected a hardware dimension NAME or NAME:EXTENT with a power of two but got 'lane:3'
// EMPTY: error: expected a hardware dimension NAME or NAME:EXTENT with a power of two but got 'lane:'
gpu.func @k() kernel attributes {kiln.form = "staged"} {
  gpu.return
}
}
