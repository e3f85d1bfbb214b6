// Reductions and scans of native vectors: by shifts in ascending order, unless
// the combiner is kept.
//
// RUN: kiln-opt %s --expand-lane-reductions="keep=arith.addf" --expand-lane-scans="keep=arith.addf" | FileCheck %s
// RUN: kiln-opt %s --expand-lane-reductions="keep=arith.addf:f32" --expand-lane-scans="keep=arith.addf:f32,arith.addi:i8" | FileCheck %s

gpu.module @kernels {
// The lane's own elements come first: a combiner need not be commutative.
// CHECK-LABEL: gpu.func @reduce
// CHECK-SAME: %[[V:.*]]: vector<4xi32>
// CHECK: %[[S1:.*]] = vector.shuffle %[[V]], %[[V]] [1, 2, 3, 3]
// CHECK: %[[D1:.*]] = arith.subi %[[V]], %[[S1]] : vector<4xi32>
// CHECK: %[[S2:.*]] = vector.shuffle %[[D1]], %[[D1]] [2, 3, 3, 3]
// CHECK: %[[D2:.*]] = arith.subi %[[D1]], %[[S2]]
// CHECK: vector.extract %[[D2]][0]
gpu.func @reduce(%v: vector<4xi32>, %m: memref<i32>) kernel {
  %r = tile.reduce %v axis 0 : (vector<4xi32>) -> i32 {
  ^bb0(%a: i32, %b: i32):
    %c = arith.subi %a, %b : i32
    tile.yield %c : i32
  }
  memref.store %r, %m[] : memref<i32>
  gpu.return
}

// CHECK-LABEL: gpu.func @scan
// CHECK-SAME: %[[V:.*]]: vector<2xi32>
// CHECK: %[[S:.*]] = vector.shuffle %[[V]], %[[V]] [0, 0]
// CHECK: %[[D:.*]] = arith.subi %[[S]], %[[V]] : vector<2xi32>
// CHECK: %[[FIRST:.*]] = tile.box_mask[%{{.*}}], [%{{.*}}] : vector<2xi1>
// CHECK: arith.select %[[FIRST]], %[[V]], %[[D]]
gpu.func @scan(%v: vector<2xi32>, %m: memref<2xi32>) kernel {
  %c0 = arith.constant 0 : index
  %r = tile.scan %v axis 0 : (vector<2xi32>) -> vector<2xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.subi %a, %b : i32
    tile.yield %c : i32
  }
  vector.store %r, %m[%c0] : memref<2xi32>, vector<2xi32>
  gpu.return
}

// CHECK-LABEL: gpu.func @reverse
// CHECK-SAME: %[[V:.*]]: vector<2xi32>
// CHECK: vector.shuffle %[[V]], %[[V]] [1, 1]
// CHECK: %[[D:.*]] = arith.subi
// CHECK: %[[FIRST:.*]] = tile.box_mask[%{{.*}}], [%{{.*}}] : vector<2xi1>
// CHECK: arith.select %[[FIRST]], %[[D]], %[[V]]
gpu.func @reverse(%v: vector<2xi32>, %m: memref<2xi32>) kernel {
  %c0 = arith.constant 0 : index
  %r = tile.scan %v axis 0 reverse : (vector<2xi32>) -> vector<2xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.subi %a, %b : i32
    tile.yield %c : i32
  }
  vector.store %r, %m[%c0] : memref<2xi32>, vector<2xi32>
  gpu.return
}

// CHECK-LABEL: gpu.func @kept
// CHECK-NOT: vector.shuffle
// CHECK: tile.reduce
// CHECK: gpu.return
gpu.func @kept(%v: vector<4xf32>, %m: memref<f32>) kernel {
  %r = tile.reduce %v axis 0 : (vector<4xf32>) -> f32 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  memref.store %r, %m[] : memref<f32>
  gpu.return
}
}
