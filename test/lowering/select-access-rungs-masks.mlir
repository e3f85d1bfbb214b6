// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Masks that are boxes: the limits of tile.box_mask. Which mask is a box, and
// which is not: select-access-rungs-remarks.mlir.
//
// RUN: kiln-opt %s --convert-tile-to-kernel --canonicalize --select-access-rungs --canonicalize --cse | FileCheck %s

//===-- one limit: i against n, and n against i ---------------------------------===//

func.func @i_slt_n(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %l, %ns : tensor<64xi32>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @i_slt_n(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[EXTENT:.*]] = arith.constant 64 : i64
// CHECK: %[[W:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[A:.*]] = arith.maxsi %[[W]], %[[ZERO]] : i64
// CHECK: %[[B:.*]] = arith.minsi %[[A]], %[[EXTENT]] : i64
// CHECK: tile.box_mask[%[[ZERO]]], [%[[B]]] : vector<64xi1>

func.func @i_sle_n(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi sle, %l, %ns : tensor<64xi32>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @i_sle_n(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[EXTENT:.*]] = arith.constant 64 : i64
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK: %[[W:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[E:.*]] = arith.addi %[[W]], %[[ONE]] : i64
// CHECK: %[[A:.*]] = arith.maxsi %[[E]], %[[ZERO]] : i64
// CHECK: %[[B:.*]] = arith.minsi %[[A]], %[[EXTENT]] : i64
// CHECK: tile.box_mask[%[[ZERO]]], [%[[B]]] : vector<64xi1>

func.func @i_sgt_n(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi sgt, %l, %ns : tensor<64xi32>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @i_sgt_n(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[EXTENT:.*]] = arith.constant 64 : i64
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK: %[[W:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[E:.*]] = arith.addi %[[W]], %[[ONE]] : i64
// CHECK: %[[A:.*]] = arith.maxsi %[[E]], %[[ZERO]] : i64
// CHECK: %[[B:.*]] = arith.minsi %[[A]], %[[EXTENT]] : i64
// CHECK: tile.box_mask[%[[B]]], [%[[EXTENT]]] : vector<64xi1>

func.func @i_sge_n(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi sge, %l, %ns : tensor<64xi32>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @i_sge_n(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[EXTENT:.*]] = arith.constant 64 : i64
// CHECK: %[[W:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[A:.*]] = arith.maxsi %[[W]], %[[ZERO]] : i64
// CHECK: %[[B:.*]] = arith.minsi %[[A]], %[[EXTENT]] : i64
// CHECK: tile.box_mask[%[[B]]], [%[[EXTENT]]] : vector<64xi1>

func.func @n_slt_i(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %ns, %l : tensor<64xi32>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @n_slt_i(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[EXTENT:.*]] = arith.constant 64 : i64
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK: %[[W:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[E:.*]] = arith.addi %[[W]], %[[ONE]] : i64
// CHECK: %[[A:.*]] = arith.maxsi %[[E]], %[[ZERO]] : i64
// CHECK: %[[B:.*]] = arith.minsi %[[A]], %[[EXTENT]] : i64
// CHECK: tile.box_mask[%[[B]]], [%[[EXTENT]]] : vector<64xi1>

func.func @n_sle_i(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi sle, %ns, %l : tensor<64xi32>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @n_sle_i(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[EXTENT:.*]] = arith.constant 64 : i64
// CHECK: %[[W:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[A:.*]] = arith.maxsi %[[W]], %[[ZERO]] : i64
// CHECK: %[[B:.*]] = arith.minsi %[[A]], %[[EXTENT]] : i64
// CHECK: tile.box_mask[%[[B]]], [%[[EXTENT]]] : vector<64xi1>

func.func @n_sgt_i(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi sgt, %ns, %l : tensor<64xi32>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @n_sgt_i(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[EXTENT:.*]] = arith.constant 64 : i64
// CHECK: %[[W:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[A:.*]] = arith.maxsi %[[W]], %[[ZERO]] : i64
// CHECK: %[[B:.*]] = arith.minsi %[[A]], %[[EXTENT]] : i64
// CHECK: tile.box_mask[%[[ZERO]]], [%[[B]]] : vector<64xi1>

func.func @n_sge_i(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi sge, %ns, %l : tensor<64xi32>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @n_sge_i(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[EXTENT:.*]] = arith.constant 64 : i64
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK: %[[W:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[E:.*]] = arith.addi %[[W]], %[[ONE]] : i64
// CHECK: %[[A:.*]] = arith.maxsi %[[E]], %[[ZERO]] : i64
// CHECK: %[[B:.*]] = arith.minsi %[[A]], %[[EXTENT]] : i64
// CHECK: tile.box_mask[%[[ZERO]]], [%[[B]]] : vector<64xi1>

//===-- several limits ------------------------------------------------------------===//

func.func @both_sides(%p: !tile.ptr, %n: i32, %k: i32, %j: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %ks = tile.broadcast %k : i32 -> tensor<64xi32>
  %js = tile.broadcast %j : i32 -> tensor<64xi32>
  %a = arith.cmpi slt, %l, %ns : tensor<64xi32>
  %b = arith.cmpi sge, %l, %ks : tensor<64xi32>
  %c = arith.cmpi slt, %l, %js : tensor<64xi32>
  %ab = arith.andi %a, %b : tensor<64xi1>
  %m = arith.andi %ab, %c : tensor<64xi1>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// The least of the upper limits counts.
// CHECK-LABEL: gpu.func @both_sides(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32, %[[K:[a-z0-9]+]]: i32, %[[J:[a-z0-9]+]]: i32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[KW:.*]] = arith.extsi %[[K]] : i32 to i64
// CHECK-DAG: %[[NW:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK-DAG: %[[JW:.*]] = arith.extsi %[[J]] : i32 to i64
// CHECK-DAG: %[[LEAST:.*]] = arith.minsi %[[NW]], %[[JW]] : i64
// CHECK-DAG: %[[A:.*]] = arith.maxsi %[[LEAST]], %[[ZERO]] : i64
// CHECK-DAG: %[[HIGH:.*]] = arith.minsi %[[A]], %{{.*}} : i64
// CHECK-DAG: %[[B:.*]] = arith.maxsi %[[KW]], %[[ZERO]] : i64
// CHECK-DAG: %[[LOW:.*]] = arith.minsi %[[B]], %{{.*}} : i64
// CHECK: tile.box_mask[%[[LOW]]], [%[[HIGH]]] : vector<64xi1>

// The offsets of a block against the end of the array: n - 64 * pid lanes are on.
func.func @block(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %b = arith.constant 64 : i32
  %first = arith.muli %pid, %b : i32
  %f = tile.broadcast %first : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %f, %l : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %o, %ns : tensor<64xi32>
  %x = tile.load %p[%o] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// CHECK-LABEL: gpu.func @block(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32)
// CHECK-DAG: %[[FIRST:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK-DAG: %[[W:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[LEFT:.*]] = arith.subi %[[W]], %[[FIRST]] : i64
// CHECK: arith.maxsi %[[LEFT]]

func.func @backwards(%p: !tile.ptr, %n: i8) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %w = arith.extsi %n : i8 to i32
  %ns = tile.broadcast %w : i32 -> tensor<64xi32>
  %d = arith.subi %ns, %l : tensor<64xi32>
  %z = arith.constant dense<0> : tensor<64xi32>
  %m = arith.cmpi sgt, %d, %z : tensor<64xi32>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// n - i > 0 is i < n.
// CHECK-LABEL: gpu.func @backwards(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i8)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK: %[[W:.*]] = arith.extsi %[[N]] : i8 to i64
// CHECK: %[[A:.*]] = arith.maxsi %[[W]], %[[ZERO]] : i64
// CHECK: %[[HIGH:.*]] = arith.minsi %[[A]]
// CHECK: tile.box_mask[%[[ZERO]]], [%[[HIGH]]]

//===-- several dimensions --------------------------------------------------------===//

func.func @rows_and_columns(%p: !tile.ptr, %m: i32, %n: i32) attributes {kiln.form = "tile"} {
  %r = tile.range 0 to 4 : tensor<4xi32>
  %c = tile.range 0 to 8 : tensor<8xi32>
  %ms = tile.broadcast %m : i32 -> tensor<4xi32>
  %ns = tile.broadcast %n : i32 -> tensor<8xi32>
  %rm = arith.cmpi slt, %r, %ms : tensor<4xi32>
  %cm = arith.cmpi sge, %c, %ns : tensor<8xi32>
  %ru = tile.reshape %rm : tensor<4xi1> -> tensor<4x1xi1>
  %cu = tile.reshape %cm : tensor<8xi1> -> tensor<1x8xi1>
  %rb = tile.broadcast %ru : tensor<4x1xi1> -> tensor<4x8xi1>
  %cb = tile.broadcast %cu : tensor<1x8xi1> -> tensor<4x8xi1>
  %mask = arith.andi %rb, %cb : tensor<4x8xi1>
  %z = arith.constant dense<0> : tensor<4x8xi32>
  %x = tile.load %p[%z] mask %mask : !tile.ptr, tensor<4x8xi32> -> tensor<4x8xf32>
  %t = tile.transpose %mask [1, 0] : tensor<4x8xi1> -> tensor<8x4xi1>
  %zt = arith.constant dense<0> : tensor<8x4xi32>
  %y = tile.load %p[%zt] mask %t : !tile.ptr, tensor<8x4xi32> -> tensor<8x4xf32>
  tile.print "" %x, %y : tensor<4x8xf32>, tensor<8x4xf32>
  return
}

// Rows have an upper limit, columns a lower one; transposed they change places.
// CHECK-LABEL: gpu.func @rows_and_columns(
// CHECK-SAME: %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i64
// CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8 : i64
// CHECK-DAG: %[[MW:.*]] = arith.extsi %[[M]] : i32 to i64
// CHECK-DAG: %[[NW:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK-DAG: %[[MA:.*]] = arith.maxsi %[[MW]], %[[ZERO]] : i64
// CHECK-DAG: %[[HIGH:.*]] = arith.minsi %[[MA]], %[[FOUR]] : i64
// CHECK-DAG: %[[NA:.*]] = arith.maxsi %[[NW]], %[[ZERO]] : i64
// CHECK-DAG: %[[LOW:.*]] = arith.minsi %[[NA]], %[[EIGHT]] : i64
// CHECK: tile.box_mask[%[[ZERO]], %[[LOW]]], [%[[HIGH]], %[[EIGHT]]] : vector<4x8xi1>
// CHECK: tile.box_mask[%[[LOW]], %[[ZERO]]], [%[[EIGHT]], %[[HIGH]]] : vector<8x4xi1>

//===-- conditions and residuals --------------------------------------------------===//

func.func @uniform(%p: !tile.ptr, %n: i32, %on: i1) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %a = arith.cmpi sge, %l, %ns : tensor<64xi32>
  %b = tile.broadcast %on : i1 -> tensor<64xi1>
  %m = arith.andi %a, %b : tensor<64xi1>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// A condition of all lanes empties the box.
// CHECK-LABEL: gpu.func @uniform(
// CHECK-SAME: %[[ON:[a-z0-9]+]]: i1)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[EXTENT:.*]] = arith.constant 64 : i64
// CHECK: %[[LOW:.*]] = arith.minsi
// CHECK: %[[HIGH:.*]] = arith.select %[[ON]], %[[EXTENT]], %[[ZERO]] : i64
// CHECK: tile.box_mask[%[[LOW]]], [%[[HIGH]]]

func.func @uniform_of_rows(%p: !tile.ptr, %on: i1) attributes {kiln.form = "tile"} {
  %b = tile.broadcast %on : i1 -> tensor<4x1xi1>
  %m = tile.broadcast %b : tensor<4x1xi1> -> tensor<4x8xi1>
  %z = arith.constant dense<0> : tensor<4x8xi32>
  %x = tile.load %p[%z] mask %m : !tile.ptr, tensor<4x8xi32> -> tensor<4x8xf32>
  tile.print "" %x : tensor<4x8xf32>
  return
}

// CHECK-LABEL: gpu.func @uniform_of_rows(
// CHECK-SAME: %[[ON:[a-z0-9]+]]: i1)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i64
// CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8 : i64
// CHECK: %[[HIGH:.*]] = arith.select %[[ON]], %[[FOUR]], %[[ZERO]] : i64
// CHECK: tile.box_mask[%[[ZERO]], %[[ZERO]]], [%[[HIGH]], %[[EIGHT]]] : vector<4x8xi1>

func.func @residual(%p: !tile.ptr, %n: i32, %k: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %ks = tile.broadcast %k : i32 -> tensor<64xi32>
  %a = arith.cmpi slt, %l, %ns : tensor<64xi32>
  %b = arith.cmpi ne, %l, %ks : tensor<64xi32>
  %m = arith.andi %a, %b : tensor<64xi1>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %x, %p[%l] mask %m : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}

// What is no box masks the transfer as it is.
// CHECK-LABEL: gpu.func @residual(
// CHECK: %[[M:.*]] = arith.andi %{{.*}}, %{{.*}} : vector<64xi1>
// CHECK-NOT: tile.box_mask
// CHECK: vector.transfer_read %{{.*}}, %[[M]] {in_bounds = [true]}
// CHECK: vector.transfer_write %{{.*}}, %[[M]] {in_bounds = [true]}

// -----

// A 64-bit limit may be anywhere: its difference to the lanes is taken only
// where it cannot wrap.
// CHECK-LABEL: gpu.func @wide_limit
// CHECK: arith.cmpi sge, %{{.*}}, %{{.*}} : i64
// CHECK: scf.if
// CHECK: vector.transfer_read
// CHECK: else
// CHECK: tile.load
func.func @wide_limit(%p: !tile.ptr, %q: !tile.ptr, %n: i64) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi64>
  %five = arith.constant dense<5> : tensor<64xi64>
  %l5 = arith.addi %l, %five : tensor<64xi64>
  %nn = tile.broadcast %n : i64 -> tensor<64xi64>
  %m = arith.cmpi slt, %l5, %nn : tensor<64xi64>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi64> -> tensor<64xf32>
  tile.store %x, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi64>
  return
}
