// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --convert-tile-to-kernel -split-input-file | FileCheck %s

// Names, argument attributes and program order stay; both kernels go into one module.
// CHECK-LABEL: gpu.module @kernels
// CHECK: gpu.func @first(%[[P:.*]]: !tile.ptr {tile.multiple_of = 16 : i32, tile.name = "x"}, %[[N:.*]]: i32) kernel
// CHECK-SAME: attributes {kiln.form = "kernel"}
// CHECK-NEXT: tile.store %[[N]], %[[P]] : i32, !tile.ptr
// CHECK-NEXT: gpu.return
// CHECK: gpu.func @second() kernel
// CHECK-NOT: func.func
func.func @first(%p: !tile.ptr {tile.name = "x", tile.multiple_of = 16 : i32}, %n: i32) attributes {kiln.form = "tile"} {
  tile.store %n, %p : i32, !tile.ptr
  return
}
func.func @second() attributes {kiln.form = "tile"} {
  return
}

// -----

// CHECK-LABEL: gpu.func @ranges
func.func @ranges() attributes {kiln.form = "tile"} {
  // CHECK: %[[S:.*]] = vector.step : vector<8xindex>
  // CHECK-NEXT: %[[A:.*]] = arith.index_cast %[[S]] : vector<8xindex> to vector<8xi32>
  // CHECK-NEXT: tile.print "" %[[A]]
  %a = tile.range 0 to 8 : tensor<8xi32>
  tile.print "" %a : tensor<8xi32>
  // CHECK: %[[T:.*]] = arith.index_cast %{{.*}} : vector<8xindex> to vector<8xi16>
  // CHECK-NEXT: %[[F:.*]] = arith.constant dense<-2> : vector<8xi16>
  // CHECK-NEXT: arith.addi %[[T]], %[[F]] : vector<8xi16>
  %b = tile.range -2 to 6 : tensor<8xi16>
  tile.print "" %b : tensor<8xi16>
  return
}

// -----

// CHECK-LABEL: gpu.func @shapes(
// CHECK-SAME: %[[P:.*]]: f32)
func.func @shapes(%s: f32) attributes {kiln.form = "tile"} {
  // CHECK: vector.broadcast %[[P]] : f32 to vector<1x8xf32>
  %x = tile.broadcast %s : f32 -> tensor<1x8xf32>
  // CHECK: %[[Y:.*]] = vector.broadcast %{{.*}} to vector<4x8xf32>
  %y = tile.broadcast %x : tensor<1x8xf32> -> tensor<4x8xf32>
  // CHECK: %[[Z:.*]] = vector.transpose %[[Y]], [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %z = tile.transpose %y [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  // CHECK: %[[R:.*]] = vector.shape_cast %[[Z]] : vector<8x4xf32> to vector<16x2xf32>
  %r = tile.reshape any_order %z : tensor<8x4xf32> -> tensor<16x2xf32>
  // CHECK: %[[F:.*]] = vector.shape_cast %[[R]] : vector<16x2xf32> to vector<32xf32>
  // CHECK-NEXT: %[[A:.*]], %[[B:.*]] = vector.deinterleave %[[F]] : vector<32xf32> -> vector<16xf32>
  %a, %b = tile.split %r : tensor<16x2xf32> -> tensor<16xf32>
  // CHECK: %[[I:.*]] = vector.interleave %[[B]], %[[A]] : vector<16xf32> -> vector<32xf32>
  // CHECK-NEXT: %[[J:.*]] = vector.shape_cast %[[I]] : vector<32xf32> to vector<16x2xf32>
  %j = tile.join %b, %a : tensor<16xf32> -> tensor<16x2xf32>
  // CHECK: %[[U:.*]] = ub.poison : vector<32x2xf32>
  // CHECK-NEXT: %[[V:.*]] = vector.insert_strided_slice %[[J]], %[[U]] {offsets = [0, 0], strides = [1, 1]}
  // CHECK-NEXT: %[[W:.*]] = vector.insert_strided_slice %[[R]], %[[V]] {offsets = [16, 0], strides = [1, 1]}
  // CHECK-NEXT: tile.print "" %[[W]] : vector<32x2xf32>
  %c = tile.cat %j, %r : tensor<16x2xf32> -> tensor<32x2xf32>
  tile.print "" %c : tensor<32x2xf32>
  return
}

// -----

// A pair of single elements leaves tiles of rank 0.
// CHECK-LABEL: gpu.func @pair(
// CHECK-SAME: %[[S:.*]]: f32)
func.func @pair(%s: f32) attributes {kiln.form = "tile"} {
  %x = tile.broadcast %s : f32 -> tensor<2xf32>
  // CHECK: %[[X:.*]] = vector.broadcast %[[S]] : f32 to vector<2xf32>
  // CHECK-NEXT: %[[A:.*]] = vector.extract %[[X]][0] : f32 from vector<2xf32>
  // CHECK-NEXT: %[[L:.*]] = vector.broadcast %[[A]] : f32 to vector<f32>
  // CHECK-NEXT: %[[B:.*]] = vector.extract %[[X]][1] : f32 from vector<2xf32>
  // CHECK-NEXT: %[[R:.*]] = vector.broadcast %[[B]] : f32 to vector<f32>
  %a, %b = tile.split %x : tensor<2xf32> -> tensor<f32>
  // CHECK-NEXT: %[[U:.*]] = vector.extract %[[R]][] : f32 from vector<f32>
  // CHECK-NEXT: tile.print "" %[[U]], %[[L]] : f32, vector<f32>
  %u = tile.unsplat %b : tensor<f32> -> f32
  tile.print "" %u, %a : f32, tensor<f32>
  return
}

// -----

// CHECK-LABEL: gpu.func @unsplat
// CHECK: %[[S:.*]] = vector.extract %{{.*}}[0, 0] : f32 from vector<1x1xf32>
// CHECK-NEXT: tile.store %[[S]]
func.func @unsplat(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %t = arith.constant dense<1.0> : tensor<1x1xf32>
  %s = tile.unsplat %t : tensor<1x1xf32> -> f32
  tile.store %s, %p : f32, !tile.ptr
  return
}

// -----

// Ops that take vectors as they take tensors keep name and attributes.
// CHECK-LABEL: gpu.func @elementwise(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[C:.*]]: i1)
func.func @elementwise(%p: !tile.ptr, %c: i1) attributes {kiln.form = "tile"} {
  // CHECK: %[[O:.*]] = arith.constant dense<[3, 1, 2, 0]> : vector<4xi32>
  %o = arith.constant dense<[3, 1, 2, 0]> : tensor<4xi32>
  // CHECK: %[[X:.*]] = tile.load %[[P]][%[[O]]] {hint = 1 : i32} : !tile.ptr, vector<4xi32> -> vector<4xf32>
  %x = tile.load %p[%o] {hint = 1 : i32} : !tile.ptr, tensor<4xi32> -> tensor<4xf32>
  // CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[X]] fastmath<contract> : vector<4xf32>
  %y = arith.mulf %x, %x fastmath<contract> : tensor<4xf32>
  // CHECK: %[[E:.*]] = math.exp2 %[[Y]] : vector<4xf32>
  %e = math.exp2 %y : tensor<4xf32>
  // CHECK: %[[M:.*]] = arith.cmpf uno, %[[E]], %[[Y]] : vector<4xf32>
  %m = arith.cmpf uno, %e, %y : tensor<4xf32>
  // CHECK: %[[S:.*]] = arith.select %[[C]], %[[E]], %[[Y]] : vector<4xf32>
  %s = arith.select %c, %e, %y : tensor<4xf32>
  // CHECK: %[[D:.*]] = tile.divsi %{{.*}}, %[[O]] : vector<4xi32>
  %i = tile.fptosi %y : tensor<4xf32> -> tensor<4xi32>
  %d = tile.divsi %i, %o : tensor<4xi32>
  // CHECK: tile.store %[[S]], %[[P]][%[[D]]] mask %[[M]] : vector<4xf32>, !tile.ptr, vector<4xi32>
  tile.store %s, %p[%d] mask %m : tensor<4xf32>, !tile.ptr, tensor<4xi32>
  return
}

// -----

// CHECK-LABEL: gpu.func @pointer_tiles
// CHECK: tile.load %{{.*}} : vector<4x!tile.ptr> -> vector<4x!tile.ptr>
func.func @pointer_tiles(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %t = tile.broadcast %p : !tile.ptr -> tensor<4x!tile.ptr>
  %q = tile.load %t : tensor<4x!tile.ptr> -> tensor<4x!tile.ptr>
  tile.print "" %q : tensor<4x!tile.ptr>
  return
}

// -----

// Regions move with their ops; a combiner works on scalars as before.
// CHECK-LABEL: gpu.func @regions(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[N:.*]]: index, %[[C:.*]]: i1)
func.func @regions(%p: !tile.ptr, %n: index, %c: i1) attributes {kiln.form = "tile"} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<4xf32>
  // CHECK: %[[L:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (vector<4xf32>) {
  %l = scf.for %i = %zero to %n step %one iter_args(%acc = %z) -> (tensor<4xf32>) {
    // CHECK: %[[I:.*]] = scf.if %[[C]] -> (vector<4xf32>) {
    %t = scf.if %c -> (tensor<4xf32>) {
      %u = arith.addf %acc, %acc : tensor<4xf32>
      // CHECK: scf.yield %{{.*}} : vector<4xf32>
      scf.yield %u : tensor<4xf32>
    } else {
      // CHECK: scf.yield %[[A]] : vector<4xf32>
      scf.yield %acc : tensor<4xf32>
    }
    scf.yield %t : tensor<4xf32>
  }
  // CHECK: scf.while (%{{.*}} = %[[L]]) : (vector<4xf32>) -> vector<4xf32> {
  // CHECK: scf.condition(%[[C]]) %{{.*}} : vector<4xf32>
  // CHECK: ^bb0(%{{.*}}: vector<4xf32>):
  %w = scf.while (%v = %l) : (tensor<4xf32>) -> tensor<4xf32> {
    scf.condition(%c) %v : tensor<4xf32>
  } do {
  ^bb0(%v: tensor<4xf32>):
    scf.yield %v : tensor<4xf32>
  }
  // CHECK: tile.reduce %{{.*}} axis 0 : (vector<4xf32>) -> f32 {
  // CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32):
  // CHECK-NEXT: %[[Z:.*]] = arith.maxnumf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: tile.yield %[[Z]] : f32
  %r = tile.reduce %w axis 0 : (tensor<4xf32>) -> f32 {
  ^bb0(%a: f32, %b: f32):
    %m = arith.maxnumf %a, %b : f32
    tile.yield %m : f32
  }
  tile.store %r, %p : f32, !tile.ptr
  return
}
