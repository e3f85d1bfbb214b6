// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s -split-input-file -verify-diagnostics

func.func @one_stride_short(%p: !tile.ptr, %n: i64) {
  // expected-error @+1 {{'tile.make_view' op expected 2 extents and strides for '!tile.view<4x8xf32>' but got 2 and 1}}
  %v = tile.make_view %p, [%n, %n], [%n] pad zero : !tile.ptr -> !tile.view<4x8xf32>
  return
}

// -----

func.func @one_index_short(%v: !tile.view<4x8xf32>, %i: i32) {
  // expected-error @+1 {{'tile.load_view' op expected 2 indices for '!tile.view<4x8xf32>' but got 1}}
  %t = tile.load_view %v[%i] : !tile.view<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @another_element_type(%v: !tile.view<4x8xf32>, %i: i32) {
  // expected-error @+1 {{'tile.load_view' op expected a tile of the block of '!tile.view<4x8xf32>' but got 'tensor<4x8xf16>'}}
  %t = tile.load_view %v[%i, %i] : !tile.view<4x8xf32> -> tensor<4x8xf16>
  return
}

// -----

func.func @transposed_block(%v: !tile.view<4x8xf32>, %t: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'tile.store_view' op expected a tile of the block of '!tile.view<4x8xf32>' but got 'tensor<8x4xf32>'}}
  tile.store_view %t, %v[%i, %i] : tensor<8x4xf32>, !tile.view<4x8xf32>
  return
}

// -----

func.func @reduce_with_the_wrong_kind(%v: !tile.view<4xf32>, %t: tensor<4xf32>, %i: i32) {
  // expected-error @+1 {{'tile.reduce_view' op 'umin' needs integer elements but got 'f32'}}
  tile.reduce_view umin %t, %v[%i] : tensor<4xf32>, !tile.view<4xf32>
  return
}

// -----

func.func @reduce_into_a_larger_block(%v: !tile.view<8xi32>, %t: tensor<4xi32>, %i: i32) {
  // expected-error @+1 {{'tile.reduce_view' op expected a tile of the block of '!tile.view<8xi32>' but got 'tensor<4xi32>'}}
  tile.reduce_view add %t, %v[%i] : tensor<4xi32>, !tile.view<8xi32>
  return
}

// -----

func.func @rows_of_a_tall_block(%v: !tile.view<2x8xf32>, %r: tensor<4xi32>, %i: i32) {
  // expected-error @+1 {{'tile.gather_view' op expected a view with blocks of one row but got '!tile.view<2x8xf32>'}}
  %t = tile.gather_view %v[%r, %i] : !tile.view<2x8xf32>, tensor<4xi32> -> tensor<4x8xf32>
  return
}

// -----

func.func @a_row_too_many(%v: !tile.view<1x8xf32>, %r: tensor<4xi32>, %i: i32) {
  // expected-error @+1 {{'tile.gather_view' op expected a tile with one row of '!tile.view<1x8xf32>' for each of 'tensor<4xi32>' but got 'tensor<5x8xf32>'}}
  %t = tile.gather_view %v[%r, %i] : !tile.view<1x8xf32>, tensor<4xi32> -> tensor<5x8xf32>
  return
}

// -----

func.func @scatter_of_short_rows(%v: !tile.view<1x8xf32>, %t: tensor<4x4xf32>, %r: tensor<4xi32>, %i: i32) {
  // expected-error @+1 {{'tile.scatter_view' op expected a tile with one row of '!tile.view<1x8xf32>' for each of 'tensor<4xi32>' but got 'tensor<4x4xf32>'}}
  tile.scatter_view %t, %v[%r, %i] : tensor<4x4xf32>, !tile.view<1x8xf32>, tensor<4xi32>
  return
}
