// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// maxnumf and minnumf skip a NaN, maximumf and minimumf give it; -0 is below +0. Every pair
// of 16 values, eight of them NaN.
//
// RUN: kiln run %s --target=%target --check --arg q=zeros:f32[1024]

func.func @float_extrema(%q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %nn = arith.constant dense<256> : tensor<256xi32>
  %c7 = arith.constant dense<7> : tensor<256xi32>
  %c8 = arith.constant dense<8> : tensor<256xi32>
  %c4 = arith.constant dense<4> : tensor<256xi32>
  %c29 = arith.constant dense<29> : tensor<256xi32>
  %zero = arith.constant dense<0> : tensor<256xi32>
  %nan = arith.constant dense<0x7FC00000> : tensor<256xi32>
  %ih = tile.shrui %l, %c4 : tensor<256xi32>
  %x0 = arith.andi %l, %c7 : tensor<256xi32>
  %x1 = tile.shli %x0, %c29 : tensor<256xi32>
  %x2 = arith.andi %l, %c8 : tensor<256xi32>
  %x3 = arith.cmpi ne, %x2, %zero : tensor<256xi32>
  %x4 = arith.ori %x1, %nan : tensor<256xi32>
  %x5 = arith.select %x3, %x4, %x1 : tensor<256xi1>, tensor<256xi32>
  %x = arith.bitcast %x5 : tensor<256xi32> to tensor<256xf32>
  %y0 = arith.andi %ih, %c7 : tensor<256xi32>
  %y1 = tile.shli %y0, %c29 : tensor<256xi32>
  %y2 = arith.andi %ih, %c8 : tensor<256xi32>
  %y3 = arith.cmpi ne, %y2, %zero : tensor<256xi32>
  %y4 = arith.ori %y1, %nan : tensor<256xi32>
  %y5 = arith.select %y3, %y4, %y1 : tensor<256xi1>, tensor<256xi32>
  %y = arith.bitcast %y5 : tensor<256xi32> to tensor<256xf32>
  %a = arith.maxnumf %x, %y : tensor<256xf32>
  %b = arith.minnumf %x, %y : tensor<256xf32>
  %c = arith.maximumf %x, %y : tensor<256xf32>
  %d = arith.minimumf %x, %y : tensor<256xf32>
  tile.store %a, %q[%l] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  %l1 = arith.addi %l, %nn : tensor<256xi32>
  tile.store %b, %q[%l1] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  %l2 = arith.addi %l1, %nn : tensor<256xi32>
  tile.store %c, %q[%l2] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  %l3 = arith.addi %l2, %nn : tensor<256xi32>
  tile.store %d, %q[%l3] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  return
}
