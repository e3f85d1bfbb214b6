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

// -----

gpu.module @kernels {
gpu.func @pointer_per_lane(%p: vector<64x!tile.ptr>) kernel attributes {kiln.form = "kernel"} {
  // expected-error @+1 {{'tile.load' has a pointer for each lane, or pointers as elements, and copies to and from the chip take one pointer with offsets}}
  %x = tile.load %p : vector<64x!tile.ptr> -> vector<64xf32>
  tile.print "" %x : vector<64xf32>
  gpu.return
}
}

// -----

gpu.module @kernels {
gpu.func @pointers_as_elements(%p: !tile.ptr, %o: vector<64xi32>, %x: vector<64x!tile.ptr>) kernel attributes {kiln.form = "kernel"} {
  // expected-error @+1 {{'tile.store' has a pointer for each lane, or pointers as elements}}
  tile.store %x, %p[%o] : vector<64x!tile.ptr>, !tile.ptr, vector<64xi32>
  gpu.return
}
}
