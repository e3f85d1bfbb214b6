// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --convert-tile-to-kernel -split-input-file -verify-diagnostics

// expected-error @+1 {{'no_form' does not say what form it is in; a kernel in tile form is marked kiln.form = "tile"}}
func.func @no_form() {
  return
}

// -----

// expected-error @+1 {{expected 'another_form' to be in tile form but it is marked kiln.form = "native"}}
func.func @another_form() attributes {kiln.form = "native"} {
  return
}

// -----

gpu.module @below {
  // expected-error @+1 {{'lower' is a 'gpu.func'; expected functions in tile form, 'func.func' marked kiln.form = "tile" (the levels below are for kiln-opt)}}
  gpu.func @lower() kernel attributes {kiln.form = "kernel"} {
    gpu.return
  }
}

// -----

// expected-error @+1 {{expected 'with_a_result' to be in tile form (kiln.form = "tile", a body of one block, no tiles as arguments, no results)}}
func.func @with_a_result(%x: f32) -> f32 attributes {kiln.form = "tile"} {
  return %x : f32
}

// -----

// expected-error @+1 {{to be in tile form}}
func.func @with_a_tile(%x: tensor<4xf32>) attributes {kiln.form = "tile"} {
  return
}

// -----

// expected-error @+1 {{to be in tile form}}
func.func @with_branches() attributes {kiln.form = "tile"} {
  cf.br ^end
^end:
  return
}

// -----

// expected-error @+1 {{to be in tile form}}
func.func private @declared_only() attributes {kiln.form = "tile"}

// -----

func.func @hidden_constant() attributes {kiln.form = "tile"} {
  // expected-error @+1 {{failed to legalize operation 'arith.constant'}}
  %c = arith.constant dense_resource<blob> : tensor<2xi32>
  tile.print "" %c : tensor<2xi32>
  return
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000100000002000000"
    }
  }
#-}
