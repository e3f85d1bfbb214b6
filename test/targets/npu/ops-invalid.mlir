// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// npu.exec is held against the instruction table.
//
// RUN: kiln-opt %s -split-input-file -verify-diagnostics

func.func @unknown_instruction(%s: !npu.sreg) {
  // expected-error @+1 {{'npu.exec' op no instruction is called 'frobnicate'}}
  %r = npu.exec "frobnicate" (%s) : (!npu.sreg) -> !npu.sreg
  return
}

// -----

func.func @a_register_short(%s: !npu.sreg) {
  // expected-error @+1 {{'npu.exec' op 'add' register 1 does not match operand 'r2' of the instruction}}
  %r = npu.exec "add" (%s) : (!npu.sreg) -> !npu.sreg
  return
}

// -----

func.func @a_register_too_many(%s: !npu.sreg) {
  // expected-error @+1 {{'npu.exec' op 'add' expects 2 registers but got 3}}
  %r = npu.exec "add" (%s, %s, %s) : (!npu.sreg, !npu.sreg, !npu.sreg) -> !npu.sreg
  return
}

// -----

func.func @another_class(%s: !npu.sreg, %v: !npu.vreg) {
  // expected-error @+1 {{'npu.exec' op 'vfadd' register 0 does not match operand 'v1' of the instruction}}
  %r = npu.exec "vfadd" (%s, %v) vl 8 : (!npu.sreg, !npu.vreg) -> !npu.vreg
  return
}

// -----

func.func @result_of_another_class(%v: !npu.vreg) {
  // expected-error @+1 {{'npu.exec' op 'vfadd' result 0 does not match operand 'vd' of the instruction}}
  %r = npu.exec "vfadd" (%v, %v) vl 8 : (!npu.vreg, !npu.vreg) -> !npu.preg
  return
}

// -----

func.func @no_result(%v: !npu.vreg) {
  // expected-error @+1 {{'npu.exec' op 'vfadd' result 0 does not match operand 'vd' of the instruction}}
  npu.exec "vfadd" (%v, %v) vl 8 : (!npu.vreg, !npu.vreg) -> ()
  return
}

// -----

func.func @result_of_a_store(%v: !npu.vreg, %s: !npu.sreg) {
  // expected-error @+1 {{'npu.exec' op 'vst.f32' expects 0 results but got 1}}
  %r = npu.exec "vst.f32" (%v, %s) [0] vl 8 : (!npu.vreg, !npu.sreg) -> !npu.vreg
  return
}

// -----

func.func @an_immediate_too_many(%s: !npu.sreg) {
  // expected-error @+1 {{'npu.exec' op 'addi' expects 1 immediates but got 2}}
  %r = npu.exec "addi" (%s) [1, 2] : (!npu.sreg) -> !npu.sreg
  return
}

// -----

func.func @unknown_engine() {
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'from' [dl, ds, dx, mx, mo, vp]}}
  npu.sync sc to vp
  return
}

// -----

func.func @branch_on_a_vector(%v: !npu.vreg) {
  // expected-error @+2 {{expects different type than prior uses: '!npu.sreg' vs '!npu.vreg'}}
  // expected-note @-2 {{prior use here}}
  npu.cond_br %v, ^end, ^end
^end:
  npu.halt
}
