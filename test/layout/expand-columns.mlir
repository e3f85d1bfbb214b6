// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Columns of buffers, an element at a time; masked reads stay.
//
// RUN: kiln-opt %s --expand-columns | FileCheck %s

gpu.module @kernels {
// CHECK-LABEL: gpu.func @column(
// CHECK-SAME: %[[B:.*]]: memref<8x4xf32, #tile.space<"spm">>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK: %[[I0:.*]] = arith.addi %[[I]], %c0
// CHECK: %[[X0:.*]] = memref.load %[[B]][%[[I0]], %[[J]]]
// CHECK: %[[I1:.*]] = arith.addi %[[I]], %c1
// CHECK: %[[X1:.*]] = memref.load %[[B]][%[[I1]], %[[J]]]
// CHECK: vector.from_elements %[[X0]], %[[X1]] : vector<2xf32>
gpu.func @column(%b: memref<8x4xf32, #tile.space<"spm">>, %i: index, %j: index) kernel {
  %z = arith.constant 0.0 : f32
  %c = vector.transfer_read %b[%i, %j], %z {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>}
      : memref<8x4xf32, #tile.space<"spm">>, vector<2xf32>
  tile.print "" %c : vector<2xf32>
  gpu.return
}

// CHECK-LABEL: gpu.func @written(
// CHECK-SAME: %[[B:.*]]: memref<8x4xf32, #tile.space<"spm">>, %[[I:.*]]: index, %[[J:.*]]: index, %[[V:.*]]: vector<2xf32>)
// CHECK: %[[X0:.*]] = vector.extract %[[V]][0]
// CHECK: %[[I0:.*]] = arith.addi %[[I]], %c0
// CHECK: memref.store %[[X0]], %[[B]][%[[I0]], %[[J]]]
// CHECK: %[[X1:.*]] = vector.extract %[[V]][1]
// CHECK: %[[I1:.*]] = arith.addi %[[I]], %c1
// CHECK: memref.store %[[X1]], %[[B]][%[[I1]], %[[J]]]
gpu.func @written(%b: memref<8x4xf32, #tile.space<"spm">>, %i: index, %j: index, %v: vector<2xf32>) kernel {
  vector.transfer_write %v, %b[%i, %j] {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>}
      : vector<2xf32>, memref<8x4xf32, #tile.space<"spm">>
  gpu.return
}

// CHECK-LABEL: gpu.func @masked(
// CHECK: vector.transfer_read
gpu.func @masked(%b: memref<8x4xf32, #tile.space<"spm">>, %i: index, %j: index, %m: vector<2xi1>) kernel {
  %z = arith.constant 0.0 : f32
  %c = vector.transfer_read %b[%i, %j], %z, %m {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>}
      : memref<8x4xf32, #tile.space<"spm">>, vector<2xf32>
  tile.print "" %c : vector<2xf32>
  gpu.return
}
}
