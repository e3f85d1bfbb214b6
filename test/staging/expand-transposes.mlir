// RUN: kiln-opt %s --expand-transposes | FileCheck %s
// RUN: kiln-opt %s --expand-transposes=keep=vector.transpose | FileCheck %s --check-prefix=KEPT

// KEPT-NOT: memref.alloc
gpu.module @kernels {
// CHECK-LABEL: gpu.func @columns
// CHECK-SAME: %[[X:[^:]*]]: vector<16x4x8xi1>
// CHECK: %[[BYTES:.*]] = arith.extui %[[X]]
// CHECK: vector.transfer_write %[[BYTES]], %[[B:[a-z0-9_]*]][
// CHECK: %[[R:.*]] = vector.transfer_read %[[B]]
// CHECK: %[[T:.*]] = vector.transpose %[[R]], [2, 0, 1] : vector<16x4x8xi8>
// CHECK: arith.cmpi ne, %[[T]]
gpu.func @columns(%x: vector<16x4x8xi1>, %m: memref<8x16x4xi8>) kernel {
  %c0 = arith.constant 0 : index
  %t = vector.transpose %x, [2, 0, 1] : vector<16x4x8xi1> to vector<8x16x4xi1>
  %r = arith.extui %t : vector<8x16x4xi1> to vector<8x16x4xi8>
  vector.transfer_write %r, %m[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<8x16x4xi8>, memref<8x16x4xi8>
  gpu.return
}

// Rows stay rows: slicing follows. Nothing but units moves: a reshape.
// CHECK-LABEL: gpu.func @rows
// CHECK-NOT: memref.alloc
// CHECK: vector.transpose %{{.*}}, [1, 0, 2]
// CHECK: vector.shape_cast %{{.*}} : vector<1x8xf32> to vector<8x1xf32>
// CHECK: gpu.return
gpu.func @rows(%x: vector<2x4x8xf32>, %y: vector<1x8xf32>, %m: memref<4x2x8xf32>, %n: memref<8x1xf32>) kernel {
  %c0 = arith.constant 0 : index
  %t = vector.transpose %x, [1, 0, 2] : vector<2x4x8xf32> to vector<4x2x8xf32>
  %u = vector.transpose %y, [1, 0] : vector<1x8xf32> to vector<8x1xf32>
  vector.transfer_write %t, %m[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<4x2x8xf32>, memref<4x2x8xf32>
  vector.transfer_write %u, %n[%c0, %c0] {in_bounds = [true, true]} : vector<8x1xf32>, memref<8x1xf32>
  gpu.return
}
}
