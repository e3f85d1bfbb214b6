// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scratchpad's name is the target's.
//
// RUN: kiln-opt %s --stage-memory="space=pad" | FileCheck %s

!global = memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>

// CHECK: memref.alloc() : memref<64xf32, #tile.space<"pad">>
gpu.module @kernels {
gpu.func @whole(%a: !global) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : !global, vector<64xf32>
  tile.print "" %x : vector<64xf32>
  gpu.return
}
}
