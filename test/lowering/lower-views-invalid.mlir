// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s '--pass-pipeline=builtin.module(gpu.module(lower-views))' -split-input-file -verify-diagnostics

gpu.module @kernels {
  // expected-error @+1 {{'caller' takes a view as argument 1; make the view in the kernel, from a pointer, extents and strides}}
  gpu.func @caller(%n: i32, %v: !tile.view<8xf32>) kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @elsewhere(%p: !tile.ptr<"spm">, %n: i64) kernel {
    // expected-error @+1 {{'tile.make_view' op expected a pointer to 'global' memory but got one to 'spm'}}
    %v = tile.make_view %p, [%n], [%n] pad zero : !tile.ptr<"spm"> -> !tile.view<8xf32>
    gpu.return
  }
}
