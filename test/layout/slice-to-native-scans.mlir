// Scans: a loop of their own, slice after slice in the scan's direction, with
// what carries over as a scalar along the minor dimension and as lanes along any
// other.
//
// RUN: kiln-opt %s --slice-to-native="lanes=4" --canonicalize --cse | FileCheck %s

gpu.module @kernels {
// CHECK-LABEL: gpu.func @minor
// CHECK: %[[X0:.*]] = vector.load %{{.*}}[%c0]
// CHECK: %[[S0:.*]] = tile.scan %[[X0]] axis 0 : (vector<4xf32>) -> vector<4xf32>
// CHECK: vector.store %[[S0]]
// CHECK: %[[C0:.*]] = vector.extract %[[S0]][3]
// CHECK: scf.for {{.*}} iter_args(%[[C:.*]] = %[[C0]])
// CHECK: %[[S:.*]] = tile.scan
// CHECK: %[[B:.*]] = vector.broadcast %[[C]] : f32 to vector<4xf32>
// CHECK: %[[R:.*]] = arith.addf %[[B]], %[[S]]
// CHECK: vector.store %[[R]]
// CHECK: %[[N:.*]] = vector.extract %[[R]][3]
// CHECK: scf.yield %[[N]]
gpu.func @minor(%a: memref<16xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<16xf32, #tile.space<"spm">>, vector<16xf32>
  %s = tile.scan %x axis 0 : (vector<16xf32>) -> vector<16xf32> {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  vector.transfer_write %s, %a[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32, #tile.space<"spm">>
  gpu.return
}

// The last slice comes first, and its first lane carries over.
// CHECK-LABEL: gpu.func @reverse
// CHECK: vector.load %{{.*}}[%c4]
// CHECK: %[[S0:.*]] = tile.scan %{{.*}} axis 0 reverse
// CHECK: vector.extract %[[S0]][0]
gpu.func @reverse(%a: memref<8xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<8xf32, #tile.space<"spm">>, vector<8xf32>
  %s = tile.scan %x axis 0 reverse : (vector<8xf32>) -> vector<8xf32> {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  vector.transfer_write %s, %a[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32, #tile.space<"spm">>
  gpu.return
}

// Along rows no lanes are scanned: each lane has a running value of its own.
// CHECK-LABEL: gpu.func @major
// CHECK-NOT: tile.scan
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (vector<4xf32>)
// CHECK: %[[X:.*]] = vector.load
// CHECK: %[[R:.*]] = arith.addf %[[A]], %[[X]]
// CHECK: vector.store %[[R]]
// CHECK: scf.yield %[[R]]
gpu.func @major(%a: memref<8x4xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x4xf32, #tile.space<"spm">>, vector<8x4xf32>
  %s = tile.scan %x axis 0 : (vector<8x4xf32>) -> vector<8x4xf32> {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  vector.transfer_write %s, %a[%c0, %c0] {in_bounds = [true, true]} : vector<8x4xf32>, memref<8x4xf32, #tile.space<"spm">>
  gpu.return
}
}
