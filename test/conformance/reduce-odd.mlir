// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions of as many elements as are no power of two, with a combiner of one op and with
// one that does not commute: s = s * a + b.
//
// RUN: sed s/SIZE/3/g %s > %t.3.mlir
// RUN: kiln run %t.3.mlir --target=%target --check --arg p=randint=-3..3:i16[3] --arg r=randint=-9..9:i16[3] \
// RUN:     --arg q=zeros:i16[4]
// RUN: sed s/SIZE/7/g %s > %t.7.mlir
// RUN: kiln run %t.7.mlir --target=%target --check --arg p=randint=-3..3:i16[7] --arg r=randint=-9..9:i16[7] \
// RUN:     --arg q=zeros:i16[4]
// RUN: sed s/SIZE/100/g %s > %t.100.mlir
// RUN: kiln run %t.100.mlir --target=%target --check --arg p=randint=-3..3:i16[100] \
// RUN:     --arg r=randint=-9..9:i16[100] --arg q=zeros:i16[4]

!t = tensor<SIZExi16>

func.func @reduce_odd(%p: !tile.ptr {tile.name = "p", tile.pointee = i16},
    %r: !tile.ptr {tile.name = "r", tile.pointee = i16}, %q: !tile.ptr {tile.name = "q", tile.pointee = i16})
    attributes {kiln.form = "tile"} {
  %l = tile.range 0 to SIZE : tensor<SIZExi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<SIZExi32> -> !t
  %y = tile.load %r[%l] : !tile.ptr, tensor<SIZExi32> -> !t
  %m, %s = tile.reduce %x, %y axis 0 : (!t, !t) -> (i16, i16) {
  ^bb0(%a: i16, %b: i16, %c: i16, %d: i16):
    %e = arith.muli %a, %c : i16
    %f = arith.muli %b, %c : i16
    %g = arith.addi %f, %d : i16
    tile.yield %e, %g : i16, i16
  }
  %u = tile.reduce %x axis 0 : (!t) -> i16 {
  ^bb0(%a: i16, %b: i16):
    %c = arith.xori %a, %b : i16
    tile.yield %c : i16
  }
  %v = tile.reduce %y axis 0 : (!t) -> i16 {
  ^bb0(%a: i16, %b: i16):
    tile.yield %b : i16
  }
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  tile.store %m, %q : i16, !tile.ptr
  %q1 = tile.ptr_add %q, %one x i16 : !tile.ptr, i32
  tile.store %s, %q1 : i16, !tile.ptr
  %q2 = tile.ptr_add %q, %two x i16 : !tile.ptr, i32
  tile.store %u, %q2 : i16, !tile.ptr
  %q3 = tile.ptr_add %q, %three x i16 : !tile.ptr, i32
  tile.store %v, %q3 : i16, !tile.ptr
  return
}
