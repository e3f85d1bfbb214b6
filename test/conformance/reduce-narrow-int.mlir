// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every combiner of narrow integers, along each axis.
//
// RUN: sed s/TYPE/i1/g %s > %t.i1.mlir
// RUN: kiln run %t.i1.mlir --target=%target --check --arg p=randint=0..1:i1[4x32] \
// RUN:     --arg q=zeros:i1[9x4] --arg r=zeros:i1[9x32]
// RUN: sed s/TYPE/i8/g %s > %t.i8.mlir
// RUN: kiln run %t.i8.mlir --target=%target --check --arg p=randint=-128..127:i8[4x32] \
// RUN:     --arg q=zeros:i8[9x4] --arg r=zeros:i8[9x32]
// RUN: sed s/TYPE/i16/g %s > %t.i16.mlir
// RUN: kiln run %t.i16.mlir --target=%target --check --arg p=randint=-30000..30000:i16[4x32] \
// RUN:     --arg q=zeros:i16[9x4] --arg r=zeros:i16[9x32]

!e = TYPE
!t = tensor<4x32xTYPE>
!rows = tensor<4xTYPE>
!columns = tensor<32xTYPE>

func.func @reduce_narrow(%p: !tile.ptr {tile.name = "p", tile.pointee = TYPE},
    %q: !tile.ptr {tile.name = "q", tile.pointee = TYPE},
    %r: !tile.ptr {tile.name = "r", tile.pointee = TYPE})
    attributes {kiln.form = "tile"} {
  %i = tile.range 0 to 4 : tensor<4xi32>
  %j = tile.range 0 to 32 : tensor<32xi32>
  %i2 = tile.reshape %i : tensor<4xi32> -> tensor<4x1xi32>
  %j2 = tile.reshape %j : tensor<32xi32> -> tensor<1x32xi32>
  %width = arith.constant dense<32> : tensor<4x1xi32>
  %begin = arith.muli %i2, %width : tensor<4x1xi32>
  %rows = tile.broadcast %begin : tensor<4x1xi32> -> tensor<4x32xi32>
  %columns = tile.broadcast %j2 : tensor<1x32xi32> -> tensor<4x32xi32>
  %o = arith.addi %rows, %columns : tensor<4x32xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<4x32xi32> -> !t

  %addi_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.addi %a, %b : !e
    tile.yield %c : !e
  }
  %addi_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.addi %a, %b : !e
    tile.yield %c : !e
  }
  %addi_qk = arith.constant dense<0> : tensor<4xi32>
  %addi_q = arith.addi %i, %addi_qk : tensor<4xi32>
  tile.store %addi_0, %q[%addi_q] : !rows, !tile.ptr, tensor<4xi32>
  %addi_rk = arith.constant dense<0> : tensor<32xi32>
  %addi_r = arith.addi %j, %addi_rk : tensor<32xi32>
  tile.store %addi_1, %r[%addi_r] : !columns, !tile.ptr, tensor<32xi32>

  %muli_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.muli %a, %b : !e
    tile.yield %c : !e
  }
  %muli_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.muli %a, %b : !e
    tile.yield %c : !e
  }
  %muli_qk = arith.constant dense<4> : tensor<4xi32>
  %muli_q = arith.addi %i, %muli_qk : tensor<4xi32>
  tile.store %muli_0, %q[%muli_q] : !rows, !tile.ptr, tensor<4xi32>
  %muli_rk = arith.constant dense<32> : tensor<32xi32>
  %muli_r = arith.addi %j, %muli_rk : tensor<32xi32>
  tile.store %muli_1, %r[%muli_r] : !columns, !tile.ptr, tensor<32xi32>

  %andi_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.andi %a, %b : !e
    tile.yield %c : !e
  }
  %andi_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.andi %a, %b : !e
    tile.yield %c : !e
  }
  %andi_qk = arith.constant dense<8> : tensor<4xi32>
  %andi_q = arith.addi %i, %andi_qk : tensor<4xi32>
  tile.store %andi_0, %q[%andi_q] : !rows, !tile.ptr, tensor<4xi32>
  %andi_rk = arith.constant dense<64> : tensor<32xi32>
  %andi_r = arith.addi %j, %andi_rk : tensor<32xi32>
  tile.store %andi_1, %r[%andi_r] : !columns, !tile.ptr, tensor<32xi32>

  %ori_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.ori %a, %b : !e
    tile.yield %c : !e
  }
  %ori_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.ori %a, %b : !e
    tile.yield %c : !e
  }
  %ori_qk = arith.constant dense<12> : tensor<4xi32>
  %ori_q = arith.addi %i, %ori_qk : tensor<4xi32>
  tile.store %ori_0, %q[%ori_q] : !rows, !tile.ptr, tensor<4xi32>
  %ori_rk = arith.constant dense<96> : tensor<32xi32>
  %ori_r = arith.addi %j, %ori_rk : tensor<32xi32>
  tile.store %ori_1, %r[%ori_r] : !columns, !tile.ptr, tensor<32xi32>

  %xori_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.xori %a, %b : !e
    tile.yield %c : !e
  }
  %xori_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.xori %a, %b : !e
    tile.yield %c : !e
  }
  %xori_qk = arith.constant dense<16> : tensor<4xi32>
  %xori_q = arith.addi %i, %xori_qk : tensor<4xi32>
  tile.store %xori_0, %q[%xori_q] : !rows, !tile.ptr, tensor<4xi32>
  %xori_rk = arith.constant dense<128> : tensor<32xi32>
  %xori_r = arith.addi %j, %xori_rk : tensor<32xi32>
  tile.store %xori_1, %r[%xori_r] : !columns, !tile.ptr, tensor<32xi32>

  %maxsi_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxsi %a, %b : !e
    tile.yield %c : !e
  }
  %maxsi_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxsi %a, %b : !e
    tile.yield %c : !e
  }
  %maxsi_qk = arith.constant dense<20> : tensor<4xi32>
  %maxsi_q = arith.addi %i, %maxsi_qk : tensor<4xi32>
  tile.store %maxsi_0, %q[%maxsi_q] : !rows, !tile.ptr, tensor<4xi32>
  %maxsi_rk = arith.constant dense<160> : tensor<32xi32>
  %maxsi_r = arith.addi %j, %maxsi_rk : tensor<32xi32>
  tile.store %maxsi_1, %r[%maxsi_r] : !columns, !tile.ptr, tensor<32xi32>

  %minsi_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minsi %a, %b : !e
    tile.yield %c : !e
  }
  %minsi_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minsi %a, %b : !e
    tile.yield %c : !e
  }
  %minsi_qk = arith.constant dense<24> : tensor<4xi32>
  %minsi_q = arith.addi %i, %minsi_qk : tensor<4xi32>
  tile.store %minsi_0, %q[%minsi_q] : !rows, !tile.ptr, tensor<4xi32>
  %minsi_rk = arith.constant dense<192> : tensor<32xi32>
  %minsi_r = arith.addi %j, %minsi_rk : tensor<32xi32>
  tile.store %minsi_1, %r[%minsi_r] : !columns, !tile.ptr, tensor<32xi32>

  %maxui_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxui %a, %b : !e
    tile.yield %c : !e
  }
  %maxui_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxui %a, %b : !e
    tile.yield %c : !e
  }
  %maxui_qk = arith.constant dense<28> : tensor<4xi32>
  %maxui_q = arith.addi %i, %maxui_qk : tensor<4xi32>
  tile.store %maxui_0, %q[%maxui_q] : !rows, !tile.ptr, tensor<4xi32>
  %maxui_rk = arith.constant dense<224> : tensor<32xi32>
  %maxui_r = arith.addi %j, %maxui_rk : tensor<32xi32>
  tile.store %maxui_1, %r[%maxui_r] : !columns, !tile.ptr, tensor<32xi32>

  %minui_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minui %a, %b : !e
    tile.yield %c : !e
  }
  %minui_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minui %a, %b : !e
    tile.yield %c : !e
  }
  %minui_qk = arith.constant dense<32> : tensor<4xi32>
  %minui_q = arith.addi %i, %minui_qk : tensor<4xi32>
  tile.store %minui_0, %q[%minui_q] : !rows, !tile.ptr, tensor<4xi32>
  %minui_rk = arith.constant dense<256> : tensor<32xi32>
  %minui_r = arith.addi %j, %minui_rk : tensor<32xi32>
  tile.store %minui_1, %r[%minui_r] : !columns, !tile.ptr, tensor<32xi32>
  return
}
