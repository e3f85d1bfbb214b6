// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans of 16-bit floats with every combiner, along each axis, forward and reverse.
//
// RUN: sed s/TYPE/f16/g %s > %t.f16.mlir
// RUN: kiln run %t.f16.mlir --target=%target --check --arg p=randn:f16[4x32] \
// RUN:     --arg q=zeros:f16[6x4x4x32]
// RUN: sed s/TYPE/bf16/g %s > %t.bf16.mlir
// RUN: kiln run %t.bf16.mlir --target=%target --check --arg p=randn:bf16[4x32] \
// RUN:     --arg q=zeros:bf16[6x4x4x32]

!e = TYPE
!t = tensor<4x32xTYPE>
!offsets = tensor<4x32xi32>

func.func @scan_narrow(%p: !tile.ptr {tile.name = "p", tile.pointee = TYPE},
    %q: !tile.ptr {tile.name = "q", tile.pointee = TYPE})
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

  %addf_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.addf %a, %b : !e
    tile.yield %c : !e
  }
  %addf_k0 = arith.constant dense<0> : !offsets
  %addf_o0 = arith.addi %o, %addf_k0 : !offsets
  tile.store %addf_0, %q[%addf_o0] : !t, !tile.ptr, !offsets

  %addf_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.addf %a, %b : !e
    tile.yield %c : !e
  }
  %addf_k1 = arith.constant dense<128> : !offsets
  %addf_o1 = arith.addi %o, %addf_k1 : !offsets
  tile.store %addf_1, %q[%addf_o1] : !t, !tile.ptr, !offsets

  %addf_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.addf %a, %b : !e
    tile.yield %c : !e
  }
  %addf_k2 = arith.constant dense<256> : !offsets
  %addf_o2 = arith.addi %o, %addf_k2 : !offsets
  tile.store %addf_2, %q[%addf_o2] : !t, !tile.ptr, !offsets

  %addf_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.addf %a, %b : !e
    tile.yield %c : !e
  }
  %addf_k3 = arith.constant dense<384> : !offsets
  %addf_o3 = arith.addi %o, %addf_k3 : !offsets
  tile.store %addf_3, %q[%addf_o3] : !t, !tile.ptr, !offsets

  %mulf_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.mulf %a, %b : !e
    tile.yield %c : !e
  }
  %mulf_k0 = arith.constant dense<512> : !offsets
  %mulf_o0 = arith.addi %o, %mulf_k0 : !offsets
  tile.store %mulf_0, %q[%mulf_o0] : !t, !tile.ptr, !offsets

  %mulf_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.mulf %a, %b : !e
    tile.yield %c : !e
  }
  %mulf_k1 = arith.constant dense<640> : !offsets
  %mulf_o1 = arith.addi %o, %mulf_k1 : !offsets
  tile.store %mulf_1, %q[%mulf_o1] : !t, !tile.ptr, !offsets

  %mulf_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.mulf %a, %b : !e
    tile.yield %c : !e
  }
  %mulf_k2 = arith.constant dense<768> : !offsets
  %mulf_o2 = arith.addi %o, %mulf_k2 : !offsets
  tile.store %mulf_2, %q[%mulf_o2] : !t, !tile.ptr, !offsets

  %mulf_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.mulf %a, %b : !e
    tile.yield %c : !e
  }
  %mulf_k3 = arith.constant dense<896> : !offsets
  %mulf_o3 = arith.addi %o, %mulf_k3 : !offsets
  tile.store %mulf_3, %q[%mulf_o3] : !t, !tile.ptr, !offsets

  %maxnumf_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxnumf %a, %b : !e
    tile.yield %c : !e
  }
  %maxnumf_k0 = arith.constant dense<1024> : !offsets
  %maxnumf_o0 = arith.addi %o, %maxnumf_k0 : !offsets
  tile.store %maxnumf_0, %q[%maxnumf_o0] : !t, !tile.ptr, !offsets

  %maxnumf_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxnumf %a, %b : !e
    tile.yield %c : !e
  }
  %maxnumf_k1 = arith.constant dense<1152> : !offsets
  %maxnumf_o1 = arith.addi %o, %maxnumf_k1 : !offsets
  tile.store %maxnumf_1, %q[%maxnumf_o1] : !t, !tile.ptr, !offsets

  %maxnumf_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxnumf %a, %b : !e
    tile.yield %c : !e
  }
  %maxnumf_k2 = arith.constant dense<1280> : !offsets
  %maxnumf_o2 = arith.addi %o, %maxnumf_k2 : !offsets
  tile.store %maxnumf_2, %q[%maxnumf_o2] : !t, !tile.ptr, !offsets

  %maxnumf_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxnumf %a, %b : !e
    tile.yield %c : !e
  }
  %maxnumf_k3 = arith.constant dense<1408> : !offsets
  %maxnumf_o3 = arith.addi %o, %maxnumf_k3 : !offsets
  tile.store %maxnumf_3, %q[%maxnumf_o3] : !t, !tile.ptr, !offsets

  %minnumf_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minnumf %a, %b : !e
    tile.yield %c : !e
  }
  %minnumf_k0 = arith.constant dense<1536> : !offsets
  %minnumf_o0 = arith.addi %o, %minnumf_k0 : !offsets
  tile.store %minnumf_0, %q[%minnumf_o0] : !t, !tile.ptr, !offsets

  %minnumf_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minnumf %a, %b : !e
    tile.yield %c : !e
  }
  %minnumf_k1 = arith.constant dense<1664> : !offsets
  %minnumf_o1 = arith.addi %o, %minnumf_k1 : !offsets
  tile.store %minnumf_1, %q[%minnumf_o1] : !t, !tile.ptr, !offsets

  %minnumf_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minnumf %a, %b : !e
    tile.yield %c : !e
  }
  %minnumf_k2 = arith.constant dense<1792> : !offsets
  %minnumf_o2 = arith.addi %o, %minnumf_k2 : !offsets
  tile.store %minnumf_2, %q[%minnumf_o2] : !t, !tile.ptr, !offsets

  %minnumf_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minnumf %a, %b : !e
    tile.yield %c : !e
  }
  %minnumf_k3 = arith.constant dense<1920> : !offsets
  %minnumf_o3 = arith.addi %o, %minnumf_k3 : !offsets
  tile.store %minnumf_3, %q[%minnumf_o3] : !t, !tile.ptr, !offsets

  %maximumf_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maximumf %a, %b : !e
    tile.yield %c : !e
  }
  %maximumf_k0 = arith.constant dense<2048> : !offsets
  %maximumf_o0 = arith.addi %o, %maximumf_k0 : !offsets
  tile.store %maximumf_0, %q[%maximumf_o0] : !t, !tile.ptr, !offsets

  %maximumf_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maximumf %a, %b : !e
    tile.yield %c : !e
  }
  %maximumf_k1 = arith.constant dense<2176> : !offsets
  %maximumf_o1 = arith.addi %o, %maximumf_k1 : !offsets
  tile.store %maximumf_1, %q[%maximumf_o1] : !t, !tile.ptr, !offsets

  %maximumf_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maximumf %a, %b : !e
    tile.yield %c : !e
  }
  %maximumf_k2 = arith.constant dense<2304> : !offsets
  %maximumf_o2 = arith.addi %o, %maximumf_k2 : !offsets
  tile.store %maximumf_2, %q[%maximumf_o2] : !t, !tile.ptr, !offsets

  %maximumf_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maximumf %a, %b : !e
    tile.yield %c : !e
  }
  %maximumf_k3 = arith.constant dense<2432> : !offsets
  %maximumf_o3 = arith.addi %o, %maximumf_k3 : !offsets
  tile.store %maximumf_3, %q[%maximumf_o3] : !t, !tile.ptr, !offsets

  %minimumf_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minimumf %a, %b : !e
    tile.yield %c : !e
  }
  %minimumf_k0 = arith.constant dense<2560> : !offsets
  %minimumf_o0 = arith.addi %o, %minimumf_k0 : !offsets
  tile.store %minimumf_0, %q[%minimumf_o0] : !t, !tile.ptr, !offsets

  %minimumf_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minimumf %a, %b : !e
    tile.yield %c : !e
  }
  %minimumf_k1 = arith.constant dense<2688> : !offsets
  %minimumf_o1 = arith.addi %o, %minimumf_k1 : !offsets
  tile.store %minimumf_1, %q[%minimumf_o1] : !t, !tile.ptr, !offsets

  %minimumf_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minimumf %a, %b : !e
    tile.yield %c : !e
  }
  %minimumf_k2 = arith.constant dense<2816> : !offsets
  %minimumf_o2 = arith.addi %o, %minimumf_k2 : !offsets
  tile.store %minimumf_2, %q[%minimumf_o2] : !t, !tile.ptr, !offsets

  %minimumf_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minimumf %a, %b : !e
    tile.yield %c : !e
  }
  %minimumf_k3 = arith.constant dense<2944> : !offsets
  %minimumf_o3 = arith.addi %o, %minimumf_k3 : !offsets
  tile.store %minimumf_3, %q[%minimumf_o3] : !t, !tile.ptr, !offsets
  return
}
