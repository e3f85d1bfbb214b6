// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s '--pass-pipeline=builtin.module(convert-tile-to-kernel,gpu.module(lower-views))' -split-input-file | FileCheck %s --implicit-check-not=tile.view --implicit-check-not=_view

// Coordinates, extents and strides meet in 64 bits; the start goes to the pointer.
// CHECK-LABEL: gpu.func @a_block(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[M:.*]]: i64, %[[S:.*]]: i64, %[[I:.*]]: i32)
// CHECK: %[[W:.*]] = arith.extsi %[[I]] : i32 to i64
// CHECK: %[[F:.*]] = arith.muli %[[W]], %[[S]] : i64
// CHECK: %[[T:.*]] = vector.step : vector<64xindex>
// CHECK: %[[L:.*]] = arith.index_cast %[[T]] : vector<64xindex> to vector<64xi64>
// CHECK: %[[B:.*]] = vector.broadcast %[[S]] : i64 to vector<64xi64>
// CHECK: arith.muli %[[L]], %[[B]] : vector<64xi64>
// CHECK: %[[C:.*]] = vector.broadcast %[[W]] : i64 to vector<64xi64>
// CHECK: %[[A:.*]] = arith.addi %[[C]], %[[L]] : vector<64xi64>
// CHECK: %[[E:.*]] = vector.broadcast %[[M]] : i64 to vector<64xi64>
// CHECK: arith.cmpi slt, %[[A]], %[[E]] : vector<64xi64>
// CHECK: arith.cmpi sge, %[[A]], %{{.*}} : vector<64xi64>
// CHECK: %[[Q:.*]] = tile.ptr_add %[[P]], %[[F]] x f32 : !tile.ptr, i64
// CHECK: %[[X:.*]] = tile.load %[[Q]][%{{.*}}] mask %{{.*}} {tile.hint_cache = "cg"} : !tile.ptr, vector<64xi64> -> vector<64xf32>
// CHECK: tile.store %[[X]], %{{.*}}[%{{.*}}] mask %{{.*}} : vector<64xf32>, !tile.ptr, vector<64xi64>
func.func @a_block(%p: !tile.ptr, %m: i64, %s: i64, %i: i32) attributes {kiln.form = "tile"} {
  %v = tile.make_view %p, [%m], [%s] pad zero : !tile.ptr -> !tile.view<64xf32>
  %x = tile.load_view %v[%i] {tile.hint_cache = "cg"} : !tile.view<64xf32> -> tensor<64xf32>
  tile.store_view %x, %v[%i] : tensor<64xf32>, !tile.view<64xf32>
  return
}

// -----

// NaN outside, except for integers, which have none.
// CHECK-LABEL: gpu.func @padding(
// CHECK: arith.constant 0x7FC00000 : f32
// CHECK: tile.load %{{.*}} mask %{{.*}} other %{{.*}} : !tile.ptr, vector<8xi64> -> vector<8xf32>
// CHECK: tile.load %{{.*}} mask %{{[^ ]*}} : !tile.ptr, vector<8xi64> -> vector<8xi32>
func.func @padding(%p: !tile.ptr, %m: i64, %s: i64, %i: i32) attributes {kiln.form = "tile"} {
  %v = tile.make_view %p, [%m], [%s] pad nan : !tile.ptr -> !tile.view<8xf32>
  %x = tile.load_view %v[%i] : !tile.view<8xf32> -> tensor<8xf32>
  tile.print "" %x : tensor<8xf32>
  %w = tile.make_view %p, [%m], [%s] pad nan : !tile.ptr -> !tile.view<8xi32>
  %y = tile.load_view %w[%i] : !tile.view<8xi32> -> tensor<8xi32>
  tile.print "" %y : tensor<8xi32>
  return
}

// -----

// A dimension of extent 1 has one coordinate, which limits all lanes or none.
// CHECK-LABEL: gpu.func @unit_dimensions(
// CHECK: %[[C:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i64
// CHECK: %[[D:.*]] = arith.andi %{{.*}}, %[[C]] : i1
// CHECK: vector.broadcast %[[D]] : i1 to vector<8x1xi1>
// CHECK: tile.load %{{.*}} : !tile.ptr, vector<8x1xi64> -> vector<8x1xf32>
func.func @unit_dimensions(%p: !tile.ptr, %m: i64, %s: i64, %i: i32) attributes {kiln.form = "tile"} {
  %v = tile.make_view %p, [%m, %m], [%s, %s] pad zero : !tile.ptr -> !tile.view<1x8xf32>
  %x = tile.load_view %v[%i, %i] : !tile.view<1x8xf32> -> tensor<8x1xf32>
  tile.print "" %x : tensor<8x1xf32>
  return
}

// -----

// CHECK-LABEL: gpu.func @rows(
// CHECK: %[[R:.*]] = arith.extsi %{{.*}} : vector<4xi32> to vector<4xi64>
// CHECK: arith.muli %[[R]], %{{.*}} : vector<4xi64>
// CHECK: arith.cmpi slt, %[[R]], %{{.*}} : vector<4xi64>
// CHECK: arith.cmpi sge, %[[R]], %{{.*}} : vector<4xi64>
// CHECK: tile.load %{{.*}} mask %{{.*}} : !tile.ptr, vector<4x8xi64> -> vector<4x8xf32>
// CHECK: tile.store %{{.*}} mask %{{.*}} : vector<4x8xf32>, !tile.ptr, vector<4x8xi64>
func.func @rows(%p: !tile.ptr, %m: i64, %s: i64, %i: i32) attributes {kiln.form = "tile"} {
  %v = tile.make_view %p, [%m, %m], [%s, %s] pad zero : !tile.ptr -> !tile.view<1x8xf32>
  %r = tile.range 0 to 4 : tensor<4xi32>
  %x = tile.gather_view %v[%r, %i] : !tile.view<1x8xf32>, tensor<4xi32> -> tensor<4x8xf32>
  tile.scatter_view %x, %v[%r, %i] : tensor<4x8xf32>, !tile.view<1x8xf32>, tensor<4xi32>
  return
}

// -----

// CHECK-LABEL: gpu.func @atomics(
// CHECK: tile.atomic_rmw umax relaxed device %{{.*}}, %{{.*}}[%{{.*}}] mask %{{.*}} : vector<8xi32>, !tile.ptr, vector<8xi64>
func.func @atomics(%p: !tile.ptr, %m: i64, %s: i64, %i: i32) attributes {kiln.form = "tile"} {
  %v = tile.make_view %p, [%m], [%s] pad zero : !tile.ptr -> !tile.view<8xi32>
  %x = tile.range 0 to 8 : tensor<8xi32>
  tile.reduce_view umax %x, %v[%i] : tensor<8xi32>, !tile.view<8xi32>
  return
}

// -----

// A view in a loop, a branch, a select, or of no value is its parts there.
// CHECK-LABEL: gpu.func @carried(
// CHECK: %[[W:.*]]:4 = scf.while {{.*}} : (!tile.ptr, i64, i64, i1) -> (!tile.ptr, i64, i64, i1)
// CHECK: scf.condition(%{{.*}}) %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : !tile.ptr, i64, i64, i1
// CHECK: %[[I:.*]]:4 = scf.if %{{.*}} -> (!tile.ptr, i64, i64, i1)
// CHECK: scf.yield %[[W]]#0, %[[W]]#1, %[[W]]#2, %[[W]]#3 : !tile.ptr, i64, i64, i1
// CHECK: ub.poison : i64
// CHECK: scf.for {{.*}} -> (!tile.ptr, i64, i64, i1)
// CHECK-COUNT-4: arith.select
// CHECK: %[[N:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: vector.broadcast %[[N]] : f32 to vector<8xf32>
func.func @carried(%p: !tile.ptr, %q: !tile.ptr, %m: i64, %s: i64, %i: i32, %c: i1) attributes {kiln.form = "tile"} {
  %v = tile.make_view %p, [%m], [%s] pad zero : !tile.ptr -> !tile.view<8xf32>
  %w = tile.make_view %q, [%m], [%s] pad nan : !tile.ptr -> !tile.view<8xf32>
  %a = scf.while (%x = %v) : (!tile.view<8xf32>) -> !tile.view<8xf32> {
    scf.condition(%c) %x : !tile.view<8xf32>
  } do {
  ^bb0(%x: !tile.view<8xf32>):
    scf.yield %x : !tile.view<8xf32>
  }
  %b = scf.if %c -> !tile.view<8xf32> {
    scf.yield %a : !tile.view<8xf32>
  } else {
    %none = ub.poison : !tile.view<8xf32>
    scf.yield %none : !tile.view<8xf32>
  }
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %d = scf.for %k = %zero to %i step %one iter_args(%x = %b) -> !tile.view<8xf32> : i32 {
    scf.yield %w : !tile.view<8xf32>
  }
  %e = arith.select %c, %d, %w : !tile.view<8xf32>
  %t = tile.load_view %e[%i] : !tile.view<8xf32> -> tensor<8xf32>
  tile.print "" %t : tensor<8xf32>
  return
}
