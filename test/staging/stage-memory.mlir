// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --stage-memory -split-input-file | FileCheck %s

!global = memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>

gpu.module @kernels {
// A whole tile: the copy's box is the tile, and nothing needs filling.
// CHECK-LABEL: gpu.func @whole(
// CHECK-SAME: %[[A:.*]]: memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, %[[B:.*]]: memref<64xf32,
// CHECK-SAME: kernel attributes {kiln.form = "staged"}
// CHECK: %[[L:.*]] = arith.constant 0 : i64
// CHECK: %[[H:.*]] = arith.constant 64 : i64
// CHECK: %[[IN:.*]] = memref.alloc() : memref<64xf32, #tile.space<"spm">>
// CHECK-NEXT: tile.copy %[[A]] to %[[IN]][%[[L]]], [%[[H]]] : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, memref<64xf32, #tile.space<"spm">>{{$}}
// CHECK: %[[X:.*]] = vector.transfer_read %[[IN]][%{{.*}}], %{{.*}} {in_bounds = [true]} : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
// CHECK: %[[OUT:.*]] = memref.alloc() : memref<64xf32, #tile.space<"spm">>
// CHECK: vector.transfer_write %[[X]], %[[OUT]][%{{.*}}] {in_bounds = [true]} : vector<64xf32>, memref<64xf32, #tile.space<"spm">>
// CHECK: tile.copy %[[OUT]] to %[[B]][%{{.*}}], [%{{.*}}] :
gpu.func @whole(%a: !global, %b: !global) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : !global, vector<64xf32>
  vector.transfer_write %x, %b[%c0] {in_bounds = [true]} : vector<64xf32>, !global
  gpu.return
}
}

// -----

!global = memref<4x64xi8, strided<[?, ?], offset: ?>, #tile.space<"global">>

gpu.module @kernels {
// A box limits the copy; the lanes outside are filled with the read's padding
// on the way in and left alone on the way out. The buffer is accessed whole.
// CHECK-LABEL: gpu.func @box(
// CHECK-SAME: %[[P:[a-z0-9]+]]: i8, %[[L:[a-z0-9]+]]: i64, %[[H:[a-z0-9]+]]: i64)
// CHECK: tile.copy %{{.*}} to %[[IN:[a-z0-9_]+]][%[[L]], %[[L]]], [%[[H]], %[[H]]] fill %[[P]] :
// CHECK: vector.transfer_read %[[IN]][%{{.*}}, %{{.*}}], %{{[a-z0-9_]+}} {in_bounds = [true, true]} : memref<4x64xi8, #tile.space<"spm">>, vector<4x64xi8>
// CHECK: vector.transfer_write %{{.*}}, %[[OUT:.*]][%{{.*}}, %{{.*}}] {in_bounds = [true, true]} : vector<4x64xi8>, memref<4x64xi8, #tile.space<"spm">>
// CHECK: tile.copy %[[OUT]] to %{{.*}}[%[[L]], %[[L]]], [%[[H]], %[[H]]] : memref<4x64xi8, #tile.space<"spm">>, memref<4x64xi8, strided<[?, ?], offset: ?>, #tile.space<"global">>{{$}}
gpu.func @box(%a: !global, %p: i8, %l: i64, %h: i64) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %m = tile.box_mask [%l, %l], [%h, %h] : vector<4x64xi1>
  %x = vector.transfer_read %a[%c0, %c0], %p, %m {in_bounds = [true, true]} : !global, vector<4x64xi8>
  vector.transfer_write %x, %a[%c0, %c0], %m {in_bounds = [true, true]} : vector<4x64xi8>, !global
  gpu.return
}
}

// -----

gpu.module @kernels {
// What is on the chip stays where it is; so do scalars in device memory.
// CHECK-LABEL: gpu.func @not_staged(
// CHECK-NOT: tile.copy
// CHECK: vector.transfer_read
// CHECK-NOT: tile.copy
// CHECK: memref.load
// CHECK-NOT: tile.copy
// CHECK: gpu.return
gpu.func @not_staged(%a: memref<64xf32, #tile.space<"spm">>, %s: memref<f32, strided<[], offset: ?>, #tile.space<"global">>)
    kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  %y = memref.load %s[] : memref<f32, strided<[], offset: ?>, #tile.space<"global">>
  tile.print "" %x, %y : vector<64xf32>, f32
  gpu.return
}
}

// -----

!global = memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>

gpu.module @kernels {
// Inside of regions, too, and in program order.
// CHECK-LABEL: gpu.func @regions(
// CHECK: scf.for
// CHECK: %[[OUT:.*]] = memref.alloc()
// CHECK: vector.transfer_write %{{.*}}, %[[OUT]]
// CHECK: tile.copy %[[OUT]] to %[[A:[a-z0-9]+]][
// CHECK: %[[IN:.*]] = memref.alloc()
// CHECK: tile.copy %[[A]] to %[[IN]]
// CHECK: vector.transfer_read %[[IN]]
gpu.func @regions(%a: !global, %n: index) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %k = arith.constant dense<1.0> : vector<64xf32>
  scf.for %i = %c0 to %n step %c1 {
    vector.transfer_write %k, %a[%c0] {in_bounds = [true]} : vector<64xf32>, !global
    %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : !global, vector<64xf32>
    tile.print "" %x : vector<64xf32>
  }
  gpu.return
}
}

// -----

gpu.module @kernels {
// Access by element: offsets and mask go through buffers, the mask as bytes. What
// all masked-off lanes get is a fill.
// CHECK-LABEL: gpu.func @gather(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[O:[a-z0-9]+]]: vector<64xi32>, %[[M:[a-z0-9]+]]: vector<64xi1>, %[[S:[a-z0-9]+]]: f32)
// CHECK: %[[OB:.*]] = memref.alloc() : memref<64xi32, #tile.space<"spm">>
// CHECK: vector.transfer_write %[[O]], %[[OB]]
// CHECK: %[[MB:.*]] = memref.alloc() : memref<64xi8, #tile.space<"spm">>
// CHECK: %[[BYTES:.*]] = arith.extui %[[M]] : vector<64xi1> to vector<64xi8>
// CHECK: vector.transfer_write %[[BYTES]], %[[MB]]
// CHECK: %[[B:.*]] = memref.alloc() : memref<64xf32, #tile.space<"spm">>
// CHECK: tile.copy_gather %[[P]][%[[OB]]] mask %[[MB]] fill %[[S]] to %[[B]]
// CHECK: vector.transfer_read %[[B]]
gpu.func @gather(%p: !tile.ptr, %o: vector<64xi32>, %m: vector<64xi1>, %s: f32) kernel attributes {kiln.form = "kernel"} {
  %z = vector.broadcast %s : f32 to vector<64xf32>
  %x = tile.load %p[%o] mask %m other %z : !tile.ptr, vector<64xi32> -> vector<64xf32>
  tile.print "" %x : vector<64xf32>
  gpu.return
}

// Any other tile is selected.
// CHECK-LABEL: gpu.func @gather_other(
// CHECK-SAME: %[[M:[a-z0-9]+]]: vector<64xi1>, %[[Z:[a-z0-9]+]]: vector<64xf32>)
// CHECK: tile.copy_gather %{{[^ ]*}} mask %{{[^ ]*}} to
// CHECK: %[[R:.*]] = vector.transfer_read
// CHECK: arith.select %[[M]], %[[R]], %[[Z]] : vector<64xi1>, vector<64xf32>
gpu.func @gather_other(%p: !tile.ptr, %o: vector<64xi32>, %m: vector<64xi1>, %z: vector<64xf32>) kernel attributes {kiln.form = "kernel"} {
  %x = tile.load %p[%o] mask %m other %z : !tile.ptr, vector<64xi32> -> vector<64xf32>
  tile.print "" %x : vector<64xf32>
  gpu.return
}

// CHECK-LABEL: gpu.func @scatter(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[O:[a-z0-9]+]]: vector<64xi64>, %[[X:[a-z0-9]+]]: vector<64xf32>)
// CHECK: %[[B:.*]] = memref.alloc() : memref<64xf32, #tile.space<"spm">>
// CHECK: vector.transfer_write %[[X]], %[[B]]
// CHECK: %[[OB:.*]] = memref.alloc() : memref<64xi64, #tile.space<"spm">>
// CHECK: vector.transfer_write %[[O]], %[[OB]]
// CHECK: tile.copy_scatter %[[B]] to %[[P]][%[[OB]]] :
gpu.func @scatter(%p: !tile.ptr, %o: vector<64xi64>, %x: vector<64xf32>) kernel attributes {kiln.form = "kernel"} {
  tile.store %x, %p[%o] : vector<64xf32>, !tile.ptr, vector<64xi64>
  gpu.return
}

// A scalar is not moved through a copy.
// CHECK-LABEL: gpu.func @by_element_still(
// CHECK-NOT: tile.copy
// CHECK: tile.load %{{[^ ]*}} : !tile.ptr -> f32
gpu.func @by_element_still(%p: !tile.ptr) kernel attributes {kiln.form = "kernel"} {
  %y = tile.load %p : !tile.ptr -> f32
  tile.print "" %y : f32
  gpu.return
}
}

// -----

gpu.module @kernels {
// Atomics take everything from buffers; old values that nobody uses have none.
// CHECK-LABEL: gpu.func @atomics(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[O:[a-z0-9]+]]: vector<64xi32>, %[[M:[a-z0-9]+]]: vector<64xi1>)
// CHECK: vector.transfer_write %[[O]], %[[V:[a-z0-9_]+]]
// CHECK: vector.transfer_write %[[O]], %[[OB:[a-z0-9_]+]]
// CHECK: vector.transfer_write %{{.*}}, %[[MB:[a-z0-9_]+]]{{.*}}memref<64xi8
// CHECK-NOT: memref.alloc
// CHECK: tile.copy_atomic_rmw add relaxed device %[[V]] to %[[P]][%[[OB]]] mask %[[MB]] : memref<64xi32, #tile.space<"spm">>, !tile.ptr, memref<64xi32, #tile.space<"spm">>, memref<64xi8, #tile.space<"spm">>{{$}}
// CHECK: tile.copy_atomic_cas acq_rel device %{{.*}}, %{{.*}} to %[[P]][%{{.*}}] old %[[OLD:[a-z0-9_]+]] :
// CHECK: vector.transfer_read %[[OLD]]
gpu.func @atomics(%p: !tile.ptr, %o: vector<64xi32>, %m: vector<64xi1>) kernel attributes {kiln.form = "kernel"} {
  %x = tile.atomic_rmw add relaxed device %o, %p[%o] mask %m : vector<64xi32>, !tile.ptr, vector<64xi32>
  %y = tile.atomic_cas acq_rel device %o, %o, %p[%o] : vector<64xi32>, !tile.ptr, vector<64xi32>
  tile.print "" %y : vector<64xi32>
  gpu.return
}
}

// -----

gpu.module @kernels {
// A volatile access stays in its place: fences around it.
// CHECK-LABEL: gpu.func @volatile(
// CHECK: tile.fence acq_rel program
// CHECK-NEXT: tile.copy_gather
// CHECK-NEXT: tile.fence acq_rel program
// CHECK: tile.fence acq_rel program
// CHECK-NEXT: tile.copy_scatter
// CHECK-NEXT: tile.fence acq_rel program
gpu.func @volatile(%p: !tile.ptr, %o: vector<64xi32>) kernel attributes {kiln.form = "kernel"} {
  %x = tile.load volatile %p[%o] : !tile.ptr, vector<64xi32> -> vector<64xf32>
  tile.store volatile %x, %p[%o] : vector<64xf32>, !tile.ptr, vector<64xi32>
  gpu.return
}
}
