// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every op of the dialect, through its own text, the generic form and bytecode.
//
// RUN: kiln-opt %s | kiln-opt | FileCheck %s
// RUN: kiln-opt %s --mlir-print-op-generic | kiln-opt | FileCheck %s
// RUN: kiln-opt %s --emit-bytecode | kiln-opt | FileCheck %s

// CHECK-LABEL: func.func @grid
func.func @grid() -> (i32, i32) {
  // CHECK: tile.program_id x : i32
  %x = tile.program_id x : i32
  // CHECK: tile.program_id z : i32
  %z = tile.program_id z : i32
  // CHECK: tile.num_programs y : i32
  %n = tile.num_programs y : i32
  return %x, %n : i32, i32
}

// CHECK-LABEL: func.func @pointers
// CHECK-SAME: (%[[P:.*]]: !tile.ptr, %[[I:.*]]: i64, %[[T:.*]]: tensor<4x!tile.ptr>, %[[O:.*]]: tensor<4xi32>)
func.func @pointers(%p: !tile.ptr, %i: i64, %t: tensor<4x!tile.ptr>, %o: tensor<4xi32>) {
  // CHECK: tile.ptr_add %[[P]], %[[I]] x f32 : !tile.ptr, i64
  %q = tile.ptr_add %p, %i x f32 : !tile.ptr, i64
  // CHECK: tile.ptr_add %[[T]], %[[O]] x !tile.ptr : tensor<4x!tile.ptr>, tensor<4xi32>
  %u = tile.ptr_add %t, %o x !tile.ptr : tensor<4x!tile.ptr>, tensor<4xi32>
  // CHECK: tile.ptr_to_int %[[P]] : !tile.ptr -> i64
  %a = tile.ptr_to_int %p : !tile.ptr -> i64
  // CHECK: %[[A:.*]] = tile.ptr_to_int %[[T]] : tensor<4x!tile.ptr> -> tensor<4xi64>
  %b = tile.ptr_to_int %t : tensor<4x!tile.ptr> -> tensor<4xi64>
  // CHECK: tile.int_to_ptr %[[I]] : i64 -> !tile.ptr
  %r = tile.int_to_ptr %i : i64 -> !tile.ptr
  // CHECK: tile.int_to_ptr %[[A]] : tensor<4xi64> -> tensor<4x!tile.ptr>
  %s = tile.int_to_ptr %b : tensor<4xi64> -> tensor<4x!tile.ptr>
  return
}

// CHECK-LABEL: func.func @loads
// CHECK-SAME: (%[[P:.*]]: !tile.ptr, %[[O:.*]]: tensor<4xi32>, %[[M:.*]]: tensor<4xi1>, %[[Z:.*]]: tensor<4xf32>, %[[T:.*]]: tensor<4x!tile.ptr>, %[[C:.*]]: i1, %[[S:.*]]: i32)
func.func @loads(%p: !tile.ptr, %o: tensor<4xi32>, %m: tensor<4xi1>, %z: tensor<4xf32>, %t: tensor<4x!tile.ptr>,
                 %c: i1, %s: i32) {
  // CHECK: tile.load %[[P]][%[[O]]] mask %[[M]] other %[[Z]] : !tile.ptr, tensor<4xi32> -> tensor<4xf32>
  %a = tile.load %p[%o] mask %m other %z : !tile.ptr, tensor<4xi32> -> tensor<4xf32>
  // CHECK: tile.load %[[P]][%[[O]]] mask %[[M]] : !tile.ptr, tensor<4xi32> -> tensor<4xf32>
  %b = tile.load %p[%o] mask %m : !tile.ptr, tensor<4xi32> -> tensor<4xf32>
  // CHECK: tile.load volatile %[[P]][%[[O]]] : !tile.ptr, tensor<4xi32> -> tensor<4xi1>
  %d = tile.load volatile %p[%o] : !tile.ptr, tensor<4xi32> -> tensor<4xi1>
  // CHECK: tile.load %[[T]] mask %[[M]] : tensor<4x!tile.ptr> -> tensor<4x!tile.ptr>
  %e = tile.load %t mask %m : tensor<4x!tile.ptr> -> tensor<4x!tile.ptr>
  // CHECK: tile.load %[[P]] mask %[[C]] other %[[S]] : !tile.ptr -> i32
  %f = tile.load %p mask %c other %s : !tile.ptr -> i32
  return
}

// CHECK-LABEL: func.func @stores
// CHECK-SAME: (%[[P:.*]]: !tile.ptr, %[[O:.*]]: tensor<4xi32>, %[[M:.*]]: tensor<4xi1>, %[[Z:.*]]: tensor<4xf32>, %[[T:.*]]: tensor<4x!tile.ptr>, %[[S:.*]]: i32)
func.func @stores(%p: !tile.ptr, %o: tensor<4xi32>, %m: tensor<4xi1>, %z: tensor<4xf32>, %t: tensor<4x!tile.ptr>,
                  %s: i32) {
  // CHECK: tile.store %[[Z]], %[[P]][%[[O]]] mask %[[M]] : tensor<4xf32>, !tile.ptr, tensor<4xi32>
  tile.store %z, %p[%o] mask %m : tensor<4xf32>, !tile.ptr, tensor<4xi32>
  // CHECK: tile.store volatile %[[Z]], %[[T]] : tensor<4xf32>, tensor<4x!tile.ptr>
  tile.store volatile %z, %t : tensor<4xf32>, tensor<4x!tile.ptr>
  // CHECK: tile.store %[[S]], %[[P]] : i32, !tile.ptr
  tile.store %s, %p : i32, !tile.ptr
  return
}

// CHECK-LABEL: func.func @atomics
// CHECK-SAME: (%[[P:.*]]: !tile.ptr, %[[O:.*]]: tensor<4xi32>, %[[M:.*]]: tensor<4xi1>, %[[F:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>, %[[S:.*]]: i32)
func.func @atomics(%p: !tile.ptr, %o: tensor<4xi32>, %m: tensor<4xi1>, %f: tensor<4xf32>, %i: tensor<4xi32>, %s: i32) {
  // CHECK: tile.atomic_rmw add relaxed device %[[I]], %[[P]][%[[O]]] mask %[[M]] : tensor<4xi32>, !tile.ptr, tensor<4xi32>
  %a = tile.atomic_rmw add relaxed device %i, %p[%o] mask %m : tensor<4xi32>, !tile.ptr, tensor<4xi32>
  // CHECK: tile.atomic_rmw fmax acq_rel system %[[F]], %[[P]][%[[O]]] : tensor<4xf32>, !tile.ptr, tensor<4xi32>
  %b = tile.atomic_rmw fmax acq_rel system %f, %p[%o] : tensor<4xf32>, !tile.ptr, tensor<4xi32>
  // CHECK: tile.atomic_rmw inc release program %[[S]], %[[P]] : i32, !tile.ptr
  %c = tile.atomic_rmw inc release program %s, %p : i32, !tile.ptr
  // CHECK: tile.atomic_rmw xchg acquire device %[[F]], %[[P]][%[[O]]] : tensor<4xf32>, !tile.ptr, tensor<4xi32>
  %d = tile.atomic_rmw xchg acquire device %f, %p[%o] : tensor<4xf32>, !tile.ptr, tensor<4xi32>
  // CHECK: tile.atomic_cas acq_rel device %[[S]], %[[S]], %[[P]] : i32, !tile.ptr
  %e = tile.atomic_cas acq_rel device %s, %s, %p : i32, !tile.ptr
  // CHECK: tile.atomic_cas relaxed device %[[I]], %[[I]], %[[P]][%[[O]]] mask %[[M]] : tensor<4xi32>, !tile.ptr, tensor<4xi32>
  %g = tile.atomic_cas relaxed device %i, %i, %p[%o] mask %m : tensor<4xi32>, !tile.ptr, tensor<4xi32>
  // CHECK: tile.fence acq_rel device
  tile.fence acq_rel device
  return
}

// CHECK-LABEL: func.func @views
// CHECK-SAME: (%[[P:.*]]: !tile.ptr, %[[N:.*]]: i64, %[[I:.*]]: i32, %[[R:.*]]: tensor<8xi32>)
func.func @views(%p: !tile.ptr, %n: i64, %i: i32, %rows: tensor<8xi32>) {
  // CHECK: %[[V:.*]] = tile.make_view %[[P]], [%[[N]], %[[N]]], [%[[N]], %[[N]]] pad nan : !tile.ptr -> <4x16xf16>
  %v = tile.make_view %p, [%n, %n], [%n, %n] pad nan : !tile.ptr -> !tile.view<4x16xf16>
  // CHECK: %[[W:.*]] = tile.make_view %[[P]], [%[[N]], %[[N]]], [%[[N]], %[[N]]] pad zero : !tile.ptr -> <1x16xf16>
  %w = tile.make_view %p, [%n, %n], [%n, %n] pad zero : !tile.ptr -> !tile.view<1x16xf16>
  // CHECK: %[[T:.*]] = tile.load_view %[[V]][%[[I]], %[[I]]] : <4x16xf16> -> tensor<4x16xf16>
  %t = tile.load_view %v[%i, %i] : !tile.view<4x16xf16> -> tensor<4x16xf16>
  // CHECK: tile.load_view %[[W]][%[[I]], %[[I]]] : <1x16xf16> -> tensor<16xf16>
  %u = tile.load_view %w[%i, %i] : !tile.view<1x16xf16> -> tensor<16xf16>
  // CHECK: tile.store_view %[[T]], %[[V]][%[[I]], %[[I]]] : tensor<4x16xf16>, <4x16xf16>
  tile.store_view %t, %v[%i, %i] : tensor<4x16xf16>, !tile.view<4x16xf16>
  // CHECK: tile.reduce_view fadd %[[T]], %[[V]][%[[I]], %[[I]]] : tensor<4x16xf16>, <4x16xf16>
  tile.reduce_view fadd %t, %v[%i, %i] : tensor<4x16xf16>, !tile.view<4x16xf16>
  // CHECK: %[[G:.*]] = tile.gather_view %[[W]][%[[R]], %[[I]]] : <1x16xf16>, tensor<8xi32> -> tensor<8x16xf16>
  %g = tile.gather_view %w[%rows, %i] : !tile.view<1x16xf16>, tensor<8xi32> -> tensor<8x16xf16>
  // CHECK: tile.scatter_view %[[G]], %[[W]][%[[R]], %[[I]]] : tensor<8x16xf16>, <1x16xf16>, tensor<8xi32>
  tile.scatter_view %g, %w[%rows, %i] : tensor<8x16xf16>, !tile.view<1x16xf16>, tensor<8xi32>
  return
}

// CHECK-LABEL: func.func @shapes
// CHECK-SAME: (%[[S:.*]]: f32, %[[X:.*]]: tensor<4x8xf32>, %[[R:.*]]: tensor<1x8xf32>, %[[I:.*]]: tensor<4x2xi32>, %[[O:.*]]: tensor<1xf32>)
func.func @shapes(%s: f32, %x: tensor<4x8xf32>, %r: tensor<1x8xf32>, %i: tensor<4x2xi32>, %one: tensor<1xf32>) {
  // CHECK: tile.range -2 to 6 : tensor<8xi32>
  %c = tile.range -2 to 6 : tensor<8xi32>
  // CHECK: tile.broadcast %[[S]] : f32 -> tensor<4x8xf32>
  %b = tile.broadcast %s : f32 -> tensor<4x8xf32>
  // CHECK: tile.broadcast %[[R]] : tensor<1x8xf32> -> tensor<4x8xf32>
  %u = tile.broadcast %r : tensor<1x8xf32> -> tensor<4x8xf32>
  // CHECK: tile.reshape %[[X]] : tensor<4x8xf32> -> tensor<32xf32>
  %d = tile.reshape %x : tensor<4x8xf32> -> tensor<32xf32>
  // CHECK: tile.reshape any_order %[[X]] : tensor<4x8xf32> -> tensor<16x2xf32>
  %e = tile.reshape any_order %x : tensor<4x8xf32> -> tensor<16x2xf32>
  // CHECK: tile.transpose %[[X]] [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %t = tile.transpose %x [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  // CHECK: %[[J:.*]] = tile.join %[[X]], %[[X]] : tensor<4x8xf32> -> tensor<4x8x2xf32>
  %j = tile.join %x, %x : tensor<4x8xf32> -> tensor<4x8x2xf32>
  // CHECK: %{{.*}}, %{{.*}} = tile.split %[[J]] : tensor<4x8x2xf32> -> tensor<4x8xf32>
  %l, %m = tile.split %j : tensor<4x8x2xf32> -> tensor<4x8xf32>
  // CHECK: tile.cat %[[X]], %[[X]] : tensor<4x8xf32> -> tensor<8x8xf32>
  %k = tile.cat %x, %x : tensor<4x8xf32> -> tensor<8x8xf32>
  // CHECK: tile.unsplat %[[O]] : tensor<1xf32> -> f32
  %v = tile.unsplat %one : tensor<1xf32> -> f32
  // CHECK: tile.gather %[[X]][%[[I]]] axis 1 : tensor<4x8xf32>, tensor<4x2xi32> -> tensor<4x2xf32>
  %g = tile.gather %x[%i] axis 1 : tensor<4x8xf32>, tensor<4x2xi32> -> tensor<4x2xf32>
  return
}

// CHECK-LABEL: func.func @total
// CHECK-SAME: (%[[A:.*]]: i32, %[[T:.*]]: tensor<4xi8>, %[[F:.*]]: tensor<4xf32>)
func.func @total(%a: i32, %t: tensor<4xi8>, %f: tensor<4xf32>) {
  // CHECK: tile.divsi %[[A]], %[[A]] : i32
  %0 = tile.divsi %a, %a : i32
  // CHECK: tile.divui %[[T]], %[[T]] : tensor<4xi8>
  %1 = tile.divui %t, %t : tensor<4xi8>
  // CHECK: tile.remsi %[[A]], %[[A]] : i32
  %2 = tile.remsi %a, %a : i32
  // CHECK: tile.remui %[[A]], %[[A]] : i32
  %3 = tile.remui %a, %a : i32
  // CHECK: tile.shli %[[A]], %[[A]] : i32
  %4 = tile.shli %a, %a : i32
  // CHECK: tile.shrui %[[T]], %[[T]] : tensor<4xi8>
  %5 = tile.shrui %t, %t : tensor<4xi8>
  // CHECK: tile.shrsi %[[A]], %[[A]] : i32
  %6 = tile.shrsi %a, %a : i32
  // CHECK: tile.fptosi %[[F]] : tensor<4xf32> -> tensor<4xi8>
  %7 = tile.fptosi %f : tensor<4xf32> -> tensor<4xi8>
  // CHECK: tile.fptoui %[[F]] : tensor<4xf32> -> tensor<4xi64>
  %8 = tile.fptoui %f : tensor<4xf32> -> tensor<4xi64>
  // CHECK: tile.cast %[[F]] nearest : tensor<4xf32> -> tensor<4xf8E4M3FN>
  %9 = tile.cast %f nearest : tensor<4xf32> -> tensor<4xf8E4M3FN>
  // CHECK: tile.cast %[[F]] toward_zero : tensor<4xf32> -> tensor<4xbf16>
  %10 = tile.cast %f toward_zero : tensor<4xf32> -> tensor<4xbf16>
  // CHECK: tile.clamp %[[F]], %[[F]], %[[F]] ignore : tensor<4xf32>
  %11 = tile.clamp %f, %f, %f ignore : tensor<4xf32>
  // CHECK: tile.clamp %[[F]], %[[F]], %[[F]] propagate : tensor<4xf32>
  %12 = tile.clamp %f, %f, %f propagate : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @contraction
// CHECK-SAME: (%[[A:.*]]: tensor<8x4xf16>, %[[B:.*]]: tensor<4x16xf16>, %[[C:.*]]: tensor<8x16xf32>, %[[P:.*]]: tensor<8x64xi8>, %[[Q:.*]]: tensor<64x8xi8>, %[[S:.*]]: tensor<8x4xi8>, %[[X:.*]]: tensor<128x16xf8E5M2>)
func.func @contraction(%a: tensor<8x4xf16>, %b: tensor<4x16xf16>, %c: tensor<8x16xf32>, %p: tensor<8x64xi8>,
                       %q: tensor<64x8xi8>, %s: tensor<8x4xi8>, %x: tensor<128x16xf8E5M2>) {
  // CHECK: tile.dot %[[A]], %[[B]], %[[C]] tf32x3 : tensor<8x4xf16>, tensor<4x16xf16> -> tensor<8x16xf32>
  %d = tile.dot %a, %b, %c tf32x3 : tensor<8x4xf16>, tensor<4x16xf16> -> tensor<8x16xf32>
  // CHECK: tile.dot_scaled %[[P]] scale %[[S]] e2m1, %[[X]] e5m2, %[[C]] : tensor<8x64xi8>, tensor<8x4xi8>, tensor<128x16xf8E5M2> -> tensor<8x16xf32>
  %e = tile.dot_scaled %p scale %s e2m1, %x e5m2, %c
      : tensor<8x64xi8>, tensor<8x4xi8>, tensor<128x16xf8E5M2> -> tensor<8x16xf32>
  // CHECK: tile.dot_scaled %{{.*}} e4m3, %[[Q]] e2m1, %[[C]] {rhsNotPackedAlongK} : tensor<8x64xf8E4M3FN>, tensor<64x8xi8> -> tensor<8x16xf32>
  %f = arith.constant dense<1.0> : tensor<8x64xf8E4M3FN>
  %g = tile.dot_scaled %f e4m3, %q e2m1, %c {rhsNotPackedAlongK}
      : tensor<8x64xf8E4M3FN>, tensor<64x8xi8> -> tensor<8x16xf32>
  return
}

// CHECK-LABEL: func.func @reductions
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[I:.*]]: tensor<4x8xi32>, %[[V:.*]]: tensor<8xi32>, %[[M:.*]]: tensor<8xi1>)
func.func @reductions(%x: tensor<4x8xf32>, %i: tensor<4x8xi32>, %v: tensor<8xi32>, %m: tensor<8xi1>) {
  // CHECK: tile.reduce %[[X]], %[[I]] axis 1 : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: i32, %{{.*}}: f32, %{{.*}}: i32):
  // CHECK-NEXT: tile.yield %[[A]], %[[B]] : f32, i32
  %r:2 = tile.reduce %x, %i axis 1 : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%a: f32, %b: i32, %c: f32, %d: i32):
    tile.yield %a, %b : f32, i32
  }
  // CHECK: tile.reduce %[[V]] axis 0 : (tensor<8xi32>) -> i32 {
  %s = tile.reduce %v axis 0 : (tensor<8xi32>) -> i32 {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  // CHECK: tile.scan %[[X]] axis 0 reverse : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  %t = tile.scan %x axis 0 reverse : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %b: f32):
    tile.yield %b : f32
  }
  // CHECK: tile.map %[[V]], %[[V]] pack 2 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1> {
  // CHECK-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32):
  %u = tile.map %v, %v pack 2 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1> {
  ^bb0(%a0: i32, %a1: i32, %b0: i32, %b1: i32):
    %c = arith.cmpi slt, %a0, %b0 : i32
    %d = arith.cmpi slt, %a1, %b1 : i32
    tile.yield %c, %d : i1, i1
  }
  // CHECK: tile.histogram %[[V]] mask %[[M]] : tensor<8xi32>, tensor<8xi1> -> tensor<16xi32>
  %h = tile.histogram %v mask %m : tensor<8xi32>, tensor<8xi1> -> tensor<16xi32>
  // CHECK: tile.histogram %[[V]] : tensor<8xi32> -> tensor<16xi32>
  %k = tile.histogram %v : tensor<8xi32> -> tensor<16xi32>
  return
}

// CHECK-LABEL: func.func @host
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>, %[[C:.*]]: tensor<4xi1>, %[[S:.*]]: i1)
func.func @host(%x: tensor<4xi32>, %c: tensor<4xi1>, %s: i1) {
  // CHECK: tile.print "x: \22" hex %[[X]], %[[S]] : tensor<4xi32>, i1 {isSigned = array<i32: 0, 1>}
  tile.print "x: \22" hex %x, %s : tensor<4xi32>, i1 {isSigned = array<i32: 0, 1>}
  // CHECK: tile.print "here" alone
  tile.print "here" alone
  // CHECK: tile.assert %[[C]], "must hold" : tensor<4xi1>
  tile.assert %c, "must hold" : tensor<4xi1>
  // CHECK: tile.assume %[[S]]
  tile.assume %s
  // CHECK: tile.extern_call pure "f"(%[[X]]) : (tensor<4xi32>) -> tensor<4xi32>
  %a = tile.extern_call pure "f"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  // CHECK: tile.extern_call "g"() : () -> i32
  %b = tile.extern_call "g"() : () -> i32
  // CHECK: tile.inline_asm pure "brev $0, $1;" "=r,r" pack 1(%[[X]]) : (tensor<4xi32>) -> tensor<4xi32>
  %d = tile.inline_asm pure "brev $0, $1;" "=r,r" pack 1 (%x) : (tensor<4xi32>) -> tensor<4xi32>
  // CHECK: %{{.*}}:2 = tile.inline_asm "mov" "=r,=r,r" pack 1(%[[X]]) : (tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %e:2 = tile.inline_asm "mov" "=r,=r,r" pack 1 (%x) : (tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  return
}

// CHECK-LABEL: func.func @kernel_form
// CHECK-SAME: (%[[P:.*]]: !tile.ptr, %[[O:.*]]: i64, %[[F:.*]]: f32, %[[B:.*]]: memref<4x8xf32, #tile.space<"spm">>, %[[V:.*]]: vector<4xi32>)
func.func @kernel_form(%p: !tile.ptr, %o: i64, %f: f32, %b: memref<4x8xf32, #tile.space<"spm">>, %v: vector<4xi32>) {
  // CHECK: %[[G:.*]] = tile.view %[[P]] + %[[O]] strides[%[[O]], %[[O]]] : !tile.ptr -> memref<4x8xf32, strided<[?, ?], offset: ?>, #tile.space<"global">>
  %g = tile.view %p + %o strides [%o, %o] : !tile.ptr
      -> memref<4x8xf32, strided<[?, ?], offset: ?>, #tile.space<"global">>
  // CHECK: tile.view %[[P]] + %[[O]] strides[] : !tile.ptr -> memref<f32, strided<[], offset: ?>, #tile.space<"global">>
  %h = tile.view %p + %o strides [] : !tile.ptr -> memref<f32, strided<[], offset: ?>, #tile.space<"global">>
  %wide = memref.alloc() : memref<4x8xi64, #tile.space<"spm">>
  // CHECK: tile.words %{{.*}} : memref<4x8xi64, #tile.space<"spm">> -> memref<4x8x2xi32, #tile.space<"spm">>
  %w = tile.words %wide : memref<4x8xi64, #tile.space<"spm">> -> memref<4x8x2xi32, #tile.space<"spm">>
  // CHECK: tile.print_element "x: " hex unsigned %[[O]] at[] : i64
  tile.print_element "x: " hex unsigned %o at [] : i64
  // CHECK: tile.print_element "line" at[]
  tile.print_element "line" at []
  // CHECK: tile.to_layout %{{.*}} : vector<2xi32> to #tile.layout<[2], register = {{\[\[}}0]], lane = {{\[\[}}1]]>
  %place = arith.constant dense<0> : vector<2xi32>
  %moved = tile.to_layout %place : vector<2xi32> to #tile.layout<[2], register = [[0]], lane = [[1]]>
  // CHECK: tile.box_mask[%[[O]], %[[O]]], [%[[O]], %[[O]]] : vector<4x8xi1>
  %m = tile.box_mask [%o, %o], [%o, %o] : vector<4x8xi1>
  // CHECK: tile.copy %[[G]] to %[[B]][%[[O]], %[[O]]], [%[[O]], %[[O]]] fill %[[F]] : memref<4x8xf32, strided<[?, ?], offset: ?>, #tile.space<"global">>, memref<4x8xf32, #tile.space<"spm">>, f32
  tile.copy %g to %b [%o, %o], [%o, %o] fill %f
      : memref<4x8xf32, strided<[?, ?], offset: ?>, #tile.space<"global">>, memref<4x8xf32, #tile.space<"spm">>, f32
  // CHECK: tile.copy %[[B]] to %[[G]][%[[O]], %[[O]]], [%[[O]], %[[O]]] : memref<4x8xf32, #tile.space<"spm">>
  tile.copy %b to %g [%o, %o], [%o, %o]
      : memref<4x8xf32, #tile.space<"spm">>, memref<4x8xf32, strided<[?, ?], offset: ?>, #tile.space<"global">>
  // CHECK: tile.copy_gather %[[P]][%[[I:.*]]] to %[[T:.*]] : !tile.ptr, memref<8xi32, #tile.space<"spm">>, memref<8xf32, #tile.space<"spm">>
  %i = memref.alloc() : memref<8xi32, #tile.space<"spm">>
  %n = memref.alloc() : memref<8xi8, #tile.space<"spm">>
  %t = memref.alloc() : memref<8xf32, #tile.space<"spm">>
  tile.copy_gather %p[%i] to %t : !tile.ptr, memref<8xi32, #tile.space<"spm">>, memref<8xf32, #tile.space<"spm">>
  // CHECK: tile.copy_gather %[[P]][%[[I]]] fill %[[F]] to %[[T]] : !tile.ptr, memref<8xi32, #tile.space<"spm">>, f32, memref<8xf32, #tile.space<"spm">>
  tile.copy_gather %p[%i] fill %f to %t : !tile.ptr, memref<8xi32, #tile.space<"spm">>, f32, memref<8xf32, #tile.space<"spm">>
  // CHECK: tile.copy_gather %[[P]][%[[I]]] mask %[[N:.*]] fill %[[F]] to %[[T]] : !tile.ptr, memref<8xi32, #tile.space<"spm">>, memref<8xi8, #tile.space<"spm">>, f32, memref<8xf32, #tile.space<"spm">>
  tile.copy_gather %p[%i] mask %n fill %f to %t
      : !tile.ptr, memref<8xi32, #tile.space<"spm">>, memref<8xi8, #tile.space<"spm">>, f32, memref<8xf32, #tile.space<"spm">>
  // CHECK: tile.copy_scatter %[[T]] to %[[P]][%[[I]]] : memref<8xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>{{$}}
  tile.copy_scatter %t to %p[%i] : memref<8xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>
  // CHECK: tile.copy_scatter %[[T]] to %[[P]][%[[I]]] mask %[[N]] : memref<8xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>, memref<8xi8, #tile.space<"spm">>
  tile.copy_scatter %t to %p[%i] mask %n
      : memref<8xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>, memref<8xi8, #tile.space<"spm">>
  // CHECK: tile.contract %[[L:.*]], %[[R:.*]] into %{{.*}} tf32 : memref<4x2xf32, #tile.space<"spm">>, memref<2x8xf32, #tile.space<"spm">>, memref<4x8xf32, #tile.space<"spm">>
  %l = memref.alloc() : memref<4x2xf32, #tile.space<"spm">>
  %r = memref.alloc() : memref<2x8xf32, #tile.space<"spm">>
  tile.contract %l, %r into %b tf32
      : memref<4x2xf32, #tile.space<"spm">>, memref<2x8xf32, #tile.space<"spm">>, memref<4x8xf32, #tile.space<"spm">>
  // CHECK: tile.copy_atomic_rmw xchg relaxed device %[[T]] to %[[P]][%[[I]]] : memref<8xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>{{$}}
  tile.copy_atomic_rmw xchg relaxed device %t to %p[%i] : memref<8xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>
  // CHECK: tile.copy_atomic_rmw fadd relaxed device %[[T]] to %[[P]][%[[I]]] old %[[T]] : memref<8xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>, memref<8xf32, #tile.space<"spm">>{{$}}
  tile.copy_atomic_rmw fadd relaxed device %t to %p[%i] old %t : memref<8xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>, memref<8xf32, #tile.space<"spm">>
  // CHECK: tile.copy_atomic_rmw fadd acq_rel system %[[T]] to %[[P]][%[[I]]] mask %[[N]] old %[[T]] : memref<8xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>, memref<8xi8, #tile.space<"spm">>, memref<8xf32, #tile.space<"spm">>{{$}}
  tile.copy_atomic_rmw fadd acq_rel system %t to %p[%i] mask %n old %t
      : memref<8xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>, memref<8xi8, #tile.space<"spm">>, memref<8xf32, #tile.space<"spm">>
  // CHECK: tile.copy_atomic_cas acquire device %[[T]], %[[T]] to %[[P]][%[[I]]] mask %[[N]] old %[[T]] : memref<8xf32, #tile.space<"spm">>, memref<8xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>, memref<8xi8, #tile.space<"spm">>, memref<8xf32, #tile.space<"spm">>{{$}}
  tile.copy_atomic_cas acquire device %t, %t to %p[%i] mask %n old %t
      : memref<8xf32, #tile.space<"spm">>, memref<8xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>, memref<8xi8, #tile.space<"spm">>, memref<8xf32, #tile.space<"spm">>
  // CHECK: %[[R:.*]] = tile.gather_runs %[[P]] + %[[O]] runs %[[V]] from %[[O]] to %[[O]] : !tile.ptr, vector<4xi32> -> vector<4x8xf32>
  %rows = tile.gather_runs %p + %o runs %v from %o to %o : !tile.ptr, vector<4xi32> -> vector<4x8xf32>
  %on = tile.box_mask [%o], [%o] : vector<4xi1>
  // CHECK: tile.gather_runs %[[P]] + %[[O]] runs %[[V]] from %[[O]] to %[[O]] mask %[[ON:.*]] : !tile.ptr, vector<4xi32>, vector<4xi1> -> vector<4x8xf32>
  %some = tile.gather_runs %p + %o runs %v from %o to %o mask %on : !tile.ptr, vector<4xi32>, vector<4xi1> -> vector<4x8xf32>
  // CHECK: tile.scatter_runs %[[R]] to %[[P]] + %[[O]] runs %[[V]] from %[[O]] to %[[O]] : vector<4x8xf32>, !tile.ptr, vector<4xi32>{{$}}
  tile.scatter_runs %rows to %p + %o runs %v from %o to %o : vector<4x8xf32>, !tile.ptr, vector<4xi32>
  // CHECK: tile.scatter_runs %{{.*}} to %[[P]] + %[[O]] runs %[[V]] from %[[O]] to %[[O]] mask %[[ON]] : vector<4x8xf32>, !tile.ptr, vector<4xi32>, vector<4xi1>
  tile.scatter_runs %some to %p + %o runs %v from %o to %o mask %on : vector<4x8xf32>, !tile.ptr, vector<4xi32>, vector<4xi1>
  // CHECK: tile.load %[[P]][%[[V]]] : !tile.ptr, vector<4xi32> -> vector<4xf32>
  %x = tile.load %p[%v] : !tile.ptr, vector<4xi32> -> vector<4xf32>
  return
}
