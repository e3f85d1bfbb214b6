// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dot in a loop over depth, for a target with a unit for it: the accumulator
// lives in that unit's space with rows as long as the unit wants them, nothing
// is moved inside the loop, and the right operand is read down its columns.
//
// RUN: kiln compile %s --target=npu --stop-after=staged | FileCheck %s

// CHECK: %[[WIDE:.*]] = memref.alloc() : memref<64x48xf32, #tile.space<"acc">>
// CHECK: %[[ACC:.*]] = memref.subview %[[WIDE]][0, 0] [64, 40] [1, 1]
// CHECK: vector.transfer_write %{{.*}}, %[[ACC]]
// CHECK: scf.for
// CHECK: vector.transfer_read %[[ACC]]
// CHECK: %[[A:.*]] = memref.alloc() : memref<64x32xbf16, #tile.space<"spm">>
// CHECK: %[[B:.*]] = memref.alloc() : memref<40x32xbf16, #tile.space<"spm">>
// CHECK-NOT: vector.transfer_write
// CHECK: %[[T:.*]] = memref.transpose %[[B]]
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK: scf.for %[[N:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK: %[[PA:.*]] = memref.subview %[[A]][%{{.*}}, %[[K]]] [64, 16]
// CHECK: %[[PB:.*]] = memref.subview %[[T]][%[[K]], %[[N]]] [16, 16]
// CHECK: %[[PC:.*]] = memref.subview %[[ACC]][%{{.*}}, %[[N]]] [64, 16]
// CHECK: tile.contract %[[PA]], %[[PB]] into %[[PC]] ieee
// CHECK: }
// CHECK: tile.contract {{.*}} : memref<64x16xbf16, {{.*}}>, memref<16x8xbf16, {{.*}}>, memref<64x8xf32,
// CHECK: }
// CHECK-NOT: vector.transfer_write %{{.*}}, %[[ACC]]
// CHECK: gpu.return
func.func @dot(%a: !tile.ptr {tile.name = "a", tile.pointee = bf16}, %b: !tile.ptr {tile.name = "b", tile.pointee = bf16}, %c: !tile.ptr {tile.name = "c", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %zero = arith.constant dense<0.0> : tensor<64x40xf32>
  %cr0 = tile.range 0 to 64 : tensor<64xi32>
  %cr1 = tile.reshape %cr0 : tensor<64xi32> -> tensor<64x1xi32>
  %cld = arith.constant dense<40> : tensor<64x1xi32>
  %cr2 = arith.muli %cr1, %cld : tensor<64x1xi32>
  %cr3 = tile.broadcast %cr2 : tensor<64x1xi32> -> tensor<64x40xi32>
  %cc0 = tile.range 0 to 40 : tensor<40xi32>
  %cc1 = tile.reshape %cc0 : tensor<40xi32> -> tensor<1x40xi32>
  %cc2 = tile.broadcast %cc1 : tensor<1x40xi32> -> tensor<64x40xi32>
  %co0 = arith.addi %cr3, %cc2 : tensor<64x40xi32>
  %lo = arith.constant 0 : i32
  %hi = arith.constant 2 : i32
  %st = arith.constant 1 : i32
  %ka = arith.constant 32 : i32
  %kb = arith.constant 32 : i32
  %r = scf.for %i = %lo to %hi step %st iter_args(%acc = %zero) -> (tensor<64x40xf32>) : i32 {
    %ia = arith.muli %i, %ka : i32
    %ib = arith.muli %i, %kb : i32
    %ar0 = tile.range 0 to 64 : tensor<64xi32>
    %ar1 = tile.reshape %ar0 : tensor<64xi32> -> tensor<64x1xi32>
    %ald = arith.constant dense<64> : tensor<64x1xi32>
    %ar2 = arith.muli %ar1, %ald : tensor<64x1xi32>
    %ar3 = tile.broadcast %ar2 : tensor<64x1xi32> -> tensor<64x32xi32>
    %ac0 = tile.range 0 to 32 : tensor<32xi32>
    %ac1 = tile.reshape %ac0 : tensor<32xi32> -> tensor<1x32xi32>
    %ac2 = tile.broadcast %ac1 : tensor<1x32xi32> -> tensor<64x32xi32>
    %ao0 = arith.addi %ar3, %ac2 : tensor<64x32xi32>
    %ab = tile.broadcast %ia : i32 -> tensor<64x32xi32>
    %ao = arith.addi %ao0, %ab : tensor<64x32xi32>
    %x = tile.load %a[%ao] : !tile.ptr, tensor<64x32xi32> -> tensor<64x32xbf16>
    %br0 = tile.range 0 to 40 : tensor<40xi32>
    %br1 = tile.reshape %br0 : tensor<40xi32> -> tensor<40x1xi32>
    %bld = arith.constant dense<64> : tensor<40x1xi32>
    %br2 = arith.muli %br1, %bld : tensor<40x1xi32>
    %br3 = tile.broadcast %br2 : tensor<40x1xi32> -> tensor<40x32xi32>
    %bc0 = tile.range 0 to 32 : tensor<32xi32>
    %bc1 = tile.reshape %bc0 : tensor<32xi32> -> tensor<1x32xi32>
    %bc2 = tile.broadcast %bc1 : tensor<1x32xi32> -> tensor<40x32xi32>
    %bo0 = arith.addi %br3, %bc2 : tensor<40x32xi32>
    %bb = tile.broadcast %ib : i32 -> tensor<40x32xi32>
    %bo = arith.addi %bo0, %bb : tensor<40x32xi32>
    %yt = tile.load %b[%bo] : !tile.ptr, tensor<40x32xi32> -> tensor<40x32xbf16>
    %y = tile.transpose %yt [1, 0] : tensor<40x32xbf16> -> tensor<32x40xbf16>
    %d = tile.dot %x, %y, %acc ieee : tensor<64x32xbf16>, tensor<32x40xbf16> -> tensor<64x40xf32>
    scf.yield %d : tensor<64x40xf32>
  }
  tile.store %r, %c[%co0] : tensor<64x40xf32>, !tile.ptr, tensor<64x40xi32>
  return
}
