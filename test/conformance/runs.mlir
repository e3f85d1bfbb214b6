// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows picked by numbers from memory, contiguous along columns: some rows equal or off, columns up to n, values for
// lanes that are off; stored to rows picked by the same numbers. Offsets in 32 bits, which wrap for the far row.
//
// RUN: kiln run %s --kernel=rows --target=%target --check --arg p=randn:f32[16x40] --arg q=zeros:f32[16x40] --arg t=zeros:f32[8x32] --arg i=randint=0..15:i32[8] --arg n=29 --arg rows=8
// RUN: kiln run %s --kernel=rows --target=%target --check --arg p=randn:f32[16x40] --arg q=zeros:f32[16x40] --arg t=zeros:f32[8x32] --arg i=randint=0..2:i32[8] --arg n=32 --arg rows=5
// RUN: kiln run %s --kernel=rows --target=%target --check --arg p=randn:f32[16x40] --arg q=zeros:f32[16x40] --arg t=zeros:f32[8x32] --arg i=full=3:i32[8] --arg n=1 --arg rows=8
// RUN: kiln run %s --kernel=rows --target=%target --check --arg p=randn:f32[16x40] --arg q=zeros:f32[16x40] --arg t=zeros:f32[8x32] --arg i=full=-1000:i32[8] --arg n=0 --arg rows=8
// RUN: kiln run %s --kernel=rows --target=%target --check --arg p=randn:f32[16x40] --arg q=zeros:f32[16x40] --arg t=zeros:f32[8x32] --arg i=full=107374182:i32[8] --arg n=29 --arg rows=-1
// RUN: kiln run %s --kernel=wrapped --target=%target --check --arg p=randn:f32[64] --arg i=full=0:i32[4] --arg t=zeros:f32[4x16]

func.func @rows(%p: !tile.ptr {tile.name = "p", tile.pointee = f32}, %i: !tile.ptr {tile.name = "i", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %t: !tile.ptr {tile.name = "t", tile.pointee = f32},
    %n: i32 {tile.name = "n"}, %rows: i32 {tile.name = "rows"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 8 : tensor<8xi32>
  %numbers = tile.load %i[%l] : !tile.ptr, tensor<8xi32> -> tensor<8xi32>
  %d = arith.constant dense<40> : tensor<8xi32>
  %starts = arith.muli %numbers, %d : tensor<8xi32>
  %s1 = tile.reshape %starts : tensor<8xi32> -> tensor<8x1xi32>
  %s = tile.broadcast %s1 : tensor<8x1xi32> -> tensor<8x32xi32>
  %c = tile.range 0 to 32 : tensor<32xi32>
  %c1 = tile.reshape %c : tensor<32xi32> -> tensor<1x32xi32>
  %c2 = tile.broadcast %c1 : tensor<1x32xi32> -> tensor<8x32xi32>
  %o = arith.addi %s, %c2 : tensor<8x32xi32>
  %ns = tile.broadcast %n : i32 -> tensor<1x32xi32>
  %m1 = arith.cmpi slt, %c1, %ns : tensor<1x32xi32>
  %m2 = tile.broadcast %m1 : tensor<1x32xi1> -> tensor<8x32xi1>
  %rs = tile.broadcast %rows : i32 -> tensor<8xi32>
  %seven = arith.constant dense<7> : tensor<8xi32>
  %odd = arith.cmpi ne, %numbers, %seven : tensor<8xi32>
  %few = arith.cmpi slt, %l, %rs : tensor<8xi32>
  %on = arith.andi %odd, %few : tensor<8xi1>
  %on1 = tile.reshape %on : tensor<8xi1> -> tensor<8x1xi1>
  %on2 = tile.broadcast %on1 : tensor<8x1xi1> -> tensor<8x32xi1>
  %m = arith.andi %on2, %m2 : tensor<8x32xi1>
  %other = arith.constant dense<5.0> : tensor<8x32xf32>
  %x = tile.load %p[%o] mask %m other %other : !tile.ptr, tensor<8x32xi32> -> tensor<8x32xf32>
  %w = arith.constant dense<32> : tensor<8xi32>
  %r = arith.muli %l, %w : tensor<8xi32>
  %r1 = tile.reshape %r : tensor<8xi32> -> tensor<8x1xi32>
  %r2 = tile.broadcast %r1 : tensor<8x1xi32> -> tensor<8x32xi32>
  %to = arith.addi %r2, %c2 : tensor<8x32xi32>
  tile.store %x, %t[%to] : tensor<8x32xf32>, !tile.ptr, tensor<8x32xi32>
  %y = tile.load %p[%o] mask %m : !tile.ptr, tensor<8x32xi32> -> tensor<8x32xf32>
  tile.store %y, %q[%o] mask %m : tensor<8x32xf32>, !tile.ptr, tensor<8x32xi32>
  return
}

// The start of a run and its lanes wrap around in 32 bits, to where the buffer is.
func.func @wrapped(%p: !tile.ptr {tile.name = "p", tile.pointee = f32}, %i: !tile.ptr {tile.name = "i", tile.pointee = i32},
    %t: !tile.ptr {tile.name = "t", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 4 : tensor<4xi32>
  %zeros = tile.load %i[%l] : !tile.ptr, tensor<4xi32> -> tensor<4xi32>
  %most = arith.constant dense<2147483647> : tensor<4xi32>
  %far = arith.addi %zeros, %most : tensor<4xi32>
  %f1 = tile.reshape %far : tensor<4xi32> -> tensor<4x1xi32>
  %f = tile.broadcast %f1 : tensor<4x1xi32> -> tensor<4x16xi32>
  %c = tile.range 0 to 16 : tensor<16xi32>
  %c1 = tile.reshape %c : tensor<16xi32> -> tensor<1x16xi32>
  %c2 = tile.broadcast %c1 : tensor<1x16xi32> -> tensor<4x16xi32>
  %o32 = arith.addi %f, %c2 : tensor<4x16xi32>
  %o = arith.extsi %o32 : tensor<4x16xi32> to tensor<4x16xi64>
  %least = arith.constant dense<2147483648> : tensor<4x16xi64>
  %near = arith.addi %o, %least : tensor<4x16xi64>
  %first = arith.constant dense<1> : tensor<4x16xi32>
  %in = arith.cmpi sge, %c2, %first : tensor<4x16xi32>
  %x = tile.load %p[%near] mask %in : !tile.ptr, tensor<4x16xi64> -> tensor<4x16xf32>
  %w = arith.constant dense<16> : tensor<4xi32>
  %r = arith.muli %l, %w : tensor<4xi32>
  %r1 = tile.reshape %r : tensor<4xi32> -> tensor<4x1xi32>
  %r2 = tile.broadcast %r1 : tensor<4x1xi32> -> tensor<4x16xi32>
  %to = arith.addi %r2, %c2 : tensor<4x16xi32>
  tile.store %x, %t[%to] : tensor<4x16xf32>, !tile.ptr, tensor<4x16xi32>
  return
}
