// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All fourteen predicates on NaN, infinities and both zeros, a bit for each.
//
// RUN: kiln run %s --target=%target --check --arg q=zeros:i32[256]

func.func @float_compare(%q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
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
  %w0 = arith.constant dense<0> : tensor<256xi32>
  %p0 = arith.cmpf oeq, %x, %y : tensor<256xf32>
  %e0 = arith.extui %p0 : tensor<256xi1> to tensor<256xi32>
  %b0 = arith.constant dense<0> : tensor<256xi32>
  %s0 = tile.shli %e0, %b0 : tensor<256xi32>
  %w1 = arith.ori %w0, %s0 : tensor<256xi32>
  %p1 = arith.cmpf ogt, %x, %y : tensor<256xf32>
  %e1 = arith.extui %p1 : tensor<256xi1> to tensor<256xi32>
  %b1 = arith.constant dense<1> : tensor<256xi32>
  %s1 = tile.shli %e1, %b1 : tensor<256xi32>
  %w2 = arith.ori %w1, %s1 : tensor<256xi32>
  %p2 = arith.cmpf oge, %x, %y : tensor<256xf32>
  %e2 = arith.extui %p2 : tensor<256xi1> to tensor<256xi32>
  %b2 = arith.constant dense<2> : tensor<256xi32>
  %s2 = tile.shli %e2, %b2 : tensor<256xi32>
  %w3 = arith.ori %w2, %s2 : tensor<256xi32>
  %p3 = arith.cmpf olt, %x, %y : tensor<256xf32>
  %e3 = arith.extui %p3 : tensor<256xi1> to tensor<256xi32>
  %b3 = arith.constant dense<3> : tensor<256xi32>
  %s3 = tile.shli %e3, %b3 : tensor<256xi32>
  %w4 = arith.ori %w3, %s3 : tensor<256xi32>
  %p4 = arith.cmpf ole, %x, %y : tensor<256xf32>
  %e4 = arith.extui %p4 : tensor<256xi1> to tensor<256xi32>
  %b4 = arith.constant dense<4> : tensor<256xi32>
  %s4 = tile.shli %e4, %b4 : tensor<256xi32>
  %w5 = arith.ori %w4, %s4 : tensor<256xi32>
  %p5 = arith.cmpf one, %x, %y : tensor<256xf32>
  %e5 = arith.extui %p5 : tensor<256xi1> to tensor<256xi32>
  %b5 = arith.constant dense<5> : tensor<256xi32>
  %s5 = tile.shli %e5, %b5 : tensor<256xi32>
  %w6 = arith.ori %w5, %s5 : tensor<256xi32>
  %p6 = arith.cmpf ord, %x, %y : tensor<256xf32>
  %e6 = arith.extui %p6 : tensor<256xi1> to tensor<256xi32>
  %b6 = arith.constant dense<6> : tensor<256xi32>
  %s6 = tile.shli %e6, %b6 : tensor<256xi32>
  %w7 = arith.ori %w6, %s6 : tensor<256xi32>
  %p7 = arith.cmpf ueq, %x, %y : tensor<256xf32>
  %e7 = arith.extui %p7 : tensor<256xi1> to tensor<256xi32>
  %b7 = arith.constant dense<7> : tensor<256xi32>
  %s7 = tile.shli %e7, %b7 : tensor<256xi32>
  %w8 = arith.ori %w7, %s7 : tensor<256xi32>
  %p8 = arith.cmpf ugt, %x, %y : tensor<256xf32>
  %e8 = arith.extui %p8 : tensor<256xi1> to tensor<256xi32>
  %b8 = arith.constant dense<8> : tensor<256xi32>
  %s8 = tile.shli %e8, %b8 : tensor<256xi32>
  %w9 = arith.ori %w8, %s8 : tensor<256xi32>
  %p9 = arith.cmpf uge, %x, %y : tensor<256xf32>
  %e9 = arith.extui %p9 : tensor<256xi1> to tensor<256xi32>
  %b9 = arith.constant dense<9> : tensor<256xi32>
  %s9 = tile.shli %e9, %b9 : tensor<256xi32>
  %w10 = arith.ori %w9, %s9 : tensor<256xi32>
  %p10 = arith.cmpf ult, %x, %y : tensor<256xf32>
  %e10 = arith.extui %p10 : tensor<256xi1> to tensor<256xi32>
  %b10 = arith.constant dense<10> : tensor<256xi32>
  %s10 = tile.shli %e10, %b10 : tensor<256xi32>
  %w11 = arith.ori %w10, %s10 : tensor<256xi32>
  %p11 = arith.cmpf ule, %x, %y : tensor<256xf32>
  %e11 = arith.extui %p11 : tensor<256xi1> to tensor<256xi32>
  %b11 = arith.constant dense<11> : tensor<256xi32>
  %s11 = tile.shli %e11, %b11 : tensor<256xi32>
  %w12 = arith.ori %w11, %s11 : tensor<256xi32>
  %p12 = arith.cmpf une, %x, %y : tensor<256xf32>
  %e12 = arith.extui %p12 : tensor<256xi1> to tensor<256xi32>
  %b12 = arith.constant dense<12> : tensor<256xi32>
  %s12 = tile.shli %e12, %b12 : tensor<256xi32>
  %w13 = arith.ori %w12, %s12 : tensor<256xi32>
  %p13 = arith.cmpf uno, %x, %y : tensor<256xf32>
  %e13 = arith.extui %p13 : tensor<256xi1> to tensor<256xi32>
  %b13 = arith.constant dense<13> : tensor<256xi32>
  %s13 = tile.shli %e13, %b13 : tensor<256xi32>
  %w14 = arith.ori %w13, %s13 : tensor<256xi32>
  tile.store %w14, %q[%l] : tensor<256xi32>, !tile.ptr, tensor<256xi32>
  return
}
