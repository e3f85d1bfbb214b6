// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several dimensions: loops over rows, reductions along either axis, and what
// is broadcast back.
//
// RUN: kiln-opt %s --slice-to-native="lanes=128" --canonicalize --cse | FileCheck %s

gpu.module @kernels {
// Rows outside, slices of a row inside.
// CHECK-LABEL: gpu.func @elementwise(
// CHECK-SAME: %[[A:.*]]: memref<8x256xf32,
// CHECK: scf.for %[[R:.*]] = %{{.*}} to %{{.*}} step %[[ONE:.*]] {
// CHECK-NEXT: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: %[[X:.*]] = vector.load %[[A]][%[[R]], %[[I]]] : memref<8x256xf32, {{.*}}>, vector<128xf32>
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK-NEXT: vector.store %[[Y]], %[[A]][%[[R]], %[[I]]]
gpu.func @elementwise(%a: memref<8x256xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x256xf32, #tile.space<"spm">>, vector<8x256xf32>
  %y = arith.mulf %x, %x : vector<8x256xf32>
  vector.transfer_write %y, %a[%c0, %c0] {in_bounds = [true, true]} : vector<8x256xf32>, memref<8x256xf32, #tile.space<"spm">>
  gpu.return
}

// Along the minor axis: the lanes of each row are folded, a row at a time.
// CHECK-LABEL: gpu.func @reduce_rows(
// CHECK-SAME: %[[A:.*]]: memref<8x256xf32, {{.*}}>, %[[O:.*]]: memref<8xf32,
// CHECK: %[[B:.*]] = memref.alloc() : memref<8xf32, #tile.space<"spm">>
// CHECK: scf.for %[[R:.*]] =
// CHECK: %[[X:.*]] = vector.load %[[A]][%[[R]], %{{.*}}] : {{.*}}, vector<128xf32>
// CHECK: %[[Y:.*]] = vector.load %[[A]][%[[R]], %{{.*}}]
// CHECK: %[[S:.*]] = arith.addf %[[X]], %[[Y]] : vector<128xf32>
// CHECK: %[[F:.*]] = tile.reduce %[[S]] axis 0 : (vector<128xf32>) -> f32
// CHECK: memref.store %[[F]], %[[B]][%[[R]]]
// CHECK: %[[V:.*]] = vector.load %[[B]]{{.*}} : memref<8xf32, {{.*}}>, vector<8xf32>
// CHECK: vector.store %[[V]], %[[O]]
gpu.func @reduce_rows(%a: memref<8x256xf32, #tile.space<"spm">>, %o: memref<8xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x256xf32, #tile.space<"spm">>, vector<8x256xf32>
  %s = tile.reduce %x axis 1 : (vector<8x256xf32>) -> vector<8xf32> {
  ^bb0(%p: f32, %q: f32):
  %r = arith.addf %p, %q : f32
  tile.yield %r : f32
  }
  vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32, #tile.space<"spm">>
  gpu.return
}

// Along the major axis: columns outside, rows accumulate lane by lane; nothing is folded.
// CHECK-LABEL: gpu.func @reduce_columns(
// CHECK-SAME: %[[A:.*]]: memref<8x256xf32,
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: %[[B:.*]] = memref.alloc() : memref<256xf32, #tile.space<"spm">>
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[F:.*]] = vector.load %[[A]][%[[C0]], %[[I]]] : {{.*}}, vector<128xf32>
// CHECK: %[[S:.*]] = scf.for %[[R:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[F]]) -> (vector<128xf32>) {
// CHECK: vector.load %[[A]][%[[R]], %[[I]]]
// CHECK: arith.addf %[[ACC]], %{{.*}} : vector<128xf32>
// CHECK: }
// CHECK-NOT: tile.reduce
// CHECK: vector.store %[[S]], %[[B]][%[[I]]]
gpu.func @reduce_columns(%a: memref<8x256xf32, #tile.space<"spm">>, %o: memref<256xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x256xf32, #tile.space<"spm">>, vector<8x256xf32>
  %s = tile.reduce %x axis 0 : (vector<8x256xf32>) -> vector<256xf32> {
  ^bb0(%p: f32, %q: f32):
  %r = arith.addf %p, %q : f32
  tile.yield %r : f32
  }
  vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32, #tile.space<"spm">>
  gpu.return
}

// A result of rows, broadcast along them: read as a scalar and repeated.
// CHECK-LABEL: gpu.func @softmax_step(
// CHECK: %[[B:.*]] = memref.alloc() : memref<8xf32, #tile.space<"spm">>
// CHECK: memref.store %{{.*}}, %[[B]][%{{.*}}]
// CHECK: scf.for %[[R:.*]] =
// CHECK: %[[M:.*]] = memref.load %[[B]][%[[R]]] : memref<8xf32,
// CHECK: %[[V:.*]] = vector.broadcast %[[M]] : f32 to vector<128xf32>
// CHECK: arith.subf %{{.*}}, %[[V]] : vector<128xf32>
gpu.func @softmax_step(%a: memref<8x256xf32, #tile.space<"spm">>, %b: memref<8x256xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x256xf32, #tile.space<"spm">>, vector<8x256xf32>
  %s = tile.reduce %x axis 1 : (vector<8x256xf32>) -> vector<8xf32> {
  ^bb0(%p: f32, %q: f32):
  %r = arith.maxnumf %p, %q : f32
  tile.yield %r : f32
  }
  %u = vector.shape_cast %s : vector<8xf32> to vector<8x1xf32>
  %w = vector.broadcast %u : vector<8x1xf32> to vector<8x256xf32>
  %y = arith.subf %x, %w : vector<8x256xf32>
  vector.transfer_write %y, %b[%c0, %c0] {in_bounds = [true, true]} : vector<8x256xf32>, memref<8x256xf32, #tile.space<"spm">>
  gpu.return
}

// A result of columns, broadcast along the rows: read as vectors.
// CHECK-LABEL: gpu.func @centre_columns(
// CHECK: %[[B:.*]] = memref.alloc() : memref<256xf32, #tile.space<"spm">>
// CHECK: scf.for %[[R:.*]] =
// CHECK: scf.for %[[R2:.*]] =
// CHECK: scf.for %[[R3:.*]] =
// CHECK-NEXT: scf.for %[[I:.*]] =
// CHECK: vector.load %[[B]][%[[I]]] : memref<256xf32, {{.*}}>, vector<128xf32>
gpu.func @centre_columns(%a: memref<8x256xf32, #tile.space<"spm">>, %b: memref<8x256xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x256xf32, #tile.space<"spm">>, vector<8x256xf32>
  %s = tile.reduce %x axis 0 : (vector<8x256xf32>) -> vector<256xf32> {
  ^bb0(%p: f32, %q: f32):
  %r = arith.addf %p, %q : f32
  tile.yield %r : f32
  }
  %w = vector.broadcast %s : vector<256xf32> to vector<8x256xf32>
  %y = arith.subf %x, %w : vector<8x256xf32>
  vector.transfer_write %y, %b[%c0, %c0] {in_bounds = [true, true]} : vector<8x256xf32>, memref<8x256xf32, #tile.space<"spm">>
  gpu.return
}

// Reductions along different axes do not share a loop.
// CHECK-LABEL: gpu.func @both_axes(
// CHECK: memref.alloc() : memref<8xf32
// CHECK: tile.reduce
// CHECK: memref.alloc() : memref<256xf32
// CHECK: scf.for
// CHECK-NOT: tile.reduce
// CHECK: scf.for {{.*}} iter_args
gpu.func @both_axes(%a: memref<8x256xf32, #tile.space<"spm">>, %o: memref<8xf32, #tile.space<"spm">>, %u: memref<256xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x256xf32, #tile.space<"spm">>, vector<8x256xf32>
  %s = tile.reduce %x axis 1 : (vector<8x256xf32>) -> vector<8xf32> {
  ^bb0(%p: f32, %q: f32):
  %r = arith.addf %p, %q : f32
  tile.yield %r : f32
  }
  %t = tile.reduce %x axis 0 : (vector<8x256xf32>) -> vector<256xf32> {
  ^bb0(%p: f32, %q: f32):
  %r = arith.addf %p, %q : f32
  tile.yield %r : f32
  }
  vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32, #tile.space<"spm">>
  vector.transfer_write %t, %u[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32, #tile.space<"spm">>
  gpu.return
}

// The box of a row is empty outside the rows' limits, and moves along the row.
// CHECK-LABEL: gpu.func @box(
// CHECK-SAME: %[[RL:[a-z0-9]+]]: i64, %[[RH:[a-z0-9]+]]: i64, %[[CL:[a-z0-9]+]]: i64, %[[CH:[a-z0-9]+]]: i64)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK: scf.for %[[R:.*]] =
// CHECK: scf.for %[[I:.*]] =
// CHECK-DAG: %[[RI:.*]] = arith.index_cast %[[R]] : index to i64
// CHECK-DAG: %[[CI:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK-DAG: %[[GE:.*]] = arith.cmpi sle, %[[RL]], %[[RI]] : i64
// CHECK-DAG: %[[LT:.*]] = arith.cmpi slt, %[[RI]], %[[RH]] : i64
// CHECK-DAG: %[[ON:.*]] = arith.andi %[[GE]], %[[LT]] : i1
// CHECK-DAG: %[[LOW:.*]] = arith.subi %[[CL]], %[[CI]] : i64
// CHECK-DAG: %[[REST:.*]] = arith.subi %[[CH]], %[[CI]] : i64
// CHECK: %[[HIGH:.*]] = arith.select %[[ON]], %[[REST]], %[[ZERO]] : i64
// CHECK: tile.box_mask[%[[LOW]]], [%[[HIGH]]] : vector<128xi1>
gpu.func @box(%a: memref<8x256xf32, #tile.space<"spm">>, %rl: i64, %rh: i64, %cl: i64, %ch: i64) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %k = arith.constant dense<0.0> : vector<8x256xf32>
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x256xf32, #tile.space<"spm">>, vector<8x256xf32>
  %m = tile.box_mask [%rl, %cl], [%rh, %ch] : vector<8x256xi1>
  %y = arith.select %m, %x, %k : vector<8x256xi1>, vector<8x256xf32>
  vector.transfer_write %y, %a[%c0, %c0] {in_bounds = [true, true]} : vector<8x256xf32>, memref<8x256xf32, #tile.space<"spm">>
  gpu.return
}

// A transpose that leaves the minor dimension in place only renames rows.
// CHECK-LABEL: gpu.func @transpose_of_rows(
// CHECK-SAME: %[[A:.*]]: memref<2x3x64xf32, {{.*}}>, %[[B:.*]]: memref<3x2x64xf32,
// CHECK: scf.for %[[R:.*]] =
// CHECK: scf.for %[[S:.*]] =
// CHECK: vector.load %[[A]][%[[S]], %[[R]], %{{.*}}]
// CHECK: vector.store %{{.*}}, %[[B]][%[[R]], %[[S]], %{{.*}}]
gpu.func @transpose_of_rows(%a: memref<2x3x64xf32, #tile.space<"spm">>, %b: memref<3x2x64xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<2x3x64xf32, #tile.space<"spm">>, vector<2x3x64xf32>
  %t = vector.transpose %x, [1, 0, 2] : vector<2x3x64xf32> to vector<3x2x64xf32>
  vector.transfer_write %t, %b[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<3x2x64xf32>, memref<3x2x64xf32, #tile.space<"spm">>
  gpu.return
}
}
