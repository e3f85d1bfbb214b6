// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of two cores come in the order of program instances, of every type as
// the reference prints it.
//
// RUN: kiln run %s --target=npu --grid=3 --arg p=arange:f16[6] --arg n=-2 > %t.npu
// RUN: kiln run %s --target=reference --grid=3 --arg p=arange:f16[6] --arg n=-2 > %t.reference
// RUN: grep '^pid' %t.npu > %t.lines
// RUN: grep '^pid' %t.reference | diff - %t.lines
// RUN: FileCheck %s < %t.lines
// CHECK: pid (0, 0, 0) idx () begin
// CHECK-NEXT: pid (0, 0, 0) idx (0, 0) x: 0
// CHECK: pid (0, 0, 0) idx (1, 2) x: 5
// CHECK-NEXT: pid (0, 0, 0) idx (1, 3) x: 0
// CHECK-NEXT: pid (0, 0, 0) idx (0, 0) h: 0x{{0+$}}
// CHECK: pid (1, 0, 0) idx () n: (operand 0) -2
// CHECK-NEXT: pid (1, 0, 0) idx () n: (operand 1) 4294967294
// CHECK: pid (2, 0, 0) idx (1, 1) m: 1

func.func @prints(%p: !tile.ptr {tile.name = "p", tile.pointee = f16}, %n: i32 {tile.name = "n"})
    attributes {kiln.form = "tile"} {
  tile.print " begin" alone
  %r = tile.range 0 to 2 : tensor<2xi32>
  %l = tile.range 0 to 4 : tensor<4xi32>
  %r1 = tile.reshape %r : tensor<2xi32> -> tensor<2x1xi32>
  %c1 = tile.reshape %l : tensor<4xi32> -> tensor<1x4xi32>
  %three = arith.constant dense<3> : tensor<2x1xi32>
  %row = arith.muli %r1, %three : tensor<2x1xi32>
  %rows = tile.broadcast %row : tensor<2x1xi32> -> tensor<2x4xi32>
  %cols = tile.broadcast %c1 : tensor<1x4xi32> -> tensor<2x4xi32>
  %o = arith.addi %rows, %cols : tensor<2x4xi32>
  %six = arith.constant dense<6> : tensor<2x4xi32>
  %m = arith.cmpi slt, %o, %six : tensor<2x4xi32>
  %x = tile.load %p[%o] mask %m : !tile.ptr, tensor<2x4xi32> -> tensor<2x4xf16>
  tile.print " x: " %x : tensor<2x4xf16>
  tile.print " h: " hex %x : tensor<2x4xf16>
  tile.print " n: " %n, %n : i32, i32 {isSigned = array<i32: 1, 0>}
  tile.print " m: " %m : tensor<2x4xi1>
  return
}
