// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cannot be cut into native vectors yet, and how that is said.
//
// RUN: kiln-opt %s --slice-to-native="lanes=128" -split-input-file -verify-diagnostics

gpu.module @kernels {
gpu.func @histogram(%a: memref<256xi32, #tile.space<"spm">>, %b: memref<16xi32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<256xi32, #tile.space<"spm">>, vector<256xi32>
  // expected-error @+1 {{'tile.histogram' cannot be cut into native vectors yet}}
  %h = tile.histogram %x : vector<256xi32> -> vector<16xi32>
  vector.transfer_write %h, %b[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32, #tile.space<"spm">>
  gpu.return
}
}

// -----

gpu.module @kernels {
gpu.func @element_access(%a: memref<256xf32, #tile.space<"spm">>, %p: !tile.ptr, %o: vector<256xi32>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  // expected-error @+1 {{'tile.load' cannot be cut into native vectors yet}}
  %x = tile.load %p[%o] : !tile.ptr, vector<256xi32> -> vector<256xf32>
  vector.transfer_write %x, %a[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32, #tile.space<"spm">>
  gpu.return
}
}

// -----

gpu.module @kernels {
gpu.func @table(%a: memref<4xi32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  // expected-error @+1 {{a constant tile whose elements differ cannot be cut into native vectors yet}}
  %x = arith.constant dense<[3, 1, 2, 0]> : vector<4xi32>
  vector.transfer_write %x, %a[%c0] {in_bounds = [true]} : vector<4xi32>, memref<4xi32, #tile.space<"spm">>
  gpu.return
}
}

// -----

gpu.module @kernels {
gpu.func @reshape(%a: memref<256xf32, #tile.space<"spm">>, %b: memref<2x128xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<256xf32, #tile.space<"spm">>, vector<256xf32>
  // expected-error @+1 {{a reshape of 'vector<256xf32>' to 'vector<2x128xf32>' cannot be cut into native vectors yet}}
  %y = vector.shape_cast %x : vector<256xf32> to vector<2x128xf32>
  vector.transfer_write %y, %b[%c0, %c0] {in_bounds = [true, true]} : vector<2x128xf32>, memref<2x128xf32, #tile.space<"spm">>
  gpu.return
}
}

// -----

gpu.module @kernels {
gpu.func @transpose(%b: memref<8x16xi32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %s = vector.step : vector<8xindex>
  %i = arith.index_cast %s : vector<8xindex> to vector<8xi32>
  %x = vector.broadcast %i : vector<8xi32> to vector<16x8xi32>
  // expected-error @+1 {{a transpose of the minor dimension of a value that is not in memory cannot be cut into native vectors yet}}
  %y = vector.transpose %x, [1, 0] : vector<16x8xi32> to vector<8x16xi32>
  vector.transfer_write %y, %b[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xi32>, memref<8x16xi32, #tile.space<"spm">>
  gpu.return
}
}

// -----

gpu.module @kernels {
gpu.func @carried(%a: memref<256xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<256xf32, #tile.space<"spm">>, vector<256xf32>
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  // expected-error @+1 {{a tile carried into this region cannot be sliced}}
  %s = scf.for %i = %c0 to %c9 step %c1 iter_args(%acc = %x) -> (vector<256xf32>) {
  %y = arith.mulf %acc, %acc : vector<256xf32>
  scf.yield %y : vector<256xf32>
  }
  gpu.return
}
}

// -----

gpu.module @kernels {
gpu.func @chosen(%a: memref<256xf32, #tile.space<"spm">>, %c: i1) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<256xf32, #tile.space<"spm">>, vector<256xf32>
  // expected-error @+1 {{'scf.if' cannot be cut into native vectors yet}}
  %s = scf.if %c -> (vector<256xf32>) {
  %y = arith.mulf %x, %x : vector<256xf32>
  scf.yield %y : vector<256xf32>
  } else {
  scf.yield %x : vector<256xf32>
  }
  vector.transfer_write %s, %a[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32, #tile.space<"spm">>
  gpu.return
}
}
