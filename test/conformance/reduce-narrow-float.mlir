// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every combiner of 16-bit floats, along each axis.
//
// RUN: sed s/TYPE/f16/g %s > %t.f16.mlir
// RUN: kiln run %t.f16.mlir --target=%target --check --arg p=randn:f16[4x32] \
// RUN:     --arg q=zeros:f16[6x4] --arg r=zeros:f16[6x32]
// RUN: sed s/TYPE/bf16/g %s > %t.bf16.mlir
// RUN: kiln run %t.bf16.mlir --target=%target --check --arg p=randn:bf16[4x32] \
// RUN:     --arg q=zeros:bf16[6x4] --arg r=zeros:bf16[6x32]

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

  %addf_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.addf %a, %b : !e
    tile.yield %c : !e
  }
  %addf_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.addf %a, %b : !e
    tile.yield %c : !e
  }
  %addf_qk = arith.constant dense<0> : tensor<4xi32>
  %addf_q = arith.addi %i, %addf_qk : tensor<4xi32>
  tile.store %addf_0, %q[%addf_q] : !rows, !tile.ptr, tensor<4xi32>
  %addf_rk = arith.constant dense<0> : tensor<32xi32>
  %addf_r = arith.addi %j, %addf_rk : tensor<32xi32>
  tile.store %addf_1, %r[%addf_r] : !columns, !tile.ptr, tensor<32xi32>

  %mulf_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.mulf %a, %b : !e
    tile.yield %c : !e
  }
  %mulf_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.mulf %a, %b : !e
    tile.yield %c : !e
  }
  %mulf_qk = arith.constant dense<4> : tensor<4xi32>
  %mulf_q = arith.addi %i, %mulf_qk : tensor<4xi32>
  tile.store %mulf_0, %q[%mulf_q] : !rows, !tile.ptr, tensor<4xi32>
  %mulf_rk = arith.constant dense<32> : tensor<32xi32>
  %mulf_r = arith.addi %j, %mulf_rk : tensor<32xi32>
  tile.store %mulf_1, %r[%mulf_r] : !columns, !tile.ptr, tensor<32xi32>

  %maxnumf_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxnumf %a, %b : !e
    tile.yield %c : !e
  }
  %maxnumf_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxnumf %a, %b : !e
    tile.yield %c : !e
  }
  %maxnumf_qk = arith.constant dense<8> : tensor<4xi32>
  %maxnumf_q = arith.addi %i, %maxnumf_qk : tensor<4xi32>
  tile.store %maxnumf_0, %q[%maxnumf_q] : !rows, !tile.ptr, tensor<4xi32>
  %maxnumf_rk = arith.constant dense<64> : tensor<32xi32>
  %maxnumf_r = arith.addi %j, %maxnumf_rk : tensor<32xi32>
  tile.store %maxnumf_1, %r[%maxnumf_r] : !columns, !tile.ptr, tensor<32xi32>

  %minnumf_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minnumf %a, %b : !e
    tile.yield %c : !e
  }
  %minnumf_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minnumf %a, %b : !e
    tile.yield %c : !e
  }
  %minnumf_qk = arith.constant dense<12> : tensor<4xi32>
  %minnumf_q = arith.addi %i, %minnumf_qk : tensor<4xi32>
  tile.store %minnumf_0, %q[%minnumf_q] : !rows, !tile.ptr, tensor<4xi32>
  %minnumf_rk = arith.constant dense<96> : tensor<32xi32>
  %minnumf_r = arith.addi %j, %minnumf_rk : tensor<32xi32>
  tile.store %minnumf_1, %r[%minnumf_r] : !columns, !tile.ptr, tensor<32xi32>

  %maximumf_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maximumf %a, %b : !e
    tile.yield %c : !e
  }
  %maximumf_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maximumf %a, %b : !e
    tile.yield %c : !e
  }
  %maximumf_qk = arith.constant dense<16> : tensor<4xi32>
  %maximumf_q = arith.addi %i, %maximumf_qk : tensor<4xi32>
  tile.store %maximumf_0, %q[%maximumf_q] : !rows, !tile.ptr, tensor<4xi32>
  %maximumf_rk = arith.constant dense<128> : tensor<32xi32>
  %maximumf_r = arith.addi %j, %maximumf_rk : tensor<32xi32>
  tile.store %maximumf_1, %r[%maximumf_r] : !columns, !tile.ptr, tensor<32xi32>

  %minimumf_0 = tile.reduce %x axis 1 : (!t) -> !rows {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minimumf %a, %b : !e
    tile.yield %c : !e
  }
  %minimumf_1 = tile.reduce %x axis 0 : (!t) -> !columns {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minimumf %a, %b : !e
    tile.yield %c : !e
  }
  %minimumf_qk = arith.constant dense<20> : tensor<4xi32>
  %minimumf_q = arith.addi %i, %minimumf_qk : tensor<4xi32>
  tile.store %minimumf_0, %q[%minimumf_q] : !rows, !tile.ptr, tensor<4xi32>
  %minimumf_rk = arith.constant dense<160> : tensor<32xi32>
  %minimumf_r = arith.addi %j, %minimumf_rk : tensor<32xi32>
  tile.store %minimumf_1, %r[%minimumf_r] : !columns, !tile.ptr, tensor<32xi32>
  return
}
