// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which engine waits for which. Copies from device memory run on dl, to it on
// ds, on the chip on dx; vector accesses on vp.
//
// RUN: kiln-opt %s --npu-insert-sync | FileCheck %s

gpu.module @kernels {
// The shape of every kernel.
// CHECK-LABEL: gpu.func @load_compute_store(
// CHECK: tile.copy
// CHECK-NEXT: npu.sync dl to vp
// CHECK-NEXT: vector.load
// CHECK-NEXT: vector.store
// CHECK-NEXT: npu.sync vp to ds
// CHECK: tile.copy
// CHECK-NOT: npu.sync
// CHECK: gpu.return
gpu.func @load_compute_store(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  %b = memref.alloc() {tile.address = 256 : i64} : memref<64xf32, #tile.space<"spm">>
  tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  %v = vector.load %a[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  vector.store %v, %b[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  tile.copy %b to %h [%z], [%n] : memref<64xf32, #tile.space<"spm">>, memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  gpu.return
}

// Different bytes need no order.
// CHECK-LABEL: gpu.func @no_conflict(
// CHECK-NOT: npu.sync
// CHECK: gpu.return
gpu.func @no_conflict(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  %b = memref.alloc() {tile.address = 256 : i64} : memref<64xf32, #tile.space<"spm">>
  tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  %v = vector.load %b[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  vector.store %v, %b[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  tile.print "" %v : vector<64xf32>
  gpu.return
}

// Nor do two reads.
// CHECK-LABEL: gpu.func @reads_only(
// CHECK-NOT: npu.sync
// CHECK: gpu.return
gpu.func @reads_only(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  %a2 = memref.alloc() {tile.address = 256 : i64} : memref<64xf32, #tile.space<"spm">>
  %v = vector.load %a[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  tile.copy %a to %a2 [%z], [%n] : memref<64xf32, #tile.space<"spm">>, memref<64xf32, #tile.space<"spm">>
  tile.print "" %v : vector<64xf32>
  gpu.return
}

// The first byte after a buffer belongs to the next.
// CHECK-LABEL: gpu.func @touching_but_apart(
// CHECK-NOT: npu.sync
// CHECK: gpu.return
gpu.func @touching_but_apart(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  %b = memref.alloc() {tile.address = 256 : i64} : memref<64xf32, #tile.space<"spm">>
  tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  vector.store %x, %b[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  gpu.return
}

// Buffers that share bytes conflict, a write after a write too.
// CHECK-LABEL: gpu.func @shared_bytes(
// CHECK: tile.copy
// CHECK-NEXT: npu.sync dl to vp
// CHECK-NEXT: vector.store
// CHECK-NOT: npu.sync
// CHECK: gpu.return
gpu.func @shared_bytes(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  %b = memref.alloc() {tile.address = 128 : i64} : memref<64xf32, #tile.space<"spm">>
  tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  vector.store %x, %b[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  gpu.return
}

// A buffer is overwritten after what reads it.
// CHECK-LABEL: gpu.func @write_after_read(
// CHECK: vector.load
// CHECK-NEXT: npu.sync vp to dl
// CHECK-NEXT: tile.copy
// CHECK-NOT: npu.sync
// CHECK: gpu.return
gpu.func @write_after_read(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  %v = vector.load %a[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  tile.print "" %v : vector<64xf32>
  gpu.return
}

// Device memory counts as one: two pointers may be equal.
// CHECK-LABEL: gpu.func @store_then_load_of_device_memory(
// CHECK: tile.copy
// CHECK-NEXT: npu.sync ds to dl
// CHECK-NEXT: tile.copy
// CHECK-NOT: npu.sync
// CHECK: gpu.return
gpu.func @store_then_load_of_device_memory(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  %b = memref.alloc() {tile.address = 256 : i64} : memref<64xf32, #tile.space<"spm">>
  tile.copy %a to %g [%z], [%n] : memref<64xf32, #tile.space<"spm">>, memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  tile.copy %h to %b [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  gpu.return
}

// Loads of it are in no order.
// CHECK-LABEL: gpu.func @two_loads_of_device_memory(
// CHECK-NOT: npu.sync
// CHECK: gpu.return
gpu.func @two_loads_of_device_memory(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  %b = memref.alloc() {tile.address = 256 : i64} : memref<64xf32, #tile.space<"spm">>
  tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  tile.copy %g to %b [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  gpu.return
}

// One wait covers everything that the engine was given before.
// CHECK-LABEL: gpu.func @waits_are_remembered(
// CHECK: npu.sync dl to vp
// CHECK-NEXT: vector.load
// CHECK-NEXT: vector.load
// CHECK-NOT: npu.sync
// CHECK: gpu.return
gpu.func @waits_are_remembered(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  %b = memref.alloc() {tile.address = 256 : i64} : memref<64xf32, #tile.space<"spm">>
  tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  tile.copy %g to %b [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  %v = vector.load %a[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  %w = vector.load %b[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  tile.print "" %v, %w : vector<64xf32>, vector<64xf32>
  gpu.return
}

// ds waited for vp, so who waits for ds has waited for vp.
// CHECK-LABEL: gpu.func @waits_are_passed_on(
// CHECK: npu.sync dl to vp
// CHECK: npu.sync vp to ds
// CHECK: tile.copy
// CHECK-NEXT: npu.sync ds to dl
// CHECK-NEXT: tile.copy
// CHECK-NOT: npu.sync
// CHECK: gpu.return
gpu.func @waits_are_passed_on(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  %b = memref.alloc() {tile.address = 256 : i64} : memref<64xf32, #tile.space<"spm">>
  tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  %v = vector.load %a[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  vector.store %v, %b[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  tile.copy %b to %h [%z], [%n] : memref<64xf32, #tile.space<"spm">>, memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  tile.copy %g to %b [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  gpu.return
}

// Copies from buffer to buffer have an engine of their own.
// CHECK-LABEL: gpu.func @copies_on_the_chip(
// CHECK: vector.store
// CHECK-NEXT: npu.sync vp to dx
// CHECK-NEXT: tile.copy
// CHECK-NEXT: npu.sync dx to vp
// CHECK-NEXT: vector.load
gpu.func @copies_on_the_chip(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  %b = memref.alloc() {tile.address = 256 : i64} : memref<64xf32, #tile.space<"spm">>
  vector.store %x, %a[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  tile.copy %a to %b [%z], [%n] : memref<64xf32, #tile.space<"spm">>, memref<64xf32, #tile.space<"spm">>
  %v = vector.load %b[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  tile.print "" %v : vector<64xf32>
  gpu.return
}

// A branch counts as everything in it, before and after.
// CHECK-LABEL: gpu.func @branch(
// CHECK: tile.copy
// CHECK-NEXT: npu.sync dl to vp
// CHECK-NEXT: scf.if
// CHECK-NEXT: vector.store
// CHECK-NEXT: }
// CHECK: npu.sync vp to ds
// CHECK: tile.copy
// CHECK-NOT: npu.sync
// CHECK: gpu.return
gpu.func @branch(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
  scf.if %c {
    vector.store %x, %a[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  }
  tile.copy %a to %h [%z], [%n] : memref<64xf32, #tile.space<"spm">>, memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  gpu.return
}

// The next iteration loads after this one has read.
// CHECK-LABEL: gpu.func @loop_over_one_buffer(
// CHECK: scf.for
// CHECK-NEXT: tile.copy
// CHECK-NEXT: npu.sync dl to vp
// CHECK-NEXT: vector.load
// CHECK-NEXT: tile.print
// CHECK-NEXT: npu.sync vp to dl
// CHECK-NEXT: }
gpu.func @loop_over_one_buffer(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %s = arith.constant 1 : index
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  scf.for %i = %c0 to %k step %s {
    tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
    %v = vector.load %a[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
    tile.print "" %v : vector<64xf32>
  }
  gpu.return
}

// An iteration may read what the one before has written.
// CHECK-LABEL: gpu.func @loop_through_device_memory(
// CHECK: scf.for
// CHECK-NEXT: tile.copy
// CHECK-NEXT: npu.sync dl to ds
// CHECK-NEXT: tile.copy
// CHECK: npu.sync ds to dl
// CHECK: }
gpu.func @loop_through_device_memory(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %s = arith.constant 1 : index
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  %b = memref.alloc() {tile.address = 256 : i64} : memref<64xf32, #tile.space<"spm">>
  scf.for %i = %c0 to %k step %s {
    tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
    tile.copy %b to %h [%z], [%n] : memref<64xf32, #tile.space<"spm">>, memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  }
  gpu.return
}

// What a loop does is ordered before it starts and after it has ended.
// CHECK-LABEL: gpu.func @before_and_after_a_loop(
// CHECK: vector.store
// CHECK-NEXT: npu.sync vp to ds
// CHECK-NEXT: scf.for
// CHECK-NEXT: tile.copy
// CHECK-NEXT: npu.sync ds to ds
// CHECK-NEXT: }
// CHECK-NEXT: npu.sync ds to vp
// CHECK-NEXT: vector.store
gpu.func @before_and_after_a_loop(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %s = arith.constant 1 : index
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
  vector.store %x, %a[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  scf.for %i = %c0 to %k step %s {
    tile.copy %a to %h [%z], [%n] : memref<64xf32, #tile.space<"spm">>, memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  }
  vector.store %x, %a[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  gpu.return
}

// Condition and body follow each other: the body's store comes before the next load.
// CHECK-LABEL: gpu.func @loop_with_a_condition(
// CHECK: scf.while
// CHECK: tile.copy
// CHECK-NEXT: npu.sync dl to vp
// CHECK-NEXT: memref.load
// CHECK: npu.sync vp to dl
// CHECK: scf.condition
// CHECK: } do {
// CHECK: vector.store
// CHECK-NEXT: npu.sync vp to ds
// CHECK-NEXT: tile.copy
// CHECK-DAG: npu.sync ds to dl
// CHECK-DAG: npu.sync ds to vp
// CHECK: scf.yield
gpu.func @loop_with_a_condition(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %s = arith.constant 0.0 : f32
  scf.while : () -> () {
    %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
    tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
    %v = memref.load %a[%c0] : memref<64xf32, #tile.space<"spm">>
    %m = arith.cmpf ogt, %v, %s : f32
    scf.condition(%m)
  } do {
    %b = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
    vector.store %x, %b[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
    tile.copy %b to %g [%z], [%n] : memref<64xf32, #tile.space<"spm">>, memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
    scf.yield
  }
  gpu.return
}

// Program instances are in no order as to device memory, unlike the accesses of one.
// CHECK-LABEL: gpu.func @programs(
// CHECK: } do {
// CHECK: tile.copy
// CHECK-NEXT: npu.sync dl to ds
// CHECK-NEXT: tile.copy
// CHECK-NOT: npu.sync ds to dl
// CHECK: scf.yield
gpu.func @programs(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  scf.while : () -> () {
    %pid = npu.next_pid : i64
    %m = arith.cmpi sge, %pid, %z : i64
    scf.condition(%m)
  } do {
    %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
    %b = memref.alloc() {tile.address = 256 : i64} : memref<64xf32, #tile.space<"spm">>
    tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
    tile.copy %b to %h [%z], [%n] : memref<64xf32, #tile.space<"spm">>, memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
    scf.yield
  }
  gpu.return
}

// They are as to the scratchpad.
// CHECK-LABEL: gpu.func @programs_share_buffers(
// CHECK: } do {
// CHECK: npu.sync dl to vp
// CHECK: npu.sync vp to dl
// CHECK-NEXT: scf.yield
gpu.func @programs_share_buffers(%p: !tile.ptr, %q: !tile.ptr, %c: i1, %k: index, %x: vector<64xf32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %g = tile.view %p + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  %h = tile.view %q + %z strides [%one] : !tile.ptr -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
  scf.while : () -> () {
    %pid = npu.next_pid : i64
    %m = arith.cmpi sge, %pid, %z : i64
    scf.condition(%m)
  } do {
    %a = memref.alloc() {tile.address = 0 : i64} : memref<64xf32, #tile.space<"spm">>
    tile.copy %g to %a [%z], [%n] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>
    %v = vector.load %a[%c0] : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
    tile.print "" %v : vector<64xf32>
    scf.yield
  }
  gpu.return
}

// The array reads what a copy wrote, though through a transposed view; its own
// products need no wait.
// CHECK-LABEL: gpu.func @product(
// CHECK: tile.copy
// CHECK-NEXT: npu.sync dl to mx
// CHECK-NEXT: tile.contract
// CHECK-NEXT: tile.contract
// CHECK-NEXT: npu.sync mx to vp
// CHECK-NEXT: vector.load
gpu.func @product(%p: !tile.ptr) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 16 : i64
  %g = tile.view %p + %z strides [%n, %one] : !tile.ptr -> memref<16x16xf16, strided<[?, ?], offset: ?>, #tile.space<"global">>
  %a = memref.alloc() {tile.address = 0 : i64} : memref<16x16xf16, #tile.space<"spm">>
  %b = memref.alloc() {tile.address = 512 : i64} : memref<16x16xf16, #tile.space<"spm">>
  %c = memref.alloc() {tile.address = 0 : i64} : memref<16x16xf32, #tile.space<"acc">>
  %t = memref.transpose %b (i, j) -> (j, i) : memref<16x16xf16, #tile.space<"spm">> to memref<16x16xf16, strided<[1, 16]>, #tile.space<"spm">>
  tile.copy %g to %b [%z, %z], [%n, %n] : memref<16x16xf16, strided<[?, ?], offset: ?>, #tile.space<"global">>, memref<16x16xf16, #tile.space<"spm">>
  tile.contract %a, %t into %c ieee : memref<16x16xf16, #tile.space<"spm">>, memref<16x16xf16, strided<[1, 16]>, #tile.space<"spm">>, memref<16x16xf32, #tile.space<"acc">>
  tile.contract %a, %t into %c ieee : memref<16x16xf16, #tile.space<"spm">>, memref<16x16xf16, strided<[1, 16]>, #tile.space<"spm">>, memref<16x16xf32, #tile.space<"acc">>
  %v = vector.load %c[%c0, %c0] : memref<16x16xf32, #tile.space<"acc">>, vector<16xf32>
  tile.print "" %v : vector<16xf32>
  gpu.return
}


// Atomics are the store engine's: they come after what the vector engine wrote
// and after earlier accesses of device memory, and their old values before what
// reads them.
// CHECK-LABEL: gpu.func @atomics(
// CHECK: vector.store
// CHECK-NEXT: npu.sync vp to ds
// CHECK-NEXT: tile.copy_atomic_rmw
// CHECK-NEXT: npu.sync ds to vp
// CHECK-NEXT: vector.load
// CHECK: npu.sync ds to ds
// CHECK-NEXT: tile.atomic_cas
// CHECK-NEXT: npu.sync ds to dl
// CHECK-NEXT: tile.load volatile
// CHECK: gpu.return
gpu.func @atomics(%p: !tile.ptr, %s: i32, %x: vector<64xi32>) kernel attributes {kiln.form = "native"} {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() {tile.address = 0 : i64} : memref<64xi32, #tile.space<"spm">>
  %b = memref.alloc() {tile.address = 256 : i64} : memref<64xi32, #tile.space<"spm">>
  vector.store %x, %a[%c0] : memref<64xi32, #tile.space<"spm">>, vector<64xi32>
  tile.copy_atomic_rmw add relaxed device %a to %p[%a] old %b : memref<64xi32, #tile.space<"spm">>, !tile.ptr, memref<64xi32, #tile.space<"spm">>, memref<64xi32, #tile.space<"spm">>
  %v = vector.load %b[%c0] : memref<64xi32, #tile.space<"spm">>, vector<64xi32>
  %o = tile.atomic_cas relaxed device %s, %s, %p : i32, !tile.ptr
  %w = tile.load volatile %p : !tile.ptr -> i32
  gpu.return
}
}
