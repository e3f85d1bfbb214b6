// Constant tiles whose elements differ.
//
// RUN: kiln-opt %s --expand-constants | FileCheck %s
// RUN: kiln-opt %s --expand-constants=keep=arith.constant | FileCheck %s --check-prefix=KEPT

// KEPT-COUNT-2: dense<[
gpu.module @kernels {
// CHECK-LABEL: gpu.func @sequence
// CHECK: %[[L:.*]] = vector.step : vector<4xindex>
// CHECK: %[[N:.*]] = arith.index_cast %[[L]]
// CHECK: %[[D:.*]] = arith.constant dense<-3> : vector<4xi32>
// CHECK: %[[M:.*]] = arith.muli %[[N]], %[[D]]
// CHECK: arith.addi %[[M]]
gpu.func @sequence(%m: memref<4xi32>) kernel {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<[5, 2, -1, -4]> : vector<4xi32>
  vector.transfer_write %c, %m[%c0] {in_bounds = [true]} : vector<4xi32>, memref<4xi32>
  gpu.return
}

// Runs of equal elements are written at once, whatever the rank.
// CHECK-LABEL: gpu.func @runs
// CHECK: %[[B:.*]] = memref.alloc() : memref<2x4xf32
// CHECK: %[[ROW:.*]] = memref.collapse_shape %[[B]]
// CHECK: %[[FIRST:.*]] = arith.constant 1.0{{.*}} : f32
// CHECK: memref.store %[[FIRST]], %[[ROW]]
// CHECK: %[[TWOS:.*]] = arith.constant dense<2.0{{.*}}> : vector<5xf32>
// CHECK: %[[PART:.*]] = memref.subview %[[ROW]][1] [5] [1]
// CHECK: vector.transfer_write %[[TWOS]], %[[PART]]
// CHECK: memref.store
// CHECK: memref.store
// CHECK: vector.transfer_read %[[B]]
gpu.func @runs(%m: memref<2x4xf32>) kernel {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<[[1.0, 2.0, 2.0, 2.0], [2.0, 2.0, 0.0, -0.0]]> : vector<2x4xf32>
  vector.transfer_write %c, %m[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, memref<2x4xf32>
  gpu.return
}
}
