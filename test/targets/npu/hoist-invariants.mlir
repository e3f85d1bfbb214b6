// Vector instructions that a loop does not change go before it, with the
// constants they need; loads, what depends on the loop, and what finds no
// register left stay.
//
// RUN: kiln-opt %s --npu-hoist-invariants | FileCheck %s

gpu.module @kernels {
// CHECK-LABEL: gpu.func @invariant
// CHECK: %[[FIVE:.*]] = npu.const 5
// CHECK: %[[V:.*]] = npu.exec "vmsv"(%[[FIVE]])
// CHECK-NEXT: %[[W:.*]] = npu.exec "vfadd"(%[[V]], %[[V]])
// CHECK-NEXT: npu.br ^[[LOOP:.*]](
// CHECK: ^[[LOOP]](%[[I:.*]]: !npu.sreg):
// CHECK: npu.cond_br
// CHECK: %[[X:.*]] = npu.exec "vld.f32"
// CHECK-NEXT: %[[Y:.*]] = npu.exec "vfmul"(%[[X]], %[[W]])
// CHECK-NEXT: npu.exec "vst.f32"(%[[Y]], %[[I]])
gpu.func @invariant() kernel {
  %z = npu.const 0
  npu.br ^loop(%z : !npu.sreg)
^loop(%i: !npu.sreg):
  %c = npu.exec "slti" (%i) [4] : (!npu.sreg) -> !npu.sreg
  npu.cond_br %c, ^body, ^end
^body:
  %five = npu.const 5
  %v = npu.exec "vmsv" (%five) vl 128 : (!npu.sreg) -> !npu.vreg
  %w = npu.exec "vfadd" (%v, %v) vl 128 : (!npu.vreg, !npu.vreg) -> !npu.vreg
  %x = npu.exec "vld.f32" (%z) [0] vl 128 : (!npu.sreg) -> !npu.vreg
  %y = npu.exec "vfmul" (%x, %w) vl 128 : (!npu.vreg, !npu.vreg) -> !npu.vreg
  npu.exec "vst.f32" (%y, %i) [0] vl 128 : (!npu.vreg, !npu.sreg) -> ()
  %j = npu.exec "addi" (%i) [1] : (!npu.sreg) -> !npu.sreg
  npu.br ^loop(%j : !npu.sreg)
^end:
  npu.halt
}

// Two predicates at most.
// CHECK-LABEL: gpu.func @budget
// CHECK-COUNT-2: npu.exec "pvl"
// CHECK: npu.br
// CHECK: npu.cond_br
// CHECK: npu.exec "pvl"
// CHECK: npu.exec "pst"
gpu.func @budget() kernel {
  %z = npu.const 0
  %n = npu.exec "csrr" () [4] : () -> !npu.sreg
  npu.br ^loop(%z : !npu.sreg)
^loop(%i: !npu.sreg):
  %c = npu.exec "slti" (%i) [4] : (!npu.sreg) -> !npu.sreg
  npu.cond_br %c, ^body, ^end
^body:
  %p = npu.exec "pvl" (%n) vl 128 : (!npu.sreg) -> !npu.preg
  %q = npu.exec "pvl" (%z) vl 128 : (!npu.sreg) -> !npu.preg
  %r = npu.exec "pvl" (%i) vl 128 : (!npu.sreg) -> !npu.preg
  %s = npu.exec "pvl" (%n) vl 64 : (!npu.sreg) -> !npu.preg
  npu.exec "pst" (%p, %i) [0] vl 128 : (!npu.preg, !npu.sreg) -> ()
  npu.exec "pst" (%q, %i) [16] vl 128 : (!npu.preg, !npu.sreg) -> ()
  npu.exec "pst" (%r, %i) [32] vl 128 : (!npu.preg, !npu.sreg) -> ()
  npu.exec "pst" (%s, %i) [48] vl 128 : (!npu.preg, !npu.sreg) -> ()
  %j = npu.exec "addi" (%i) [1] : (!npu.sreg) -> !npu.sreg
  npu.br ^loop(%j : !npu.sreg)
^end:
  npu.halt
}
}
