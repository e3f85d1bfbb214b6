// Scaled operands become f32; what is left is a tile.dot.
//
// RUN: kiln-opt %s --expand-dot-scaled | FileCheck %s
// RUN: kiln-opt %s --expand-dot-scaled=keep=tile.dot_scaled | FileCheck %s --check-prefix=KEPT

// KEPT-COUNT-2: tile.dot_scaled
gpu.module @kernels {
// The right operand's scales have a row for each of its columns.
// CHECK-LABEL: gpu.func @fp8
// CHECK-SAME: %[[A:[^:]*]]: vector<4x64xf8E4M3FN>, %[[SA:[^:]*]]: vector<4x2xi8>
// CHECK: %[[X:.*]] = arith.extf %[[A]] : vector<4x64xf8E4M3FN> to vector<4x64xf32>
// CHECK: %[[Y:.*]] = arith.extf %{{.*}} : vector<64x8xf8E5M2> to vector<64x8xf32>
// CHECK: %[[E:.*]] = arith.extui %[[SA]] : vector<4x2xi8> to vector<4x2xi32>
// CHECK: tile.shli %[[E]]
// CHECK: vector.broadcast %{{.*}} : vector<4x2x1xf32> to vector<4x2x32xf32>
// CHECK: %[[S:.*]] = vector.shape_cast %{{.*}} : vector<4x2x32xf32> to vector<4x64xf32>
// CHECK: %[[SCALED:.*]] = arith.mulf %[[X]], %[[S]]
// CHECK: vector.transpose %{{.*}}, [1, 0] : vector<8x2xf32>
// CHECK: vector.broadcast %{{.*}} : vector<2x1x8xf32> to vector<2x32x8xf32>
// CHECK: %[[SCALED2:.*]] = arith.mulf %[[Y]]
// CHECK: tile.dot %[[SCALED]], %[[SCALED2]], %{{.*}} ieee
gpu.func @fp8(%a: vector<4x64xf8E4M3FN>, %sa: vector<4x2xi8>, %b: vector<64x8xf8E5M2>, %sb: vector<8x2xi8>,
              %c: vector<4x8xf32>, %m: memref<4x8xf32>) kernel {
  %c0 = arith.constant 0 : index
  %d = tile.dot_scaled %a scale %sa e4m3, %b scale %sb e5m2, %c
      : vector<4x64xf8E4M3FN>, vector<4x2xi8>, vector<64x8xf8E5M2>, vector<8x2xi8> -> vector<4x8xf32>
  vector.transfer_write %d, %m[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<4x8xf32>
  gpu.return
}

// Two e2m1 to the byte: neighbours in a row on the left, in a column on the right.
// CHECK-LABEL: gpu.func @fp4
// CHECK: %[[LOW:.*]] = arith.andi %{{.*}} : vector<4x32xi8>
// CHECK: %[[HIGH:.*]] = tile.shrui %{{.*}} : vector<4x32xi8>
// CHECK: vector.interleave %[[LOW]], %[[HIGH]] : vector<4x32xi8> -> vector<4x64xi8>
// CHECK: vector.insert_strided_slice %{{.*}} {offsets = [0, 0, 0]
// CHECK: %[[B:.*]] = vector.insert_strided_slice %{{.*}} {offsets = [0, 1, 0]
// CHECK: vector.shape_cast %[[B]] : vector<32x2x8xi8> to vector<64x8xi8>
// CHECK-NOT: vector.broadcast
// CHECK: tile.dot
gpu.func @fp4(%a: vector<4x32xi8>, %b: vector<32x8xi8>, %c: vector<4x8xf32>, %m: memref<4x8xf32>) kernel {
  %c0 = arith.constant 0 : index
  %d = tile.dot_scaled %a e2m1, %b e2m1, %c : vector<4x32xi8>, vector<32x8xi8> -> vector<4x8xf32>
  vector.transfer_write %d, %m[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<4x8xf32>
  gpu.return
}
}
