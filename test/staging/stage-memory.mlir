// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --stage-memory -split-input-file | FileCheck %s

!global = memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>

gpu.module @kernels {
// A whole tile: the copy's box is the tile, and nothing needs filling.
// CHECK-LABEL: gpu.func @whole(
// CHECK-SAME: %[[A:.*]]: memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, %[[B:.*]]: memref<64xf32,
// CHECK: %[[L:.*]] = arith.constant 0 : i64
// CHECK: %[[H:.*]] = arith.constant 64 : i64
// CHECK: %[[IN:.*]] = memref.alloc() : memref<64xf32, #tile.space<"spm">>
// CHECK-NEXT: tile.copy %[[A]] to %[[IN]][%[[L]]], [%[[H]]] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>{{$}}
// CHECK-NEXT: %[[X:.*]] = vector.transfer_read %[[IN]][%{{.*}}], %{{.*}} {in_bounds = [true]} : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
// CHECK: %[[OUT:.*]] = memref.alloc() : memref<64xf32, #tile.space<"spm">>
// CHECK-NEXT: vector.transfer_write %[[X]], %[[OUT]][%{{.*}}] {in_bounds = [true]} : vector<64xf32>, memref<64xf32, #tile.space<"spm">>
// CHECK-NEXT: tile.copy %[[OUT]] to %[[B]][%{{.*}}], [%{{.*}}] :
gpu.func @whole(%a: !global, %b: !global) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : !global, vector<64xf32>
  vector.transfer_write %x, %b[%c0] {in_bounds = [true]} : vector<64xf32>, !global
  gpu.return
}
}

// -----

!global = memref<4x64xi8, strided<[?, ?], offset: ?>, #tile.space<"global">>

gpu.module @kernels {
// A box limits the copy; the lanes outside are filled with the read's padding
// on the way in and left alone on the way out. The buffer is accessed whole.
// CHECK-LABEL: gpu.func @box(
// CHECK-SAME: %[[P:[a-z0-9]+]]: i8, %[[L:[a-z0-9]+]]: i64, %[[H:[a-z0-9]+]]: i64)
// CHECK: tile.copy %{{.*}} to %[[IN:[a-z0-9_]+]][%[[L]], %[[L]]], [%[[H]], %[[H]]] fill %[[P]] :
// CHECK: vector.transfer_read %[[IN]][%{{.*}}, %{{.*}}], %[[P]] {in_bounds = [true, true]} : memref<4x64xi8, #tile.space<"spm">>, vector<4x64xi8>
// CHECK: vector.transfer_write %{{.*}}, %[[OUT:.*]][%{{.*}}, %{{.*}}] {in_bounds = [true, true]} : vector<4x64xi8>, memref<4x64xi8, #tile.space<"spm">>
// CHECK: tile.copy %[[OUT]] to %{{.*}}[%[[L]], %[[L]]], [%[[H]], %[[H]]] : memref<4x64xi8, #tile.space<"spm">>, memref<4x64xi8, strided<[?, ?], offset: ?>, #tile.space<"global">>{{$}}
gpu.func @box(%a: !global, %p: i8, %l: i64, %h: i64) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %m = tile.box_mask [%l, %l], [%h, %h] : vector<4x64xi1>
  %x = vector.transfer_read %a[%c0, %c0], %p, %m {in_bounds = [true, true]} : !global, vector<4x64xi8>
  vector.transfer_write %x, %a[%c0, %c0], %m {in_bounds = [true, true]} : vector<4x64xi8>, !global
  gpu.return
}
}

// -----

gpu.module @kernels {
// What is on the chip stays where it is; so do scalars in device memory.
// CHECK-LABEL: gpu.func @not_staged(
// CHECK-NOT: tile.copy
// CHECK: vector.transfer_read
// CHECK-NOT: tile.copy
// CHECK: memref.load
// CHECK-NOT: tile.copy
// CHECK: gpu.return
gpu.func @not_staged(%a: memref<64xf32, #tile.space<"spm">>, %s: memref<f32, strided<[], offset: ?>, #tile.space<"global">>)
    kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  %y = memref.load %s[] : memref<f32, strided<[], offset: ?>, #tile.space<"global">>
  tile.print "" %x, %y : vector<64xf32>, f32
  gpu.return
}
}

// -----

!global = memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>

gpu.module @kernels {
// Inside of regions, too, and in program order.
// CHECK-LABEL: gpu.func @regions(
// CHECK: scf.for
// CHECK: %[[OUT:.*]] = memref.alloc()
// CHECK: vector.transfer_write %{{.*}}, %[[OUT]]
// CHECK: tile.copy %[[OUT]] to %[[A:[a-z0-9]+]][
// CHECK: %[[IN:.*]] = memref.alloc()
// CHECK: tile.copy %[[A]] to %[[IN]]
// CHECK: vector.transfer_read %[[IN]]
gpu.func @regions(%a: !global, %n: index) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %k = arith.constant dense<1.0> : vector<64xf32>
  scf.for %i = %c0 to %n step %c1 {
    vector.transfer_write %k, %a[%c0] {in_bounds = [true]} : vector<64xf32>, !global
    %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : !global, vector<64xf32>
    tile.print "" %x : vector<64xf32>
  }
  gpu.return
}
}
