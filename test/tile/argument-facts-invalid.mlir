// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts on arguments that analyses could not rely on.
//
// RUN: kiln-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{argument 0 has tile.multiple_of = 0 : i64, expected an integer of at least 1}}
func.func @no_multiple(%n: i32 {tile.multiple_of = 0 : i64}) { return }

// -----

// expected-error @+1 {{argument 0 has tile.multiple_of = -16 : i64, expected an integer of at least 1}}
func.func @negative_multiple(%n: i32 {tile.multiple_of = -16 : i64}) { return }

// -----

// expected-error @+1 {{argument 1 has tile.multiple_of = 24 : i64, expected a power of two, since it is the alignment of a pointer}}
func.func @odd_alignment(%n: i32, %p: !tile.ptr {tile.multiple_of = 24 : i64}) { return }

// -----

// expected-error @+1 {{argument 0 has tile.multiple_of = 16 : i64, expected an integer argument but its type is 'f32'}}
func.func @multiple_of_a_float(%x: f32 {tile.multiple_of = 16 : i64}) { return }

// -----

// expected-error @+1 {{argument 0 has tile.value = "four", expected an integer of 64 bits}}
func.func @value_in_words(%n: i32 {tile.value = "four"}) { return }

// -----

// expected-error @+1 {{argument 0 has tile.value = 128 : i64, which does not fit its type 'i8'}}
func.func @value_too_large(%n: i8 {tile.value = 128 : i64}) { return }

// -----

// expected-error @+1 {{argument 0 has tile.value = 4 : i64, expected an integer argument but its type is '!tile.ptr'}}
func.func @value_of_a_pointer(%p: !tile.ptr {tile.value = 4 : i64}) { return }

// -----

// expected-error @+1 {{argument 0 has tile.range = array<i64: 5, 4>, expected array<i64: LO, HI> with LO <= HI}}
func.func @range_upside_down(%n: i32 {tile.range = array<i64: 5, 4>}) { return }

// -----

// expected-error @+1 {{argument 0 has tile.range = array<i64: 5>, expected array<i64: LO, HI> with LO <= HI}}
func.func @half_a_range(%n: i32 {tile.range = array<i64: 5>}) { return }

// -----

// expected-error @+1 {{argument 0 has tile.range = array<i64: 0, 256>, which does not fit its type 'i8'}}
func.func @range_too_large(%n: i8 {tile.range = array<i64: 0, 256>}) { return }

// -----

// expected-error @+1 {{argument 0 has tile.bytes = -1 : i64, expected a number of bytes}}
func.func @negative_bytes(%p: !tile.ptr {tile.bytes = -1 : i64}) { return }

// -----

// expected-error @+1 {{argument 0 has tile.bytes = 4 : i64, expected a pointer as argument 0 but its type is 'i32'}}
func.func @bytes_of_an_integer(%n: i32 {tile.bytes = 4 : i64}) { return }

// -----

// expected-error @+1 {{argument 0 has tile.disjoint = 1 : i64, expected array<i64: ..> of argument positions}}
func.func @disjoint_from_a_number(%p: !tile.ptr {tile.disjoint = 1 : i64}, %q: !tile.ptr) { return }

// -----

// expected-error @+1 {{argument 0 has tile.disjoint = array<i64: 2>, expected positions of other arguments, below 2}}
func.func @disjoint_from_nothing(%p: !tile.ptr {tile.disjoint = array<i64: 2>}, %q: !tile.ptr) { return }

// -----

// expected-error @+1 {{argument 0 has tile.disjoint = array<i64: 0>, expected positions of other arguments, below 2}}
func.func @disjoint_from_itself(%p: !tile.ptr {tile.disjoint = array<i64: 0>}, %q: !tile.ptr) { return }

// -----

// expected-error @+1 {{argument 0 has tile.disjoint = array<i64: 1>, expected a pointer as argument 1 but its type is 'i32'}}
func.func @disjoint_from_an_integer(%p: !tile.ptr {tile.disjoint = array<i64: 1>}, %n: i32) { return }
