// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that does not fit gets the table of its buffers.
//
// RUN: kiln-opt %s --place-buffers="capacity=1024" -verify-diagnostics

gpu.module @kernels {
// expected-error @+1 {{'too_large' needs 1152 bytes of 'spm' but there are 1024; tiles with 1/2 of the elements would need about 576}}
gpu.func @too_large(%i: index, %f: f32) kernel attributes {kiln.form = "native"} {
  // expected-note-re @+1 {{buffer of 128 bytes, 1 copy, 'memref<32xf32, #tile.space<"spm">>', at 1024, alive from {{.*}}:12:8 to {{.*}}:16:3}}
  %x = memref.alloc() : memref<32xf32, #tile.space<"spm">>
  // expected-note-re @+1 {{buffer of 1024 bytes, 1 copy, 'memref<256xf32, #tile.space<"spm">>', at 0, alive from {{.*}}:14:8 to {{.*}}:15:3}}
  %y = memref.alloc() : memref<256xf32, #tile.space<"spm">>
  memref.store %f, %y[%i] : memref<256xf32, #tile.space<"spm">>
  memref.store %f, %x[%i] : memref<32xf32, #tile.space<"spm">>
  gpu.return
}
}
