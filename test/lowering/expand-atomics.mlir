// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --pass-pipeline='builtin.module(gpu.module(expand-atomics{keep=add:i32,cas:i32}))' | FileCheck %s
// RUN: kiln-opt %s --pass-pipeline='builtin.module(gpu.module(expand-atomics{keep-scalars=inc:i32,dec:i32}))' \
// RUN:     | FileCheck %s --check-prefix=SCALARS

gpu.module @kernels {
// What is kept stays, of any form but tiles.
// CHECK-LABEL: gpu.func @kept(
// CHECK-NOT: scf.
// CHECK: tile.atomic_rmw add
// CHECK: tile.copy_atomic_rmw add
// CHECK: tile.copy_atomic_cas
// CHECK-NOT: scf.
// CHECK: gpu.return
gpu.func @kept(%p: !tile.ptr, %s: i32, %b: memref<4xi32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %x = tile.atomic_rmw add relaxed device %s, %p : i32, !tile.ptr
  tile.copy_atomic_rmw add relaxed device %b to %p[%b] : memref<4xi32, #tile.space<"spm">>, !tile.ptr, memref<4xi32, #tile.space<"spm">>
  tile.copy_atomic_cas relaxed device %b, %b to %p[%b] old %b : memref<4xi32, #tile.space<"spm">>, memref<4xi32, #tile.space<"spm">>, !tile.ptr, memref<4xi32, #tile.space<"spm">>, memref<4xi32, #tile.space<"spm">>
  gpu.return
}

// The same operation on another type is not; the loop swaps bits.
// CHECK-LABEL: gpu.func @scalar(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[S:.*]]: f16)
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i16
// CHECK: %[[R:.*]] = scf.while (%[[GUESS:.*]] = %[[ZERO]]) : (i16) -> i16
// CHECK: %[[OLD:.*]] = arith.bitcast %[[GUESS]] : i16 to f16
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %[[S]] : f16
// CHECK: %[[NEXT:.*]] = arith.bitcast %[[SUM]] : f16 to i16
// CHECK: %[[SEEN:.*]] = tile.atomic_cas acq_rel system %[[GUESS]], %[[NEXT]], %[[P]] : i16, !tile.ptr
// CHECK: %[[DIFFERS:.*]] = arith.cmpi ne, %[[SEEN]], %[[GUESS]] : i16
// CHECK: scf.condition(%[[DIFFERS]]) %[[SEEN]] : i16
// CHECK: %[[RESULT:.*]] = arith.bitcast %[[R]] : i16 to f16
// CHECK: tile.print "" %[[RESULT]]
gpu.func @scalar(%p: !tile.ptr, %s: f16) kernel attributes {kiln.form = "kernel"} {
  %x = tile.atomic_rmw fadd acq_rel system %s, %p : f16, !tile.ptr
  tile.print "" %x : f16
  gpu.return
}

// A mask decides whether the loop runs; without it the old value is 0. A scalar
// that is kept needs no loop.
// SCALARS-LABEL: gpu.func @masked(
// SCALARS: %[[R:.*]] = scf.if %{{.*}} -> (i32)
// SCALARS-NEXT: %[[OLD:.*]] = tile.atomic_rmw inc relaxed device %{{.*}}, %{{.*}} : i32, !tile.ptr
// SCALARS-NEXT: scf.yield %[[OLD]]
// CHECK-LABEL: gpu.func @masked(
// CHECK-SAME: %[[M:[a-z0-9]+]]: i1)
// CHECK: %[[R:.*]] = scf.if %[[M]] -> (i32)
// CHECK: scf.while
// CHECK: else
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[ZERO]]
// CHECK: tile.print "" %[[R]]
gpu.func @masked(%p: !tile.ptr, %s: i32, %m: i1) kernel attributes {kiln.form = "kernel"} {
  %x = tile.atomic_rmw inc relaxed device %s, %p mask %m : i32, !tile.ptr
  tile.print "" %x : i32
  gpu.return
}

// A tile is visited lane by lane; the old values are put together again.
// CHECK-LABEL: gpu.func @tile(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[V:.*]]: vector<4x2xi32>, %[[M:.*]]: vector<4x2xi1>)
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[A:.*]] = %{{.*}})
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[B:.*]] = %[[A]])
// CHECK: %[[O:.*]] = vector.extract %[[V]][%[[I]], %[[J]]]
// CHECK: %[[Q:.*]] = tile.ptr_add %[[P]], %[[O]] x i32
// CHECK: %[[N:.*]] = vector.extract %[[M]][%[[I]], %[[J]]]
// CHECK: %[[X:.*]] = vector.extract %[[V]][%[[I]], %[[J]]]
// CHECK: %[[OLD:.*]] = tile.atomic_rmw add relaxed device %[[X]], %[[Q]] mask %[[N]] : i32, !tile.ptr
// CHECK: %[[C:.*]] = vector.insert %[[OLD]], %[[B]] [%[[I]], %[[J]]]
// CHECK: scf.yield %[[C]]
gpu.func @tile(%p: !tile.ptr, %v: vector<4x2xi32>, %m: vector<4x2xi1>) kernel attributes {kiln.form = "kernel"} {
  %x = tile.atomic_rmw add relaxed device %v, %p[%v] mask %m : vector<4x2xi32>, !tile.ptr, vector<4x2xi32>
  tile.print "" %x : vector<4x2xi32>
  gpu.return
}

// Compare and swap of a tile of pointers: one pointer per lane.
// CHECK-LABEL: gpu.func @pointers(
// CHECK: %[[Q:.*]] = vector.extract %{{.*}} : !tile.ptr from vector<4x!tile.ptr>
// CHECK: tile.atomic_cas relaxed device %{{.*}}, %{{.*}}, %[[Q]] : i32, !tile.ptr
gpu.func @pointers(%p: vector<4x!tile.ptr>, %v: vector<4xi32>) kernel attributes {kiln.form = "kernel"} {
  %x = tile.atomic_cas relaxed device %v, %v, %p : vector<4xi32>, vector<4x!tile.ptr>
  gpu.return
}

// SCALARS-LABEL: gpu.func @buffers(
// SCALARS: scf.for
// SCALARS: scf.if
// SCALARS-NEXT: tile.atomic_rmw dec relaxed device %{{.*}}, %{{.*}} : i32, !tile.ptr
// SCALARS: memref.store
//
// Buffers: the scalars are loaded, a mask is a byte, old values are stored.
// CHECK-LABEL: gpu.func @buffers(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[B:.*]]: memref<4xi32, #tile.space<"spm">>, %[[M:.*]]: memref<4xi8, #tile.space<"spm">>)
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[O:.*]] = memref.load %[[B]][%[[I]]]
// CHECK: %[[BYTE:.*]] = memref.load %[[M]][%[[I]]]
// CHECK: arith.cmpi ne, %[[BYTE]]
// CHECK: tile.ptr_add %[[P]], %[[O]] x i32
// CHECK: scf.if
// CHECK: tile.atomic_cas
// CHECK: memref.store %{{.*}}, %[[B]][%[[I]]]
gpu.func @buffers(%p: !tile.ptr, %b: memref<4xi32, #tile.space<"spm">>, %m: memref<4xi8, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  tile.copy_atomic_rmw dec relaxed device %b to %p[%b] mask %m old %b : memref<4xi32, #tile.space<"spm">>, !tile.ptr, memref<4xi32, #tile.space<"spm">>, memref<4xi8, #tile.space<"spm">>, memref<4xi32, #tile.space<"spm">>
  gpu.return
}
}
