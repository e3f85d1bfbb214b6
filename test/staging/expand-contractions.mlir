// RUN: kiln-opt %s --expand-contractions | FileCheck %s
// RUN: kiln-opt %s --expand-contractions=keep=tile.dot | FileCheck %s --check-prefix=KEPT

// KEPT-COUNT-2: tile.dot
gpu.module @kernels {
// CHECK-LABEL: gpu.func @batches
// CHECK: %[[A:.*]] = memref.alloc() : memref<2x4x8xf16
// CHECK: %[[B:.*]] = memref.alloc() : memref<2x8x16xf16
// CHECK: %[[SUMS:.*]] = memref.alloc() : memref<2x4x16xf32
// CHECK: %[[DEPTH:.*]] = arith.constant 8 : index
// CHECK: scf.for %[[K:[^ ]*]] = %{{.*}} to %[[DEPTH]]
// CHECK: %[[COLUMNS:.*]] = memref.subview %[[A]][0, 0, %[[K]]] [2, 4, 1] [1, 1, 1]
// CHECK: vector.transfer_read %[[COLUMNS]]
// CHECK: vector.broadcast %{{.*}} : vector<2x4x1xf16> to vector<2x4x16xf16>
// CHECK: %[[X:.*]] = arith.extf %{{.*}} : vector<2x4x16xf16> to vector<2x4x16xf32>
// CHECK: %[[ROWS:.*]] = memref.subview %[[B]][0, %[[K]], 0] [2, 1, 16] [1, 1, 1]
// CHECK: %[[Y:.*]] = arith.extf
// CHECK: %[[SUM:.*]] = vector.transfer_read %[[SUMS]]
// CHECK: %[[P:.*]] = arith.mulf %[[X]], %[[Y]] fastmath<contract>
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]], %[[P]] fastmath<contract>
// CHECK: vector.transfer_write %[[NEXT]], %[[SUMS]]
gpu.func @batches(%a: vector<2x4x8xf16>, %b: vector<2x8x16xf16>, %c: vector<2x4x16xf32>,
                  %m: memref<2x4x16xf32>) kernel {
  %c0 = arith.constant 0 : index
  %d = tile.dot %a, %b, %c ieee : vector<2x4x8xf16>, vector<2x8x16xf16> -> vector<2x4x16xf32>
  vector.transfer_write %d, %m[%c0, %c0, %c0] {in_bounds = [true, true, true]}
      : vector<2x4x16xf32>, memref<2x4x16xf32>
  gpu.return
}

// CHECK-LABEL: gpu.func @integers
// CHECK: arith.extsi %{{.*}} : vector<4x16xi8> to vector<4x16xi32>
// CHECK: arith.muli
// CHECK: arith.addi
gpu.func @integers(%a: vector<4x8xi8>, %b: vector<8x16xi8>, %c: vector<4x16xi32>, %m: memref<4x16xi32>) kernel {
  %c0 = arith.constant 0 : index
  %d = tile.dot %a, %b, %c ieee : vector<4x8xi8>, vector<8x16xi8> -> vector<4x16xi32>
  vector.transfer_write %d, %m[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xi32>, memref<4x16xi32>
  gpu.return
}
}
