// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s -split-input-file -verify-diagnostics

func.func @dot_of_vectors(%a: tensor<4xf32>, %c: tensor<4xf32>) {
  // expected-error @+1 {{'tile.dot' op expected [B x] M x K times [B x] K x N giving [B x] M x N but got 'tensor<4xf32>' times 'tensor<4xf32>' giving 'tensor<4xf32>'}}
  %d = tile.dot %a, %a, %c ieee : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @dot_of_different_depth(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x8xf32>) {
  // expected-error @+1 {{'tile.dot' op expected [B x] M x K times [B x] K x N giving [B x] M x N}}
  %d = tile.dot %a, %b, %c ieee : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @dot_of_different_batch(%a: tensor<2x4x8xf32>, %b: tensor<3x8x4xf32>, %c: tensor<2x4x4xf32>) {
  // expected-error @+1 {{'tile.dot' op expected [B x] M x K times [B x] K x N giving [B x] M x N}}
  %d = tile.dot %a, %b, %c ieee : tensor<2x4x8xf32>, tensor<3x8x4xf32> -> tensor<2x4x4xf32>
  return
}

// -----

func.func @dot_of_integers_into_floats(%a: tensor<4x8xi8>, %b: tensor<8x4xi8>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'tile.dot' op expected operands and accumulator all of floats or all of integers but got 'tensor<4x8xi8>' and 'tensor<4x4xf32>'}}
  %d = tile.dot %a, %b, %c ieee : tensor<4x8xi8>, tensor<8x4xi8> -> tensor<4x4xf32>
  return
}

// -----

func.func @scaled_dot_of_batches(%a: tensor<1x4x32xf8E5M2>, %b: tensor<32x4xf8E5M2>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'tile.dot_scaled' op expected 2-D operands but got 'tensor<1x4x32xf8E5M2>' and 'tensor<32x4xf8E5M2>'}}
  %d = tile.dot_scaled %a e5m2, %b e5m2, %c : tensor<1x4x32xf8E5M2>, tensor<32x4xf8E5M2> -> tensor<4x4xf32>
  return
}

// -----

// 16 bytes along K are 32 elements of e2m1.
func.func @scaled_dot_of_different_depth(%a: tensor<4x16xi8>, %b: tensor<16x4xf8E5M2>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'tile.dot_scaled' op expected M x K times K x N giving M x N but got 4 x 32 times 16 x 4 giving 'tensor<4x4xf32>'}}
  %d = tile.dot_scaled %a e2m1, %b e5m2, %c : tensor<4x16xi8>, tensor<16x4xf8E5M2> -> tensor<4x4xf32>
  return
}

// -----

func.func @scale_for_another_row_count(%a: tensor<4x64xf8E5M2>, %s: tensor<2x2xi8>, %b: tensor<64x4xf8E5M2>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'tile.dot_scaled' op expected scales with one row for each row of the left and each column of the right operand and one column for each 16 or 32 elements along K = 64}}
  %d = tile.dot_scaled %a scale %s e5m2, %b e5m2, %c
      : tensor<4x64xf8E5M2>, tensor<2x2xi8>, tensor<64x4xf8E5M2> -> tensor<4x4xf32>
  return
}

// -----

// 80 elements are no whole number of groups of 32.
func.func @scale_for_part_of_a_group(%a: tensor<4x80xf8E5M2>, %s: tensor<4x2xi8>, %b: tensor<80x4xf8E5M2>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'tile.dot_scaled' op expected scales with one row}}
  %d = tile.dot_scaled %a scale %s e5m2, %b e5m2, %c
      : tensor<4x80xf8E5M2>, tensor<4x2xi8>, tensor<80x4xf8E5M2> -> tensor<4x4xf32>
  return
}

// -----

func.func @scale_one_element_off(%a: tensor<4x65xf8E5M2>, %s: tensor<4x2xi8>, %b: tensor<65x4xf8E5M2>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'tile.dot_scaled' op expected scales with one row}}
  %d = tile.dot_scaled %a scale %s e5m2, %b e5m2, %c
      : tensor<4x65xf8E5M2>, tensor<4x2xi8>, tensor<65x4xf8E5M2> -> tensor<4x4xf32>
  return
}

// -----

func.func @reduce_of_nothing() {
  // expected-error @+1 {{'tile.reduce' op expected at least one input}}
  "tile.reduce"() <{axis = 0 : i64}> ({
    tile.yield
  }) : () -> ()
  return
}

// -----

func.func @reduce_of_two_shapes(%x: tensor<4xf32>, %y: tensor<8xf32>) {
  // expected-error @+1 {{'tile.reduce' op expected inputs of one shape but got 'tensor<4xf32>' and 'tensor<8xf32>'}}
  %r:2 = tile.reduce %x, %y axis 0 : (tensor<4xf32>, tensor<8xf32>) -> (f32, f32) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tile.yield %a, %b : f32, f32
  }
  return
}

// -----

func.func @reduce_along_a_missing_axis(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tile.reduce' op expected an axis of 'tensor<4xf32>' but got 1}}
  %r = tile.reduce %x axis 1 : (tensor<4xf32>) -> f32 {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a : f32
  }
  return
}

// -----

func.func @reduce_to_one_of_two(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tile.reduce' op expected one result for each of 2 inputs but got 1}}
  %r = tile.reduce %x, %x axis 0 : (tensor<4xf32>, tensor<4xf32>) -> f32 {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tile.yield %a : f32
  }
  return
}

// -----

func.func @reduce_to_a_tile_of_one(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tile.reduce' op expected the result of reducing 'tensor<4xf32>' along axis 0 but got 'tensor<1xf32>'}}
  %r = tile.reduce %x axis 0 : (tensor<4xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a : f32
  }
  return
}

// -----

func.func @reduce_along_the_other_axis(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'tile.reduce' op expected the result of reducing 'tensor<4x8xf32>' along axis 0 but got 'tensor<4xf32>'}}
  %r = tile.reduce %x axis 0 : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a : f32
  }
  return
}

// -----

func.func @reduce_to_another_element(%x: tensor<4xf16>) {
  // expected-error @+1 {{'tile.reduce' op expected a result with elements of 'f16' but got 'f32'}}
  %r = tile.reduce %x axis 0 : (tensor<4xf16>) -> f32 {
  ^bb0(%a: f16, %b: f16):
    %c = arith.extf %a : f16 to f32
    tile.yield %c : f32
  }
  return
}

// -----

func.func @combiner_of_one_argument(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tile.reduce' op expected region arguments ('f32', 'f32') but got ('f32')}}
  %r = tile.reduce %x axis 0 : (tensor<4xf32>) -> f32 {
  ^bb0(%a: f32):
    tile.yield %a : f32
  }
  return
}

// -----

func.func @combiner_without_yield(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tile.reduce' op expected a region that ends in 'tile.yield'}}
  %r = tile.reduce %x axis 0 : (tensor<4xf32>) -> f32 {
  ^bb0(%a: f32, %b: f32):
    func.return
  }
  return
}

// -----

func.func @combiner_yields_too_much(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tile.scan' op expected the region to yield ('f32') but got ('f32', 'f32')}}
  %r = tile.scan %x axis 0 : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a, %b : f32, f32
  }
  return
}

// -----

func.func @scan_to_another_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tile.scan' op expected a result of type 'tensor<4xf32>' but got 'tensor<8xf32>'}}
  %r = tile.scan %x axis 0 : (tensor<4xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a : f32
  }
  return
}

// -----

func.func @scan_to_none(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tile.scan' op expected one result for each of 1 inputs but got 0}}
  tile.scan %x axis 0 : (tensor<4xf32>) -> () {
  ^bb0(%a: f32, %b: f32):
    tile.yield
  }
  return
}

// -----

func.func @map_to_another_shape(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tile.map' op expected results of the inputs' shape but got 'tensor<8xf32>'}}
  %r = tile.map %x pack 1 : (tensor<4xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    tile.yield %a : f32
  }
  return
}

// -----

func.func @map_of_uneven_packs(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tile.map' op expected a pack that divides 4 elements but got 3}}
  %r = tile.map %x pack 3 : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    tile.yield %a, %b, %c : f32, f32, f32
  }
  return
}

// -----

func.func @map_of_empty_packs(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tile.map' op expected a pack that divides 4 elements but got 0}}
  %r = tile.map %x pack 0 : (tensor<4xf32>) -> tensor<4xf32> {
    tile.yield
  }
  return
}

// -----

func.func @yield_elsewhere() {
  // expected-error @+1 {{'tile.yield' op expects parent op to be one of 'tile.reduce, tile.scan, tile.map'}}
  tile.yield
}

// -----

func.func @histogram_of_rows(%x: tensor<2x4xi32>) {
  // expected-error @+1 {{'tile.histogram' op expected a 1-D source and 1-D bins but got 'tensor<2x4xi32>' and 'tensor<8xi32>'}}
  %h = tile.histogram %x : tensor<2x4xi32> -> tensor<8xi32>
  return
}

// -----

func.func @histogram_with_a_short_mask(%x: tensor<8xi32>, %m: tensor<4xi1>) {
  // expected-error @+1 {{'tile.histogram' op expected a mask of the shape of 'tensor<8xi32>' but got 'tensor<4xi1>'}}
  %h = tile.histogram %x mask %m : tensor<8xi32>, tensor<4xi1> -> tensor<8xi32>
  return
}
