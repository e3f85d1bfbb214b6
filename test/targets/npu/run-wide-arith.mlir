// Every elementwise op on tiles of i64, on pairs of border values and random ones,
// against the reference.
//
// RUN: split-file %s %t
// RUN: %python %S/wide_inputs.py %t
// RUN: kiln run %t/sums.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] --arg q2=zeros:i64[512] | FileCheck %s --check-prefix=SUMS
// RUN: kiln run %t/bits.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] --arg q2=zeros:i64[512] --arg q3=zeros:i64[512] | FileCheck %s --check-prefix=BITS
// RUN: kiln run %t/extrema.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] --arg q2=zeros:i64[512] --arg q3=zeros:i64[512] | FileCheck %s --check-prefix=EXTREMA
// RUN: kiln run %t/equal.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i8[512] --arg q1=zeros:i8[512] | FileCheck %s --check-prefix=EQUAL
// RUN: kiln run %t/less.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i8[512] --arg q1=zeros:i8[512] --arg q2=zeros:i8[512] --arg q3=zeros:i8[512] | FileCheck %s --check-prefix=LESS
// RUN: kiln run %t/greater.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i8[512] --arg q1=zeros:i8[512] --arg q2=zeros:i8[512] --arg q3=zeros:i8[512] | FileCheck %s --check-prefix=GREATER
// RUN: kiln run %t/shifts.mlir --target=npu --check --arg a=@%t/a.npy --arg n=@%t/n.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] --arg q2=zeros:i64[512] | FileCheck %s --check-prefix=SHIFTS
// RUN: kiln run %t/halves.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] --arg q2=zeros:i64[512] | FileCheck %s --check-prefix=HALVES

// HALVES: check q0: equal: 512 elements
// HALVES: check q1: equal: 512 elements
// HALVES: check q2: equal: 512 elements
//--- halves.mlir
func.func @halves(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %l0, %r0 = arith.mului_extended %a, %b : tensor<512xi64>
  %l1, %r1 = arith.mulsi_extended %a, %b : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %l0, %q2[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}

// SUMS: check q0: equal: 512 elements
// SUMS: check q1: equal: 512 elements
// SUMS: check q2: equal: 512 elements
//--- sums.mlir
func.func @sums(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = arith.addi %a, %b : tensor<512xi64>
  %r1 = arith.subi %a, %b : tensor<512xi64>
  %r2 = arith.muli %a, %b : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}

// BITS: check q0: equal: 512 elements
// BITS: check q1: equal: 512 elements
// BITS: check q2: equal: 512 elements
// BITS: check q3: equal: 512 elements
//--- bits.mlir
func.func @bits(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i64}, %q3: !tile.ptr {tile.name = "q3", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = arith.andi %a, %b : tensor<512xi64>
  %r1 = arith.ori %a, %b : tensor<512xi64>
  %r2 = arith.xori %a, %b : tensor<512xi64>
  %r3 = math.absi %a : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r3, %q3[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}

// EXTREMA: check q0: equal: 512 elements
// EXTREMA: check q1: equal: 512 elements
// EXTREMA: check q2: equal: 512 elements
// EXTREMA: check q3: equal: 512 elements
//--- extrema.mlir
func.func @extrema(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i64}, %q3: !tile.ptr {tile.name = "q3", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = arith.maxsi %a, %b : tensor<512xi64>
  %r1 = arith.minsi %a, %b : tensor<512xi64>
  %r2 = arith.maxui %a, %b : tensor<512xi64>
  %r3 = arith.minui %a, %b : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r3, %q3[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}

// EQUAL: check q0: equal: 512 elements
// EQUAL: check q1: equal: 512 elements
//--- equal.mlir
func.func @equal(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i8}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i8}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %c0 = arith.cmpi eq, %a, %b : tensor<512xi64>
  %r0 = arith.extui %c0 : tensor<512xi1> to tensor<512xi8>
  %c1 = arith.cmpi ne, %a, %b : tensor<512xi64>
  %r1 = arith.extui %c1 : tensor<512xi1> to tensor<512xi8>
  tile.store %r0, %q0[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  return
}

// LESS: check q0: equal: 512 elements
// LESS: check q1: equal: 512 elements
// LESS: check q2: equal: 512 elements
// LESS: check q3: equal: 512 elements
//--- less.mlir
func.func @less(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i8}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i8}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i8}, %q3: !tile.ptr {tile.name = "q3", tile.pointee = i8}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %c0 = arith.cmpi slt, %a, %b : tensor<512xi64>
  %r0 = arith.extui %c0 : tensor<512xi1> to tensor<512xi8>
  %c1 = arith.cmpi sle, %a, %b : tensor<512xi64>
  %r1 = arith.extui %c1 : tensor<512xi1> to tensor<512xi8>
  %c2 = arith.cmpi ult, %a, %b : tensor<512xi64>
  %r2 = arith.extui %c2 : tensor<512xi1> to tensor<512xi8>
  %c3 = arith.cmpi ule, %a, %b : tensor<512xi64>
  %r3 = arith.extui %c3 : tensor<512xi1> to tensor<512xi8>
  tile.store %r0, %q0[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  tile.store %r3, %q3[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  return
}

// GREATER: check q0: equal: 512 elements
// GREATER: check q1: equal: 512 elements
// GREATER: check q2: equal: 512 elements
// GREATER: check q3: equal: 512 elements
//--- greater.mlir
func.func @greater(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i8}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i8}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i8}, %q3: !tile.ptr {tile.name = "q3", tile.pointee = i8}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %c0 = arith.cmpi sgt, %a, %b : tensor<512xi64>
  %r0 = arith.extui %c0 : tensor<512xi1> to tensor<512xi8>
  %c1 = arith.cmpi sge, %a, %b : tensor<512xi64>
  %r1 = arith.extui %c1 : tensor<512xi1> to tensor<512xi8>
  %c2 = arith.cmpi ugt, %a, %b : tensor<512xi64>
  %r2 = arith.extui %c2 : tensor<512xi1> to tensor<512xi8>
  %c3 = arith.cmpi uge, %a, %b : tensor<512xi64>
  %r3 = arith.extui %c3 : tensor<512xi1> to tensor<512xi8>
  tile.store %r0, %q0[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  tile.store %r3, %q3[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  return
}

// SHIFTS: check q0: equal: 512 elements
// SHIFTS: check q1: equal: 512 elements
// SHIFTS: check q2: equal: 512 elements
//--- shifts.mlir
func.func @shifts(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %np: !tile.ptr {tile.name = "n", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %n = tile.load %np[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %r0 = tile.shli %a, %n : tensor<512xi64>
  %r1 = tile.shrui %a, %n : tensor<512xi64>
  %r2 = tile.shrsi %a, %n : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}
