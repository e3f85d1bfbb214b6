// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every op and type of the npu dialect, through its own text, the generic form
// and bytecode.
//
// RUN: kiln-opt %s | kiln-opt | FileCheck %s
// RUN: kiln-opt %s --mlir-print-op-generic | kiln-opt | FileCheck %s
// RUN: kiln-opt %s --emit-bytecode | kiln-opt | FileCheck %s

gpu.module @kernels {
// CHECK-LABEL: gpu.func @ops(
gpu.func @ops() kernel attributes {kiln.form = "target"} {
  // CHECK: %[[C:.*]] = npu.const 4294967296
  %c = npu.const 4294967296
  // CHECK: %[[N:.*]] = npu.arg 24 size 4 : !npu.sreg
  %n = npu.arg 24 size 4 : !npu.sreg
  // CHECK: npu.arg 0 size 8 : !tile.ptr
  %p = npu.arg 0 size 8 : !tile.ptr
  // CHECK: npu.next_pid : i64
  %i = npu.next_pid : i64
  // CHECK: %[[S:.*]] = npu.exec "add"(%[[C]], %[[N]]) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  %s = npu.exec "add" (%c, %n) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  // CHECK: %[[X:.*]] = npu.exec "vld.f32"(%[[S]]) [4096] vl 128 : (!npu.sreg) -> !npu.vreg
  %x = npu.exec "vld.f32" (%s) [4096] vl 128 : (!npu.sreg) -> !npu.vreg
  // CHECK: %[[P:.*]] = npu.exec "pvl"(%[[N]]) vl 128 : (!npu.sreg) -> !npu.preg
  %q = npu.exec "pvl" (%n) vl 128 : (!npu.sreg) -> !npu.preg
  // CHECK: %[[Y:.*]] = npu.exec "vsel"(%[[P]], %[[X]], %[[X]]) vl 128
  %y = npu.exec "vsel" (%q, %x, %x) vl 128 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  // CHECK: npu.exec "vst.f32"(%[[Y]], %[[S]]) vl 128 {npu.note = 1 : i64} : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%y, %s) vl 128 {npu.note = 1} : (!npu.vreg, !npu.sreg) -> ()
  // CHECK: npu.sync dl to vp
  npu.sync dl to vp
  // CHECK: npu.sync vp to ds
  npu.sync vp to ds
  // CHECK: npu.br ^[[LOOP:.*]](%[[S]], %[[Y]] : !npu.sreg, !npu.vreg)
  npu.br ^loop(%s, %y : !npu.sreg, !npu.vreg)
^loop(%a: !npu.sreg, %v: !npu.vreg):
  // CHECK: npu.cond_br %{{.*}}, ^[[LOOP]](%{{.*}}, %{{.*}} : !npu.sreg, !npu.vreg), ^[[END:.*]]
  npu.cond_br %a, ^loop(%s, %v : !npu.sreg, !npu.vreg), ^end
^end:
  // CHECK: ^[[END]]:
  // CHECK-NEXT: npu.halt
  npu.halt
}
}
