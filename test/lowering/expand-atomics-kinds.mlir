// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operation of each kind in the loop that stands for it; every target of the tree has most of
// them itself, so that no kernel's result would tell.
//
// RUN: kiln-opt %s --pass-pipeline='builtin.module(gpu.module(expand-atomics{keep=cas:i32}))' | FileCheck %s

gpu.module @kernels {
gpu.func @kinds(%p: !tile.ptr, %i: i32, %f: f32) kernel attributes {kiln.form = "kernel"} {
  // CHECK: scf.while
  // CHECK: arith.andi %{{.*}}, %{{.*}} : i32
  // CHECK: tile.atomic_cas
  %and = tile.atomic_rmw and relaxed device %i, %p : i32, !tile.ptr
  // CHECK: scf.while
  // CHECK: arith.ori %{{.*}}, %{{.*}} : i32
  // CHECK: tile.atomic_cas
  %or = tile.atomic_rmw or relaxed device %i, %p : i32, !tile.ptr
  // CHECK: scf.while
  // CHECK: arith.xori %{{.*}}, %{{.*}} : i32
  // CHECK: tile.atomic_cas
  %xor = tile.atomic_rmw xor relaxed device %i, %p : i32, !tile.ptr
  // CHECK: scf.while
  // CHECK: arith.maxsi %{{.*}}, %{{.*}} : i32
  // CHECK: tile.atomic_cas
  %max = tile.atomic_rmw max relaxed device %i, %p : i32, !tile.ptr
  // CHECK: scf.while
  // CHECK: arith.minsi %{{.*}}, %{{.*}} : i32
  // CHECK: tile.atomic_cas
  %min = tile.atomic_rmw min relaxed device %i, %p : i32, !tile.ptr
  // CHECK: scf.while
  // CHECK: arith.maxui %{{.*}}, %{{.*}} : i32
  // CHECK: tile.atomic_cas
  %umax = tile.atomic_rmw umax relaxed device %i, %p : i32, !tile.ptr
  // CHECK: scf.while
  // CHECK: arith.minui %{{.*}}, %{{.*}} : i32
  // CHECK: tile.atomic_cas
  %umin = tile.atomic_rmw umin relaxed device %i, %p : i32, !tile.ptr
  // CHECK: scf.while
  // CHECK: arith.maxnumf %{{.*}}, %{{.*}} : f32
  // CHECK: tile.atomic_cas
  %fmax = tile.atomic_rmw fmax relaxed device %f, %p : f32, !tile.ptr
  // CHECK: scf.while
  // CHECK: arith.minnumf %{{.*}}, %{{.*}} : f32
  // CHECK: tile.atomic_cas
  %fmin = tile.atomic_rmw fmin relaxed device %f, %p : f32, !tile.ptr
  gpu.return
}
}
