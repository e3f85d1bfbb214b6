// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --stage-memory -split-input-file -verify-diagnostics

!global = memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>

gpu.module @kernels {
gpu.func @read_under_a_residual(%a: !global, %m: vector<64xi1>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  // expected-error @+1 {{'vector.transfer_read' has a mask that is not a box of lane limits, and copies to and from the chip take boxes only}}
  %x = vector.transfer_read %a[%c0], %z, %m {in_bounds = [true]} : !global, vector<64xf32>
  tile.print "" %x : vector<64xf32>
  gpu.return
}
}

// -----

!global = memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>

gpu.module @kernels {
gpu.func @write_under_a_residual(%a: !global, %l: i64, %h: i64, %n: vector<64xi1>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<1.0> : vector<64xf32>
  %b = tile.box_mask [%l], [%h] : vector<64xi1>
  %m = arith.andi %b, %n : vector<64xi1>
  // expected-error @+1 {{'vector.transfer_write' has a mask that is not a box of lane limits}}
  vector.transfer_write %k, %a[%c0], %m {in_bounds = [true]} : vector<64xf32>, !global
  gpu.return
}
}
