// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One dimension: which ops share a loop, and what crosses its border.
//
// RUN: kiln-opt %s --slice-to-native="lanes=128" --canonicalize --cse -split-input-file | FileCheck %s

gpu.module @kernels {
// One domain, one loop; the form of the kernel is native now.
// CHECK-LABEL: gpu.func @fused(
// CHECK-SAME: %[[A:.*]]: memref<1024xf32, {{.*}}>, %[[B:.*]]: memref<1024xf32, {{.*}}>) kernel attributes {kiln.form = "native"}
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[STEP:.*]] = arith.constant 128 : index
// CHECK-DAG: %[[END:.*]] = arith.constant 1024 : index
// CHECK: scf.for %[[I:.*]] = %[[C0]] to %[[END]] step %[[STEP]] {
// CHECK-NEXT: %[[X:.*]] = vector.load %[[A]][%[[I]]] : memref<1024xf32, {{.*}}>, vector<128xf32>
// CHECK-NEXT: %[[Y:.*]] = math.exp %[[X]] fastmath<contract> : vector<128xf32>
// CHECK-NEXT: %[[Z:.*]] = arith.mulf %[[Y]], %[[X]] : vector<128xf32>
// CHECK-NEXT: vector.store %[[Z]], %[[B]][%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: gpu.return
gpu.func @fused(%a: memref<1024xf32, #tile.space<"spm">>, %b: memref<1024xf32, #tile.space<"spm">>)
    kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<1024xf32, #tile.space<"spm">>, vector<1024xf32>
  %y = math.exp %x fastmath<contract> : vector<1024xf32>
  %w = arith.mulf %y, %x : vector<1024xf32>
  vector.transfer_write %w, %b[%c0] {in_bounds = [true]} : vector<1024xf32>, memref<1024xf32, #tile.space<"spm">>
  gpu.return
}
}

// -----

gpu.module @kernels {
// Fewer elements than lanes need no loop.
// CHECK-LABEL: gpu.func @narrow(
// CHECK-NOT: scf.for
// CHECK: vector.load %{{.*}} : memref<32xf32, {{.*}}>, vector<32xf32>
// CHECK-NOT: scf.for
// CHECK: gpu.return
gpu.func @narrow(%a: memref<32xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<32xf32, #tile.space<"spm">>, vector<32xf32>
  %y = arith.mulf %x, %x : vector<32xf32>
  vector.transfer_write %y, %a[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32, #tile.space<"spm">>
  gpu.return
}

// Slices are equal: the largest divisor of the extent that the machine can hold.
// CHECK-LABEL: gpu.func @uneven(
// CHECK: %[[STEP:.*]] = arith.constant 100 : index
// CHECK: scf.for {{.*}} step %[[STEP]] {
// CHECK: vector.load {{.*}}, vector<100xf32>
gpu.func @uneven(%a: memref<300xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<300xf32, #tile.space<"spm">>, vector<300xf32>
  %y = arith.mulf %x, %x : vector<300xf32>
  vector.transfer_write %y, %a[%c0] {in_bounds = [true]} : vector<300xf32>, memref<300xf32, #tile.space<"spm">>
  gpu.return
}

// A prime extent leaves scalars.
// CHECK-LABEL: gpu.func @prime(
// CHECK: scf.for
// CHECK: %[[X:.*]] = memref.load %{{.*}} : memref<131xf32
// CHECK: arith.mulf %[[X]], %[[X]] : f32
gpu.func @prime(%a: memref<131xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<131xf32, #tile.space<"spm">>, vector<131xf32>
  %y = arith.mulf %x, %x : vector<131xf32>
  vector.transfer_write %y, %a[%c0] {in_bounds = [true]} : vector<131xf32>, memref<131xf32, #tile.space<"spm">>
  gpu.return
}

// CHECK-LABEL: gpu.func @rank_zero(
// CHECK: %[[X:.*]] = memref.load %{{.*}}[] : memref<f32
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK: memref.store %[[Y]], %{{.*}}[] : memref<f32
gpu.func @rank_zero(%a: memref<f32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[], %z : memref<f32, #tile.space<"spm">>, vector<f32>
  %y = arith.mulf %x, %x : vector<f32>
  vector.transfer_write %y, %a[] : vector<f32>, memref<f32, #tile.space<"spm">>
  gpu.return
}
}

// -----

gpu.module @kernels {
// Lane numbers and what is made of them, constants and masks are computed in
// the loop again; a box moves with the slice.
// CHECK-LABEL: gpu.func @cheap_values(
// CHECK-SAME: %[[S:[a-z0-9]+]]: i32, %[[H:[a-z0-9]+]]: i64, %{{.*}}: memref
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: %[[P:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK: %[[REST:.*]] = arith.subi %[[H]], %[[P]] : i64
// CHECK: tile.box_mask[%{{.*}}], [%[[REST]]] : vector<128xi1>
// CHECK-DAG: %[[LANE:.*]] = vector.step : vector<128xindex>
// CHECK-DAG: %[[FIRST:.*]] = vector.broadcast %[[I]] : index to vector<128xindex>
// CHECK: %[[N:.*]] = arith.addi %[[FIRST]], %[[LANE]] : vector<128xindex>
// CHECK: arith.index_cast %[[N]] : vector<128xindex> to vector<128xi32>
gpu.func @cheap_values(%s: i32, %h: i64, %b: memref<256xi32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %l = arith.constant 0 : i64
  %k = arith.constant dense<7> : vector<256xi32>
  %step = vector.step : vector<256xindex>
  %lane = arith.index_cast %step : vector<256xindex> to vector<256xi32>
  %ss = vector.broadcast %s : i32 to vector<256xi32>
  %sum = arith.addi %lane, %ss : vector<256xi32>
  %m = tile.box_mask [%l], [%h] : vector<256xi1>
  %x = arith.select %m, %sum, %k : vector<256xi1>, vector<256xi32>
  vector.transfer_write %x, %b[%c0] {in_bounds = [true]} : vector<256xi32>, memref<256xi32, #tile.space<"spm">>
  gpu.return
}
}

// -----

gpu.module @kernels {
// A reduction starts from the first slice, not from an identity, goes on slice
// by slice, and folds the lanes at the end.
// CHECK-LABEL: gpu.func @sum(
// CHECK-SAME: %[[A:.*]]: memref<1024xf32
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[STEP:.*]] = arith.constant 128 : index
// CHECK: %[[F:.*]] = vector.load %[[A]][%[[C0]]] : {{.*}}, vector<128xf32>
// CHECK-NEXT: %[[R:.*]] = scf.for %[[I:.*]] = %[[STEP]] to %{{.*}} step %[[STEP]] iter_args(%[[ACC:.*]] = %[[F]]) -> (vector<128xf32>) {
// CHECK-NEXT: %[[X:.*]] = vector.load %[[A]][%[[I]]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[ACC]], %[[X]] : vector<128xf32>
// CHECK-NEXT: scf.yield %[[S]]
// CHECK: %[[T:.*]] = tile.reduce %[[R]] axis 0 : (vector<128xf32>) -> f32 {
// CHECK-NEXT: ^bb0(%[[P:.*]]: f32, %[[Q:.*]]: f32):
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT: tile.yield %[[U]] : f32
// CHECK: memref.store %[[T]], %{{.*}}[]
gpu.func @sum(%a: memref<1024xf32, #tile.space<"spm">>, %o: memref<f32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<1024xf32, #tile.space<"spm">>, vector<1024xf32>
  %s = tile.reduce %x axis 0 : (vector<1024xf32>) -> f32 {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  memref.store %s, %o[] : memref<f32, #tile.space<"spm">>
  gpu.return
}

// Two reductions of one loop, the second of what the first one has not seen. The
// second tells its sides apart, so that each slice is folded before the next one.
// CHECK-LABEL: gpu.func @two_reductions(
// CHECK: %[[F:.*]]:2 = tile.reduce %{{.*}}, %{{.*}} axis 0 : (vector<128xf32>, vector<128xi32>) -> (f32, i32)
// CHECK: %[[R:.*]]:3 = scf.for {{.*}}, %{{.*}} = %[[F]]#0, %{{.*}} = %[[F]]#1) -> (vector<128xf32>, f32, i32) {
// CHECK: tile.reduce %{{.*}}, %{{.*}} axis 0 : (vector<128xf32>, vector<128xi32>) -> (f32, i32)
// CHECK: arith.maxnumf %{{.*}} : vector<128xf32>
// CHECK: %[[C:.*]] = arith.cmpf ogt, %{{.*}} : f32
// CHECK: arith.select %[[C]], %{{.*}} : i32
// CHECK: tile.reduce %[[R]]#0 axis 0 : (vector<128xf32>) -> f32
gpu.func @two_reductions(%a: memref<1024xf32, #tile.space<"spm">>, %o: memref<f32, #tile.space<"spm">>, %n: memref<i32, #tile.space<"spm">>)
    kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<1024xf32, #tile.space<"spm">>, vector<1024xf32>
  %step = vector.step : vector<1024xindex>
  %lane = arith.index_cast %step : vector<1024xindex> to vector<1024xi32>
  %m = tile.reduce %x axis 0 : (vector<1024xf32>) -> f32 {
  ^bb0(%p: f32, %q: f32):
    %r = arith.maxnumf %p, %q : f32
    tile.yield %r : f32
  }
  %y = arith.mulf %x, %x : vector<1024xf32>
  %v:2 = tile.reduce %y, %lane axis 0 : (vector<1024xf32>, vector<1024xi32>) -> (f32, i32) {
  ^bb0(%p: f32, %i: i32, %q: f32, %j: i32):
    %c = arith.cmpf ogt, %p, %q : f32
    %f = arith.select %c, %p, %q : f32
    %k = arith.select %c, %i, %j : i32
    tile.yield %f, %k : f32, i32
  }
  %w = arith.addf %m, %v#0 : f32
  memref.store %w, %o[] : memref<f32, #tile.space<"spm">>
  memref.store %v#1, %n[] : memref<i32, #tile.space<"spm">>
  gpu.return
}

// Constants and outer scalars of a combiner become vectors where lanes are combined.
// CHECK-LABEL: gpu.func @combiner_with_scalars(
// CHECK-SAME: %[[K:[a-z0-9]+]]: i32)
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (vector<128xi32>)
// CHECK: %[[S:.*]] = arith.addi %[[ACC]], %{{.*}} : vector<128xi32>
// CHECK: %[[V:.*]] = vector.broadcast %[[K]] : i32 to vector<128xi32>
// CHECK: tile.remsi %[[S]], %[[V]] : vector<128xi32>
gpu.func @combiner_with_scalars(%a: memref<8x128xi32, #tile.space<"spm">>, %o: memref<128xi32, #tile.space<"spm">>, %k: i32)
    kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x128xi32, #tile.space<"spm">>, vector<8x128xi32>
  %s = tile.reduce %x axis 0 : (vector<8x128xi32>) -> vector<128xi32> {
  ^bb0(%p: i32, %q: i32):
    %r = arith.addi %p, %q : i32
    %t = tile.remsi %r, %k : i32
    tile.yield %t : i32
  }
  vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<128xi32>, memref<128xi32, #tile.space<"spm">>
  gpu.return
}
}

// -----

gpu.module @kernels {
// What needs a reduction's result runs in a loop of its own. The values of the
// first loop that the second needs cross in a buffer; the input does not: it is
// read again from where it still is.
// CHECK-LABEL: gpu.func @normalise(
// CHECK-SAME: %[[A:.*]]: memref<1024xf32, {{.*}}>, %[[B:.*]]: memref<1024xf32, {{.*}}>)
// CHECK: %[[E:.*]] = memref.alloc() : memref<1024xf32, #tile.space<"spm">>
// CHECK: scf.for
// CHECK: %[[V:.*]] = math.exp
// CHECK: vector.store %[[V]], %[[E]]
// CHECK: %[[S:.*]] = tile.reduce
// CHECK: scf.for %[[I:.*]] =
// CHECK-DAG: vector.load %[[E]][%[[I]]]
// CHECK-DAG: vector.load %[[A]][%[[I]]]
// CHECK-DAG: vector.broadcast %[[S]] : f32 to vector<128xf32>
// CHECK-NOT: math.exp
// CHECK: vector.store %{{.*}}, %[[B]][%[[I]]]
gpu.func @normalise(%a: memref<1024xf32, #tile.space<"spm">>, %b: memref<1024xf32, #tile.space<"spm">>)
    kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<1024xf32, #tile.space<"spm">>, vector<1024xf32>
  %e = math.exp %x : vector<1024xf32>
  %s = tile.reduce %e axis 0 : (vector<1024xf32>) -> f32 {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  %ss = vector.broadcast %s : f32 to vector<1024xf32>
  %d = arith.divf %e, %ss : vector<1024xf32>
  %w = arith.addf %d, %x : vector<1024xf32>
  vector.transfer_write %w, %b[%c0] {in_bounds = [true]} : vector<1024xf32>, memref<1024xf32, #tile.space<"spm">>
  gpu.return
}

// An input that is overwritten before it is needed again is kept, too.
// CHECK-LABEL: gpu.func @overwritten_input(
// CHECK-SAME: %[[A:.*]]: memref<256xf32,
// CHECK: %[[KEPT:.*]] = memref.alloc() : memref<256xf32, #tile.space<"spm">>
// CHECK: %[[S:.*]] = tile.reduce
// CHECK: scf.for
// CHECK: vector.load %[[KEPT]]
// CHECK: vector.store %{{.*}}, %[[A]]
gpu.func @overwritten_input(%a: memref<256xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<256xf32, #tile.space<"spm">>, vector<256xf32>
  %s = tile.reduce %x axis 0 : (vector<256xf32>) -> f32 {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  %ss = vector.broadcast %s : f32 to vector<256xf32>
  %d = arith.divf %x, %ss : vector<256xf32>
  vector.transfer_write %d, %a[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32, #tile.space<"spm">>
  gpu.return
}

// Booleans cross as bytes.
// CHECK-LABEL: gpu.func @boolean_border(
// CHECK: %[[M:.*]] = memref.alloc() : memref<256xi8, #tile.space<"spm">>
// CHECK: %[[C:.*]] = arith.cmpf ogt
// CHECK: %[[B:.*]] = arith.extui %[[C]] : vector<128xi1> to vector<128xi8>
// CHECK: vector.store %[[B]], %[[M]]
// CHECK: %[[L:.*]] = vector.load %[[M]]{{.*}} : memref<256xi8, {{.*}}>, vector<128xi8>
// CHECK: %[[N:.*]] = arith.cmpi ne, %[[L]], %{{.*}} : vector<128xi8>
// CHECK: arith.select %[[N]]
gpu.func @boolean_border(%a: memref<256xf32, #tile.space<"spm">>, %b: memref<256xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %k = arith.constant dense<0.0> : vector<256xf32>
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<256xf32, #tile.space<"spm">>, vector<256xf32>
  %m = arith.cmpf ogt, %x, %k : vector<256xf32>
  %s = tile.reduce %x axis 0 : (vector<256xf32>) -> f32 {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  %ss = vector.broadcast %s : f32 to vector<256xf32>
  %d = arith.select %m, %ss, %k : vector<256xi1>, vector<256xf32>
  vector.transfer_write %d, %b[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32, #tile.space<"spm">>
  gpu.return
}

// Copies that touch no buffer of a group do not end it; one that does, does.
// CHECK-LABEL: gpu.func @copies(
// CHECK-SAME: %[[A:.*]]: memref<256xf32, {{.*}}>, %[[B:.*]]: memref<256xf32, {{.*}}>, %[[C:.*]]: memref<256xf32, {{.*}}>, %[[D:.*]]: memref<256xf32,
// CHECK: tile.copy %[[C]] to %[[D]]
// CHECK: scf.for
// CHECK: vector.store %{{.*}}, %[[B]]
// CHECK: tile.copy %[[B]] to %[[C]]
// CHECK: scf.for
// CHECK: vector.store %{{.*}}, %[[B]]
gpu.func @copies(%a: memref<256xf32, #tile.space<"spm">>, %b: memref<256xf32, #tile.space<"spm">>,
                 %c: memref<256xf32, #tile.space<"spm">>, %d: memref<256xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %l = arith.constant 0 : i64
  %h = arith.constant 256 : i64
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<256xf32, #tile.space<"spm">>, vector<256xf32>
  tile.copy %c to %d [%l], [%h] : memref<256xf32, #tile.space<"spm">>, memref<256xf32, #tile.space<"spm">>
  %y = arith.mulf %x, %x : vector<256xf32>
  vector.transfer_write %y, %b[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32, #tile.space<"spm">>
  tile.copy %b to %c [%l], [%h] : memref<256xf32, #tile.space<"spm">>, memref<256xf32, #tile.space<"spm">>
  vector.transfer_write %x, %b[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32, #tile.space<"spm">>
  gpu.return
}

// Members of a group that access one buffer do so in program order.
// CHECK-LABEL: gpu.func @one_buffer(
// CHECK-SAME: %[[A:.*]]: memref<256xf32, {{.*}}>, %[[B:.*]]: memref<256xf32,
// CHECK: scf.for
// CHECK-NEXT: %[[X:.*]] = vector.load %[[A]]
// CHECK-NEXT: vector.store %{{.*}}, %[[A]]
// CHECK-NEXT: vector.store %[[X]], %[[B]]
gpu.func @one_buffer(%a: memref<256xf32, #tile.space<"spm">>, %b: memref<256xf32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %k = arith.constant dense<1.0> : vector<256xf32>
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<256xf32, #tile.space<"spm">>, vector<256xf32>
  vector.transfer_write %k, %a[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32, #tile.space<"spm">>
  vector.transfer_write %x, %b[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32, #tile.space<"spm">>
  gpu.return
}

// CHECK-LABEL: gpu.func @reduce_what_was_written(
// CHECK-SAME: %[[A:.*]]: memref<64xf32,
// CHECK: vector.store %{{.*}}, %[[A]]
// CHECK: %[[X:.*]] = vector.load %[[A]]
// CHECK: tile.reduce %[[X]]
gpu.func @reduce_what_was_written(%a: memref<64xf32, #tile.space<"spm">>, %o: memref<f32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %k = arith.constant dense<1.0> : vector<64xf32>
  vector.transfer_write %k, %a[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32, #tile.space<"spm">>
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<64xf32, #tile.space<"spm">>, vector<64xf32>
  %s = tile.reduce %x axis 0 : (vector<64xf32>) -> f32 {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    tile.yield %r : f32
  }
  memref.store %s, %o[] : memref<f32, #tile.space<"spm">>
  gpu.return
}
}

// -----

gpu.module @kernels {
// The second result of an op is not its first.
// CHECK-LABEL: gpu.func @second_result(
// CHECK-SAME: %[[A:.*]]: memref<128xi32, {{.*}}>, %[[B:.*]]: memref<128xi32,
// CHECK: %[[LOW:.*]], %[[HIGH:.*]] = arith.mului_extended %{{.*}} : vector<128xi32>
// CHECK: vector.store %[[HIGH]], %[[B]]
gpu.func @second_result(%a: memref<128xi32, #tile.space<"spm">>, %b: memref<128xi32, #tile.space<"spm">>) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<128xi32, #tile.space<"spm">>, vector<128xi32>
  %low, %high = arith.mului_extended %x, %x : vector<128xi32>
  vector.transfer_write %high, %b[%c0] {in_bounds = [true]} : vector<128xi32>, memref<128xi32, #tile.space<"spm">>
  gpu.return
}
}

// -----

gpu.module @kernels {
// Blocks inside of scf ops are sliced after the block around them; a tile of the
// outer block comes out of its buffer.
// CHECK-LABEL: gpu.func @regions(
// CHECK: %[[E:.*]] = memref.alloc() : memref<256xf32
// CHECK: scf.for
// CHECK: vector.store %{{.*}}, %[[E]]
// CHECK: scf.if
// CHECK: scf.for
// CHECK: vector.load %[[E]]
gpu.func @regions(%a: memref<256xf32, #tile.space<"spm">>, %b: memref<256xf32, #tile.space<"spm">>, %c: i1) kernel attributes {kiln.form = "kernel"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<256xf32, #tile.space<"spm">>, vector<256xf32>
  %y = math.exp %x : vector<256xf32>
  scf.if %c {
    vector.transfer_write %y, %b[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32, #tile.space<"spm">>
  }
  gpu.return
}
}
