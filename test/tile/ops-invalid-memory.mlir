// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s -split-input-file -verify-diagnostics

func.func @tile_without_offsets(%p: !tile.ptr) {
  // expected-error @+1 {{'tile.load' op accesses a tile of type 'tensor<4xf32>' through one pointer and needs offsets, one per lane}}
  %x = tile.load %p : !tile.ptr -> tensor<4xf32>
  return
}

// -----

func.func @scalar_with_offsets(%p: !tile.ptr, %o: tensor<4xi32>) {
  // expected-error @+1 {{'tile.load' op accesses a scalar of type 'f32' and takes one pointer without offsets}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<4xi32> -> f32
  return
}

// -----

func.func @scalar_through_many_pointers(%p: tensor<4x!tile.ptr>, %v: f32) {
  // expected-error @+1 {{'tile.store' op accesses a scalar of type 'f32' and takes one pointer without offsets}}
  tile.store %v, %p : f32, tensor<4x!tile.ptr>
  return
}

// -----

func.func @pointers_and_offsets(%p: tensor<4x!tile.ptr>, %o: tensor<4xi32>, %v: tensor<4xf32>) {
  // expected-error @+1 {{'tile.store' op takes either a tile of pointers or one pointer with offsets, not both}}
  tile.store %v, %p[%o] : tensor<4xf32>, tensor<4x!tile.ptr>, tensor<4xi32>
  return
}

// -----

func.func @pointers_of_another_shape(%p: tensor<8x!tile.ptr>) {
  // expected-error @+1 {{'tile.load' op expected pointers of the shape of the accessed value 'tensor<4xf32>' but got 'tensor<8x!tile.ptr>'}}
  %x = tile.load %p : tensor<8x!tile.ptr> -> tensor<4xf32>
  return
}

// -----

func.func @offsets_of_another_shape(%p: !tile.ptr, %o: tensor<2x2xi32>, %v: tensor<4xf32>) {
  // expected-error @+1 {{'tile.atomic_rmw' op expected offsets of the shape of the accessed value 'tensor<4xf32>' but got 'tensor<2x2xi32>'}}
  %x = tile.atomic_rmw fadd relaxed device %v, %p[%o] : tensor<4xf32>, !tile.ptr, tensor<2x2xi32>
  return
}

// -----

func.func @mask_of_another_shape(%p: !tile.ptr, %o: tensor<4xi32>, %m: tensor<8xi1>) {
  // expected-error @+1 {{'tile.load' op expected a mask of the shape of the accessed value 'tensor<4xf32>' but got 'tensor<8xi1>'}}
  %x = "tile.load"(%p, %o, %m) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}>
      : (!tile.ptr, tensor<4xi32>, tensor<8xi1>) -> tensor<4xf32>
  return
}

// -----

func.func @scalar_mask_of_a_tile(%p: !tile.ptr, %o: tensor<4xi32>, %m: i1, %v: tensor<4xf32>) {
  // expected-error @+1 {{'tile.store' op expected a mask of the shape of the accessed value 'tensor<4xf32>' but got 'i1'}}
  "tile.store"(%v, %p, %o, %m) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}>
      : (tensor<4xf32>, !tile.ptr, tensor<4xi32>, i1) -> ()
  return
}

// -----

func.func @other_of_another_type(%p: !tile.ptr, %o: tensor<4xi32>, %m: tensor<4xi1>, %z: tensor<4xi32>) {
  // expected-error @+1 {{'tile.load' op expected 'other' of the result type 'tensor<4xf32>' but got 'tensor<4xi32>'}}
  %x = "tile.load"(%p, %o, %m, %z) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}>
      : (!tile.ptr, tensor<4xi32>, tensor<4xi1>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @other_without_mask(%p: !tile.ptr, %o: tensor<4xi32>, %z: tensor<4xf32>) {
  // expected-error @+1 {{'tile.load' op has 'other' but no mask that could select it}}
  %x = tile.load %p[%o] other %z : !tile.ptr, tensor<4xi32> -> tensor<4xf32>
  return
}

// -----

func.func @float_kind_on_integers(%p: !tile.ptr, %v: i32) {
  // expected-error @+1 {{'tile.atomic_rmw' op 'fmax' needs float elements but got 'i32'}}
  %x = tile.atomic_rmw fmax relaxed device %v, %p : i32, !tile.ptr
  return
}

// -----

func.func @integer_kind_on_floats(%p: !tile.ptr, %o: tensor<4xi32>, %v: tensor<4xf32>) {
  // expected-error @+1 {{'tile.atomic_rmw' op 'xor' needs integer elements but got 'f32'}}
  %x = tile.atomic_rmw xor relaxed device %v, %p[%o] : tensor<4xf32>, !tile.ptr, tensor<4xi32>
  return
}

// -----

func.func @atomic_result_of_another_type(%p: !tile.ptr, %v: i32) {
  // expected-error @+1 {{'tile.atomic_rmw' op expected a result of type 'i32' but got 'i64'}}
  %x = "tile.atomic_rmw"(%v, %p) <{kind = 3 : i32, ordering = 0 : i32, scope = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}>
      : (i32, !tile.ptr) -> i64
  return
}

// -----

func.func @compare_of_another_type(%p: !tile.ptr, %v: i32, %c: i64) {
  // expected-error @+1 {{'tile.atomic_cas' op expected compare, value and result of one type but got 'i64', 'i32' and 'i32'}}
  %x = "tile.atomic_cas"(%c, %v, %p) <{ordering = 0 : i32, scope = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}>
      : (i64, i32, !tile.ptr) -> i32
  return
}

// -----

func.func @pointer_to_index(%p: !tile.ptr, %o: i64) {
  // expected-error @+1 {{'tile.ptr_add' op expected an integer, float or pointer element type but got 'index'}}
  %q = tile.ptr_add %p, %o x index : !tile.ptr, i64
  return
}

// -----

func.func @tile_offset_of_a_scalar_pointer(%p: !tile.ptr, %o: tensor<4xi32>) {
  // expected-error @+1 {{'tile.ptr_add' op expected an offset of the shape of the accessed value '!tile.ptr' but got 'tensor<4xi32>'}}
  %q = tile.ptr_add %p, %o x f32 : !tile.ptr, tensor<4xi32>
  return
}

// -----

func.func @address_of_32_bits(%p: !tile.ptr) {
  // expected-error @+1 {{'tile.ptr_to_int' op expected a result of i64 but got 'i32'}}
  %a = tile.ptr_to_int %p : !tile.ptr -> i32
  return
}

// -----

func.func @addresses_of_another_shape(%p: tensor<4x!tile.ptr>) {
  // expected-error @+1 {{'tile.ptr_to_int' op expected a result of the shape of the accessed value 'tensor<4x!tile.ptr>' but got 'tensor<2xi64>'}}
  %a = tile.ptr_to_int %p : tensor<4x!tile.ptr> -> tensor<2xi64>
  return
}

// -----

func.func @pointer_from_32_bits(%a: i32) {
  // expected-error @+1 {{'tile.int_to_ptr' op expected an address of i64 but got 'i32'}}
  %p = tile.int_to_ptr %a : i32 -> !tile.ptr
  return
}

// -----

func.func @pointers_from_one_address(%a: i64) {
  // expected-error @+1 {{'tile.int_to_ptr' op expected a result of the shape of the accessed value 'i64' but got 'tensor<4x!tile.ptr>'}}
  %p = tile.int_to_ptr %a : i64 -> tensor<4x!tile.ptr>
  return
}
