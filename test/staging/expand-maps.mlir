// Elementwise regions on whole tiles, others in loops over groups.
//
// RUN: kiln-opt %s --expand-maps | FileCheck %s
// RUN: kiln-opt %s --expand-maps=keep=tile.map | FileCheck %s --check-prefix=KEPT

// KEPT-COUNT-2: tile.map
gpu.module @kernels {
// CHECK-LABEL: gpu.func @elementwise
// CHECK-SAME: %[[X:[^:]*]]: vector<8xi32>, %[[S:[^:]*]]: i32
// CHECK: %[[ALL:.*]] = vector.broadcast %[[S]] : i32 to vector<8xi32>
// CHECK: %[[P:.*]] = arith.cmpi slt, %[[X]], %[[ALL]] : vector<8xi32>
// CHECK: arith.select %[[P]], %[[X]], %{{.*}} : vector<8xi1>, vector<8xi32>
// CHECK-NOT: scf.for
// CHECK: gpu.return
gpu.func @elementwise(%x: vector<8xi32>, %s: i32, %m: memref<8xi32>) kernel {
  %c0 = arith.constant 0 : index
  %r = tile.map %x pack 1 : (vector<8xi32>) -> vector<8xi32> {
  ^bb0(%a: i32):
    %p = arith.cmpi slt, %a, %s : i32
    %b = arith.select %p, %a, %s : i32
    tile.yield %b : i32
  }
  vector.transfer_write %r, %m[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  gpu.return
}

// Two inputs in groups of two: all of the first input come first.
// CHECK-LABEL: gpu.func @groups
// CHECK: memref.collapse_shape
// CHECK: memref.collapse_shape
// CHECK: %[[ROW:.*]] = memref.collapse_shape %[[R:.*]] {{\[\[}}0, 1]]
// CHECK: %[[COUNT:.*]] = arith.constant 4 : index
// CHECK: scf.for %[[G:[^ ]*]] = %{{.*}} to %[[COUNT]]
// CHECK: %[[FIRST:.*]] = arith.muli %[[G]]
// CHECK: %[[AT0:.*]] = arith.addi %[[FIRST]]
// CHECK: %[[AT1:.*]] = arith.addi %[[FIRST]]
// CHECK: %[[X0:.*]] = memref.load %[[X:.*]][%[[AT0]]]
// CHECK: memref.load %[[X]][%[[AT1]]]
// CHECK: memref.load %[[Y:.*]][%[[AT0]]]
// CHECK: %[[Y1:.*]] = memref.load %[[Y]][%[[AT1]]]
// CHECK: memref.store %[[X0]], %[[ROW]][%[[AT0]]]
// CHECK: memref.store %[[Y1]], %[[ROW]][%[[AT1]]]
// CHECK: vector.transfer_read %[[R]]
gpu.func @groups(%x: vector<2x4xi32>, %y: vector<2x4xi32>, %m: memref<2x4xi32>) kernel {
  %c0 = arith.constant 0 : index
  %r = tile.map %x, %y pack 2 : (vector<2x4xi32>, vector<2x4xi32>) -> vector<2x4xi32> {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    tile.yield %a, %d : i32, i32
  }
  vector.transfer_write %r, %m[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xi32>, memref<2x4xi32>
  gpu.return
}
}
