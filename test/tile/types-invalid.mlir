// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected string}}
func.func private @space_without_quotes(!tile.ptr<scratch>)

// -----

// expected-error @+1 {{expected '>'}}
func.func private @pointer_to_an_element(!tile.ptr<"global", f32>)

// -----

// expected-error @+1 {{expected static shape}}
func.func private @view_of_unknown_extent(!tile.view<?x4xf32>)

// -----

func.func @tile_of_unknown_extent(%s: f32) {
  // expected-error @+1 {{'tile.broadcast' op result #0 must be tile of any element type}}
  %t = "tile.broadcast"(%s) : (f32) -> tensor<?xf32>
  return
}

// -----

func.func @unsigned_element(%s: ui32) {
  // expected-error @+1 {{'tile.divui' op operand #0 must be integer or tile of integers, but got 'ui32'}}
  %t = "tile.divui"(%s, %s) : (ui32, ui32) -> ui32
  return
}
