// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --npu-map-programs | FileCheck %s

gpu.module @kernels {
// Parameters lie like the members of a C struct, each at a multiple of its size,
// and are read before the loop over programs; the body is the loop's.
// CHECK-LABEL: gpu.func @parameters() kernel
// CHECK-NEXT: %[[P:.*]] = npu.arg 0 size 8 : !tile.ptr
// CHECK-NEXT: %[[A:.*]] = npu.arg 8 size 1 : i1
// CHECK-NEXT: %[[B:.*]] = npu.arg 10 size 2 : i16
// CHECK-NEXT: %[[C:.*]] = npu.arg 12 size 4 : f32
// CHECK-NEXT: %[[D:.*]] = npu.arg 16 size 1 : i8
// CHECK-NEXT: %[[E:.*]] = npu.arg 24 size 8 : i64
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %[[PID:.*]] = npu.next_pid : i64
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[MORE:.*]] = arith.cmpi sge, %[[PID]], %[[ZERO]] : i64
// CHECK-NEXT: scf.condition(%[[MORE]])
// CHECK-NEXT: } do {
// CHECK-NEXT: %[[X:.*]] = tile.program_id x : i32
// CHECK-NEXT: tile.print "" %[[P]], %[[A]], %[[B]], %[[C]], %[[D]], %[[E]], %[[X]]
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: gpu.return
gpu.func @parameters(%p: !tile.ptr, %a: i1, %b: i16, %c: f32, %d: i8, %e: i64) kernel attributes {kiln.form = "native"} {
  %x = tile.program_id x : i32
  tile.print "" %p, %a, %b, %c, %d, %e, %x : !tile.ptr, i1, i16, f32, i8, i64, i32
  gpu.return
}

// CHECK-LABEL: gpu.func @nothing()
// CHECK-NEXT: scf.while
// CHECK: } do {
// CHECK-NEXT: scf.yield
gpu.func @nothing() kernel attributes {kiln.form = "native"} {
  gpu.return
}
}
