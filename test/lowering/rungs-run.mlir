// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guarded and reshaped accesses do the same as element accesses, on either side of their guards: kernel form and staged
// form against tile form, and a device.
//
// DEFINE: %{arg} =
// DEFINE: %{run} = kiln run %s --target=npu --check --arg p=randn:f32[4096] --arg q=zeros:f32[4096] %{arg}
// DEFINE: %{levels} = %{run} --interpret=kernel-form | FileCheck %s && %{run} --interpret=staged | FileCheck %s && %{run} | FileCheck %s
// CHECK-NOT: differ
// CHECK: check q: equal: 4096 elements
//
// REDEFINE: %{arg} = --kernel=stride --arg s=1
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=stride --arg s=3
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=remainder --arg n=1000 --arg first=40
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=remainder --arg n=100 --arg first=40
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=remainder --arg n=0 --arg first=40
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=remainder --arg n=-7 --arg first=40
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=remainder --arg n=104 --arg first=40
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=remainder --arg n=103 --arg first=40
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=shared --arg n=5 --arg k=3
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=shared --arg n=0 --arg k=3
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=shared --arg n=-5 --arg k=8
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=unsigned --arg n=-5
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=unsigned --arg n=17
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=equal --arg n=17 --arg k=4
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=equal --arg n=64 --arg k=4
// RUN: %{levels}
// REDEFINE: %{arg} = --kernel=equal --arg n=17 --arg k=-4
// RUN: %{levels}

func.func @stride(%p: !tile.ptr {tile.name = "p", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32},
                  %s: i32 {tile.name = "s"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 16 : tensor<16xi32>
  %ss = tile.broadcast %s : i32 -> tensor<16xi32>
  %o = arith.muli %l, %ss : tensor<16xi32>
  %f = tile.reshape %o : tensor<16xi32> -> tensor<1x16xi32>
  %r = tile.range 0 to 8 : tensor<8xi32>
  %c = arith.constant dense<100> : tensor<8xi32>
  %rc = arith.muli %r, %c : tensor<8xi32>
  %e = tile.reshape %rc : tensor<8xi32> -> tensor<8x1xi32>
  %fs = tile.broadcast %f : tensor<1x16xi32> -> tensor<8x16xi32>
  %es = tile.broadcast %e : tensor<8x1xi32> -> tensor<8x16xi32>
  %a = arith.addi %fs, %es : tensor<8x16xi32>
  %x = tile.load %p[%a] : !tile.ptr, tensor<8x16xi32> -> tensor<8x16xf32>
  tile.store %x, %q[%a] : tensor<8x16xf32>, !tile.ptr, tensor<8x16xi32>
  return
}

// The tile is [first, first + 64).
func.func @remainder(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
                     %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %n: i32 {tile.name = "n"},
                     %first: i32 {tile.name = "first"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %fs = tile.broadcast %first : i32 -> tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %i = arith.addi %fs, %l : tensor<64xi32>
  %o = tile.remsi %i, %ns : tensor<64xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %x, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}

// One number for the lanes of a row, one for all.
func.func @shared(%p: !tile.ptr {tile.name = "p", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32},
                  %n: i32 {tile.name = "n"}, %k: i32 {tile.name = "k"}) attributes {kiln.form = "tile"} {
  %r = tile.range 0 to 8 : tensor<8xi32>
  %e = tile.reshape %r : tensor<8xi32> -> tensor<8x1xi32>
  %a = tile.broadcast %e : tensor<8x1xi32> -> tensor<8x16xi32>
  %l = tile.range 0 to 16 : tensor<16xi32>
  %f = tile.reshape %l : tensor<16xi32> -> tensor<1x16xi32>
  %b = tile.broadcast %f : tensor<1x16xi32> -> tensor<8x16xi32>
  %ns = tile.broadcast %n : i32 -> tensor<8x16xi32>
  %ks = tile.broadcast %k : i32 -> tensor<8x16xi32>
  %m0 = arith.cmpi slt, %b, %ns : tensor<8x16xi32>
  %m1 = arith.cmpi slt, %a, %ks : tensor<8x16xi32>
  %m2 = arith.cmpi ne, %ns, %ks : tensor<8x16xi32>
  %m3 = arith.andi %m0, %m1 : tensor<8x16xi1>
  %m = arith.andi %m3, %m2 : tensor<8x16xi1>
  %other = arith.constant dense<7.0> : tensor<8x16xf32>
  %x = tile.load %p[%a] mask %m other %other : !tile.ptr, tensor<8x16xi32> -> tensor<8x16xf32>
  %z = arith.constant dense<9> : tensor<8x16xi32>
  %y = tile.load %p[%z] mask %m : !tile.ptr, tensor<8x16xi32> -> tensor<8x16xf32>
  %c = arith.constant dense<16> : tensor<8x16xi32>
  %ac = arith.muli %a, %c : tensor<8x16xi32>
  %o = arith.addi %ac, %b : tensor<8x16xi32>
  tile.store %x, %q[%o] : tensor<8x16xf32>, !tile.ptr, tensor<8x16xi32>
  %far = arith.constant dense<512> : tensor<8x16xi32>
  %of = arith.addi %o, %far : tensor<8x16xi32>
  tile.store %y, %q[%of] : tensor<8x16xf32>, !tile.ptr, tensor<8x16xi32>
  return
}

func.func @unsigned(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
                    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %n: i32 {tile.name = "n"})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %m = arith.cmpi ult, %l, %ns : tensor<64xi32>
  %x = tile.load %p[%l] mask %m : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %x, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}

func.func @equal(%p: !tile.ptr {tile.name = "p", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32},
                 %n: i32 {tile.name = "n"}, %k: i32 {tile.name = "k"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %ns = tile.broadcast %n : i32 -> tensor<64xi32>
  %ks = tile.broadcast %k : i32 -> tensor<64xi32>
  %m0 = arith.cmpi eq, %l, %ns : tensor<64xi32>
  %z = arith.constant dense<0> : tensor<64xi32>
  %m1 = arith.cmpi ugt, %z, %ks : tensor<64xi32>
  %m2 = arith.cmpi sge, %ks, %z : tensor<64xi32>
  %m3 = arith.andi %m0, %m2 : tensor<64xi1>
  %x = tile.load %p[%l] mask %m3 : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %x, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  %y = tile.load %p[%l] mask %m1 : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %y, %q[%l] mask %m1 : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}
