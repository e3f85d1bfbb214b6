// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @add_nothing(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[T:.*]]: tensor<4x!tile.ptr>)
// CHECK-NEXT: return %[[P]], %[[T]]
func.func @add_nothing(%p: !tile.ptr, %t: tensor<4x!tile.ptr>) -> (!tile.ptr, tensor<4x!tile.ptr>) {
  %z = arith.constant 0 : i32
  %zs = arith.constant dense<0> : tensor<4xi32>
  %q = tile.ptr_add %p, %z x f64 : !tile.ptr, i32
  %u = tile.ptr_add %t, %zs x f64 : tensor<4x!tile.ptr>, tensor<4xi32>
  return %q, %u : !tile.ptr, tensor<4x!tile.ptr>
}

// -----

// CHECK-LABEL: func.func @merge_steps(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK: %[[S:.*]] = arith.addi %[[A]], %[[B]] : i64
// CHECK: tile.ptr_add %[[P]], %[[S]] x f32
func.func @merge_steps(%p: !tile.ptr, %a: i64, %b: i64) -> !tile.ptr {
  %q = tile.ptr_add %p, %a x i32 : !tile.ptr, i64
  %r = tile.ptr_add %q, %b x f32 : !tile.ptr, i64
  return %r : !tile.ptr
}

// -----

// The sum of two i32 offsets may wrap where two steps do not.
// CHECK-LABEL: func.func @keep_narrow_steps(
// CHECK-COUNT-2: tile.ptr_add
func.func @keep_narrow_steps(%p: !tile.ptr, %a: i32, %b: i32) -> !tile.ptr {
  %q = tile.ptr_add %p, %a x f32 : !tile.ptr, i32
  %r = tile.ptr_add %q, %b x f32 : !tile.ptr, i32
  return %r : !tile.ptr
}

// -----

// CHECK-LABEL: func.func @keep_steps_of_two_sizes(
// CHECK: tile.ptr_add %{{.*}} x f32
// CHECK: tile.ptr_add %{{.*}} x f16
func.func @keep_steps_of_two_sizes(%p: !tile.ptr, %a: i64, %b: i64) -> !tile.ptr {
  %q = tile.ptr_add %p, %a x f32 : !tile.ptr, i64
  %r = tile.ptr_add %q, %b x f16 : !tile.ptr, i64
  return %r : !tile.ptr
}

// -----

// CHECK-LABEL: func.func @pointer_casts(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[I:.*]]: i64)
// CHECK-NEXT: return %[[P]], %[[I]]
func.func @pointer_casts(%p: !tile.ptr, %i: i64) -> (!tile.ptr, i64) {
  %a = tile.ptr_to_int %p : !tile.ptr -> i64
  %q = tile.int_to_ptr %a : i64 -> !tile.ptr
  %r = tile.int_to_ptr %i : i64 -> !tile.ptr
  %b = tile.ptr_to_int %r : !tile.ptr -> i64
  return %q, %b : !tile.ptr, i64
}

// -----

// CHECK-LABEL: func.func @keep_a_change_of_space(
// CHECK: tile.ptr_to_int
// CHECK: tile.int_to_ptr
func.func @keep_a_change_of_space(%p: !tile.ptr<"scratch">) -> !tile.ptr {
  %a = tile.ptr_to_int %p : !tile.ptr<"scratch"> -> i64
  %q = tile.int_to_ptr %a : i64 -> !tile.ptr
  return %q : !tile.ptr
}

// -----

// CHECK-LABEL: func.func @true_masks(
// CHECK: %[[V:.*]] = tile.load %{{.*}}[%{{[^ ]*}}] : !tile.ptr, tensor<4xi32> -> tensor<4xf32>
// CHECK-NEXT: tile.store %[[V]], %{{.*}}[%{{[^ ]*}}] : tensor<4xf32>, !tile.ptr, tensor<4xi32>
func.func @true_masks(%p: !tile.ptr, %o: tensor<4xi32>, %z: tensor<4xf32>) {
  %m = arith.constant dense<true> : tensor<4xi1>
  %v = tile.load %p[%o] mask %m other %z : !tile.ptr, tensor<4xi32> -> tensor<4xf32>
  tile.store %v, %p[%o] mask %m : tensor<4xf32>, !tile.ptr, tensor<4xi32>
  return
}

// -----

// CHECK-LABEL: func.func @false_masks(
// CHECK-NOT: tile.store
// CHECK: return
func.func @false_masks(%p: !tile.ptr, %o: tensor<4xi32>, %z: tensor<4xf32>, %s: f32) {
  %m = arith.constant dense<false> : tensor<4xi1>
  %n = arith.constant false
  tile.store %z, %p[%o] mask %m : tensor<4xf32>, !tile.ptr, tensor<4xi32>
  tile.store %s, %p mask %n : f32, !tile.ptr
  return
}

// -----

// CHECK-LABEL: func.func @mixed_masks(
// CHECK: %[[M:.*]] = arith.constant dense<[true, false, true, true]>
// CHECK: tile.load %{{.*}} mask %[[M]] other
// CHECK: tile.store %{{.*}} mask %[[M]]
func.func @mixed_masks(%p: !tile.ptr, %o: tensor<4xi32>, %z: tensor<4xf32>) {
  %m = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
  %v = tile.load %p[%o] mask %m other %z : !tile.ptr, tensor<4xi32> -> tensor<4xf32>
  tile.store %v, %p[%o] mask %m : tensor<4xf32>, !tile.ptr, tensor<4xi32>
  return
}

// -----

// A volatile load stays though nothing uses it; a plain one goes.
// CHECK-LABEL: func.func @unused_loads(
// CHECK-NEXT: tile.load volatile
// CHECK-NEXT: return
func.func @unused_loads(%p: !tile.ptr) {
  %v = tile.load volatile %p : !tile.ptr -> f32
  %w = tile.load %p : !tile.ptr -> f32
  return
}

// -----

// CHECK-LABEL: func.func @broadcasts(
// CHECK-SAME: %[[S:.*]]: f32, %[[T:.*]]: tensor<4x8xf32>)
// CHECK-DAG: %[[I:.*]] = arith.constant dense<-3> : tensor<4xi16>
// CHECK-DAG: %[[F:.*]] = arith.constant dense<1.500000e+00> : tensor<4x8xf32>
// CHECK: %[[B:.*]] = tile.broadcast %[[S]] : f32 -> tensor<4x8xf32>
// CHECK-NEXT: return %[[T]], %[[B]], %[[I]], %[[F]]
func.func @broadcasts(%s: f32, %t: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xi16>, tensor<4x8xf32>) {
  %same = tile.broadcast %t : tensor<4x8xf32> -> tensor<4x8xf32>
  %row = tile.broadcast %s : f32 -> tensor<1x8xf32>
  %twice = tile.broadcast %row : tensor<1x8xf32> -> tensor<4x8xf32>
  %c = arith.constant -3 : i16
  %cs = tile.broadcast %c : i16 -> tensor<4xi16>
  %d = arith.constant dense<1.5> : tensor<4x1xf32>
  %ds = tile.broadcast %d : tensor<4x1xf32> -> tensor<4x8xf32>
  return %same, %twice, %cs, %ds : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xi16>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @keep_a_broadcast_of_a_row(
// CHECK: %[[R:.*]] = tile.broadcast %{{.*}} : tensor<1x1xf32> -> tensor<1x8xf32>
// CHECK: tile.broadcast %[[R]] : tensor<1x8xf32> -> tensor<4x8xf32>
func.func @keep_a_broadcast_of_a_row(%s: tensor<1x1xf32>) -> tensor<4x8xf32> {
  %row = tile.broadcast %s : tensor<1x1xf32> -> tensor<1x8xf32>
  %t = tile.broadcast %row : tensor<1x8xf32> -> tensor<4x8xf32>
  return %t : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @reshapes(
// CHECK-SAME: %[[T:.*]]: tensor<4xf32>)
// CHECK: %[[C:.*]] = arith.constant dense<2> : tensor<2x2xi32>
// CHECK-NEXT: return %[[T]], %[[C]]
func.func @reshapes(%t: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xi32>) {
  %same = tile.reshape %t : tensor<4xf32> -> tensor<4xf32>
  %c = arith.constant dense<2> : tensor<4xi32>
  %d = tile.reshape %c : tensor<4xi32> -> tensor<2x2xi32>
  return %same, %d : tensor<4xf32>, tensor<2x2xi32>
}

// -----

// CHECK-LABEL: func.func @transposes(
// CHECK-SAME: %[[T:.*]]: tensor<4x4xf32>)
// CHECK: %[[C:.*]] = arith.constant dense<2> : tensor<2x4xi32>
// CHECK: %[[X:.*]] = tile.transpose %[[T]] [1, 0]
// CHECK-NEXT: return %[[T]], %[[C]], %[[X]]
func.func @transposes(%t: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<2x4xi32>, tensor<4x4xf32>) {
  %same = tile.transpose %t [0, 1] : tensor<4x4xf32> -> tensor<4x4xf32>
  %c = arith.constant dense<2> : tensor<4x2xi32>
  %d = tile.transpose %c [1, 0] : tensor<4x2xi32> -> tensor<2x4xi32>
  // Equal types are not enough.
  %x = tile.transpose %t [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  return %same, %d, %x : tensor<4x4xf32>, tensor<2x4xi32>, tensor<4x4xf32>
}

// Shifts by nothing, and of everything.
// CHECK-LABEL: func.func @shift_counts
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>)
// CHECK: %[[Z:.*]] = arith.constant dense<0> : tensor<4xi32>
// CHECK: return %[[X]], %[[X]], %[[X]], %[[Z]], %[[Z]]
func.func @shift_counts(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %none = arith.constant dense<0> : tensor<4xi32>
  %all = arith.constant dense<32> : tensor<4xi32>
  %a = tile.shli %x, %none : tensor<4xi32>
  %b = tile.shrui %x, %none : tensor<4xi32>
  %c = tile.shrsi %x, %none : tensor<4xi32>
  %d = tile.shli %x, %all : tensor<4xi32>
  %e = tile.shrui %x, %all : tensor<4xi32>
  return %a, %b, %c, %d, %e : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
