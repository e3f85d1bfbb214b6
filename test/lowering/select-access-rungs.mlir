// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the strided rung is made of. Which access gets it: select-access-rungs-remarks.mlir.
//
// RUN: kiln-opt %s --convert-tile-to-kernel --canonicalize --select-access-rungs --canonicalize --cse | FileCheck %s

func.func @block(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %b = arith.constant 64 : i32
  %first = arith.muli %pid, %b : i32
  %f = tile.broadcast %first : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %f, %l : tensor<64xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %x, %p[%o] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}

// CHECK-LABEL: gpu.func @block(
// CHECK-SAME: %[[P:.*]]: !tile.ptr,
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK: %[[FIRST:.*]] = arith.muli
// CHECK: %[[O:.*]] = arith.extsi %[[FIRST]] : i32 to i64
// CHECK: %[[V:.*]] = tile.view %[[P]] + %[[O]] strides[%[[ONE]]] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
// CHECK: %[[X:.*]] = vector.transfer_read %[[V]][%{{.*}}], %{{.*}} {in_bounds = [true]} : memref<64xf32, {{.*}}>, vector<64xf32>
// CHECK: vector.transfer_write %[[X]], %[[V]][%{{.*}}] {in_bounds = [true]} : vector<64xf32>

func.func @guard(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %f, %l : tensor<64xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %x, %p[%o] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}

// The first and the last lane have to fit.
// CHECK-LABEL: gpu.func @guard(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[N:.*]]: i32)
// CHECK-DAG: %[[MOST:.*]] = arith.constant 2147483647 : i64
// CHECK-DAG: %[[REACH:.*]] = arith.constant 63 : i64
// CHECK: %[[OFFS:.*]] = arith.addi %{{.*}} : vector<64xi32>
// CHECK: %[[O:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[LAST:.*]] = arith.addi %[[O]], %[[REACH]] : i64
// CHECK: arith.cmpi sle, %[[LAST]], %[[MOST]] : i64
// CHECK: %[[X:.*]] = scf.if %{{.*}} -> (vector<64xf32>) {
// CHECK: tile.view %[[P]] + %[[O]] strides
// CHECK: %[[R:.*]] = vector.transfer_read
// CHECK: scf.yield %[[R]]
// CHECK: } else {
// CHECK: %[[E:.*]] = tile.load %[[P]][%[[OFFS]]] : !tile.ptr, vector<64xi32> -> vector<64xf32>
// CHECK: scf.yield %[[E]]
// CHECK: scf.if
// CHECK: vector.transfer_write %[[X]]
// CHECK: } else {
// CHECK: tile.store %[[X]], %[[P]][%[[OFFS]]]

func.func @rows(%p: !tile.ptr, %s: i64, %o: i64) attributes {kiln.form = "tile"} {
  %r = tile.range 0 to 4 : tensor<4xi32>
  %c = tile.range 0 to 8 : tensor<8xi32>
  %r64 = arith.extsi %r : tensor<4xi32> to tensor<4xi64>
  %c64 = arith.extsi %c : tensor<8xi32> to tensor<8xi64>
  %ss = tile.broadcast %s : i64 -> tensor<4xi64>
  %rs = arith.muli %r64, %ss : tensor<4xi64>
  %ru = tile.reshape %rs : tensor<4xi64> -> tensor<4x1xi64>
  %cu = tile.reshape %c64 : tensor<8xi64> -> tensor<1x8xi64>
  %rb = tile.broadcast %ru : tensor<4x1xi64> -> tensor<4x8xi64>
  %cb = tile.broadcast %cu : tensor<1x8xi64> -> tensor<4x8xi64>
  %os = tile.broadcast %o : i64 -> tensor<4x8xi64>
  %rc = arith.addi %rb, %cb : tensor<4x8xi64>
  %offs = arith.addi %rc, %os : tensor<4x8xi64>
  %x = tile.load %p[%offs] : !tile.ptr, tensor<4x8xi64> -> tensor<4x8xf16>
  %t = tile.transpose %offs [1, 0] : tensor<4x8xi64> -> tensor<8x4xi64>
  %y = tile.load %p[%t] : !tile.ptr, tensor<8x4xi64> -> tensor<8x4xf16>
  %z = tile.load %p[%rb] : !tile.ptr, tensor<4x8xi64> -> tensor<4x8xf16>
  tile.print "" %x, %y, %z : tensor<4x8xf16>, tensor<8x4xf16>, tensor<4x8xf16>
  return
}

// CHECK-LABEL: gpu.func @rows(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[S:.*]]: i64, %[[O:.*]]: i64)
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK: tile.view %[[P]] + %[[O]] strides[%[[S]], %[[ONE]]] : !tile.ptr -> memref<4x8xf16,
// CHECK: tile.view %[[P]] + %[[O]] strides[%[[ONE]], %[[S]]] : !tile.ptr -> memref<8x4xf16,
// CHECK: tile.view %[[P]] + %[[ZERO]] strides[%[[S]], %[[ZERO]]] : !tile.ptr -> memref<4x8xf16,

func.func @backwards(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %last = arith.constant dense<63> : tensor<64xi32>
  %o = arith.subi %last, %l : tensor<64xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @backwards(
// CHECK-SAME: %[[P:.*]]: !tile.ptr)
// CHECK-DAG: %[[DOWN:.*]] = arith.constant -1 : i64
// CHECK-DAG: %[[LAST:.*]] = arith.constant 63 : i64
// CHECK: tile.view %[[P]] + %[[LAST]] strides[%[[DOWN]]]

func.func @guard_of_a_stride(%p: !tile.ptr, %s: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ss = tile.broadcast %s : i32 -> tensor<64xi32>
  %o = arith.muli %l, %ss : tensor<64xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// Whether the last lane is the highest or the lowest depends on the stride's sign.
// CHECK-LABEL: gpu.func @guard_of_a_stride(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[S:.*]]: i32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[LEAST:.*]] = arith.constant -2147483648 : i64
// CHECK-DAG: %[[MOST:.*]] = arith.constant 2147483647 : i64
// CHECK-DAG: %[[REACH:.*]] = arith.constant 63 : i64
// CHECK: %[[W:.*]] = arith.extsi %[[S]] : i32 to i64
// CHECK: %[[LAST:.*]] = arith.muli %[[W]], %[[REACH]] : i64
// CHECK: %[[LOW:.*]] = arith.minsi %[[LAST]], %[[ZERO]] : i64
// CHECK: %[[HIGH:.*]] = arith.maxsi %[[LAST]], %[[ZERO]] : i64
// CHECK: arith.cmpi sge, %[[LOW]], %[[LEAST]] : i64
// CHECK: arith.cmpi sle, %[[HIGH]], %[[MOST]] : i64
// CHECK: scf.if
// CHECK: tile.view %[[P]] + %[[ZERO]] strides[%[[W]]]

//===-- memory types ------------------------------------------------------------===//

func.func @booleans(%p: !tile.ptr, %q: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %l, %ns : tensor<64xi32>
  %t = arith.constant dense<true> : tensor<64xi1>
  %x = tile.load %p[%l] mask %m other %t : !tile.ptr, tensor<64xi32> -> tensor<64xi1>
  tile.store %x, %q[%l] : tensor<64xi1>, !tile.ptr, tensor<64xi32>
  %s = tile.load %p : !tile.ptr -> i1
  tile.store %s, %q : i1, !tile.ptr
  return
}

// A boolean is a byte in memory, 0 or not. Its `other` is selected, not padded.
// CHECK-LABEL: gpu.func @booleans(
// CHECK: %[[M:.*]] = tile.box_mask
// CHECK: %[[B:.*]] = vector.transfer_read %{{.*}}, %[[M]] {in_bounds = [true]} : memref<64xi8, {{.*}}>, vector<64xi8>
// CHECK: %[[V:.*]] = arith.cmpi ne, %[[B]], %{{.*}} : vector<64xi8>
// CHECK: %[[X:.*]] = arith.select %[[M]], %[[V]], %{{.*}} : vector<64xi1>, vector<64xi1>
// CHECK: %[[W:.*]] = arith.extui %[[X]] : vector<64xi1> to vector<64xi8>
// CHECK: vector.transfer_write %[[W]], %{{.*}} : vector<64xi8>, memref<64xi8,
// CHECK: %[[S:.*]] = memref.load %{{.*}}[] : memref<i8, strided<[], offset: ?>, #tile.space<"global">>
// CHECK: %[[C:.*]] = arith.cmpi ne, %[[S]], %{{.*}} : i8
// CHECK: %[[D:.*]] = arith.extui %[[C]] : i1 to i8
// CHECK: memref.store %[[D]], %{{.*}}[] : memref<i8, strided<[], offset: ?>, #tile.space<"global">>

func.func @scalars(%p: !tile.ptr<"scratch">) attributes {kiln.form = "tile"} {
  %s = tile.load %p : !tile.ptr<"scratch"> -> f32
  tile.store %s, %p : f32, !tile.ptr<"scratch">
  return
}

// CHECK-LABEL: gpu.func @scalars(
// CHECK-SAME: %[[P:.*]]: !tile.ptr<"scratch">)
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK: %[[V:.*]] = tile.view %[[P]] + %[[ZERO]] strides[] : <"scratch"> -> memref<f32, strided<[], offset: ?>, #tile.space<"scratch">>
// CHECK: %[[S:.*]] = memref.load %[[V]][]
// CHECK: memref.store %[[S]], %[[V]][]

//===-- other -------------------------------------------------------------------===//


func.func @other_is_a_constant(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %l, %ns : tensor<64xi32>
  %z = arith.constant dense<0xFF800000> : tensor<64xf32>
  %x = tile.load %p[%l] mask %m other %z : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @other_is_a_constant(
// CHECK: %[[PAD:.*]] = arith.constant 0xFF800000 : f32
// CHECK: %[[X:.*]] = vector.transfer_read %{{.*}}[%{{.*}}], %[[PAD]], %{{.*}} {in_bounds = [true]}
// CHECK-NEXT: tile.print "" %[[X]]

func.func @other_is_a_scalar(%p: !tile.ptr, %n: i32, %s: f32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %l, %ns : tensor<64xi32>
  %z = tile.broadcast %s : f32 -> tensor<64xf32>
  %x = tile.load %p[%l] mask %m other %z : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @other_is_a_scalar(
// CHECK-SAME: %[[S:[a-z0-9]+]]: f32)
// CHECK: %[[X:.*]] = vector.transfer_read %{{.*}}[%{{.*}}], %[[S]], %{{.*}} {in_bounds = [true]}
// CHECK-NEXT: tile.print "" %[[X]]

func.func @other_is_a_tile(%p: !tile.ptr, %q: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %l, %ns : tensor<64xi32>
  %z = tile.load %q[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  %x = tile.load %p[%l] mask %m other %z : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @other_is_a_tile(
// CHECK: %[[PAD:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[Z:.*]] = vector.transfer_read
// CHECK: %[[M:.*]] = tile.box_mask
// CHECK: %[[R:.*]] = vector.transfer_read %{{.*}}[%{{.*}}], %[[PAD]], %[[M]] {in_bounds = [true]}
// CHECK: %[[X:.*]] = arith.select %[[M]], %[[R]], %[[Z]] : vector<64xi1>, vector<64xf32>
// CHECK: tile.print "" %[[X]]
