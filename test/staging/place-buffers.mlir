// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers alive at one time lie side by side, others share their bytes.
//
// RUN: kiln-opt %s --place-buffers | FileCheck %s

gpu.module @kernels {
// The largest first, each at a multiple of 64 bytes.
// CHECK-LABEL: gpu.func @side_by_side(
// CHECK: memref.alloc() {tile.address = 512 : i64} : memref<5xf32,
// CHECK: memref.alloc() {tile.address = 576 : i64} : memref<3xi8,
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<128xf32,
gpu.func @side_by_side(%i: index, %f: f32, %b: i8, %c: i1) kernel attributes {kiln.form = "native"} {
  %x = memref.alloc() : memref<5xf32, #tile.space<"spm">>
  %y = memref.alloc() : memref<3xi8, #tile.space<"spm">>
  %w = memref.alloc() : memref<128xf32, #tile.space<"spm">>
  memref.store %f, %x[%i] : memref<5xf32, #tile.space<"spm">>
  memref.store %b, %y[%i] : memref<3xi8, #tile.space<"spm">>
  memref.store %f, %w[%i] : memref<128xf32, #tile.space<"spm">>
  gpu.return
}

// The last use of one comes before the next.
// CHECK-LABEL: gpu.func @one_after_the_other(
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<16xf32,
gpu.func @one_after_the_other(%i: index, %f: f32, %b: i8, %c: i1) kernel attributes {kiln.form = "native"} {
  %x = memref.alloc() : memref<64xf32, #tile.space<"spm">>
  memref.store %f, %x[%i] : memref<64xf32, #tile.space<"spm">>
  %y = memref.alloc() : memref<64xf32, #tile.space<"spm">>
  memref.store %f, %y[%i] : memref<64xf32, #tile.space<"spm">>
  %w = memref.alloc() : memref<16xf32, #tile.space<"spm">>
  memref.store %f, %w[%i] : memref<16xf32, #tile.space<"spm">>
  gpu.return
}

// The third meets the second only.
// CHECK-LABEL: gpu.func @overlapping_chain(
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 256 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
gpu.func @overlapping_chain(%i: index, %f: f32, %b: i8, %c: i1) kernel attributes {kiln.form = "native"} {
  %x = memref.alloc() : memref<64xf32, #tile.space<"spm">>
  %y = memref.alloc() : memref<64xf32, #tile.space<"spm">>
  memref.store %f, %x[%i] : memref<64xf32, #tile.space<"spm">>
  %w = memref.alloc() : memref<64xf32, #tile.space<"spm">>
  memref.store %f, %y[%i] : memref<64xf32, #tile.space<"spm">>
  memref.store %f, %w[%i] : memref<64xf32, #tile.space<"spm">>
  gpu.return
}

// A freed place is taken again.
// CHECK-LABEL: gpu.func @into_a_hole(
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 512 : i64} : memref<16xf32,
// CHECK: memref.alloc() {tile.address = 256 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 512 : i64} : memref<16xf32,
gpu.func @into_a_hole(%i: index, %f: f32, %b: i8, %c: i1) kernel attributes {kiln.form = "native"} {
  %x = memref.alloc() : memref<64xf32, #tile.space<"spm">>
  %y = memref.alloc() : memref<16xf32, #tile.space<"spm">>
  %w = memref.alloc() : memref<64xf32, #tile.space<"spm">>
  memref.store %f, %y[%i] : memref<16xf32, #tile.space<"spm">>
  %v = memref.alloc() : memref<16xf32, #tile.space<"spm">>
  memref.store %f, %x[%i] : memref<64xf32, #tile.space<"spm">>
  memref.store %f, %w[%i] : memref<64xf32, #tile.space<"spm">>
  memref.store %f, %v[%i] : memref<16xf32, #tile.space<"spm">>
  gpu.return
}

// What nothing uses is alive at its own op only.
// CHECK-LABEL: gpu.func @never_used(
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
gpu.func @never_used(%i: index, %f: f32, %b: i8, %c: i1) kernel attributes {kiln.form = "native"} {
  %x = memref.alloc() : memref<64xf32, #tile.space<"spm">>
  %y = memref.alloc() : memref<64xf32, #tile.space<"spm">>
  memref.store %f, %y[%i] : memref<64xf32, #tile.space<"spm">>
  gpu.return
}

// A buffer from outside of a loop lives to the end of it, after its last use, too.
// CHECK-LABEL: gpu.func @read_by_the_next_iteration(
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 256 : i64} : memref<64xf32,
gpu.func @read_by_the_next_iteration(%i: index, %f: f32, %b: i8, %c: i1) kernel attributes {kiln.form = "native"} {
  %one = arith.constant 1 : index
  %n = arith.constant 9 : index
  %x = memref.alloc() : memref<64xf32, #tile.space<"spm">>
  scf.for %j = %i to %n step %one {
    memref.store %f, %x[%i] : memref<64xf32, #tile.space<"spm">>
    %y = memref.alloc() : memref<64xf32, #tile.space<"spm">>
    memref.store %f, %y[%i] : memref<64xf32, #tile.space<"spm">>
  }
  gpu.return
}

// Buffers of one iteration share.
// CHECK-LABEL: gpu.func @made_in_each_iteration(
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
gpu.func @made_in_each_iteration(%i: index, %f: f32, %b: i8, %c: i1) kernel attributes {kiln.form = "native"} {
  %one = arith.constant 1 : index
  %n = arith.constant 9 : index
  scf.for %j = %i to %n step %one {
    %x = memref.alloc() : memref<64xf32, #tile.space<"spm">>
    memref.store %f, %x[%i] : memref<64xf32, #tile.space<"spm">>
    %y = memref.alloc() : memref<64xf32, #tile.space<"spm">>
    memref.store %f, %y[%i] : memref<64xf32, #tile.space<"spm">>
  }
  gpu.return
}

// A loop without a use does not keep a buffer.
// CHECK-LABEL: gpu.func @dead_before_the_loop(
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
gpu.func @dead_before_the_loop(%i: index, %f: f32, %b: i8, %c: i1) kernel attributes {kiln.form = "native"} {
  %one = arith.constant 1 : index
  %n = arith.constant 9 : index
  %x = memref.alloc() : memref<64xf32, #tile.space<"spm">>
  memref.store %f, %x[%i] : memref<64xf32, #tile.space<"spm">>
  scf.for %j = %i to %n step %one {
    %y = memref.alloc() : memref<64xf32, #tile.space<"spm">>
    memref.store %f, %y[%i] : memref<64xf32, #tile.space<"spm">>
  }
  gpu.return
}

// One used after it does.
// CHECK-LABEL: gpu.func @alive_across_the_loop(
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 256 : i64} : memref<64xf32,
gpu.func @alive_across_the_loop(%i: index, %f: f32, %b: i8, %c: i1) kernel attributes {kiln.form = "native"} {
  %one = arith.constant 1 : index
  %n = arith.constant 9 : index
  %x = memref.alloc() : memref<64xf32, #tile.space<"spm">>
  scf.for %j = %i to %n step %one {
    %y = memref.alloc() : memref<64xf32, #tile.space<"spm">>
    memref.store %f, %y[%i] : memref<64xf32, #tile.space<"spm">>
  }
  memref.store %f, %x[%i] : memref<64xf32, #tile.space<"spm">>
  gpu.return
}

// The end of the inner loop is enough for a buffer of the outer one's body.
// CHECK-LABEL: gpu.func @nested_loops(
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 256 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
gpu.func @nested_loops(%i: index, %f: f32, %b: i8, %c: i1) kernel attributes {kiln.form = "native"} {
  %one = arith.constant 1 : index
  %n = arith.constant 9 : index
  scf.for %j = %i to %n step %one {
    %x = memref.alloc() : memref<64xf32, #tile.space<"spm">>
    scf.for %k = %i to %n step %one {
      memref.store %f, %x[%i] : memref<64xf32, #tile.space<"spm">>
      %y = memref.alloc() : memref<64xf32, #tile.space<"spm">>
      memref.store %f, %y[%i] : memref<64xf32, #tile.space<"spm">>
    }
    %w = memref.alloc() : memref<64xf32, #tile.space<"spm">>
    memref.store %f, %w[%i] : memref<64xf32, #tile.space<"spm">>
  }
  gpu.return
}

// Only one of the two runs.
// CHECK-LABEL: gpu.func @branches(
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<64xf32,
gpu.func @branches(%i: index, %f: f32, %b: i8, %c: i1) kernel attributes {kiln.form = "native"} {
  scf.if %c {
    %x = memref.alloc() : memref<64xf32, #tile.space<"spm">>
    memref.store %f, %x[%i] : memref<64xf32, #tile.space<"spm">>
  } else {
    %y = memref.alloc() : memref<64xf32, #tile.space<"spm">>
    memref.store %f, %y[%i] : memref<64xf32, #tile.space<"spm">>
  }
  gpu.return
}

// A buffer in another space is not placed.
// CHECK-LABEL: gpu.func @another_space(
// CHECK: memref.alloc() : memref<4xf32, #tile.space<"other">>
gpu.func @another_space() kernel attributes {kiln.form = "native"} {
  %x = memref.alloc() : memref<4xf32, #tile.space<"other">>
  gpu.return
}
}
