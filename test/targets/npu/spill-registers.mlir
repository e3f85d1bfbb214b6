// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --npu-spill-registers=registers=6 | FileCheck %s
// RUN: kiln-opt %s --npu-spill-registers=registers=6 --npu-allocate-registers | FileCheck %s --check-prefix=FITS

// FITS-NOT: error
gpu.module @kernels {
// Of seven loaded vectors, the one that is needed last goes to memory, behind
// the buffers.
// CHECK-LABEL: gpu.func @vectors()
// CHECK-COUNT-5: "vld.f32"
// CHECK: %[[X:.*]] = npu.exec "vld.f32"(%{{.*}}) [1280] vl 64
// CHECK: npu.exec "vst.i32"(%[[X]], %{{.*}}) [2048] vl 64
// CHECK: "vfadd"
// CHECK: %[[Y:.*]] = npu.exec "vld.i32"(%{{.*}}) [2048] vl 64
// CHECK-NEXT: npu.exec "vst.f32"(%[[Y]],
gpu.func @vectors() kernel attributes {npu.scratchpad_used = 1800 : i64} {
  %z = npu.const 0
  %a = npu.exec "vld.f32" (%z) [0] vl 64 : (!npu.sreg) -> !npu.vreg
  %b = npu.exec "vld.f32" (%z) [256] vl 64 : (!npu.sreg) -> !npu.vreg
  %c = npu.exec "vld.f32" (%z) [512] vl 64 : (!npu.sreg) -> !npu.vreg
  %d = npu.exec "vld.f32" (%z) [768] vl 64 : (!npu.sreg) -> !npu.vreg
  %e = npu.exec "vld.f32" (%z) [1024] vl 64 : (!npu.sreg) -> !npu.vreg
  %f = npu.exec "vld.f32" (%z) [1280] vl 64 : (!npu.sreg) -> !npu.vreg
  %g = npu.exec "vld.f32" (%z) [1536] vl 64 : (!npu.sreg) -> !npu.vreg
  %ab = npu.exec "vfadd" (%a, %b) vl 64 : (!npu.vreg, !npu.vreg) -> !npu.vreg
  %cd = npu.exec "vfadd" (%c, %d) vl 64 : (!npu.vreg, !npu.vreg) -> !npu.vreg
  %eg = npu.exec "vfadd" (%e, %g) vl 64 : (!npu.vreg, !npu.vreg) -> !npu.vreg
  npu.exec "vst.f32" (%ab, %z) [0] vl 64 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%cd, %z) [256] vl 64 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%eg, %z) [512] vl 64 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%f, %z) [768] vl 64 : (!npu.vreg, !npu.sreg) -> ()
  npu.halt
}

// Launch parameters and what comes from constants are made again; nothing is
// stored.
// CHECK-LABEL: gpu.func @made_again()
// CHECK-NOT: "sd"
// CHECK: npu.exec "ld"(%{{.*}}) [40]
// CHECK-NEXT: npu.exec "assert"
// CHECK-NOT: "sd"
// CHECK: npu.halt
gpu.func @made_again() kernel {
  %z = npu.const 0
  %a = npu.exec "ld" (%z) [0] : (!npu.sreg) -> !npu.sreg
  %b = npu.exec "ld" (%z) [8] : (!npu.sreg) -> !npu.sreg
  %c = npu.exec "ld" (%z) [16] : (!npu.sreg) -> !npu.sreg
  %d = npu.exec "ld" (%z) [24] : (!npu.sreg) -> !npu.sreg
  %e = npu.exec "ld" (%z) [32] : (!npu.sreg) -> !npu.sreg
  %f = npu.exec "ld" (%z) [40] : (!npu.sreg) -> !npu.sreg
  %g = npu.exec "ld" (%z) [48] : (!npu.sreg) -> !npu.sreg
  npu.exec "assert" (%a) [0] : (!npu.sreg) -> ()
  npu.exec "assert" (%b) [0] : (!npu.sreg) -> ()
  npu.exec "assert" (%c) [0] : (!npu.sreg) -> ()
  npu.exec "assert" (%d) [0] : (!npu.sreg) -> ()
  npu.exec "assert" (%e) [0] : (!npu.sreg) -> ()
  npu.exec "assert" (%f) [0] : (!npu.sreg) -> ()
  npu.exec "assert" (%g) [0] : (!npu.sreg) -> ()
  npu.halt
}

// Values that a loop swaps go through slots of their own on the way round: both
// are written before either is read.
// CHECK-LABEL: gpu.func @swapped()
// CHECK: npu.br ^[[LOOP:bb[0-9]+]]
// CHECK: ^[[LOOP]]
// CHECK: %[[P:.*]] = npu.exec "ld"(%{{.*}}) [1112]
// CHECK: npu.exec "sd"(%[[P]], %{{.*}}) [1104]
// CHECK: %[[Q:.*]] = npu.exec "ld"(%{{.*}}) [1096]
// CHECK: npu.exec "sd"(%[[Q]], %{{.*}}) [1088]
// CHECK-DAG: npu.exec "sd"(%{{.*}}, %{{.*}}) [1112]
// CHECK-DAG: npu.exec "sd"(%{{.*}}, %{{.*}}) [1096]
// CHECK: npu.cond_br
gpu.func @swapped() kernel {
  %z = npu.const 0
  %a = npu.exec "nextpid" () : () -> !npu.sreg
  %b = npu.exec "nextpid" () : () -> !npu.sreg
  %c = npu.exec "nextpid" () : () -> !npu.sreg
  %d = npu.exec "nextpid" () : () -> !npu.sreg
  npu.br ^loop(%a, %b, %c, %d : !npu.sreg, !npu.sreg, !npu.sreg, !npu.sreg)
^loop(%i: !npu.sreg, %j: !npu.sreg, %k: !npu.sreg, %l: !npu.sreg):
  %m = npu.exec "add" (%i, %j) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  %n = npu.exec "add" (%k, %l) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  %o = npu.exec "add" (%m, %n) : (!npu.sreg, !npu.sreg) -> !npu.sreg
  %p = npu.exec "nextpid" () : () -> !npu.sreg
  npu.exec "assert" (%m) [0] : (!npu.sreg) -> ()
  npu.exec "assert" (%n) [0] : (!npu.sreg) -> ()
  npu.exec "assert" (%o) [0] : (!npu.sreg) -> ()
  npu.cond_br %p, ^loop(%j, %i, %l, %k : !npu.sreg, !npu.sreg, !npu.sreg, !npu.sreg), ^end
^end:
  npu.halt
}
}
