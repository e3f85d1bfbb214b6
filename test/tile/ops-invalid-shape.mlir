// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s -split-input-file -verify-diagnostics

func.func @range_of_another_length() {
  // expected-error @+1 {{'tile.range' op expected a 1-D tile of 8 elements for 0 to 8 but got 'tensor<4xi32>'}}
  %c = tile.range 0 to 8 : tensor<4xi32>
  return
}

// -----

func.func @range_beyond_the_element() {
  // expected-error @+1 {{'tile.range' op expected 0 to 200 to fit signed 'i8'}}
  %c = tile.range 0 to 200 : tensor<200xi8>
  return
}

// -----

func.func @broadcast_to_another_element(%s: f32) {
  // expected-error @+1 {{'tile.broadcast' op expected a result with elements of 'f32' but got 'tensor<4xf16>'}}
  %t = tile.broadcast %s : f32 -> tensor<4xf16>
  return
}

// -----

func.func @broadcast_to_another_rank(%s: tensor<8xf32>) {
  // expected-error @+1 {{'tile.broadcast' op expected a source of the result's rank with extents of 1 or the result's, for 'tensor<4x8xf32>', but got 'tensor<8xf32>'}}
  %t = tile.broadcast %s : tensor<8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @broadcast_of_a_wide_dimension(%s: tensor<2x8xf32>) {
  // expected-error @+1 {{'tile.broadcast' op expected a source of the result's rank with extents of 1 or the result's, for 'tensor<4x8xf32>', but got 'tensor<2x8xf32>'}}
  %t = tile.broadcast %s : tensor<2x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @reshape_to_more_elements(%x: tensor<8xf32>) {
  // expected-error @+1 {{'tile.reshape' op expected 8 elements in the result but got 'tensor<4x4xf32>'}}
  %t = tile.reshape %x : tensor<8xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @order_that_is_no_permutation(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'tile.transpose' op expected an order that takes 'tensor<4x4xf32>' to 'tensor<4x4xf32>' but got [1, 1]}}
  %t = tile.transpose %x [1, 1] : tensor<4x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @order_out_of_range(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'tile.transpose' op expected an order that takes 'tensor<4x8xf32>' to 'tensor<8x4xf32>' but got [2, 0]}}
  %t = tile.transpose %x [2, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @order_of_another_shape(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'tile.transpose' op expected an order that takes 'tensor<4x8xf32>' to 'tensor<4x8xf32>' but got [1, 0]}}
  %t = tile.transpose %x [1, 0] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @join_without_the_pair(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tile.join' op expected 'tensor<2x4xf32>' to be the other tile's shape with a minor dimension of 2, not of 'tensor<4xf32>'}}
  %t = tile.join %x, %x : tensor<4xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @split_of_three(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'tile.split' op expected 'tensor<4x3xf32>' to be the other tile's shape with a minor dimension of 2, not of 'tensor<4xf32>'}}
  %a, %b = tile.split %x : tensor<4x3xf32> -> tensor<4xf32>
  return
}

// -----

func.func @cat_along_the_minor_dimension(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'tile.cat' op expected a result with twice the first extent of 'tensor<4x8xf32>' but got 'tensor<4x16xf32>'}}
  %t = tile.cat %x, %x : tensor<4x8xf32> -> tensor<4x16xf32>
  return
}

// -----

func.func @cat_of_rank_zero(%x: tensor<f32>) {
  // expected-error @+1 {{'tile.cat' op expected a result with twice the first extent of 'tensor<f32>' but got 'tensor<2xf32>'}}
  %t = tile.cat %x, %x : tensor<f32> -> tensor<2xf32>
  return
}

// -----

func.func @unsplat_of_two(%x: tensor<2xf32>) {
  // expected-error @+1 {{'tile.unsplat' op expected a tile of one element but got 'tensor<2xf32>'}}
  %s = tile.unsplat %x : tensor<2xf32> -> f32
  return
}

// -----

func.func @gather_along_a_missing_axis(%x: tensor<4x8xf32>, %i: tensor<4x8xi32>) {
  // expected-error @+1 {{'tile.gather' op expected an axis of 'tensor<4x8xf32>' but got 2}}
  %t = tile.gather %x[%i] axis 2 : tensor<4x8xf32>, tensor<4x8xi32> -> tensor<4x8xf32>
  return
}

// -----

func.func @gather_off_the_axis(%x: tensor<4x8xf32>, %i: tensor<2x8xi32>) {
  // expected-error @+1 {{'tile.gather' op expected indices and result of one shape, equal to 'tensor<4x8xf32>' but for axis 1, but got 'tensor<2x8xi32>' and 'tensor<2x8xf32>'}}
  %t = tile.gather %x[%i] axis 1 : tensor<4x8xf32>, tensor<2x8xi32> -> tensor<2x8xf32>
  return
}
