// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who decides a layout, who follows, and where a tile moves.
//
// RUN: kiln-opt %s --assign-layouts="dims=lane:4,register" -split-input-file | FileCheck %s

// A read has the row-major layout; what is computed from it has the same. The constant
// is made in it. A reduction leaves the axis out, and what repeats its result asks
// for it as it is: nothing moves.
// CHECK-LABEL: gpu.func @rows(
// CHECK: arith.constant {tile.layouts = [#tile.layout<[2, 8], lane = {{\[\[}}0, 1], [0, 2]], register = {{\[\[}}0, 4], [1, 0]]>]} dense<2.0
// CHECK: %[[X:.*]] = vector.transfer_read {{.*}}tile.layouts = [#tile.layout<[2, 8], lane = {{\[\[}}0, 1], [0, 2]], register = {{\[\[}}0, 4], [1, 0]]>]
// CHECK: %[[M:.*]] = tile.reduce %{{.*}} axis 1 {tile.layouts = [#tile.layout<[2], lane = {{\[\[}}0], [0]], register = {{\[\[}}0], [1]]>]}
// CHECK-NOT: tile.to_layout
// CHECK: vector.broadcast %{{.*}} {tile.layouts = [#tile.layout<[2, 8], lane = {{\[\[}}0, 1], [0, 2]], register = {{\[\[}}0, 4], [1, 0]]>]}
// CHECK: vector.transfer_write
gpu.module @kernels {
gpu.func @rows(%a: memref<2x8xf32, #tile.space<"spm">>, %b: memref<2x8xf32, #tile.space<"spm">>)
    kernel attributes {kiln.form = "staged"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %k = arith.constant dense<2.0> : vector<2x8xf32>
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<2x8xf32, #tile.space<"spm">>, vector<2x8xf32>
  %y = arith.mulf %x, %k : vector<2x8xf32>
  %m = tile.reduce %y axis 1 : (vector<2x8xf32>) -> vector<2xf32> {
  ^bb0(%p: f32, %q: f32):
    %s = arith.maxnumf %p, %q : f32
    tile.yield %s : f32
  }
  %e = vector.shape_cast %m : vector<2xf32> to vector<2x1xf32>
  %f = vector.broadcast %e : vector<2x1xf32> to vector<2x8xf32>
  %g = arith.subf %y, %f : vector<2x8xf32>
  vector.transfer_write %g, %b[%c0, %c0] {in_bounds = [true, true]} : vector<2x8xf32>, memref<2x8xf32, #tile.space<"spm">>
  gpu.return
}
}

// -----

// An anchor on the write: the tile moves once, before the transpose, which renames
// elements; a constant that is needed in both layouts is made twice instead.
// CHECK-LABEL: gpu.func @anchor(
// CHECK: arith.constant {tile.layouts = [#tile.layout<[2, 4], lane = {{\[\[}}0, 1], [0, 2]], register = {{\[\[}}1, 0]]>]} dense<1.0
// CHECK: arith.constant {tile.layouts = [#tile.layout<[2, 4], register = {{\[\[}}0, 1]], lane = {{\[\[}}0, 2], [1, 0]]>]} dense<1.0
// CHECK: %[[X:.*]] = vector.transfer_read
// CHECK: %[[MOVED:.*]] = tile.to_layout %[[X]] : vector<2x4xf32> to #tile.layout<[2, 4], register = {{\[\[}}0, 1]], lane = {{\[\[}}0, 2], [1, 0]]>
// CHECK: vector.transpose %[[MOVED]], [1, 0] {tile.layouts = [#tile.layout<[4, 2], register = {{\[\[}}1, 0]], lane = {{\[\[}}2, 0], [0, 1]]>]}
// CHECK-NOT: tile.to_layout
// CHECK: gpu.return
gpu.module @kernels {
gpu.func @anchor(%a: memref<2x4xf32, #tile.space<"spm">>, %b: memref<4x2xf32, #tile.space<"spm">>, %c: memref<2x4xf32, #tile.space<"spm">>)
    kernel attributes {kiln.form = "staged"} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %k = arith.constant dense<1.0> : vector<2x4xf32>
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<2x4xf32, #tile.space<"spm">>, vector<2x4xf32>
  %y = arith.addf %x, %k : vector<2x4xf32>
  vector.transfer_write %y, %c[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, memref<2x4xf32, #tile.space<"spm">>
  %t = vector.transpose %x, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  vector.transfer_write %t, %b[%c0, %c0] {in_bounds = [true, true], tile.layouts = [#tile.layout<[4, 2], register = [[1, 0]], lane = [[2, 0], [0, 1]]>]} : vector<4x2xf32>, memref<4x2xf32, #tile.space<"spm">>
  vector.transfer_write %k, %c[%c0, %c0] {in_bounds = [true, true], tile.layouts = [#tile.layout<[2, 4], register = [[0, 1]], lane = [[0, 2], [1, 0]]>]} : vector<2x4xf32>, memref<2x4xf32, #tile.space<"spm">>
  gpu.return
}
}

// -----

// A sum that starts from zeros has the layout of what the loop computes.
// CHECK-LABEL: gpu.func @carried(
// CHECK: arith.constant {tile.layouts = [#tile.layout<[8], lane = {{\[\[}}2], [4]], register = {{\[\[}}1]]>]} dense<0.0
// CHECK: scf.for
// CHECK-NOT: tile.to_layout %arg
// CHECK: arith.addf %{{.*}}, %{{.*}} {tile.layouts = [#tile.layout<[8], lane = {{\[\[}}2], [4]], register = {{\[\[}}1]]>]}
// CHECK: } {tile.layouts = [#tile.layout<[8], lane = {{\[\[}}2], [4]], register = {{\[\[}}1]]>]}
gpu.module @kernels {
gpu.func @carried(%a: memref<8xf32, #tile.space<"spm">>, %n: index) kernel attributes {kiln.form = "staged"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> vector<8xf32> {
    %x = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<8xf32, #tile.space<"spm">>, vector<8xf32>
    %t = arith.addf %s, %x {tile.layouts = [#tile.layout<[8], lane = [[2], [4]], register = [[1]]>]} : vector<8xf32>
    scf.yield %t : vector<8xf32>
  }
  vector.transfer_write %sum, %a[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32, #tile.space<"spm">>
  gpu.return
}
}
