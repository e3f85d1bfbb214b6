// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inverse, hyperbolic and other functions: the ends of their domains and beyond.
//
// RUN: sed s/FUNCTION/cbrt/ %s > %t.cbrt.mlir
// RUN: kiln run %t.cbrt.mlir --target=%target --check --arg p=randn:f32[256] --arg q=zeros:f32[256]
// RUN: kiln run %t.cbrt.mlir --target=%target --check --arg p=randint=-99..99:f32[256] --arg q=zeros:f32[256]
// RUN: sed s/FUNCTION/log10/ %s > %t.log10.mlir
// RUN: kiln run %t.log10.mlir --target=%target --check --arg p=randn:f32[256] --arg q=zeros:f32[256]
// RUN: kiln run %t.log10.mlir --target=%target --check --arg p=randint=-99..99:f32[256] --arg q=zeros:f32[256]
// RUN: sed s/FUNCTION/tan/ %s > %t.tan.mlir
// RUN: kiln run %t.tan.mlir --target=%target --check --arg p=randn:f32[256] --arg q=zeros:f32[256]
// RUN: kiln run %t.tan.mlir --target=%target --check --arg p=randint=-99..99:f32[256] --arg q=zeros:f32[256]
// RUN: sed s/FUNCTION/atan/ %s > %t.atan.mlir
// RUN: kiln run %t.atan.mlir --target=%target --check --arg p=randn:f32[256] --arg q=zeros:f32[256]
// RUN: kiln run %t.atan.mlir --target=%target --check --arg p=randint=-99..99:f32[256] --arg q=zeros:f32[256]
// RUN: sed s/FUNCTION/asin/ %s > %t.asin.mlir
// RUN: kiln run %t.asin.mlir --target=%target --check --arg p=randn:f32[256] --arg q=zeros:f32[256]
// RUN: kiln run %t.asin.mlir --target=%target --check --arg p=randint=-99..99:f32[256] --arg q=zeros:f32[256]
// RUN: sed s/FUNCTION/acos/ %s > %t.acos.mlir
// RUN: kiln run %t.acos.mlir --target=%target --check --arg p=randn:f32[256] --arg q=zeros:f32[256]
// RUN: kiln run %t.acos.mlir --target=%target --check --arg p=randint=-99..99:f32[256] --arg q=zeros:f32[256]
// RUN: sed s/FUNCTION/sinh/ %s > %t.sinh.mlir
// RUN: kiln run %t.sinh.mlir --target=%target --check --arg p=randn:f32[256] --arg q=zeros:f32[256]
// RUN: kiln run %t.sinh.mlir --target=%target --check --arg p=randint=-99..99:f32[256] --arg q=zeros:f32[256]
// RUN: sed s/FUNCTION/cosh/ %s > %t.cosh.mlir
// RUN: kiln run %t.cosh.mlir --target=%target --check --arg p=randn:f32[256] --arg q=zeros:f32[256]
// RUN: kiln run %t.cosh.mlir --target=%target --check --arg p=randint=-99..99:f32[256] --arg q=zeros:f32[256]
// RUN: sed s/FUNCTION/asinh/ %s > %t.asinh.mlir
// RUN: kiln run %t.asinh.mlir --target=%target --check --arg p=randn:f32[256] --arg q=zeros:f32[256]
// RUN: kiln run %t.asinh.mlir --target=%target --check --arg p=randint=-99..99:f32[256] --arg q=zeros:f32[256]
// RUN: sed s/FUNCTION/acosh/ %s > %t.acosh.mlir
// RUN: kiln run %t.acosh.mlir --target=%target --check --arg p=randn:f32[256] --arg q=zeros:f32[256]
// RUN: kiln run %t.acosh.mlir --target=%target --check --arg p=randint=-99..99:f32[256] --arg q=zeros:f32[256]
// RUN: sed s/FUNCTION/atanh/ %s > %t.atanh.mlir
// RUN: kiln run %t.atanh.mlir --target=%target --check --arg p=randn:f32[256] --arg q=zeros:f32[256]
// RUN: kiln run %t.atanh.mlir --target=%target --check --arg p=randint=-99..99:f32[256] --arg q=zeros:f32[256]

func.func @function(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 256 : tensor<256xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<256xi32> -> tensor<256xf32>
  %y = math.FUNCTION %x : tensor<256xf32>
  tile.store %y, %q[%l] : tensor<256xf32>, !tile.ptr, tensor<256xi32>
  return
}
