// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s '--pass-pipeline=builtin.module(gpu.module(buffer-carried-tiles))' | FileCheck %s

// A branch that fills a buffer only to give it fills the result's buffer, through both levels of branches. A value that
// is computed is written there.
// CHECK-LABEL: gpu.func @branches(
// CHECK: %[[B:.*]] = memref.alloc()
// CHECK-NOT: memref.alloc()
// CHECK: scf.if
// CHECK-NEXT: tile.copy %{{.*}} to %[[B]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.if
// CHECK-NEXT: tile.copy %{{.*}} to %[[B]]
// CHECK-NEXT: } else {
// CHECK: vector.transfer_write %arg4, %[[B]]
// CHECK-NOT: vector.transfer_write
// CHECK: vector.transfer_read %[[B]]
gpu.module @kernels {
  gpu.func @branches(%m: memref<8xf32, #tile.space<"global">>, %n: i64, %c: i1, %z: f32, %x: vector<8xf32>) kernel
      attributes {kiln.form = "kernel"} {
    %i = arith.constant 0 : index
    %r = scf.if %c -> vector<8xf32> {
      %b = memref.alloc() : memref<8xf32, #tile.space<"spm">>
      tile.copy %m to %b [%n], [%n] : memref<8xf32, #tile.space<"global">>, memref<8xf32, #tile.space<"spm">>
      %v = vector.transfer_read %b[%i], %z {in_bounds = [true]} : memref<8xf32, #tile.space<"spm">>, vector<8xf32>
      scf.yield %v : vector<8xf32>
    } else {
      %s = scf.if %c -> vector<8xf32> {
        %b = memref.alloc() : memref<8xf32, #tile.space<"spm">>
        tile.copy %m to %b [%n], [%n] : memref<8xf32, #tile.space<"global">>, memref<8xf32, #tile.space<"spm">>
        %v = vector.transfer_read %b[%i], %z {in_bounds = [true]} : memref<8xf32, #tile.space<"spm">>, vector<8xf32>
        scf.yield %v : vector<8xf32>
      } else {
        scf.yield %x : vector<8xf32>
      }
      scf.yield %s : vector<8xf32>
    }
    tile.print "" %r : vector<8xf32>
    gpu.return
  }

  // A buffer that is written after it was read, one that two results hold, and one of another branch stay.
  // CHECK-LABEL: gpu.func @kept(
  // CHECK: %[[P:.*]] = memref.alloc()
  // CHECK: %[[Q:.*]] = memref.alloc()
  // CHECK: scf.if
  // CHECK: %[[O:.*]] = memref.alloc()
  // CHECK: tile.copy %{{.*}} to %[[O]]
  // CHECK: %[[V:.*]] = vector.transfer_read %[[O]]
  // CHECK: vector.transfer_write %{{.*}}, %[[O]]
  // CHECK: vector.transfer_write %[[V]], %[[P]]
  // CHECK: } else {
  // CHECK: %[[S:.*]] = memref.alloc()
  // CHECK: tile.copy %{{.*}} to %[[S]]
  // CHECK: %[[W:.*]] = vector.transfer_read %[[S]]
  // CHECK: vector.transfer_write %[[W]], %[[P]]
  // CHECK: vector.transfer_write %[[W]], %[[Q]]
  gpu.func @kept(%m: memref<8xf32, #tile.space<"global">>, %n: i64, %c: i1, %z: f32, %x: vector<8xf32>) kernel
      attributes {kiln.form = "kernel"} {
    %i = arith.constant 0 : index
    %r:2 = scf.if %c -> (vector<8xf32>, vector<8xf32>) {
      %b = memref.alloc() : memref<8xf32, #tile.space<"spm">>
      tile.copy %m to %b [%n], [%n] : memref<8xf32, #tile.space<"global">>, memref<8xf32, #tile.space<"spm">>
      %v = vector.transfer_read %b[%i], %z {in_bounds = [true]} : memref<8xf32, #tile.space<"spm">>, vector<8xf32>
      vector.transfer_write %x, %b[%i] {in_bounds = [true]} : vector<8xf32>, memref<8xf32, #tile.space<"spm">>
      scf.yield %v, %x : vector<8xf32>, vector<8xf32>
    } else {
      %b = memref.alloc() : memref<8xf32, #tile.space<"spm">>
      tile.copy %m to %b [%n], [%n] : memref<8xf32, #tile.space<"global">>, memref<8xf32, #tile.space<"spm">>
      %v = vector.transfer_read %b[%i], %z {in_bounds = [true]} : memref<8xf32, #tile.space<"spm">>, vector<8xf32>
      scf.yield %v, %v : vector<8xf32>, vector<8xf32>
    }
    tile.print "" %r#0 : vector<8xf32>
    tile.print "" %r#1 : vector<8xf32>
    gpu.return
  }
}
