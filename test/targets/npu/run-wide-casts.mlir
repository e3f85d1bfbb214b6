// 64-bit integers to and from other widths and floats: every rounding and every
// saturation, against the reference.
//
// RUN: split-file %s %t
// RUN: %python %S/wide_inputs.py %t
// RUN: kiln run %t/widths.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] --arg q2=zeros:i64[512] --arg q3=zeros:i64[512] --arg q4=zeros:i64[512] --arg q5=zeros:i64[512] | FileCheck %s --check-prefix=WIDTHS
// RUN: kiln run %t/sitof32.mlir --target=npu --check --arg a=@%t/a.npy --arg t=@%t/t.npy --arg q0=zeros:f32[512] --arg q1=zeros:f32[512] | FileCheck %s --check-prefix=SITOF32
// RUN: kiln run %t/sitof16.mlir --target=npu --check --arg a=@%t/a.npy --arg t=@%t/t.npy --arg q0=zeros:f16[512] --arg q1=zeros:f16[512] | FileCheck %s --check-prefix=SITOF16
// RUN: kiln run %t/sitobf16.mlir --target=npu --check --arg a=@%t/a.npy --arg t=@%t/t.npy --arg q0=zeros:bf16[512] --arg q1=zeros:bf16[512] | FileCheck %s --check-prefix=SITOBF16
// RUN: kiln run %t/uitof32.mlir --target=npu --check --arg a=@%t/a.npy --arg t=@%t/t.npy --arg q0=zeros:f32[512] --arg q1=zeros:f32[512] | FileCheck %s --check-prefix=UITOF32
// RUN: kiln run %t/uitof16.mlir --target=npu --check --arg a=@%t/a.npy --arg t=@%t/t.npy --arg q0=zeros:f16[512] --arg q1=zeros:f16[512] | FileCheck %s --check-prefix=UITOF16
// RUN: kiln run %t/uitobf16.mlir --target=npu --check --arg a=@%t/a.npy --arg t=@%t/t.npy --arg q0=zeros:bf16[512] --arg q1=zeros:bf16[512] | FileCheck %s --check-prefix=UITOBF16
// RUN: kiln run %t/fromfloat.mlir --target=npu --check --arg f=@%t/f.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] --arg q2=zeros:i64[512] | FileCheck %s --check-prefix=FROMFLOAT

// WIDTHS: check q0: equal: 512 elements
// WIDTHS: check q1: equal: 512 elements
// WIDTHS: check q2: equal: 512 elements
// WIDTHS: check q3: equal: 512 elements
// WIDTHS: check q4: equal: 512 elements
// WIDTHS: check q5: equal: 512 elements
//--- widths.mlir
func.func @widths(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i64}, %q3: !tile.ptr {tile.name = "q3", tile.pointee = i64}, %q4: !tile.ptr {tile.name = "q4", tile.pointee = i64}, %q5: !tile.ptr {tile.name = "q5", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %w = arith.trunci %a : tensor<512xi64> to tensor<512xi32>
  %y = arith.trunci %a : tensor<512xi64> to tensor<512xi8>
  %o = arith.trunci %a : tensor<512xi64> to tensor<512xi1>
  %r0 = arith.extsi %w : tensor<512xi32> to tensor<512xi64>
  %r1 = arith.extui %w : tensor<512xi32> to tensor<512xi64>
  %r2 = arith.extsi %y : tensor<512xi8> to tensor<512xi64>
  %r3 = arith.extui %y : tensor<512xi8> to tensor<512xi64>
  %r4 = arith.extsi %o : tensor<512xi1> to tensor<512xi64>
  %r5 = arith.extui %o : tensor<512xi1> to tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r3, %q3[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r4, %q4[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r5, %q5[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}

// SITOF32: check q0: equal: 512 elements
// SITOF32: check q1: equal: 512 elements
//--- sitof32.mlir
func.func @sitof32(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %tp: !tile.ptr {tile.name = "t", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = f32}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %t = tile.load %tp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = arith.sitofp %a : tensor<512xi64> to tensor<512xf32>
  %r1 = arith.sitofp %t : tensor<512xi64> to tensor<512xf32>
  tile.store %r0, %q0[%l] : tensor<512xf32>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xf32>, !tile.ptr, tensor<512xi32>
  return
}

// SITOF16: check q0: equal: 512 elements
// SITOF16: check q1: equal: 512 elements
//--- sitof16.mlir
func.func @sitof16(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %tp: !tile.ptr {tile.name = "t", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = f16}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = f16}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %t = tile.load %tp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = arith.sitofp %a : tensor<512xi64> to tensor<512xf16>
  %r1 = arith.sitofp %t : tensor<512xi64> to tensor<512xf16>
  tile.store %r0, %q0[%l] : tensor<512xf16>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xf16>, !tile.ptr, tensor<512xi32>
  return
}

// SITOBF16: check q0: equal: 512 elements
// SITOBF16: check q1: equal: 512 elements
//--- sitobf16.mlir
func.func @sitobf16(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %tp: !tile.ptr {tile.name = "t", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = bf16}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = bf16}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %t = tile.load %tp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = arith.sitofp %a : tensor<512xi64> to tensor<512xbf16>
  %r1 = arith.sitofp %t : tensor<512xi64> to tensor<512xbf16>
  tile.store %r0, %q0[%l] : tensor<512xbf16>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xbf16>, !tile.ptr, tensor<512xi32>
  return
}

// UITOF32: check q0: equal: 512 elements
// UITOF32: check q1: equal: 512 elements
//--- uitof32.mlir
func.func @uitof32(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %tp: !tile.ptr {tile.name = "t", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = f32}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %t = tile.load %tp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = arith.uitofp %a : tensor<512xi64> to tensor<512xf32>
  %r1 = arith.uitofp %t : tensor<512xi64> to tensor<512xf32>
  tile.store %r0, %q0[%l] : tensor<512xf32>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xf32>, !tile.ptr, tensor<512xi32>
  return
}

// UITOF16: check q0: equal: 512 elements
// UITOF16: check q1: equal: 512 elements
//--- uitof16.mlir
func.func @uitof16(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %tp: !tile.ptr {tile.name = "t", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = f16}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = f16}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %t = tile.load %tp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = arith.uitofp %a : tensor<512xi64> to tensor<512xf16>
  %r1 = arith.uitofp %t : tensor<512xi64> to tensor<512xf16>
  tile.store %r0, %q0[%l] : tensor<512xf16>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xf16>, !tile.ptr, tensor<512xi32>
  return
}

// UITOBF16: check q0: equal: 512 elements
// UITOBF16: check q1: equal: 512 elements
//--- uitobf16.mlir
func.func @uitobf16(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %tp: !tile.ptr {tile.name = "t", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = bf16}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = bf16}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %t = tile.load %tp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = arith.uitofp %a : tensor<512xi64> to tensor<512xbf16>
  %r1 = arith.uitofp %t : tensor<512xi64> to tensor<512xbf16>
  tile.store %r0, %q0[%l] : tensor<512xbf16>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xbf16>, !tile.ptr, tensor<512xi32>
  return
}

// FROMFLOAT: check q0: equal: 512 elements
// FROMFLOAT: check q1: equal: 512 elements
// FROMFLOAT: check q2: equal: 512 elements
//--- fromfloat.mlir
func.func @fromfloat(%fp: !tile.ptr {tile.name = "f", tile.pointee = f32}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %f = tile.load %fp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xf32>
  %r0 = tile.fptosi %f : tensor<512xf32> -> tensor<512xi64>
  %r1 = tile.fptoui %f : tensor<512xf32> -> tensor<512xi64>
  %h = arith.truncf %f : tensor<512xf32> to tensor<512xf16>
  %r2 = tile.fptosi %h : tensor<512xf16> -> tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}
