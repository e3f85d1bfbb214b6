// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --slice-to-native="lanes=0" -verify-diagnostics

// expected-error @+1 {{expected at least 1 lane but got 0}}
gpu.module @kernels {
}
