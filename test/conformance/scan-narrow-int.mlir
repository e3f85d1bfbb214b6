// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans of narrow integers with every combiner, along each axis, forward and reverse.
//
// RUN: sed s/TYPE/i1/g %s > %t.i1.mlir
// RUN: kiln run %t.i1.mlir --target=%target --check --arg p=randint=0..1:i1[4x32] \
// RUN:     --arg q=zeros:i1[9x4x4x32]
// RUN: sed s/TYPE/i8/g %s > %t.i8.mlir
// RUN: kiln run %t.i8.mlir --target=%target --check --arg p=randint=-128..127:i8[4x32] \
// RUN:     --arg q=zeros:i8[9x4x4x32]
// RUN: sed s/TYPE/i16/g %s > %t.i16.mlir
// RUN: kiln run %t.i16.mlir --target=%target --check --arg p=randint=-30000..30000:i16[4x32] \
// RUN:     --arg q=zeros:i16[9x4x4x32]

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

  %addi_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.addi %a, %b : !e
    tile.yield %c : !e
  }
  %addi_k0 = arith.constant dense<0> : !offsets
  %addi_o0 = arith.addi %o, %addi_k0 : !offsets
  tile.store %addi_0, %q[%addi_o0] : !t, !tile.ptr, !offsets

  %addi_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.addi %a, %b : !e
    tile.yield %c : !e
  }
  %addi_k1 = arith.constant dense<128> : !offsets
  %addi_o1 = arith.addi %o, %addi_k1 : !offsets
  tile.store %addi_1, %q[%addi_o1] : !t, !tile.ptr, !offsets

  %addi_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.addi %a, %b : !e
    tile.yield %c : !e
  }
  %addi_k2 = arith.constant dense<256> : !offsets
  %addi_o2 = arith.addi %o, %addi_k2 : !offsets
  tile.store %addi_2, %q[%addi_o2] : !t, !tile.ptr, !offsets

  %addi_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.addi %a, %b : !e
    tile.yield %c : !e
  }
  %addi_k3 = arith.constant dense<384> : !offsets
  %addi_o3 = arith.addi %o, %addi_k3 : !offsets
  tile.store %addi_3, %q[%addi_o3] : !t, !tile.ptr, !offsets

  %muli_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.muli %a, %b : !e
    tile.yield %c : !e
  }
  %muli_k0 = arith.constant dense<512> : !offsets
  %muli_o0 = arith.addi %o, %muli_k0 : !offsets
  tile.store %muli_0, %q[%muli_o0] : !t, !tile.ptr, !offsets

  %muli_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.muli %a, %b : !e
    tile.yield %c : !e
  }
  %muli_k1 = arith.constant dense<640> : !offsets
  %muli_o1 = arith.addi %o, %muli_k1 : !offsets
  tile.store %muli_1, %q[%muli_o1] : !t, !tile.ptr, !offsets

  %muli_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.muli %a, %b : !e
    tile.yield %c : !e
  }
  %muli_k2 = arith.constant dense<768> : !offsets
  %muli_o2 = arith.addi %o, %muli_k2 : !offsets
  tile.store %muli_2, %q[%muli_o2] : !t, !tile.ptr, !offsets

  %muli_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.muli %a, %b : !e
    tile.yield %c : !e
  }
  %muli_k3 = arith.constant dense<896> : !offsets
  %muli_o3 = arith.addi %o, %muli_k3 : !offsets
  tile.store %muli_3, %q[%muli_o3] : !t, !tile.ptr, !offsets

  %andi_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.andi %a, %b : !e
    tile.yield %c : !e
  }
  %andi_k0 = arith.constant dense<1024> : !offsets
  %andi_o0 = arith.addi %o, %andi_k0 : !offsets
  tile.store %andi_0, %q[%andi_o0] : !t, !tile.ptr, !offsets

  %andi_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.andi %a, %b : !e
    tile.yield %c : !e
  }
  %andi_k1 = arith.constant dense<1152> : !offsets
  %andi_o1 = arith.addi %o, %andi_k1 : !offsets
  tile.store %andi_1, %q[%andi_o1] : !t, !tile.ptr, !offsets

  %andi_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.andi %a, %b : !e
    tile.yield %c : !e
  }
  %andi_k2 = arith.constant dense<1280> : !offsets
  %andi_o2 = arith.addi %o, %andi_k2 : !offsets
  tile.store %andi_2, %q[%andi_o2] : !t, !tile.ptr, !offsets

  %andi_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.andi %a, %b : !e
    tile.yield %c : !e
  }
  %andi_k3 = arith.constant dense<1408> : !offsets
  %andi_o3 = arith.addi %o, %andi_k3 : !offsets
  tile.store %andi_3, %q[%andi_o3] : !t, !tile.ptr, !offsets

  %ori_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.ori %a, %b : !e
    tile.yield %c : !e
  }
  %ori_k0 = arith.constant dense<1536> : !offsets
  %ori_o0 = arith.addi %o, %ori_k0 : !offsets
  tile.store %ori_0, %q[%ori_o0] : !t, !tile.ptr, !offsets

  %ori_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.ori %a, %b : !e
    tile.yield %c : !e
  }
  %ori_k1 = arith.constant dense<1664> : !offsets
  %ori_o1 = arith.addi %o, %ori_k1 : !offsets
  tile.store %ori_1, %q[%ori_o1] : !t, !tile.ptr, !offsets

  %ori_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.ori %a, %b : !e
    tile.yield %c : !e
  }
  %ori_k2 = arith.constant dense<1792> : !offsets
  %ori_o2 = arith.addi %o, %ori_k2 : !offsets
  tile.store %ori_2, %q[%ori_o2] : !t, !tile.ptr, !offsets

  %ori_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.ori %a, %b : !e
    tile.yield %c : !e
  }
  %ori_k3 = arith.constant dense<1920> : !offsets
  %ori_o3 = arith.addi %o, %ori_k3 : !offsets
  tile.store %ori_3, %q[%ori_o3] : !t, !tile.ptr, !offsets

  %xori_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.xori %a, %b : !e
    tile.yield %c : !e
  }
  %xori_k0 = arith.constant dense<2048> : !offsets
  %xori_o0 = arith.addi %o, %xori_k0 : !offsets
  tile.store %xori_0, %q[%xori_o0] : !t, !tile.ptr, !offsets

  %xori_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.xori %a, %b : !e
    tile.yield %c : !e
  }
  %xori_k1 = arith.constant dense<2176> : !offsets
  %xori_o1 = arith.addi %o, %xori_k1 : !offsets
  tile.store %xori_1, %q[%xori_o1] : !t, !tile.ptr, !offsets

  %xori_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.xori %a, %b : !e
    tile.yield %c : !e
  }
  %xori_k2 = arith.constant dense<2304> : !offsets
  %xori_o2 = arith.addi %o, %xori_k2 : !offsets
  tile.store %xori_2, %q[%xori_o2] : !t, !tile.ptr, !offsets

  %xori_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.xori %a, %b : !e
    tile.yield %c : !e
  }
  %xori_k3 = arith.constant dense<2432> : !offsets
  %xori_o3 = arith.addi %o, %xori_k3 : !offsets
  tile.store %xori_3, %q[%xori_o3] : !t, !tile.ptr, !offsets

  %maxsi_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxsi %a, %b : !e
    tile.yield %c : !e
  }
  %maxsi_k0 = arith.constant dense<2560> : !offsets
  %maxsi_o0 = arith.addi %o, %maxsi_k0 : !offsets
  tile.store %maxsi_0, %q[%maxsi_o0] : !t, !tile.ptr, !offsets

  %maxsi_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxsi %a, %b : !e
    tile.yield %c : !e
  }
  %maxsi_k1 = arith.constant dense<2688> : !offsets
  %maxsi_o1 = arith.addi %o, %maxsi_k1 : !offsets
  tile.store %maxsi_1, %q[%maxsi_o1] : !t, !tile.ptr, !offsets

  %maxsi_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxsi %a, %b : !e
    tile.yield %c : !e
  }
  %maxsi_k2 = arith.constant dense<2816> : !offsets
  %maxsi_o2 = arith.addi %o, %maxsi_k2 : !offsets
  tile.store %maxsi_2, %q[%maxsi_o2] : !t, !tile.ptr, !offsets

  %maxsi_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxsi %a, %b : !e
    tile.yield %c : !e
  }
  %maxsi_k3 = arith.constant dense<2944> : !offsets
  %maxsi_o3 = arith.addi %o, %maxsi_k3 : !offsets
  tile.store %maxsi_3, %q[%maxsi_o3] : !t, !tile.ptr, !offsets

  %minsi_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minsi %a, %b : !e
    tile.yield %c : !e
  }
  %minsi_k0 = arith.constant dense<3072> : !offsets
  %minsi_o0 = arith.addi %o, %minsi_k0 : !offsets
  tile.store %minsi_0, %q[%minsi_o0] : !t, !tile.ptr, !offsets

  %minsi_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minsi %a, %b : !e
    tile.yield %c : !e
  }
  %minsi_k1 = arith.constant dense<3200> : !offsets
  %minsi_o1 = arith.addi %o, %minsi_k1 : !offsets
  tile.store %minsi_1, %q[%minsi_o1] : !t, !tile.ptr, !offsets

  %minsi_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minsi %a, %b : !e
    tile.yield %c : !e
  }
  %minsi_k2 = arith.constant dense<3328> : !offsets
  %minsi_o2 = arith.addi %o, %minsi_k2 : !offsets
  tile.store %minsi_2, %q[%minsi_o2] : !t, !tile.ptr, !offsets

  %minsi_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minsi %a, %b : !e
    tile.yield %c : !e
  }
  %minsi_k3 = arith.constant dense<3456> : !offsets
  %minsi_o3 = arith.addi %o, %minsi_k3 : !offsets
  tile.store %minsi_3, %q[%minsi_o3] : !t, !tile.ptr, !offsets

  %maxui_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxui %a, %b : !e
    tile.yield %c : !e
  }
  %maxui_k0 = arith.constant dense<3584> : !offsets
  %maxui_o0 = arith.addi %o, %maxui_k0 : !offsets
  tile.store %maxui_0, %q[%maxui_o0] : !t, !tile.ptr, !offsets

  %maxui_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxui %a, %b : !e
    tile.yield %c : !e
  }
  %maxui_k1 = arith.constant dense<3712> : !offsets
  %maxui_o1 = arith.addi %o, %maxui_k1 : !offsets
  tile.store %maxui_1, %q[%maxui_o1] : !t, !tile.ptr, !offsets

  %maxui_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxui %a, %b : !e
    tile.yield %c : !e
  }
  %maxui_k2 = arith.constant dense<3840> : !offsets
  %maxui_o2 = arith.addi %o, %maxui_k2 : !offsets
  tile.store %maxui_2, %q[%maxui_o2] : !t, !tile.ptr, !offsets

  %maxui_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.maxui %a, %b : !e
    tile.yield %c : !e
  }
  %maxui_k3 = arith.constant dense<3968> : !offsets
  %maxui_o3 = arith.addi %o, %maxui_k3 : !offsets
  tile.store %maxui_3, %q[%maxui_o3] : !t, !tile.ptr, !offsets

  %minui_0 = tile.scan %x axis 1 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minui %a, %b : !e
    tile.yield %c : !e
  }
  %minui_k0 = arith.constant dense<4096> : !offsets
  %minui_o0 = arith.addi %o, %minui_k0 : !offsets
  tile.store %minui_0, %q[%minui_o0] : !t, !tile.ptr, !offsets

  %minui_1 = tile.scan %x axis 1 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minui %a, %b : !e
    tile.yield %c : !e
  }
  %minui_k1 = arith.constant dense<4224> : !offsets
  %minui_o1 = arith.addi %o, %minui_k1 : !offsets
  tile.store %minui_1, %q[%minui_o1] : !t, !tile.ptr, !offsets

  %minui_2 = tile.scan %x axis 0 : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minui %a, %b : !e
    tile.yield %c : !e
  }
  %minui_k2 = arith.constant dense<4352> : !offsets
  %minui_o2 = arith.addi %o, %minui_k2 : !offsets
  tile.store %minui_2, %q[%minui_o2] : !t, !tile.ptr, !offsets

  %minui_3 = tile.scan %x axis 0 reverse : (!t) -> !t {
  ^bb0(%a: !e, %b: !e):
    %c = arith.minui %a, %b : !e
    tile.yield %c : !e
  }
  %minui_k3 = arith.constant dense<4480> : !offsets
  %minui_o3 = arith.addi %o, %minui_k3 : !offsets
  tile.store %minui_3, %q[%minui_o3] : !t, !tile.ptr, !offsets
  return
}
