// Vectors of 64-bit integers as pairs of vectors of words.
//
// RUN: kiln-opt %s --split-wide-integers --canonicalize --cse -split-input-file | FileCheck %s

gpu.module @kernels {
// CHECK-LABEL: gpu.func @memory(
// CHECK-SAME: %[[A:.*]]: memref<4x64xi64, {{.*}}>, %[[I:.*]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[W:.*]] = tile.words %[[A]] : memref<4x64xi64, {{.*}}> -> memref<4x64x2xi32, {{.*}}>
// CHECK: %[[L:.*]] = vector.transfer_read %[[W]][%[[I]], %[[C0]], %[[C0]]], {{.*}} : memref<4x64x2xi32, {{.*}}>, vector<64xi32>
// CHECK: %[[H:.*]] = vector.transfer_read %[[W]][%[[I]], %[[C0]], %[[C1]]], {{.*}} : memref<4x64x2xi32, {{.*}}>, vector<64xi32>
// CHECK: %[[SUM:.*]] = arith.addi %[[L]], %[[L]] : vector<64xi32>
// CHECK: %[[C:.*]] = arith.cmpi ult, %[[SUM]], %[[L]] : vector<64xi32>
// CHECK: %[[K:.*]] = arith.extui %[[C]] : vector<64xi1> to vector<64xi32>
// CHECK: %[[T:.*]] = arith.addi %[[H]], %[[H]] : vector<64xi32>
// CHECK: %[[U:.*]] = arith.addi %[[T]], %[[K]] : vector<64xi32>
// CHECK: vector.transfer_write %[[SUM]], %[[W]][%[[I]], %[[C0]], %[[C0]]]
// CHECK: vector.transfer_write %[[U]], %[[W]][%[[I]], %[[C0]], %[[C1]]]
// CHECK-NEXT: gpu.return
gpu.func @memory(%a: memref<4x64xi64, #tile.space<"spm">>, %i: index) kernel {
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%i, %c0] : memref<4x64xi64, #tile.space<"spm">>, vector<64xi64>
  %y = arith.addi %x, %x : vector<64xi64>
  vector.store %y, %a[%i, %c0] : memref<4x64xi64, #tile.space<"spm">>, vector<64xi64>
  gpu.return
}

// Views keep their strides, in words.
// CHECK-LABEL: gpu.func @strided(
// CHECK: tile.words %{{.*}} : memref<4x8xi64, strided<[64, 1], offset: ?>, {{.*}}> -> memref<4x8x2xi32, strided<[128, 2, 1], offset: ?>, {{.*}}>
gpu.func @strided(%a: memref<4x8xi64, strided<[64, 1], offset: ?>, #tile.space<"spm">>, %b: memref<8xi32, #tile.space<"spm">>) kernel {
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%c0, %c0] : memref<4x8xi64, strided<[64, 1], offset: ?>, #tile.space<"spm">>, vector<8xi64>
  %y = arith.trunci %x : vector<8xi64> to vector<8xi32>
  vector.store %y, %b[%c0] : memref<8xi32, #tile.space<"spm">>, vector<8xi32>
  gpu.return
}

// Loops and branches carry two values for each wide one; scalars and other vectors
// stay as they are.
// CHECK-LABEL: gpu.func @carried(
// CHECK: %[[R:.*]]:3 = scf.for {{.*}} -> (vector<8xi32>, vector<8xi32>, i64) {
// CHECK: scf.yield %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi32>, vector<8xi32>, i64
// CHECK: %[[I:.*]]:2 = scf.if %{{.*}} -> (vector<8xi32>, vector<8xi32>) {
// CHECK: scf.yield %[[R]]#0, %[[R]]#1 : vector<8xi32>, vector<8xi32>
// CHECK: %[[W:.*]]:2 = scf.while ({{.*}}) : (vector<8xi32>, vector<8xi32>) -> (vector<8xi32>, vector<8xi32>) {
// CHECK: scf.condition(%{{.*}}) %{{.*}}, %{{.*}} : vector<8xi32>, vector<8xi32>
gpu.func @carried(%a: memref<8xi64, #tile.space<"spm">>, %n: index, %s: i64, %c: i1) kernel {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = vector.load %a[%c0] : memref<8xi64, #tile.space<"spm">>, vector<8xi64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x, %t = %s) -> (vector<8xi64>, i64) {
    %b = vector.broadcast %t : i64 to vector<8xi64>
    %w = arith.xori %v, %b : vector<8xi64>
    %u = arith.addi %t, %s : i64
    scf.yield %w, %u : vector<8xi64>, i64
  }
  %f = scf.if %c -> vector<8xi64> {
    scf.yield %r#0 : vector<8xi64>
  } else {
    %b = vector.broadcast %r#1 : i64 to vector<8xi64>
    scf.yield %b : vector<8xi64>
  }
  %w = scf.while (%v = %f) : (vector<8xi64>) -> vector<8xi64> {
    %e = vector.extract %v[0] : i64 from vector<8xi64>
    %more = arith.cmpi slt, %e, %s : i64
    scf.condition(%more) %v : vector<8xi64>
  } do {
  ^bb0(%v: vector<8xi64>):
    %d = arith.addi %v, %x : vector<8xi64>
    scf.yield %d : vector<8xi64>
  }
  vector.store %w, %a[%c0] : memref<8xi64, #tile.space<"spm">>, vector<8xi64>
  gpu.return
}

// A division is one loop of 64 steps; by a power of two it is shifts.
// CHECK-LABEL: gpu.func @divided(
// CHECK: %[[STEPS:.*]] = arith.constant 64 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[STEPS]] step
// CHECK-NOT: scf.for
// CHECK: gpu.return
gpu.func @divided(%a: memref<8xi64, #tile.space<"spm">>, %b: memref<8xi64, #tile.space<"spm">>) kernel {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<16> : vector<8xi64>
  %x = vector.load %a[%c0] : memref<8xi64, #tile.space<"spm">>, vector<8xi64>
  %y = vector.load %b[%c0] : memref<8xi64, #tile.space<"spm">>, vector<8xi64>
  %q = tile.divui %x, %y : vector<8xi64>
  %r = tile.remsi %q, %k : vector<8xi64>
  vector.store %r, %a[%c0] : memref<8xi64, #tile.space<"spm">>, vector<8xi64>
  gpu.return
}

// Shifts by known counts leave the ops that are needed.
// CHECK-LABEL: gpu.func @upper(
// CHECK-NOT: tile.sh
// CHECK: gpu.return
gpu.func @upper(%a: memref<8xi64, #tile.space<"spm">>, %b: memref<8xi32, #tile.space<"spm">>) kernel {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<32> : vector<8xi64>
  %x = vector.load %a[%c0] : memref<8xi64, #tile.space<"spm">>, vector<8xi64>
  %h = tile.shrui %x, %k : vector<8xi64>
  %t = arith.trunci %h : vector<8xi64> to vector<8xi32>
  vector.store %t, %b[%c0] : memref<8xi32, #tile.space<"spm">>, vector<8xi32>
  gpu.return
}

// Single elements on the chip go by words, those in device memory stay whole.
// CHECK-LABEL: gpu.func @scalars(
// CHECK-SAME: %[[A:.*]]: memref<8xi64, #tile.space<"spm">>, %[[P:.*]]: memref<i64, #tile.space<"global">>
// CHECK: %[[W:.*]] = tile.words %[[A]]
// CHECK: memref.load %[[W]]
// CHECK: memref.load %[[W]]
// CHECK: memref.store %{{.*}}, %[[P]][] : memref<i64, #tile.space<"global">>
gpu.func @scalars(%a: memref<8xi64, #tile.space<"spm">>, %p: memref<i64, #tile.space<"global">>) kernel {
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%c0] : memref<8xi64, #tile.space<"spm">>
  memref.store %x, %p[] : memref<i64, #tile.space<"global">>
  gpu.return
}
}
