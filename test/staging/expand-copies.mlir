// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies as loops over elements.
//
// RUN: kiln-opt %s --expand-copies --canonicalize --cse | FileCheck %s

gpu.module @kernels {
// With a fill: before the box, the box, behind it. The limits are clamped.
// CHECK-LABEL: gpu.func @with_fill(
// CHECK-SAME: %[[FROM:.*]]: memref<8xf32, {{.*}}>, %[[TO:[^:]*]]: memref<8xf32, #tile.space<"spm">>, %[[L:[^:]*]]: i64, %[[H:[^:]*]]: i64, %[[F:[^:]*]]: f32)
// CHECK: %[[L0:.*]] = arith.maxsi %[[L]], %c0_i64
// CHECK: %[[L1:.*]] = arith.minsi %[[L0]], %c8_i64
// CHECK: %[[LOW:.*]] = arith.index_cast %[[L1]]
// CHECK: %[[H0:.*]] = arith.maxsi %[[H]], %[[L1]]
// CHECK: %[[H1:.*]] = arith.minsi %[[H0]], %c8_i64
// CHECK: %[[HIGH:.*]] = arith.index_cast %[[H1]]
// CHECK: scf.for %[[I:.*]] = %c0 to %[[LOW]] step %c1
// CHECK-NEXT: memref.store %[[F]], %[[TO]][%[[I]]]
// CHECK: scf.for %[[J:.*]] = %[[LOW]] to %[[HIGH]] step %c1
// CHECK-NEXT: %[[V:.*]] = memref.load %[[FROM]][%[[J]]]
// CHECK-NEXT: memref.store %[[V]], %[[TO]][%[[J]]]
// CHECK: scf.for %[[K:.*]] = %[[HIGH]] to %c8 step %c1
// CHECK-NEXT: memref.store %[[F]], %[[TO]][%[[K]]]
gpu.func @with_fill(%from: memref<8xf32, strided<[?], offset: ?>, #tile.space<"global">>,
                    %to: memref<8xf32, #tile.space<"spm">>, %l: i64, %h: i64, %f: f32) kernel {
  tile.copy %from to %to[%l], [%h] fill %f : memref<8xf32, strided<[?], offset: ?>, #tile.space<"global">>,
      memref<8xf32, #tile.space<"spm">>, f32
  gpu.return
}

// Without a fill only the box is visited; with one, rows outside are all fill.
// CHECK-LABEL: gpu.func @two_dimensions(
// CHECK: scf.for %[[I:.*]] = %c0 to %c4 step %c1
// CHECK: %[[A:.*]] = arith.cmpi sle, %[[LOW:.*]], %[[I]]
// CHECK: %[[B:.*]] = arith.cmpi slt, %[[I]], %[[HIGH:.*]] :
// CHECK: %[[IN:.*]] = arith.andi %[[A]], %[[B]]
// CHECK: %[[CL:.*]] = arith.select %[[IN]], %{{.*}}, %c0
// CHECK: %[[CH:.*]] = arith.select %[[IN]], %{{.*}}, %c0
// CHECK: scf.for %{{.*}} = %c0 to %[[CL]]
// CHECK: scf.for %{{.*}} = %[[CL]] to %[[CH]]
// CHECK: scf.for %{{.*}} = %[[CH]] to %c8
// CHECK: scf.for %{{.*}} = %[[LOW]] to %[[HIGH]]
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.store
gpu.func @two_dimensions(%a: memref<4x8xf32, strided<[?, ?], offset: ?>, #tile.space<"global">>,
                         %b: memref<4x8xf32, #tile.space<"spm">>, %l: i64, %h: i64, %k: i64, %m: i64, %f: f32) kernel {
  tile.copy %a to %b[%l, %k], [%h, %m] fill %f : memref<4x8xf32, strided<[?, ?], offset: ?>, #tile.space<"global">>,
      memref<4x8xf32, #tile.space<"spm">>, f32
  tile.copy %b to %a[%l, %k], [%h, %m] : memref<4x8xf32, #tile.space<"spm">>,
      memref<4x8xf32, strided<[?, ?], offset: ?>, #tile.space<"global">>
  gpu.return
}

// CHECK-LABEL: gpu.func @gather(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[O:[^:]*]]: memref<16xi32, {{.*}}>, %[[M:[^:]*]]: memref<16xi8, {{.*}}>, %[[TO:[^:]*]]: memref<16xf16,
// CHECK: scf.for %[[I:.*]] = %c0 to %c16
// CHECK: %[[BYTE:.*]] = memref.load %[[M]][%[[I]]]
// CHECK: %[[ON:.*]] = arith.cmpi ne, %[[BYTE]], %c0_i8
// CHECK: scf.if %[[ON]]
// CHECK: %[[OFF:.*]] = memref.load %[[O]][%[[I]]]
// CHECK: %[[WIDE:.*]] = arith.extsi %[[OFF]] : i32 to i64
// CHECK: %[[VIEW:.*]] = tile.view %[[P]] + %[[WIDE]] strides[] : !tile.ptr -> memref<f16, strided<[], offset: ?>, #tile.space<"global">>
// CHECK: %[[V:.*]] = memref.load %[[VIEW]][]
// CHECK: memref.store %[[V]], %[[TO]][%[[I]]]
// CHECK: } else {
// CHECK-NEXT: memref.store %cst, %[[TO]][%[[I]]]
gpu.func @gather(%p: !tile.ptr, %o: memref<16xi32, #tile.space<"spm">>, %m: memref<16xi8, #tile.space<"spm">>,
                 %to: memref<16xf16, #tile.space<"spm">>) kernel {
  tile.copy_gather %p[%o] mask %m to %to : !tile.ptr, memref<16xi32, #tile.space<"spm">>,
      memref<16xi8, #tile.space<"spm">>, memref<16xf16, #tile.space<"spm">>
  gpu.return
}

// CHECK-LABEL: gpu.func @scatter(
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: %[[V:.*]] = memref.load %arg0
// CHECK: %[[VIEW:.*]] = tile.view
// CHECK: memref.store %[[V]], %[[VIEW]][]
gpu.func @scatter(%from: memref<16xf32, #tile.space<"spm">>, %p: !tile.ptr, %o: memref<16xi64, #tile.space<"spm">>) kernel {
  tile.copy_scatter %from to %p[%o] : memref<16xf32, #tile.space<"spm">>, !tile.ptr, memref<16xi64, #tile.space<"spm">>
  gpu.return
}
}
