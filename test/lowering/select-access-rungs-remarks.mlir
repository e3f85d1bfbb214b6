// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rung of an access, and why it is no better one. Offsets are i32 unless a
// case says otherwise: what may leave 32 bits is a run-time guard.
//
// RUN: kiln-opt %s --convert-tile-to-kernel --canonicalize --select-access-rungs="remarks=true" -verify-diagnostics

//===-- exact by the block rule ---------------------------------------------------===//

// pid * 64 may wrap, but stays a multiple of 64 in every lane.
func.func @a_block_of_a_program(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %b = arith.constant 64 : i32
  %first = arith.muli %pid, %b : i32
  %f = tile.broadcast %first : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %f, %l : tensor<64xi32>
  // expected-remark @+1 {{rung: strided}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @lanes_first(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %pid = tile.program_id x : i32
  %b = arith.constant 64 : i32
  %first = arith.muli %pid, %b : i32
  %f = tile.broadcast %first : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %l, %f : tensor<64xi32>
  // expected-remark @+1 {{rung: strided}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @a_multiple_by_fact(%p: !tile.ptr, %n: i32 {tile.multiple_of = 64 : i32}) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %f, %l : tensor<64xi32>
  // expected-remark @+1 {{rung: strided}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @too_small_a_multiple(%p: !tile.ptr, %n: i32 {tile.multiple_of = 32 : i32}) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %f, %l : tensor<64xi32>
  // expected-remark @+1 {{rung: strided if sums fit in 32 bits, else element; runs of 64}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// 96 divides no power of two: after wrapping only 32 is left of it.
func.func @a_multiple_of_no_power_of_two(%p: !tile.ptr, %n: i32 {tile.multiple_of = 96 : i32}) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %f, %l : tensor<64xi32>
  // expected-remark @+1 {{rung: strided if sums fit in 32 bits, else element; runs of 64}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// The least multiple of 64, less 1, wraps.
func.func @a_block_that_starts_below_zero(%p: !tile.ptr, %n: i32 {tile.multiple_of = 64 : i32}) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i32 -> tensor<64xi32>
  %l = tile.range -1 to 63 : tensor<64xi32>
  %o = arith.addi %f, %l : tensor<64xi32>
  // expected-remark @+1 {{rung: strided if sums fit in 32 bits, else element; runs of 64}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @a_difference(%p: !tile.ptr, %n: i32 {tile.multiple_of = 64 : i32}) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.subi %f, %l : tensor<64xi32>
  // expected-remark @+1 {{rung: strided if sums fit in 32 bits, else element; runs of 1}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

//===-- exact by value ranges -----------------------------------------------------===//

func.func @a_small_start(%p: !tile.ptr, %n: i8) attributes {kiln.form = "tile"} {
  %w = arith.extsi %n : i8 to i32
  %f = tile.broadcast %w : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %f, %l : tensor<64xi32>
  // expected-remark @+1 {{rung: strided}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @a_constant_stride(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %c = arith.constant dense<3> : tensor<64xi32>
  %o = arith.muli %l, %c : tensor<64xi32>
  // expected-remark @+1 {{rung: strided}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @a_negative_stride(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %c = arith.constant dense<-3> : tensor<64xi32>
  %o = arith.muli %l, %c : tensor<64xi32>
  // expected-remark @+1 {{rung: strided}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @odd_extents(%p: !tile.ptr, %n: i8) attributes {kiln.form = "tile"} {
  %w = arith.extsi %n : i8 to i32
  %f = tile.broadcast %w : i32 -> tensor<37xi32>
  %l = tile.range 5 to 42 : tensor<37xi32>
  %o = arith.addi %f, %l : tensor<37xi32>
  // expected-remark @+1 {{rung: strided}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<37xi32> -> tensor<37xf32>
  tile.print "" %x : tensor<37xf32>
  return
}

// Addresses are 64 bits wide and wrap with the sum.
func.func @wide_sums(%p: !tile.ptr, %n: i64) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i64 -> tensor<64xi64>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %w = arith.extsi %l : tensor<64xi32> to tensor<64xi64>
  %o = arith.addi %f, %w : tensor<64xi64>
  // expected-remark @+1 {{rung: strided}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi64> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @zero_extension_of_lanes(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %w = arith.extui %l : tensor<64xi32> to tensor<64xi64>
  // expected-remark @+1 {{rung: strided}}
  %x = tile.load %p[%w] : !tile.ptr, tensor<64xi64> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

//===-- exact under guards --------------------------------------------------------===//

func.func @an_unknown_start(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %f, %l : tensor<64xi32>
  // expected-remark @+1 {{rung: strided if sums fit in 32 bits, else element; runs of 64}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// The product may wrap.
func.func @an_unknown_stride(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %s = tile.broadcast %n : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.muli %s, %l : tensor<64xi32>
  // expected-remark @+1 {{rung: strided if products fit in 32 bits, else element; runs of 1}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @start_and_stride(%p: !tile.ptr, %n: i32, %s: i32) attributes {kiln.form = "tile"} {
  %ss = tile.broadcast %s : i32 -> tensor<64xi32>
  %f = tile.broadcast %n : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %q = arith.muli %l, %ss : tensor<64xi32>
  %o = arith.addi %f, %q : tensor<64xi32>
  // expected-remark @+1 {{rung: strided if products fit in 32 bits and sums fit in 32 bits, else element; runs of 1}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// The sum wraps in 32 bits before it is widened.
func.func @widened_after_the_sum(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %f, %l : tensor<64xi32>
  %w = arith.extsi %o : tensor<64xi32> to tensor<64xi64>
  // expected-remark @+1 {{rung: strided if sums fit in 32 bits, else element; runs of 64}}
  %x = tile.load %p[%w] : !tile.ptr, tensor<64xi64> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// The offsets are exact; what is compared may wrap.
func.func @a_guard_of_the_mask(%p: !tile.ptr, %n: i32, %k: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %ks = tile.broadcast %k : i32 -> tensor<64xi32>
  %s = arith.addi %l, %ks : tensor<64xi32>
  %m = arith.cmpi slt, %s, %ns : tensor<64xi32>
  // expected-remark @+1 {{rung: strided if sums fit in 32 bits, else element; runs of 64}}
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @a_byte_sum(%p: !tile.ptr, %n: i8) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i8 -> tensor<64xi8>
  %l = tile.range 0 to 64 : tensor<64xi8>
  %o = arith.addi %f, %l : tensor<64xi8>
  // expected-remark @+1 {{rung: strided if sums fit in 8 bits, else element; runs of 64}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi8> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

//===-- not affine ----------------------------------------------------------------===//

func.func @rows_from_memory(%p: !tile.ptr, %q: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  // expected-remark @+1 {{rung: strided}}
  %o = tile.load %q[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi32>
  // expected-remark @+1 {{rung: element; 'vector.transfer_read' is not affine in the lane coordinates}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @a_modulo(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %o = tile.remsi %l, %ns : tensor<64xi32>
  // expected-remark @+1 {{rung: strided if the tile does not wrap around at '%', else element; runs of 64}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @an_exclusive_or(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %c = arith.constant dense<5> : tensor<64xi32>
  %o = arith.xori %l, %c : tensor<64xi32>
  // expected-remark @+1 {{rung: element; 'arith.xori' is not affine in the lane coordinates}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @a_division(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %c = arith.constant dense<4> : tensor<64xi32>
  %o = tile.divsi %l, %c : tensor<64xi32>
  // expected-remark @+1 {{rung: element; 'tile.divsi' is not affine in the lane coordinates}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @a_square(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.muli %l, %l : tensor<64xi32>
  // expected-remark @+1 {{rung: element; 'arith.muli' multiplies two numbers that both differ by lane}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @zero_extension_of_what_may_be_negative(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i32 -> tensor<64xi32>
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = arith.addi %f, %l : tensor<64xi32>
  %w = arith.extui %o : tensor<64xi32> to tensor<64xi64>
  // expected-remark @+1 {{rung: element; 'arith.extui' may zero-extend a negative number}}
  %x = tile.load %p[%w] : !tile.ptr, tensor<64xi64> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @zero_extension_of_negative_lanes(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range -1 to 63 : tensor<64xi32>
  %w = arith.extui %l : tensor<64xi32> to tensor<64xi64>
  // expected-remark @+1 {{rung: element; 'arith.extui' may zero-extend a negative number}}
  %x = tile.load %p[%w] : !tile.ptr, tensor<64xi64> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @bits_dropped_by_a_cast(%p: !tile.ptr, %n: i64) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i64 -> tensor<64xi64>
  %i = arith.index_cast %f : tensor<64xi64> to tensor<64xindex>
  %o = arith.index_cast %i : tensor<64xindex> to tensor<64xi32>
  // expected-remark @+1 {{rung: element; 'arith.index_cast' may drop bits}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @bits_dropped_by_a_truncation(%p: !tile.ptr, %n: i64) attributes {kiln.form = "tile"} {
  %f = tile.broadcast %n : i64 -> tensor<64xi64>
  %o = arith.trunci %f : tensor<64xi64> to tensor<64xi32>
  // expected-remark @+1 {{rung: element; 'arith.trunci' is not affine in the lane coordinates}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @rows_of_a_flat_tile(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %o = tile.reshape %l : tensor<64xi32> -> tensor<8x8xi32>
  // expected-remark @+1 {{rung: element; 'vector.shape_cast' mixes dimensions of the offsets}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<8x8xi32> -> tensor<8x8xf32>
  tile.print "" %x : tensor<8x8xf32>
  return
}

func.func @offsets_carried_around_a_loop(%p: !tile.ptr, %n: index) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.constant dense<64> : tensor<64xi32>
  %e = scf.for %i = %c0 to %n step %c1 iter_args(%o = %l) -> (tensor<64xi32>) {
  // expected-remark @+1 {{rung: element; the offsets are carried around a loop}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  %next = arith.addi %o, %s : tensor<64xi32>
  scf.yield %next : tensor<64xi32>
  }
  tile.print "" %e : tensor<64xi32>
  return
}

func.func @a_constant_table(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %o = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-remark @+1 {{rung: element; 'arith.constant' is not affine in the lane coordinates}}
  %x = tile.load %p[%o] : !tile.ptr, tensor<4xi32> -> tensor<4xf32>
  tile.print "" %x : tensor<4xf32>
  return
}

//===-- never strided -------------------------------------------------------------===//

func.func @a_volatile_access(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  // expected-remark @+1 {{rung: element; the access is volatile}}
  %x = tile.load volatile %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  // expected-remark @+1 {{rung: element; the access is volatile}}
  tile.store volatile %x, %p[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}

func.func @a_pointer_per_lane(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %t = tile.broadcast %p : !tile.ptr -> tensor<64x!tile.ptr>
  // expected-remark @+1 {{rung: element; every lane has a pointer of its own}}
  %x = tile.load %t : tensor<64x!tile.ptr> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @pointers_as_elements(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  // expected-remark @+1 {{rung: element; the elements are pointers}}
  %x = tile.load %p[%l] : !tile.ptr, tensor<64xi32> -> tensor<64x!tile.ptr>
  tile.print "" %x : tensor<64x!tile.ptr>
  return
}

//===-- scalars -------------------------------------------------------------------===//

func.func @scalars(%p: !tile.ptr, %m: i1) attributes {kiln.form = "tile"} {
  // expected-remark @+1 {{rung: scalar}}
  %a = tile.load %p : !tile.ptr -> f32
  // expected-remark @+1 {{rung: scalar}}
  %b = tile.load %p mask %m : !tile.ptr -> f32
  // expected-remark @+1 {{rung: element; the element is a pointer}}
  %c = tile.load %p : !tile.ptr -> !tile.ptr
  // expected-remark @+1 {{rung: element; the access is volatile}}
  %d = tile.load volatile %p : !tile.ptr -> f32
  %e = arith.addf %a, %b : f32
  // expected-remark @+1 {{rung: scalar}}
  tile.store %e, %c : f32, !tile.ptr
  return
}

//===-- masks ---------------------------------------------------------------------===//

func.func @box_from_a_limit(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi sle, %l, %ns : tensor<64xi32>
  // expected-remark @+1 {{rung: strided}}
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// A negative limit is a large one.
func.func @box_from_an_unsigned_compare(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi ult, %l, %ns : tensor<64xi32>
  // expected-remark @+1 {{rung: strided if no number of an unsigned comparison is negative, else element; runs of 64}}
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @box_from_an_equal_compare(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi eq, %l, %ns : tensor<64xi32>
  // expected-remark @+1 {{rung: strided; runs of 64}}
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @no_box_from_an_unequal_compare(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi ne, %l, %ns : tensor<64xi32>
  // expected-remark @+1 {{rung: strided; the mask is not a box}}
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// 2 * i < n limits i, but not at n.
func.func @no_box_of_every_other_lane(%p: !tile.ptr, %n: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %two = arith.constant dense<2> : tensor<64xi32>
  %d = arith.muli %l, %two : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %d, %ns : tensor<64xi32>
  // expected-remark @+1 {{rung: strided; the mask is not a box}}
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// 2 * i < i + n is i < n.
func.func @box_where_both_sides_vary(%p: !tile.ptr, %n: i8) attributes {kiln.form = "tile"} {
  %w = arith.extsi %n : i8 to i32
  %l = tile.range 0 to 64 : tensor<64xi32>
  %two = arith.constant dense<2> : tensor<64xi32>
  %d = arith.muli %l, %two : tensor<64xi32>
  %ws = tile.broadcast %w : i32 -> tensor<64xi32>
  %e = arith.addi %l, %ws : tensor<64xi32>
  %m = arith.cmpi slt, %d, %e : tensor<64xi32>
  // expected-remark @+1 {{rung: strided}}
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @box_where_neither_side_varies(%p: !tile.ptr, %n: i32, %k: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %ks = tile.broadcast %k : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %ns, %ks : tensor<64xi32>
  // expected-remark @+1 {{rung: strided; runs of 64}}
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @no_box_from_a_disjunction(%p: !tile.ptr, %n: i32, %k: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %ks = tile.broadcast %k : i32 -> tensor<64xi32>
  %a = arith.cmpi slt, %l, %ns : tensor<64xi32>
  %b = arith.cmpi sgt, %l, %ks : tensor<64xi32>
  %m = arith.ori %a, %b : tensor<64xi1>
  // expected-remark @+1 {{rung: strided; the mask is not a box}}
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

func.func @half_a_box(%p: !tile.ptr, %n: i32, %k: i32) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %ks = tile.broadcast %k : i32 -> tensor<64xi32>
  %a = arith.cmpi slt, %l, %ns : tensor<64xi32>
  %b = arith.cmpi ne, %l, %ks : tensor<64xi32>
  %m = arith.andi %a, %b : tensor<64xi1>
  // expected-remark @+1 {{rung: strided; the mask is not a box}}
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.print "" %x : tensor<64xf32>
  return
}

// The causal mask of attention.
func.func @no_box_of_a_diagonal(%p: !tile.ptr) attributes {kiln.form = "tile"} {
  %r = tile.range 0 to 8 : tensor<8xi32>
  %c = tile.reshape %r : tensor<8xi32> -> tensor<8x1xi32>
  %d = tile.reshape %r : tensor<8xi32> -> tensor<1x8xi32>
  %rows = tile.broadcast %c : tensor<8x1xi32> -> tensor<8x8xi32>
  %cols = tile.broadcast %d : tensor<1x8xi32> -> tensor<8x8xi32>
  %m = arith.cmpi sge, %rows, %cols : tensor<8x8xi32>
  // expected-remark @+1 {{rung: strided; the mask is not a box}}
  %x = tile.load %p[%cols] mask %m : !tile.ptr, tensor<8x8xi32> -> tensor<8x8xf32>
  tile.print "" %x : tensor<8x8xf32>
  return
}

func.func @box_of_rows_and_columns(%p: !tile.ptr, %n: i32, %k: i32) attributes {kiln.form = "tile"} {
  %r = tile.range 0 to 8 : tensor<8xi32>
  %ns = tile.broadcast %n : i32 -> tensor<8xi32>
  %ks = tile.broadcast %k : i32 -> tensor<8xi32>
  %a = arith.cmpi slt, %r, %ns : tensor<8xi32>
  %b = arith.cmpi slt, %r, %ks : tensor<8xi32>
  %c = tile.reshape %a : tensor<8xi1> -> tensor<8x1xi1>
  %d = tile.reshape %b : tensor<8xi1> -> tensor<1x8xi1>
  %rows = tile.broadcast %c : tensor<8x1xi1> -> tensor<8x8xi1>
  %cols = tile.broadcast %d : tensor<1x8xi1> -> tensor<8x8xi1>
  %m = arith.andi %rows, %cols : tensor<8x8xi1>
  %z = arith.constant dense<0> : tensor<8x8xi32>
  // expected-remark @+1 {{rung: strided}}
  %x = tile.load %p[%z] mask %m : !tile.ptr, tensor<8x8xi32> -> tensor<8x8xf32>
  tile.print "" %x : tensor<8x8xf32>
  return
}
