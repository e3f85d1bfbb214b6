// Only what a target cannot keep because its elements are too wide.
//
// RUN: kiln-opt %s --expand-lane-reductions="wider-than=32" --expand-lane-scans="wider-than=32" | FileCheck %s

gpu.module @kernels {
// CHECK-LABEL: gpu.func @words
// CHECK-NOT: vector.shuffle
// CHECK: tile.reduce
// CHECK: tile.scan
// CHECK: gpu.return
gpu.func @words(%v: vector<4xi32>, %m: memref<4xi32>) kernel {
  %c0 = arith.constant 0 : index
  %r = tile.reduce %v axis 0 : (vector<4xi32>) -> i32 {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  %s = tile.scan %v axis 0 : (vector<4xi32>) -> vector<4xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  vector.store %s, %m[%c0] : memref<4xi32>, vector<4xi32>
  memref.store %r, %m[%c0] : memref<4xi32>
  gpu.return
}

// One wide input is enough.
// CHECK-LABEL: gpu.func @wide
// CHECK: vector.shuffle
// CHECK-NOT: tile.reduce
// CHECK-NOT: tile.scan
// CHECK: gpu.return
gpu.func @wide(%v: vector<4xi64>, %i: vector<4xi32>, %m: memref<4xi64>, %n: memref<4xi32>) kernel {
  %c0 = arith.constant 0 : index
  %r:2 = tile.reduce %v, %i axis 0 : (vector<4xi64>, vector<4xi32>) -> (i64, i32) {
  ^bb0(%a: i64, %ai: i32, %b: i64, %bi: i32):
    %c = arith.addi %a, %b : i64
    %ci = arith.maxsi %ai, %bi : i32
    tile.yield %c, %ci : i64, i32
  }
  %s = tile.scan %v axis 0 : (vector<4xi64>) -> vector<4xi64> {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tile.yield %c : i64
  }
  vector.store %s, %m[%c0] : memref<4xi64>, vector<4xi64>
  memref.store %r#0, %m[%c0] : memref<4xi64>
  memref.store %r#1, %n[%c0] : memref<4xi32>
  gpu.return
}
}
