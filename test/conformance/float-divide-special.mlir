// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All quotients of f32 by pairs of zeros, subnormals, the least normal numbers, numbers about 1,
// infinities and NaN, of both signs.
//
// RUN: kiln run %s --target=%target --check --arg q=zeros:f32[1024]

func.func @float_divide_special(%q: !tile.ptr {tile.name = "q", tile.pointee = f32})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 1024 : tensor<1024xi32>
  %c1f = arith.constant dense<31> : tensor<1024xi32>
  %c6 = arith.constant dense<6> : tensor<1024xi32>
  %c18 = arith.constant dense<24> : tensor<1024xi32>
  %c0 = arith.constant dense<0> : tensor<1024xi32>
  %c2 = arith.constant dense<2> : tensor<1024xi32>
  %c800000 = arith.constant dense<8388608> : tensor<1024xi32>
  %c4 = arith.constant dense<4> : tensor<1024xi32>
  %c3f800000 = arith.constant dense<1065353216> : tensor<1024xi32>
  %c7f800000 = arith.constant dense<2139095040> : tensor<1024xi32>
  %c8 = arith.constant dense<8> : tensor<1024xi32>
  %c1 = arith.constant dense<1> : tensor<1024xi32>
  %c10 = arith.constant dense<16> : tensor<1024xi32>
  %c400000 = arith.constant dense<4194304> : tensor<1024xi32>
  %c7fffff = arith.constant dense<8388607> : tensor<1024xi32>
  %c5 = arith.constant dense<5> : tensor<1024xi32>

  // Sign by bit 0; exponent 0, 1, 127 or 255 by bits 1 and 2; mantissa 0, 1, the half or all ones by bits 3 and 4.
  %i = arith.andi %l, %c1f : tensor<1024xi32>
  %xsign = tile.shli %i, %c1f : tensor<1024xi32>
  %xe = arith.andi %i, %c6 : tensor<1024xi32>
  %xm = arith.andi %i, %c18 : tensor<1024xi32>
  %xe0 = arith.cmpi eq, %xe, %c2 : tensor<1024xi32>
  %xx0 = arith.select %xe0, %c800000, %c0 : tensor<1024xi1>, tensor<1024xi32>
  %xe1 = arith.cmpi eq, %xe, %c4 : tensor<1024xi32>
  %xx1 = arith.select %xe1, %c3f800000, %xx0 : tensor<1024xi1>, tensor<1024xi32>
  %xe2 = arith.cmpi eq, %xe, %c6 : tensor<1024xi32>
  %xx2 = arith.select %xe2, %c7f800000, %xx1 : tensor<1024xi1>, tensor<1024xi32>
  %xm0 = arith.cmpi eq, %xm, %c8 : tensor<1024xi32>
  %xn0 = arith.select %xm0, %c1, %c0 : tensor<1024xi1>, tensor<1024xi32>
  %xm1 = arith.cmpi eq, %xm, %c10 : tensor<1024xi32>
  %xn1 = arith.select %xm1, %c400000, %xn0 : tensor<1024xi1>, tensor<1024xi32>
  %xm2 = arith.cmpi eq, %xm, %c18 : tensor<1024xi32>
  %xn2 = arith.select %xm2, %c7fffff, %xn1 : tensor<1024xi1>, tensor<1024xi32>
  %xem = arith.ori %xx2, %xn2 : tensor<1024xi32>
  %xb = arith.ori %xem, %xsign : tensor<1024xi32>
  %x = arith.bitcast %xb : tensor<1024xi32> to tensor<1024xf32>

  %j = tile.shrui %l, %c5 : tensor<1024xi32>
  %ysign = tile.shli %j, %c1f : tensor<1024xi32>
  %ye = arith.andi %j, %c6 : tensor<1024xi32>
  %ym = arith.andi %j, %c18 : tensor<1024xi32>
  %ye0 = arith.cmpi eq, %ye, %c2 : tensor<1024xi32>
  %yx0 = arith.select %ye0, %c800000, %c0 : tensor<1024xi1>, tensor<1024xi32>
  %ye1 = arith.cmpi eq, %ye, %c4 : tensor<1024xi32>
  %yx1 = arith.select %ye1, %c3f800000, %yx0 : tensor<1024xi1>, tensor<1024xi32>
  %ye2 = arith.cmpi eq, %ye, %c6 : tensor<1024xi32>
  %yx2 = arith.select %ye2, %c7f800000, %yx1 : tensor<1024xi1>, tensor<1024xi32>
  %ym0 = arith.cmpi eq, %ym, %c8 : tensor<1024xi32>
  %yn0 = arith.select %ym0, %c1, %c0 : tensor<1024xi1>, tensor<1024xi32>
  %ym1 = arith.cmpi eq, %ym, %c10 : tensor<1024xi32>
  %yn1 = arith.select %ym1, %c400000, %yn0 : tensor<1024xi1>, tensor<1024xi32>
  %ym2 = arith.cmpi eq, %ym, %c18 : tensor<1024xi32>
  %yn2 = arith.select %ym2, %c7fffff, %yn1 : tensor<1024xi1>, tensor<1024xi32>
  %yem = arith.ori %yx2, %yn2 : tensor<1024xi32>
  %yb = arith.ori %yem, %ysign : tensor<1024xi32>
  %y = arith.bitcast %yb : tensor<1024xi32> to tensor<1024xf32>

  %q0 = arith.divf %x, %y : tensor<1024xf32>
  tile.store %q0, %q[%l] : tensor<1024xf32>, !tile.ptr, tensor<1024xi32>
  return
}
