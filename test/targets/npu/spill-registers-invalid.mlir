// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: split-file %s %t
// RUN: kiln-opt %t/room.mlir --npu-spill-registers=registers=6 -verify-diagnostics
// RUN: kiln-opt %t/few.mlir --npu-spill-registers=registers=5 -verify-diagnostics

//--- room.mlir
gpu.module @kernels {
// expected-error@+1 {{'no_room' needs 262656 bytes of 'spm' with its spilled registers but there are 262144; smaller tiles would fit}}
gpu.func @no_room() kernel attributes {npu.scratchpad_used = 262144 : i64} {
  %z = npu.const 0
  %a = npu.exec "vld.f32" (%z) [0] vl 64 : (!npu.sreg) -> !npu.vreg
  %b = npu.exec "vld.f32" (%z) [256] vl 64 : (!npu.sreg) -> !npu.vreg
  %c = npu.exec "vld.f32" (%z) [512] vl 64 : (!npu.sreg) -> !npu.vreg
  %d = npu.exec "vld.f32" (%z) [768] vl 64 : (!npu.sreg) -> !npu.vreg
  %e = npu.exec "vld.f32" (%z) [1024] vl 64 : (!npu.sreg) -> !npu.vreg
  %f = npu.exec "vld.f32" (%z) [1280] vl 64 : (!npu.sreg) -> !npu.vreg
  %g = npu.exec "vld.f32" (%z) [1536] vl 64 : (!npu.sreg) -> !npu.vreg
  npu.exec "vst.f32" (%a, %z) [0] vl 64 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%b, %z) [256] vl 64 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%c, %z) [512] vl 64 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%d, %z) [768] vl 64 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%e, %z) [768] vl 64 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%f, %z) [768] vl 64 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%g, %z) [768] vl 64 : (!npu.vreg, !npu.sreg) -> ()
  npu.halt
}
}

//--- few.mlir
// expected-error@+1 {{expected registers=6 or more but got 5}}
gpu.module @kernels {
}
