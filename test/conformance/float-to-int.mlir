// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats to integers: toward zero, saturating, NaN gives 0; all exponents by random bits.
//
// RUN: kiln run %s --target=%target --check --arg p=randint=-2147483648..2147483647:i32[256] \
// RUN:     --arg q=zeros:i32[768] --arg r=zeros:i8[256]
// RUN: kiln run %s --target=%target --check --arg p=randint=1056964608..1342177280:i32[256] \
// RUN:     --arg q=zeros:i32[768] --arg r=zeros:i8[256]
// RUN: kiln run %s --target=%target --check --arg p=randint=2139095000..2139095100:i32[256] \
// RUN:     --arg q=zeros:i32[768] --arg r=zeros:i8[256]

func.func @float_to_int(%p: !tile.ptr {tile.name = "p", tile.pointee = i32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i8})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %nn = arith.constant dense<256> : tensor<256xi32>
  %w = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xi32>
  %x = arith.bitcast %w : tensor<256xi32> to tensor<256xf32>
  %a = tile.fptosi %x : tensor<256xf32> -> tensor<256xi32>
  %b = tile.fptoui %x : tensor<256xf32> -> tensor<256xi32>
  %c = tile.fptosi %x : tensor<256xf32> -> tensor<256xi8>
  %d = tile.fptoui %x : tensor<256xf32> -> tensor<256xi8>
  %s = arith.extsi %c : tensor<256xi8> to tensor<256xi32>
  tile.store %d, %r[%l] : tensor<256xi8>, !tile.ptr, tensor<256xi32>
  tile.store %a, %q[%l] : tensor<256xi32>, !tile.ptr, tensor<256xi32>
  %l1 = arith.addi %l, %nn : tensor<256xi32>
  tile.store %b, %q[%l1] : tensor<256xi32>, !tile.ptr, tensor<256xi32>
  %l2 = arith.addi %l1, %nn : tensor<256xi32>
  tile.store %s, %q[%l2] : tensor<256xi32>, !tile.ptr, tensor<256xi32>
  return
}
