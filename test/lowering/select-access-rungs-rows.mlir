// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses for a copy engine of two dimensions that moves rows. What they do is run in rungs-run.mlir.
//
// RUN: kiln-opt %s --convert-tile-to-kernel --canonicalize --select-access-rungs="remarks=true copy-dimensions=2" \
// RUN:   -verify-diagnostics | FileCheck %s

// CHECK-LABEL: gpu.func @an_unknown_stride(
// CHECK: %[[IS:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : i64
// CHECK: scf.if %{{.*}} -> (vector<8x16xf32>)
// CHECK: vector.transfer_read
// CHECK: } else {
// CHECK: tile.load
func.func @an_unknown_stride(%p: !tile.ptr, %s: i64) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 16 : tensor<16xi64>
  %ss = tile.broadcast %s : i64 -> tensor<16xi64>
  %o = arith.muli %l, %ss : tensor<16xi64>
  %f = tile.reshape %o : tensor<16xi64> -> tensor<1x16xi64>
  %r = tile.range 0 to 8 : tensor<8xi64>
  %c = arith.constant dense<100> : tensor<8xi64>
  %rc = arith.muli %r, %c : tensor<8xi64>
  %e = tile.reshape %rc : tensor<8xi64> -> tensor<8x1xi64>
  %fs = tile.broadcast %f : tensor<1x16xi64> -> tensor<8x16xi64>
  %es = tile.broadcast %e : tensor<8x1xi64> -> tensor<8x16xi64>
  %a = arith.addi %fs, %es : tensor<8x16xi64>
  // expected-remark @+1 {{rung: strided if the minor stride is 1, else element; runs of 16}}
  %x = tile.load %p[%a] : !tile.ptr, tensor<8x16xi64> -> tensor<8x16xf32>
  tile.print "" %x : tensor<8x16xf32>
  return
}

func.func @a_known_stride(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 16 : tensor<16xi64>
  %c = arith.constant dense<2> : tensor<16xi64>
  %a = arith.muli %l, %c : tensor<16xi64>
  // expected-remark @+1 {{rung: element; the minor stride is 2, and the target copies rows; runs of 1}}
  %x = tile.load %p[%a] : !tile.ptr, tensor<16xi64> -> tensor<16xf32>
  tile.print "" %x : tensor<16xf32>
  return
}

// A column of numbers in a row: the dimension of extent 1 is not the minor one.
// CHECK-LABEL: gpu.func @a_column(
// CHECK: vector.transfer_read %{{.*}} : memref<16xf32, {{.*}}>, vector<16xf32>
// CHECK: vector.shape_cast %{{.*}} : vector<16xf32> to vector<16x1xf32>
// CHECK: vector.shape_cast %{{.*}} : vector<16x1xf32> to vector<16xf32>
// CHECK: vector.transfer_write %{{.*}} : vector<16xf32>, memref<16xf32, {{.*}}>
func.func @a_column(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 16 : tensor<16xi32>
  %a = tile.reshape %l : tensor<16xi32> -> tensor<16x1xi32>
  // expected-remark @+1 {{rung: strided; runs of 16}}
  %x = tile.load %p[%a] : !tile.ptr, tensor<16x1xi32> -> tensor<16x1xf32>
  // expected-remark @+1 {{rung: strided; runs of 16}}
  tile.store %x, %p[%a] : tensor<16x1xf32>, !tile.ptr, tensor<16x1xi32>
  return
}

// A number for each row, wanted in all of its lanes. Two lanes of a store cannot share an element that way.
// CHECK-LABEL: gpu.func @shared_by_columns(
// CHECK: %[[B:.*]] = tile.box_mask[%{{.*}}], [%{{.*}}] : vector<8xi1>
// CHECK: %[[R:.*]] = vector.transfer_read %{{.*}}, %{{.*}}, %[[B]] {{.*}}, vector<8xf32>
// CHECK: %[[C:.*]] = vector.shape_cast %[[R]] : vector<8xf32> to vector<8x1xf32>
// CHECK: %[[D:.*]] = vector.broadcast %[[C]] : vector<8x1xf32> to vector<8x16xf32>
// CHECK: arith.select %{{.*}}, %[[D]], %{{.*}} : vector<8x16xi1>, vector<8x16xf32>
func.func @shared_by_columns(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %r = tile.range 0 to 8 : tensor<8xi32>
  %e = tile.reshape %r : tensor<8xi32> -> tensor<8x1xi32>
  %a = tile.broadcast %e : tensor<8x1xi32> -> tensor<8x16xi32>
  %l = tile.range 0 to 16 : tensor<16xi32>
  %ns = tile.broadcast %n : i32 -> tensor<16xi32>
  %m = arith.cmpi slt, %l, %ns : tensor<16xi32>
  %f = tile.reshape %m : tensor<16xi1> -> tensor<1x16xi1>
  %on = tile.broadcast %f : tensor<1x16xi1> -> tensor<8x16xi1>
  // expected-remark @+1 {{rung: strided; runs of 8}}
  %x = tile.load %p[%a] mask %on : !tile.ptr, tensor<8x16xi32> -> tensor<8x16xf32>
  // expected-remark @+1 {{rung: element; the minor stride is 0, and the target copies rows; runs of 1}}
  tile.store %x, %p[%a] : tensor<8x16xf32>, !tile.ptr, tensor<8x16xi32>
  return
}

// CHECK-LABEL: gpu.func @shared_by_all(
// CHECK: %[[C:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i64
// CHECK: %[[V:.*]] = scf.if %[[C]] -> (f32)
// CHECK: memref.load %{{.*}}[] : memref<f32,
// CHECK: %[[B:.*]] = vector.broadcast %[[V]] : f32 to vector<16xf32>
// CHECK: arith.select %{{.*}}, %[[B]], %{{.*}} : vector<16xi1>, vector<16xf32>
func.func @shared_by_all(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %z = arith.constant dense<0> : tensor<16xi32>
  %l = tile.range 0 to 16 : tensor<16xi32>
  %ns = tile.broadcast %n : i32 -> tensor<16xi32>
  %m = arith.cmpi slt, %l, %ns : tensor<16xi32>
  // expected-remark @+1 {{rung: strided; runs of 1}}
  %x = tile.load %p[%z] mask %m : !tile.ptr, tensor<16xi32> -> tensor<16xf32>
  tile.print "" %x : tensor<16xf32>
  return
}

// Three dimensions, of which two move.
func.func @three_dimensions(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 16 : tensor<16xi32>
  %f = tile.reshape %l : tensor<16xi32> -> tensor<1x1x16xi32>
  %r = tile.range 0 to 8 : tensor<8xi32>
  %c = arith.constant dense<100> : tensor<8xi32>
  %rc = arith.muli %r, %c : tensor<8xi32>
  %e = tile.reshape %rc : tensor<8xi32> -> tensor<1x8x1xi32>
  %fs = tile.broadcast %f : tensor<1x1x16xi32> -> tensor<4x8x16xi32>
  %es = tile.broadcast %e : tensor<1x8x1xi32> -> tensor<4x8x16xi32>
  %a = arith.addi %fs, %es : tensor<4x8x16xi32>
  // expected-remark @+1 {{rung: strided; runs of 16}}
  %x = tile.load %p[%a] : !tile.ptr, tensor<4x8x16xi32> -> tensor<4x8x16xf32>
  // expected-remark @+1 {{rung: element; the tile has more dimensions than the target copies at once; runs of 1}}
  tile.store %x, %p[%a] : tensor<4x8x16xf32>, !tile.ptr, tensor<4x8x16xi32>
  return
}

func.func @half_a_box(%p: !tile.ptr, %n: i32, %k: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %ks = tile.broadcast %k : i32 -> tensor<64xi32>
  %a = arith.cmpi slt, %l, %ns : tensor<64xi32>
  %b = arith.cmpi ne, %l, %ks : tensor<64xi32>
  %m = arith.andi %a, %b : tensor<64xi1>
  // expected-remark @+1 {{rung: element; the mask is not a box, and the target copies boxes; runs of 1}}
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @an_unsigned_remainder(%p: !tile.ptr, %n: i64) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi64>
  %ns = tile.broadcast %n : i64 -> tensor<64xi64>
  %o = tile.remui %l, %ns : tensor<64xi64>
  // expected-remark @+1 {{rung: element; 'tile.remui' has operands that may not fit in 62 bits; runs of 1}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi64> -> tensor<64xf32>
  %q = tile.remui %ns, %l : tensor<64xi64>
  // expected-remark @+1 {{rung: element; 'tile.remui' has a divisor that differs by lane; runs of 1}}
  tile.store %x, %p[%q] : tensor<64xf32>, !tile.ptr, tensor<64xi64>
  return
}
