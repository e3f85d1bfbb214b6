// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --place-buffers="space=pad alignment=16 capacity=36" | FileCheck %s

// CHECK: memref.alloc() {tile.address = 0 : i64} : memref<5xf32,
// CHECK: memref.alloc() {tile.address = 32 : i64} : memref<4xi8,
gpu.module @kernels {
gpu.func @exactly_full(%i: index, %f: f32) kernel attributes {kiln.form = "native"} {
  %x = memref.alloc() : memref<5xf32, #tile.space<"pad">>
  %y = memref.alloc() : memref<4xi8, #tile.space<"pad">>
  memref.store %f, %x[%i] : memref<5xf32, #tile.space<"pad">>
  gpu.return
}
}
