// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers seen through views: what aliases is ordered.
//
// RUN: kiln-opt %s --pass-pipeline='builtin.module(gpu.module(slice-to-native{lanes=64}))' | FileCheck %s

#row = strided<[1], offset: ?>
gpu.module @kernels {
  // Rows of one buffer: the second row is written from the first one's old
  // value, which is read before the first row changes.
  // CHECK-LABEL: gpu.func @rows
  gpu.func @rows(%i: index, %j: index) kernel attributes {kiln.form = "kernel"} {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0.0 : f32
    %one = arith.constant dense<1.0> : vector<64xf32>
    %b = memref.alloc() : memref<4x64xf32, #tile.space<"spm">>
    %p = memref.subview %b[%i, 0] [1, 64] [1, 1]
        : memref<4x64xf32, #tile.space<"spm">> to memref<64xf32, #row, #tile.space<"spm">>
    %q = memref.subview %b[%j, 0] [1, 64] [1, 1]
        : memref<4x64xf32, #tile.space<"spm">> to memref<64xf32, #row, #tile.space<"spm">>
    // CHECK: %[[P:.*]] = memref.subview %{{.*}}[%arg0, 0]
    // CHECK: %[[Q:.*]] = memref.subview %{{.*}}[%arg1, 0]
    // CHECK: %[[OLD:.*]] = vector.load %[[P]]
    // CHECK: vector.store %{{.*}}, %[[P]]
    // CHECK: vector.store %[[OLD]], %[[KEPT:.*]][
    // CHECK: %[[X:.*]] = vector.load %[[KEPT]]
    // CHECK: vector.store %[[X]], %[[Q]]
    %x = vector.transfer_read %p[%c0], %z {in_bounds = [true]}
        : memref<64xf32, #row, #tile.space<"spm">>, vector<64xf32>
    vector.transfer_write %one, %p[%c0] {in_bounds = [true]}
        : vector<64xf32>, memref<64xf32, #row, #tile.space<"spm">>
    vector.transfer_write %x, %q[%c0] {in_bounds = [true]}
        : vector<64xf32>, memref<64xf32, #row, #tile.space<"spm">>
    gpu.return
  }

  // A view whose rows are the buffer's columns is read with a stride.
  // CHECK-LABEL: gpu.func @turned
  gpu.func @turned() kernel attributes {kiln.form = "kernel"} {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0.0 : f32
    %b = memref.alloc() : memref<64x16xf32, #tile.space<"spm">>
    %t = memref.transpose %b (i, j) -> (j, i)
        : memref<64x16xf32, #tile.space<"spm">> to memref<16x64xf32, strided<[1, 16]>, #tile.space<"spm">>
    %o = memref.alloc() : memref<16x64xf32, #tile.space<"spm">>
    // CHECK: %[[T:.*]] = memref.transpose
    // CHECK: vector.transfer_read %[[T]]{{.*}} : memref<16x64xf32, strided<[1, 16]>, {{.*}}>, vector<64xf32>
    %x = vector.transfer_read %t[%c0, %c0], %z {in_bounds = [true, true]}
        : memref<16x64xf32, strided<[1, 16]>, #tile.space<"spm">>, vector<16x64xf32>
    vector.transfer_write %x, %o[%c0, %c0] {in_bounds = [true, true]}
        : vector<16x64xf32>, memref<16x64xf32, #tile.space<"spm">>
    gpu.return
  }
}
