// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A NaN clamps to the lower end under `ignore` and stays under `propagate`.
//
// RUN: kiln run %s --target=%target --check --arg q=zeros:f32[512]

func.func @float_clamp(%q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %nn = arith.constant dense<256> : tensor<256xi32>
  %c7 = arith.constant dense<7> : tensor<256xi32>
  %c8 = arith.constant dense<8> : tensor<256xi32>
  %c29 = arith.constant dense<29> : tensor<256xi32>
  %zero = arith.constant dense<0> : tensor<256xi32>
  %nan = arith.constant dense<0x7FC00000> : tensor<256xi32>
  %x0 = arith.andi %l, %c7 : tensor<256xi32>
  %x1 = tile.shli %x0, %c29 : tensor<256xi32>
  %x2 = arith.andi %l, %c8 : tensor<256xi32>
  %x3 = arith.cmpi ne, %x2, %zero : tensor<256xi32>
  %x4 = arith.ori %x1, %nan : tensor<256xi32>
  %x5 = arith.select %x3, %x4, %x1 : tensor<256xi1>, tensor<256xi32>
  %x = arith.bitcast %x5 : tensor<256xi32> to tensor<256xf32>
  %low = arith.constant dense<-1.0> : tensor<256xf32>
  %high = arith.constant dense<1.0> : tensor<256xf32>
  %a = tile.clamp %x, %low, %high ignore : tensor<256xf32>
  %b = tile.clamp %x, %low, %high propagate : tensor<256xf32>
  tile.store %a, %q[%l] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  %l1 = arith.addi %l, %nn : tensor<256xi32>
  tile.store %b, %q[%l1] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  return
}
