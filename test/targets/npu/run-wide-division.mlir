// Quotients and remainders of 64-bit integers: borders against borders (zero, the
// least value, -1), random operands of every length, and powers of two.
//
// RUN: split-file %s %t
// RUN: %python %S/wide_inputs.py %t
// RUN: kiln run %t/divsi.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] | FileCheck %s --check-prefix=DIVSI
// RUN: kiln run %t/remsi.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] | FileCheck %s --check-prefix=REMSI
// RUN: kiln run %t/divui.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] | FileCheck %s --check-prefix=DIVUI
// RUN: kiln run %t/remui.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] | FileCheck %s --check-prefix=REMUI
// RUN: kiln run %t/powers.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] --arg q2=zeros:i64[512] --arg q3=zeros:i64[512] --arg q4=zeros:i64[512] --arg q5=zeros:i64[512] | FileCheck %s --check-prefix=POWERS

// DIVSI: check q0: equal: 512 elements
//--- divsi.mlir
func.func @divsi(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = tile.divsi %a, %b : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}

// REMSI: check q0: equal: 512 elements
//--- remsi.mlir
func.func @remsi(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = tile.remsi %a, %b : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}

// DIVUI: check q0: equal: 512 elements
//--- divui.mlir
func.func @divui(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = tile.divui %a, %b : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}

// REMUI: check q0: equal: 512 elements
//--- remui.mlir
func.func @remui(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = tile.remui %a, %b : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}

// POWERS: check q0: equal: 512 elements
// POWERS: check q1: equal: 512 elements
// POWERS: check q2: equal: 512 elements
// POWERS: check q3: equal: 512 elements
// POWERS: check q4: equal: 512 elements
// POWERS: check q5: equal: 512 elements
//--- powers.mlir
func.func @powers(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i64}, %q3: !tile.ptr {tile.name = "q3", tile.pointee = i64}, %q4: !tile.ptr {tile.name = "q4", tile.pointee = i64}, %q5: !tile.ptr {tile.name = "q5", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %c8 = arith.constant dense<8> : tensor<512xi64>
  %cb = arith.constant dense<70368744177664> : tensor<512xi64>
  %c1 = arith.constant dense<1> : tensor<512xi64>
  %r0 = tile.divsi %a, %c8 : tensor<512xi64>
  %r1 = tile.remsi %a, %c8 : tensor<512xi64>
  %r2 = tile.divui %a, %cb : tensor<512xi64>
  %r3 = tile.remui %a, %cb : tensor<512xi64>
  %r4 = tile.divsi %a, %cb : tensor<512xi64>
  %r5 = tile.divsi %a, %c1 : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r3, %q3[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r4, %q4[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r5, %q5[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}
