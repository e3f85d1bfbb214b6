// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run is a copy of a box; one that is off, of an empty box. What they do is run in test/conformance/runs.mlir.
//
// RUN: kiln-opt %s --expand-runs | FileCheck %s
// RUN: kiln-opt %s --expand-runs="keep=tile.gather_runs" | FileCheck %s --check-prefix=KEPT

// KEPT: tile.gather_runs
gpu.module @kernels {
// CHECK-LABEL: gpu.func @rows
// CHECK-SAME: %[[P:[^:]*]]: !tile.ptr, %[[O:[^:]*]]: i64, %[[LOW:[^:]*]]: i64, %[[HIGH:[^:]*]]: i64
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: %[[N:.*]] = memref.load %{{.*}}[%[[I]]] : memref<4xi32
// CHECK: %[[W:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[S:.*]] = arith.addi %[[O]], %[[W]]
// CHECK: %[[FROM:.*]] = tile.view %[[P]] + %[[S]]
// CHECK: %[[TO:.*]] = arith.select %{{.*}}, %[[HIGH]], %{{.*}} : i64
// CHECK: %[[ROW:.*]] = memref.subview %{{.*}}[%[[I]], 0] [1, 8] [1, 1]
// CHECK: tile.copy %[[FROM]] to %[[ROW]][%[[LOW]]], [%[[TO]]] fill
// CHECK: vector.transfer_read
// CHECK: tile.copy %{{.*}} to %{{.*}}[%[[LOW]]], [%[[HIGH]]] : memref<8xf32, strided<[1], offset: ?>, #tile.space<"spm">>
gpu.func @rows(%p: !tile.ptr, %o: i64, %low: i64, %high: i64, %r: vector<4xi32>, %m: vector<4xi1>) kernel {
  %t = tile.gather_runs %p + %o runs %r from %low to %high mask %m : !tile.ptr, vector<4xi32>, vector<4xi1> -> vector<4x8xf32>
  tile.scatter_runs %t to %p + %o runs %r from %low to %high : vector<4x8xf32>, !tile.ptr, vector<4xi32>
  gpu.return
}
}
