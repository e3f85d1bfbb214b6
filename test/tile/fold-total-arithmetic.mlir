// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer arithmetic folds to the value that the machine would compute, at the
// edges, too: a zero divisor, the least value over -1, counts of the width or more.
//
// RUN: kiln-opt %s -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @divsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant dense<[-3, -1, -128, 127, -1, 0]> : tensor<6xi8>
// CHECK-NEXT: return %[[R]]
func.func @divsi() -> tensor<6xi8> {
  %a = arith.constant dense<[-7, 5, -128, -127, -128, 1]> : tensor<6xi8>
  %b = arith.constant dense<[2, 0, -1, -1, 0, 2]> : tensor<6xi8>
  %r = tile.divsi %a, %b : tensor<6xi8>
  return %r : tensor<6xi8>
}

// -----

// CHECK-LABEL: func.func @remsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant dense<[-1, 5, 0, 0, -128, 1]> : tensor<6xi8>
// CHECK-NEXT: return %[[R]]
func.func @remsi() -> tensor<6xi8> {
  %a = arith.constant dense<[-7, 5, -128, -127, -128, 1]> : tensor<6xi8>
  %b = arith.constant dense<[2, 0, -1, -1, 0, -2]> : tensor<6xi8>
  %r = tile.remsi %a, %b : tensor<6xi8>
  return %r : tensor<6xi8>
}

// -----

// CHECK-LABEL: func.func @divui()
// CHECK-NEXT: %[[R:.*]] = arith.constant dense<[124, -1, 0, -1]> : tensor<4xi8>
// CHECK-NEXT: return %[[R]]
func.func @divui() -> tensor<4xi8> {
  %a = arith.constant dense<[-7, 5, 127, 0]> : tensor<4xi8>
  %b = arith.constant dense<[2, 0, -1, 0]> : tensor<4xi8>
  %r = tile.divui %a, %b : tensor<4xi8>
  return %r : tensor<4xi8>
}

// -----

// CHECK-LABEL: func.func @remui()
// CHECK-NEXT: %[[R:.*]] = arith.constant dense<[1, 5, 127, 0]> : tensor<4xi8>
// CHECK-NEXT: return %[[R]]
func.func @remui() -> tensor<4xi8> {
  %a = arith.constant dense<[-7, 5, 127, 0]> : tensor<4xi8>
  %b = arith.constant dense<[2, 0, -1, 0]> : tensor<4xi8>
  %r = tile.remui %a, %b : tensor<4xi8>
  return %r : tensor<4xi8>
}

// -----

// A count is unsigned: -1 is the largest there is.
// CHECK-LABEL: func.func @shifts()
// CHECK-DAG: %[[L:.*]] = arith.constant dense<[-107, -128, 0, 0, 0]> : tensor<5xi8>
// CHECK-DAG: %[[U:.*]] = arith.constant dense<[-107, 1, 0, 0, 0]> : tensor<5xi8>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<[-107, -1, -1, -1, -1]> : tensor<5xi8>
// CHECK-DAG: %[[P:.*]] = arith.constant dense<[85, 0, 0, 0, 0]> : tensor<5xi8>
// CHECK: return %[[L]], %[[U]], %[[S]], %[[P]]
func.func @shifts() -> (tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>) {
  %a = arith.constant dense<0x95> : tensor<5xi8>
  %p = arith.constant dense<0x55> : tensor<5xi8>
  %n = arith.constant dense<[0, 7, 8, 100, -1]> : tensor<5xi8>
  %l = tile.shli %a, %n : tensor<5xi8>
  %u = tile.shrui %a, %n : tensor<5xi8>
  %s = tile.shrsi %a, %n : tensor<5xi8>
  %q = tile.shrsi %p, %n : tensor<5xi8>
  return %l, %u, %s, %q : tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>
}

// -----

// CHECK-LABEL: func.func @scalars()
// CHECK-DAG: %[[A:.*]] = arith.constant -9223372036854775808 : i64
// CHECK-DAG: %[[B:.*]] = arith.constant true
// CHECK: return %[[A]], %[[B]]
func.func @scalars() -> (i64, i1) {
  %least = arith.constant -9223372036854775808 : i64
  %minus = arith.constant -1 : i64
  %q = tile.divsi %least, %minus : i64
  %t = arith.constant true
  %f = arith.constant false
  %b = tile.divsi %t, %f : i1
  return %q, %b : i64, i1
}

// -----

// CHECK-LABEL: func.func @one_operand_unknown(
// CHECK: tile.divsi
// CHECK: tile.remui
// CHECK: tile.shli
func.func @one_operand_unknown(%x: i32) -> (i32, i32, i32) {
  %z = arith.constant 0 : i32
  %q = tile.divsi %x, %z : i32
  %r = tile.remui %z, %x : i32
  %s = tile.shli %z, %x : i32
  return %q, %r, %s : i32, i32, i32
}
