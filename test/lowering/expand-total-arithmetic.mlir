// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops with a result for every operand as guarded ops of arith. That the results
// are right is tested by running them (test/targets/arithmetic.py); here it is
// that the operands are guarded.
//
// RUN: kiln-opt %s --expand-total-arithmetic --cse | FileCheck %s

gpu.module @kernels {
// CHECK-LABEL: gpu.func @quotient(
// CHECK-SAME: %[[X:.*]]: i32, %[[N:.*]]: i32)
// CHECK-DAG: %[[ZERO:.*]] = arith.cmpi eq, %[[N]], %c0_i32
// CHECK-DAG: %[[LEAST:.*]] = arith.cmpi eq, %[[X]], %c-2147483648_i32
// CHECK-DAG: %[[MINUS:.*]] = arith.cmpi eq, %[[N]], %c-1_i32
// CHECK: %[[BOTH:.*]] = arith.andi %[[LEAST]], %[[MINUS]]
// CHECK: %[[UNSAFE:.*]] = arith.ori %[[ZERO]], %[[BOTH]]
// CHECK: %[[SAFE:.*]] = arith.select %[[UNSAFE]], %c1_i32, %[[N]]
// CHECK: %[[Q:.*]] = arith.divsi %[[X]], %[[SAFE]] {tile.proof = "guard"} : i32
// CHECK: arith.select %[[ZERO]], %c-1_i32{{.*}}, %[[Q]]
gpu.func @quotient(%x: i32, %n: i32) kernel {
  %q = tile.divsi %x, %n : i32
  tile.print "" %q : i32
  gpu.return
}

// CHECK-LABEL: gpu.func @shift(
// CHECK-SAME: %[[X:.*]]: vector<4xi8>, %[[N:.*]]: vector<4xi8>)
// CHECK: %[[FITS:.*]] = arith.cmpi ult, %[[N]], %cst
// CHECK: %[[SAFE:.*]] = arith.select %[[FITS]], %[[N]], %[[ZERO:.*]] :
// CHECK: %[[S:.*]] = arith.shli %[[X]], %[[SAFE]] {tile.proof = "guard"} : vector<4xi8>
// CHECK: arith.select %[[FITS]], %[[S]], %[[ZERO]]
// CHECK-NOT: tile.shrsi
// CHECK: arith.shrsi
gpu.func @shift(%x: vector<4xi8>, %n: vector<4xi8>) kernel {
  %s = tile.shli %x, %n : vector<4xi8>
  %t = tile.shrsi %s, %n : vector<4xi8>
  tile.print "" %t : vector<4xi8>
  gpu.return
}

// A number too large for the integer is not converted.
// CHECK-LABEL: gpu.func @integer(
// CHECK-SAME: %[[H:.*]]: f16)
// CHECK: %[[X:.*]] = arith.extf %[[H]] : f16 to f32
// CHECK: arith.cmpf
// CHECK: %[[IN:.*]] = arith.andi %{{.*}}, %{{.*}} : i1
// CHECK: %[[SAFE:.*]] = arith.select %[[IN]], %[[X]], %{{.*}} : f32
// CHECK: arith.fptosi %[[SAFE]] {tile.proof = "guard"} : f32 to i32
gpu.func @integer(%h: f16) kernel {
  %i = tile.fptosi %h : f16 -> i32
  tile.print "" %i : i32
  gpu.return
}

// CHECK-LABEL: gpu.func @clamp(
// CHECK-SAME: %[[X:.*]]: f32, %[[L:.*]]: f32, %[[H:.*]]: f32)
// CHECK: %[[A:.*]] = arith.maxnumf %[[X]], %[[L]]
// CHECK: arith.minnumf %[[A]], %[[H]]
// CHECK: %[[B:.*]] = arith.maximumf %[[X]], %[[L]]
// CHECK: arith.minimumf %[[B]], %[[H]]
gpu.func @clamp(%x: f32, %l: f32, %h: f32) kernel {
  %a = tile.clamp %x, %l, %h ignore : f32
  %b = tile.clamp %x, %l, %h propagate : f32
  tile.print "" %a, %b : f32, f32
  gpu.return
}
}
