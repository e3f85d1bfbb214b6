// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s '--pass-pipeline=builtin.module(gpu.module(verify-kernel-form))' -split-input-file -verify-diagnostics

gpu.module @kernels {
  // expected-error @+1 {{expected 'unmarked' to be marked kiln.form = "kernel"}}
  gpu.func @unmarked() kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{expected 'of_tile_form' to be marked kiln.form = "kernel"}}
  gpu.func @of_tile_form() kernel attributes {kiln.form = "tile"} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @threads() kernel attributes {kiln.form = "kernel"} {
    // expected-error @+1 {{'gpu.thread_id' is about threads; a kernel in kernel form runs once for each program instance}}
    %t = gpu.thread_id x
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @barrier() kernel attributes {kiln.form = "kernel"} {
    // expected-error @+1 {{'gpu.barrier' is about threads; a kernel in kernel form runs once for each program instance}}
    gpu.barrier
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @buffer() kernel attributes {kiln.form = "kernel"} {
    // expected-error @+1 {{'memref.alloc' is not an op of kernel form (docs/kernel-form.md lists them)}}
    %b = memref.alloc() : memref<8xf32, #tile.space<"spm">>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @other_vector_op(%x: f32) kernel attributes {kiln.form = "kernel"} {
    // expected-error @+1 {{'vector.from_elements' is not an op of kernel form (docs/kernel-form.md lists them)}}
    %v = vector.from_elements %x, %x : vector<2xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @tile_form(%x: f32) kernel attributes {kiln.form = "kernel"} {
    // expected-error @+1 {{'tile.range' is not an op of kernel form (docs/kernel-form.md lists them)}}
    %v = tile.range 0 to 8 : vector<8xi32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @staged_form(%m: memref<8xf32, #tile.space<"spm">>, %n: i64) kernel attributes {kiln.form = "kernel"} {
    // expected-error @+1 {{'tile.copy' is not an op of kernel form (docs/kernel-form.md lists them)}}
    tile.copy %m to %m [%n], [%n] : memref<8xf32, #tile.space<"spm">>, memref<8xf32, #tile.space<"spm">>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @division(%x: i32) kernel attributes {kiln.form = "kernel"} {
    %p = arith.divsi %x, %x {tile.proof = "range"} : i32
    // expected-error @+1 {{'arith.divsi' is undefined for some operands and needs 'tile.proof' = range, guard or const; the op of 'tile' of that name is defined for all}}
    %q = arith.divsi %x, %x : i32
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @out_of_bounds(%p: !tile.ptr, %o: i64, %s: i64, %z: f32, %i: index) kernel attributes {kiln.form = "kernel"} {
    %m = tile.view %p + %o strides [%s] : !tile.ptr -> memref<8xf32, strided<[?], offset: ?>, #tile.space<"global">>
    // expected-error @+1 {{'vector.transfer_read' expected in_bounds to be true in every dimension; lanes that may be off take a mask}}
    %v = vector.transfer_read %m[%i], %z : memref<8xf32, strided<[?], offset: ?>, #tile.space<"global">>, vector<8xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @broadcasting(%p: !tile.ptr, %o: i64, %s: i64, %z: f32, %i: index) kernel attributes {kiln.form = "kernel"} {
    %m = tile.view %p + %o strides [%s] : !tile.ptr -> memref<8xf32, strided<[?], offset: ?>, #tile.space<"global">>
    // expected-error @+1 {{'vector.transfer_read' expected a projected permutation but got affine_map<(d0) -> (0)>}}
    %v = vector.transfer_read %m[%i], %z {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)>} : memref<8xf32, strided<[?], offset: ?>, #tile.space<"global">>, vector<8xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{'gpu.func' expected regions of one block but got one of 2}}
  gpu.func @blocks() kernel attributes {kiln.form = "kernel"} {
    cf.br ^bb1
  ^bb1:
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @tensors(%x: f32) kernel attributes {kiln.form = "kernel"} {
    // expected-error @+1 {{'arith.constant' has a value of type 'tensor<8xf32>', which belongs to tile form}}
    %t = arith.constant dense<0.0> : tensor<8xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{'gpu.func' has a value of type '!tile.view<8xf32>', which belongs to tile form}}
  gpu.func @views(%v: !tile.view<8xf32>) kernel attributes {kiln.form = "kernel"} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @booleans(%p: !tile.ptr, %o: i64, %s: i64) kernel attributes {kiln.form = "kernel"} {
    // expected-error @+1 {{'tile.view' has memory of type 'memref<8xi1, strided<[?], offset: ?>, #tile.space<"global">>'; elements in memory take whole bytes (i1 takes an i8)}}
    %m = tile.view %p + %o strides [%s] : !tile.ptr -> memref<8xi1, strided<[?], offset: ?>, #tile.space<"global">>
    gpu.return
  }
}
