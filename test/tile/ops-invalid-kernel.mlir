// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s -split-input-file -verify-diagnostics

func.func @view_without_a_stride(%p: !tile.ptr, %o: i64) {
  // expected-error @+1 {{'tile.view' op expected 2 strides for 'memref<4x8xf32, strided<[?, ?], offset: ?>, #tile.space<"global">>' but got 1}}
  %m = tile.view %p + %o strides [%o] : !tile.ptr -> memref<4x8xf32, strided<[?, ?], offset: ?>, #tile.space<"global">>
  return
}

// -----

func.func @view_in_another_space(%p: !tile.ptr<"scratch">, %o: i64) {
  // expected-error @+1 {{'tile.view' op expected a memref in #tile.space<"scratch"> but got 'memref<4xf32, strided<[?], offset: ?>, #tile.space<"global">>'}}
  %m = tile.view %p + %o strides [%o] : !tile.ptr<"scratch"> -> memref<4xf32, strided<[?], offset: ?>, #tile.space<"global">>
  return
}

// -----

func.func @view_in_no_space(%p: !tile.ptr, %o: i64) {
  // expected-error @+1 {{'tile.view' op expected a memref in #tile.space<"global"> but got 'memref<4xf32, strided<[?], offset: ?>>'}}
  %m = tile.view %p + %o strides [%o] : !tile.ptr -> memref<4xf32, strided<[?], offset: ?>>
  return
}

// -----

func.func @view_with_a_static_stride(%p: !tile.ptr, %o: i64) {
  // expected-error @+1 {{'tile.view' op expected a static shape with dynamic strides and offset but got 'memref<4xf32, strided<[1], offset: ?>, #tile.space<"global">>'}}
  %m = tile.view %p + %o strides [%o] : !tile.ptr -> memref<4xf32, strided<[1], offset: ?>, #tile.space<"global">>
  return
}

// -----

func.func @view_of_unknown_extent(%p: !tile.ptr, %o: i64) {
  // expected-error @+1 {{'tile.view' op expected a static shape with dynamic strides and offset but got 'memref<?xf32, strided<[?], offset: ?>, #tile.space<"global">>'}}
  %m = tile.view %p + %o strides [%o] : !tile.ptr -> memref<?xf32, strided<[?], offset: ?>, #tile.space<"global">>
  return
}

// -----

func.func @box_without_an_upper_bound(%o: i64) {
  // expected-error @+1 {{'tile.box_mask' op expected 2 lower and upper bounds but got 2 and 1}}
  %m = tile.box_mask [%o, %o], [%o] : vector<4x8xi1>
  return
}

// -----

func.func @copy_to_another_shape(%a: memref<4xf32, #tile.space<"spm">>, %b: memref<8xf32, #tile.space<"spm">>, %o: i64) {
  // expected-error @+1 {{'tile.copy' op expected source and target of one shape and element type but got 'memref<4xf32, #tile.space<"spm">>' and 'memref<8xf32, #tile.space<"spm">>'}}
  tile.copy %a to %b [%o], [%o] : memref<4xf32, #tile.space<"spm">>, memref<8xf32, #tile.space<"spm">>
  return
}

// -----

func.func @copy_filled_with_another_type(%a: memref<4xf32, #tile.space<"spm">>, %o: i64, %f: i32) {
  // expected-error @+1 {{'tile.copy' op expected a fill of type 'f32' but got 'i32'}}
  tile.copy %a to %a [%o], [%o] fill %f : memref<4xf32, #tile.space<"spm">>, memref<4xf32, #tile.space<"spm">>, i32
  return
}

// -----

func.func @copy_without_bounds(%a: memref<4xf32, #tile.space<"spm">>) {
  // expected-error @+1 {{'tile.copy' op expected 1 lower and upper bounds but got 0 and 0}}
  tile.copy %a to %a [], [] : memref<4xf32, #tile.space<"spm">>, memref<4xf32, #tile.space<"spm">>
  return
}

// -----

func.func @gather_by_narrow_offsets(%p: !tile.ptr, %o: memref<4xi16, #tile.space<"spm">>, %b: memref<4xf32, #tile.space<"spm">>) {
  // expected-error @+1 {{'tile.copy_gather' op expected i32 or i64 offsets of the shape of 'memref<4xf32, #tile.space<"spm">>' but got 'memref<4xi16, #tile.space<"spm">>'}}
  tile.copy_gather %p[%o] to %b : !tile.ptr, memref<4xi16, #tile.space<"spm">>, memref<4xf32, #tile.space<"spm">>
  return
}

// -----

func.func @gather_with_another_fill(%p: !tile.ptr, %o: memref<4xi32, #tile.space<"spm">>, %f: f16, %b: memref<4xf32, #tile.space<"spm">>) {
  // expected-error @+1 {{'tile.copy_gather' op expected a fill of type 'f32' but got 'f16'}}
  tile.copy_gather %p[%o] fill %f to %b : !tile.ptr, memref<4xi32, #tile.space<"spm">>, f16, memref<4xf32, #tile.space<"spm">>
  return
}

// -----

func.func @scatter_by_more_offsets(%p: !tile.ptr, %o: memref<8xi32, #tile.space<"spm">>, %b: memref<4xf32, #tile.space<"spm">>) {
  // expected-error @+1 {{'tile.copy_scatter' op expected i32 or i64 offsets of the shape of 'memref<4xf32, #tile.space<"spm">>' but got 'memref<8xi32, #tile.space<"spm">>'}}
  tile.copy_scatter %b to %p[%o] : memref<4xf32, #tile.space<"spm">>, !tile.ptr, memref<8xi32, #tile.space<"spm">>
  return
}

// -----

func.func @scatter_under_a_wide_mask(%p: !tile.ptr, %o: memref<4xi32, #tile.space<"spm">>, %b: memref<4xf32, #tile.space<"spm">>) {
  // expected-error @+1 {{'tile.copy_scatter' op expected a mask of i8 of the shape of 'memref<4xf32, #tile.space<"spm">>' but got 'memref<4xi32, #tile.space<"spm">>'}}
  tile.copy_scatter %b to %p[%o] mask %o : memref<4xf32, #tile.space<"spm">>, !tile.ptr, memref<4xi32, #tile.space<"spm">>, memref<4xi32, #tile.space<"spm">>
  return
}

// -----

func.func @float_sum_of_integers(%p: !tile.ptr, %o: memref<4xi32, #tile.space<"spm">>) {
  // expected-error @+1 {{'tile.copy_atomic_rmw' op 'fadd' needs float elements but got 'i32'}}
  tile.copy_atomic_rmw fadd relaxed device %o to %p[%o] : memref<4xi32, #tile.space<"spm">>, !tile.ptr, memref<4xi32, #tile.space<"spm">>
  return
}

// -----

func.func @old_values_of_another_type(%p: !tile.ptr, %o: memref<4xi32, #tile.space<"spm">>, %w: memref<4xi64, #tile.space<"spm">>) {
  // expected-error @+1 {{'tile.copy_atomic_rmw' op expected a buffer of old values of type 'memref<4xi32, #tile.space<"spm">>' but got 'memref<4xi64, #tile.space<"spm">>'}}
  tile.copy_atomic_rmw add relaxed device %o to %p[%o] old %w : memref<4xi32, #tile.space<"spm">>, !tile.ptr, memref<4xi32, #tile.space<"spm">>, memref<4xi64, #tile.space<"spm">>
  return
}

// -----

func.func @atomic_by_float_offsets(%p: !tile.ptr, %o: memref<4xf32, #tile.space<"spm">>) {
  // expected-error @+1 {{'tile.copy_atomic_rmw' op expected i32 or i64 offsets of the shape of 'memref<4xf32, #tile.space<"spm">>' but got 'memref<4xf32, #tile.space<"spm">>'}}
  tile.copy_atomic_rmw xchg relaxed device %o to %p[%o] : memref<4xf32, #tile.space<"spm">>, !tile.ptr, memref<4xf32, #tile.space<"spm">>
  return
}

// -----

func.func @compares_another_type(%p: !tile.ptr, %o: memref<4xi32, #tile.space<"spm">>, %w: memref<4xi64, #tile.space<"spm">>) {
  // expected-error @+1 {{'tile.copy_atomic_cas' op expected a buffer to compare with of type 'memref<4xi32, #tile.space<"spm">>' but got 'memref<4xi64, #tile.space<"spm">>'}}
  tile.copy_atomic_cas relaxed device %w, %o to %p[%o] old %o : memref<4xi64, #tile.space<"spm">>, memref<4xi32, #tile.space<"spm">>, !tile.ptr, memref<4xi32, #tile.space<"spm">>, memref<4xi32, #tile.space<"spm">>
  return
}

// -----

func.func @swap_under_a_wide_mask(%p: !tile.ptr, %o: memref<4xi32, #tile.space<"spm">>) {
  // expected-error @+1 {{'tile.copy_atomic_cas' op expected a mask of i8 of the shape of 'memref<4xi32, #tile.space<"spm">>' but got 'memref<4xi32, #tile.space<"spm">>'}}
  tile.copy_atomic_cas relaxed device %o, %o to %p[%o] mask %o old %o : memref<4xi32, #tile.space<"spm">>, memref<4xi32, #tile.space<"spm">>, !tile.ptr, memref<4xi32, #tile.space<"spm">>, memref<4xi32, #tile.space<"spm">>, memref<4xi32, #tile.space<"spm">>
  return
}

// -----

func.func @words_of_half_the_extent(%b: memref<4x8xi64, #tile.space<"spm">>) {
  // expected-error@+1 {{'tile.words' op expected 'memref<4x8xi64, #tile.space<"spm">>' to give 'memref<4x8x2xi32, #tile.space<"spm">>' but got 'memref<4x4x2xi32, #tile.space<"spm">>'}}
  %w = tile.words %b : memref<4x8xi64, #tile.space<"spm">> -> memref<4x4x2xi32, #tile.space<"spm">>
  return
}

// -----

func.func @contract_of_other_depths(%a: memref<4x2xf32, #tile.space<"spm">>, %b: memref<3x8xf32, #tile.space<"spm">>, %c: memref<4x8xf32, #tile.space<"acc">>) {
  // expected-error @+1 {{'tile.contract' op expected MxK times KxN into MxN but got 'memref<4x2xf32, #tile.space<"spm">>' times 'memref<3x8xf32, #tile.space<"spm">>' into 'memref<4x8xf32, #tile.space<"acc">>'}}
  tile.contract %a, %b into %c ieee : memref<4x2xf32, #tile.space<"spm">>, memref<3x8xf32, #tile.space<"spm">>, memref<4x8xf32, #tile.space<"acc">>
  return
}

// -----

func.func @runs_of_booleans(%p: !tile.ptr, %o: i64, %r: vector<4xi32>) {
  // expected-error @+1 {{'tile.gather_runs' op expected elements of whole bytes in memory, not pointers, but got 'vector<4x8xi1>'}}
  %t = tile.gather_runs %p + %o runs %r from %o to %o : !tile.ptr, vector<4xi32> -> vector<4x8xi1>
  return
}

// -----

func.func @runs_with_too_many_indices(%p: !tile.ptr, %o: i64, %r: vector<8xi32>) {
  // expected-error @+1 {{'tile.gather_runs' op expected i32 or i64 indices of the shape of 'vector<4x8xf32>' without its minor dimension but got 'vector<8xi32>'}}
  %t = tile.gather_runs %p + %o runs %r from %o to %o : !tile.ptr, vector<8xi32> -> vector<4x8xf32>
  return
}

// -----

func.func @runs_of_one_lane(%p: !tile.ptr, %o: i64, %r: vector<4xi16>, %x: vector<4x8xf32>) {
  // expected-error @+1 {{'tile.scatter_runs' op expected i32 or i64 indices of the shape of 'vector<4x8xf32>' without its minor dimension but got 'vector<4xi16>'}}
  tile.scatter_runs %x to %p + %o runs %r from %o to %o : vector<4x8xf32>, !tile.ptr, vector<4xi16>
  return
}

// -----

func.func @runs_under_a_mask_of_lanes(%p: !tile.ptr, %o: i64, %r: vector<4xi32>, %x: vector<4x8xf32>, %m: vector<8xi1>) {
  // expected-error @+1 {{'tile.scatter_runs' op expected a mask of the shape of 'vector<4xi32>' but got 'vector<8xi1>'}}
  tile.scatter_runs %x to %p + %o runs %r from %o to %o mask %m : vector<4x8xf32>, !tile.ptr, vector<4xi32>, vector<8xi1>
  return
}
