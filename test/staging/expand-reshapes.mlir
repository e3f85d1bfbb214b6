// A reshape is another view of a buffer; unit dimensions beside rows stay.
//
// RUN: kiln-opt %s --expand-reshapes | FileCheck %s
// RUN: kiln-opt %s --expand-reshapes=keep=vector.shape_cast | FileCheck %s --check-prefix=KEPT

// KEPT-COUNT-4: vector.shape_cast
gpu.module @kernels {
// CHECK-LABEL: gpu.func @reshape
// CHECK-SAME: %[[X:[^:]*]]: vector<4x8xf32>
// CHECK: %[[B:.*]] = memref.alloc() : memref<4x8xf32
// CHECK: vector.transfer_write %[[X]], %[[B]]
// CHECK: %[[ROW:.*]] = memref.collapse_shape %[[B]] {{\[\[}}0, 1]]
// CHECK: %[[VIEW:.*]] = memref.expand_shape %[[ROW]] {{\[\[}}0, 1]] output_shape [16, 2]
// CHECK: vector.transfer_read %[[VIEW]]
gpu.func @reshape(%x: vector<4x8xf32>, %m: memref<16x2xf32>) kernel {
  %c0 = arith.constant 0 : index
  %r = vector.shape_cast %x : vector<4x8xf32> to vector<16x2xf32>
  vector.transfer_write %r, %m[%c0, %c0] {in_bounds = [true, true]} : vector<16x2xf32>, memref<16x2xf32>
  gpu.return
}

// CHECK-LABEL: gpu.func @units
// CHECK-NOT: memref.alloc
// CHECK: vector.shape_cast %{{.*}} : vector<4x8xf32> to vector<4x1x8xf32>
// CHECK: vector.shape_cast %{{.*}} : vector<4xf32> to vector<4x1xf32>
// CHECK-NOT: memref.alloc
// CHECK: gpu.return
gpu.func @units(%x: vector<4x8xf32>, %y: vector<4xf32>, %m: memref<4x1x8xf32>, %n: memref<4x1xf32>) kernel {
  %c0 = arith.constant 0 : index
  %r = vector.shape_cast %x : vector<4x8xf32> to vector<4x1x8xf32>
  %s = vector.shape_cast %y : vector<4xf32> to vector<4x1xf32>
  vector.transfer_write %r, %m[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<4x1x8xf32>, memref<4x1x8xf32>
  vector.transfer_write %s, %n[%c0, %c0] {in_bounds = [true, true]} : vector<4x1xf32>, memref<4x1xf32>
  gpu.return
}

// A column that becomes a row.
// CHECK-LABEL: gpu.func @column
// CHECK: %[[ROW:.*]] = memref.collapse_shape
// CHECK: vector.transfer_read %[[ROW]]
gpu.func @column(%x: vector<4x1xf32>, %m: memref<4xf32>) kernel {
  %c0 = arith.constant 0 : index
  %r = vector.shape_cast %x : vector<4x1xf32> to vector<4xf32>
  vector.transfer_write %r, %m[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  gpu.return
}
}
