// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --npu-allocate-registers | FileCheck %s

gpu.module @kernels {
// A register is free again from the op that reads its value last; a result that
// nothing reads gives its register back at once.
// CHECK-LABEL: gpu.func @straight_line(
// CHECK: %[[A:.*]] = npu.exec "csrr"() {npu.regs = array<i64: 1>}
// CHECK: %[[B:.*]] = npu.exec "csrr"() {npu.regs = array<i64: 2>}
// CHECK: npu.exec "add"(%[[A]], %[[B]]) {npu.regs = array<i64: 1>}
// CHECK: npu.exec "csrr"() {npu.regs = array<i64: 3>}
// CHECK: npu.exec "add"(%{{.*}}, %[[B]]) {npu.regs = array<i64: 1>}
gpu.func @straight_line() kernel {
  %a = npu.exec "csrr" () : () -> !npu.sreg
  %b = npu.exec "csrr" () : () -> !npu.sreg
  %c = npu.exec "add" (%a, %b) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  %unused = npu.exec "csrr" () : () -> !npu.sreg
  %d = npu.exec "add" (%c, %b) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  npu.exec "sd" (%d, %d) : (!npu.sreg, !npu.sreg) -> ()
  npu.halt
}

// The classes count apart; zero is the register that always holds it.
// CHECK-LABEL: gpu.func @classes(
// CHECK: npu.const 0 {npu.regs = array<i64: 0>}
// CHECK: npu.exec "vmsv"({{.*}} {npu.regs = array<i64: 0>}
// CHECK: npu.exec "vmsv"({{.*}} {npu.regs = array<i64: 1>}
// CHECK: npu.const 7 {npu.regs = array<i64: 1>}
// CHECK: npu.exec "pvl"({{.*}} {npu.regs = array<i64: 0>}
// CHECK: npu.exec "vsel"({{.*}} {npu.regs = array<i64: 0>}
gpu.func @classes() kernel {
  %z = npu.const 0
  %x = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %y = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %n = npu.const 7
  %p = npu.exec "pvl" (%n) vl 8 : (!npu.sreg) -> !npu.preg
  %v = npu.exec "vsel" (%p, %x, %y) vl 8 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  npu.exec "vst.f32" (%v, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.halt
}

// A constant is made where it is used, once in each block that does.
// CHECK-LABEL: gpu.func @constants(
// CHECK-NEXT: npu.exec "csrr"() {npu.regs = array<i64: 1>}
// CHECK-NEXT: npu.const 9 {npu.regs = array<i64: 2>}
// CHECK-NEXT: npu.exec "add"
// CHECK-NEXT: npu.exec "add"
// CHECK-NEXT: npu.br
// CHECK: npu.const 9
// CHECK-NEXT: npu.exec "sd"
gpu.func @constants() kernel {
  %n = npu.const 9
  %unused = npu.const 11
  %a = npu.exec "csrr" () : () -> !npu.sreg
  %b = npu.exec "add" (%a, %n) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  %c = npu.exec "add" (%b, %n) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  npu.br ^next
^next:
  npu.exec "sd" (%c, %n) : (!npu.sreg, !npu.sreg) -> ()
  npu.halt
}

// The counter and its successor share a register, so the loop's edge moves
// nothing; what the loop only reads keeps its own all the way round.
// CHECK-LABEL: gpu.func @loop(
// CHECK: %[[N:.*]] = npu.exec "csrr"() {npu.regs = array<i64: 1>}
// CHECK: %[[I:.*]] = npu.exec "csrr"() {npu.regs = array<i64: 2>}
// CHECK: ^[[LOOP:.*]](%[[K:.*]]: !npu.sreg):
// CHECK: %[[M:.*]] = npu.exec "add"(%[[K]], %[[N]]) {npu.regs = array<i64: 2>}
// CHECK: %[[C:.*]] = npu.exec "slt"(%[[M]], %[[N]]) {npu.regs = array<i64: 3>}
// CHECK: npu.cond_br %[[C]], ^[[LOOP]](%[[M]] : !npu.sreg), ^{{.*}} {npu.argument_regs = array<i64: 2>}
gpu.func @loop() kernel {
  %n = npu.exec "csrr" () : () -> !npu.sreg
  %i = npu.exec "csrr" () : () -> !npu.sreg
  npu.br ^loop(%i : !npu.sreg)
^loop(%k: !npu.sreg):
  %m = npu.exec "add" (%k, %n) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  %c = npu.exec "slt" (%m, %n) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  npu.cond_br %c, ^loop(%m : !npu.sreg), ^end
^end:
  npu.halt
}

// A value that lives past a branch is in the way on both sides.
// CHECK-LABEL: gpu.func @diamond(
// CHECK: npu.exec "csrr"() {npu.regs = array<i64: 1>}
// CHECK: npu.exec "csrr"() {npu.regs = array<i64: 2>}
// CHECK: npu.exec "add"({{.*}}) {npu.regs = array<i64: 2>}
// CHECK: npu.exec "sub"({{.*}}) {npu.regs = array<i64: 2>}
// CHECK: npu.halt {npu.argument_regs = array<i64: 2>}
gpu.func @diamond() kernel {
  %a = npu.exec "csrr" () : () -> !npu.sreg
  %c = npu.exec "csrr" () : () -> !npu.sreg
  npu.cond_br %c, ^left, ^right
^left:
  %l = npu.exec "add" (%a, %a) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  npu.br ^join(%l : !npu.sreg)
^right:
  %r = npu.exec "sub" (%a, %a) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  npu.br ^join(%r : !npu.sreg)
^join(%v: !npu.sreg):
  npu.exec "sd" (%v, %a) : (!npu.sreg, !npu.sreg) -> ()
  npu.halt
}

// Predicates of a known length are made again for each use: nine of them would not
// fit.
// CHECK-LABEL: gpu.func @predicates(
// CHECK-COUNT-18: npu.exec "pvl"(%{{.*}}) vl 16 {npu.regs = array<i64: 0>}
// CHECK: npu.halt
gpu.func @predicates() kernel {
  %x = npu.exec "csrr" () : () -> !npu.sreg
  %v = npu.exec "viota" (%x) vl 16 : (!npu.sreg) -> !npu.vreg
  %c0 = npu.const 1
  %p0 = npu.exec "pvl" (%c0) vl 16 : (!npu.sreg) -> !npu.preg
  %c1 = npu.const 2
  %p1 = npu.exec "pvl" (%c1) vl 16 : (!npu.sreg) -> !npu.preg
  %c2 = npu.const 3
  %p2 = npu.exec "pvl" (%c2) vl 16 : (!npu.sreg) -> !npu.preg
  %c3 = npu.const 4
  %p3 = npu.exec "pvl" (%c3) vl 16 : (!npu.sreg) -> !npu.preg
  %c4 = npu.const 5
  %p4 = npu.exec "pvl" (%c4) vl 16 : (!npu.sreg) -> !npu.preg
  %c5 = npu.const 6
  %p5 = npu.exec "pvl" (%c5) vl 16 : (!npu.sreg) -> !npu.preg
  %c6 = npu.const 7
  %p6 = npu.exec "pvl" (%c6) vl 16 : (!npu.sreg) -> !npu.preg
  %c7 = npu.const 8
  %p7 = npu.exec "pvl" (%c7) vl 16 : (!npu.sreg) -> !npu.preg
  %c8 = npu.const 9
  %p8 = npu.exec "pvl" (%c8) vl 16 : (!npu.sreg) -> !npu.preg
  %w0 = npu.exec "vsel" (%p0, %v, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w1 = npu.exec "vsel" (%p1, %w0, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w2 = npu.exec "vsel" (%p2, %w1, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w3 = npu.exec "vsel" (%p3, %w2, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w4 = npu.exec "vsel" (%p4, %w3, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w5 = npu.exec "vsel" (%p5, %w4, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w6 = npu.exec "vsel" (%p6, %w5, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w7 = npu.exec "vsel" (%p7, %w6, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w8 = npu.exec "vsel" (%p8, %w7, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w9 = npu.exec "vsel" (%p0, %w8, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w10 = npu.exec "vsel" (%p1, %w9, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w11 = npu.exec "vsel" (%p2, %w10, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w12 = npu.exec "vsel" (%p3, %w11, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w13 = npu.exec "vsel" (%p4, %w12, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w14 = npu.exec "vsel" (%p5, %w13, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w15 = npu.exec "vsel" (%p6, %w14, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w16 = npu.exec "vsel" (%p7, %w15, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  %w17 = npu.exec "vsel" (%p8, %w16, %v) vl 16 : (!npu.preg, !npu.vreg, !npu.vreg) -> !npu.vreg
  npu.exec "vst.i32" (%w17, %x) vl 16 : (!npu.vreg, !npu.sreg) -> ()
  npu.halt
}
}
