// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --pass-pipeline='builtin.module(gpu.module(expand-pointer-tiles))' | FileCheck %s
//
// CHECK-LABEL: gpu.func @chosen
// CHECK-SAME: (%[[P:.*]]: !tile.ptr, %[[L:.*]]: vector<8xi32>, %[[I:.*]]: index)
// CHECK: %[[BUFFER:.*]] = memref.alloc() : memref<8xi64, #tile.space<"spm">>
// CHECK: %[[INT:.*]] = tile.ptr_to_int %[[P]] : !tile.ptr -> i64
// CHECK: %[[BASE:.*]] = vector.broadcast %[[INT]] : i64 to vector<8xi64>
// CHECK: %[[WIDE:.*]] = arith.extsi %[[L]] : vector<8xi32> to vector<8xi64>
// CHECK: %[[SIZE:.*]] = arith.constant dense<4> : vector<8xi64>
// CHECK: %[[BYTES:.*]] = arith.muli %[[WIDE]], %[[SIZE]] : vector<8xi64>
// CHECK: %[[SUM:.*]] = arith.addi %[[BASE]], %[[BYTES]] : vector<8xi64>
// CHECK: vector.store %[[SUM]], %[[BUFFER]]
// CHECK: %[[LOADED:.*]] = memref.load %[[BUFFER]][%[[I]]]
// CHECK: %[[Q:.*]] = tile.int_to_ptr %[[LOADED]] : i64 -> !tile.ptr
// CHECK: tile.load %[[Q]] : !tile.ptr -> f32

gpu.module @m {
  gpu.func @chosen(%p: !tile.ptr, %l: vector<8xi32>, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %b = memref.alloc() : memref<8x!tile.ptr, #tile.space<"spm">>
    %v = vector.broadcast %p : !tile.ptr to vector<8x!tile.ptr>
    %a = tile.ptr_add %v, %l x f32 : vector<8x!tile.ptr>, vector<8xi32>
    vector.store %a, %b[%c0] : memref<8x!tile.ptr, #tile.space<"spm">>, vector<8x!tile.ptr>
    %q = memref.load %b[%i] : memref<8x!tile.ptr, #tile.space<"spm">>
    %x = tile.load %q : !tile.ptr -> f32
    gpu.return
  }
}
