// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on narrow floats in f32, conversions on bits. That the results are
// right is tested by running them (test/targets/arithmetic.py).
//
// RUN: kiln-opt %s --expand-narrow-floats --canonicalize | FileCheck %s

gpu.module @kernels {
// bf16 is the upper half of f32.
// CHECK-LABEL: gpu.func @widen(
// CHECK-SAME: %[[X:.*]]: bf16)
// CHECK: %[[BITS:.*]] = arith.bitcast %[[X]] : bf16 to i16
// CHECK: %[[WIDE:.*]] = arith.extui %[[BITS]] : i16 to i32
// CHECK: arith.shli {{.*}} {tile.proof = "const"} : i32
// CHECK-NOT: arith.extf
// CHECK: arith.bitcast %{{.*}} : i32 to f32
// CHECK: arith.extf %{{.*}} : f32 to f64
gpu.func @widen(%x: bf16) kernel {
  %y = arith.extf %x : bf16 to f64
  tile.print "" %y : f64
  gpu.return
}

// Each result is rounded; what the sum does not see is the product's rounding left out.
// CHECK-LABEL: gpu.func @arithmetic(
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : vector<8xf32>
// CHECK: arith.trunci %{{.*}} : vector<8xi32> to vector<8xi16>
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<contract> : vector<8xf32>
// CHECK: arith.trunci %{{.*}} : vector<8xi32> to vector<8xi16>
// CHECK: math.fma {{.*}} : vector<8xf64>
gpu.func @arithmetic(%x: vector<8xf16>, %y: vector<8xf16>) kernel {
  %p = arith.mulf %x, %y fastmath<contract> : vector<8xf16>
  %s = arith.addf %p, %y fastmath<contract> : vector<8xf16>
  %f = math.fma %s, %x, %y : vector<8xf16>
  tile.print "" %f : vector<8xf16>
  gpu.return
}

// The sign is one bit; moves, constants and what is wide stay.
// CHECK-LABEL: gpu.func @stay(
// CHECK: arith.xori %{{.*}}, %c-32768_i16 : i16
// CHECK: arith.select %{{.*}} : f16
// CHECK: arith.addf %{{.*}} : f32
gpu.func @stay(%x: f16, %c: i1, %w: f32) kernel {
  %z = arith.constant 1.0 : f16
  %n = arith.negf %x : f16
  %s = arith.select %c, %n, %z : f16
  %a = arith.addf %w, %w : f32
  tile.print "" %s, %a : f16, f32
  gpu.return
}
}
