// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One register of a class stays free for moves: 31 vectors fit, 32 do not.
//
// RUN: kiln-opt %s --npu-allocate-registers -split-input-file -verify-diagnostics

gpu.module @kernels {
gpu.func @fits() kernel {
  %z = npu.const 0
  %v0 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v1 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v2 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v3 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v4 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v5 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v6 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v7 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v8 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v9 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v10 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v11 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v12 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v13 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v14 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v15 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v16 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v17 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v18 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v19 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v20 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v21 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v22 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v23 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v24 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v25 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v26 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v27 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v28 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v29 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v30 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  npu.exec "vst.f32" (%v0, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v1, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v2, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v3, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v4, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v5, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v6, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v7, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v8, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v9, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v10, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v11, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v12, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v13, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v14, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v15, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v16, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v17, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v18, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v19, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v20, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v21, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v22, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v23, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v24, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v25, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v26, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v27, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v28, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v29, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v30, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.halt
}
}

// -----

gpu.module @kernels {
gpu.func @one_too_many() kernel {
  %z = npu.const 0
  %v0 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v1 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v2 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v3 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v4 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v5 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v6 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v7 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v8 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v9 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v10 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v11 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v12 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v13 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v14 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v15 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v16 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v17 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v18 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v19 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v20 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v21 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v22 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v23 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v24 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v25 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v26 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v27 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v28 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v29 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  %v30 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  // expected-error @+1 {{more than 31 vector registers are needed at once here; 'npu-spill-registers' makes room}}
  %v31 = npu.exec "vmsv" (%z) vl 8 : (!npu.sreg) -> !npu.vreg
  npu.exec "vst.f32" (%v0, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v1, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v2, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v3, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v4, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v5, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v6, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v7, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v8, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v9, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v10, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v11, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v12, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v13, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v14, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v15, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v16, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v17, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v18, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v19, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v20, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v21, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v22, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v23, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v24, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v25, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v26, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v27, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v28, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v29, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v30, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.exec "vst.f32" (%v31, %z) vl 8 : (!npu.vreg, !npu.sreg) -> ()
  npu.halt
}
}
