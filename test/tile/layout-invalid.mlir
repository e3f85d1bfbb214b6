// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s -split-input-file -verify-diagnostics

func.func @extents(%x: vector<6xf32>) {
  // expected-error @below {{'tile.to_layout' op expected a layout of the extents of 'vector<6xf32>' but got #tile.layout<[4], lane = [[1], [2]]>}}
  %y = tile.to_layout %x : vector<6xf32> to #tile.layout<[4], lane = [[1], [2]]>
  return
}

// -----

func.func @missing(%x: vector<4xf32>) {
  // expected-error @below {{'tile.to_layout' op expected a layout that holds every element of 'vector<4xf32>' but got #tile.layout<[4], lane = [[1], [1]]>}}
  %y = tile.to_layout %x : vector<4xf32> to #tile.layout<[4], lane = [[1], [1]]>
  return
}

// -----

// expected-error @below {{expected extents that are powers of two but got 6}}
func.func private @power(%x: vector<6xf32>) attributes {l = #tile.layout<[6], lane = [[1]]>}

// -----

// expected-error @below {{hardware dimension 'lane' is there twice}}
func.func private @twice(%x: vector<4xf32>) attributes {l = #tile.layout<[4], lane = [[1]], lane = [[2]]>}

// -----

// expected-error @below {{expected 2 coordinates but got 1}}
func.func private @rank(%x: vector<4xf32>) attributes {l = #tile.layout<[4, 4], lane = [[1]]>}

// -----

// expected-error @below {{expected coordinates inside of the tile but got 4 where the extent is 4}}
func.func private @outside(%x: vector<4xf32>) attributes {l = #tile.layout<[4], lane = [[4]]>}

// -----

// expected-error @below {{expected extents of 1 or more with at most 1048576 elements together}}
func.func private @large(%x: vector<4xf32>) attributes {l = #tile.layout<[1048576, 2], lane = [[1, 0]]>}

// -----

// expected-error @below {{expected at most 63 bits of hardware dimensions but got 64}}
func.func private @bits(%x: vector<4xf32>) attributes {l = #tile.layout<[1], lane = [
  [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0],
  [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0]]>}
