// Integers to and from floats: words to bf16 round once, narrow types saturate, and
// the scalar core converts 64 bits. Against the reference.
//
// RUN: split-file %s %t
// RUN: %python %S/wide_inputs.py %t
// RUN: kiln run %t/tofloat.mlir --target=npu --check --arg t=@%t/t.npy --arg q0=zeros:bf16[512] --arg q1=zeros:bf16[512] --arg q2=zeros:bf16[512] --arg q3=zeros:f16[512] --arg q4=zeros:bf16[512] --arg q5=zeros:i32[512] --arg q6=zeros:i8[512] | FileCheck %s --check-prefix=TOFLOAT
// RUN: kiln run %t/toint.mlir --target=npu --check --arg f=@%t/f.npy --arg q0=zeros:i8[512] --arg q1=zeros:i8[512] --arg q2=zeros:i16[512] --arg q3=zeros:i16[512] --arg q4=zeros:i32[512] | FileCheck %s --check-prefix=TOINT
// RUN: kiln run %t/scalars.mlir --target=npu --check --arg q=zeros:f32[4] --arg r=zeros:i64[4] --arg n=-5000000001 --arg f=1.2e19 | FileCheck %s --check-prefix=SCALARS
// RUN: kiln run %t/scalars.mlir --target=npu --check --arg q=zeros:f32[4] --arg r=zeros:i64[4] --arg n=33685761 --arg f=-1e12 | FileCheck %s --check-prefix=SCALARS
// RUN: kiln run %t/scalars.mlir --target=npu --check --arg q=zeros:f32[4] --arg r=zeros:i64[4] --arg n=-9223372036854775808 --arg f=3e19 | FileCheck %s --check-prefix=SCALARS

// TOFLOAT: check q0: equal: 512 elements
// TOFLOAT: check q1: equal: 512 elements
// TOFLOAT: check q2: equal: 512 elements
// TOFLOAT: check q3: equal: 512 elements
// TOFLOAT: check q4: equal: 512 elements
// TOFLOAT: check q5: equal: 512 elements
// TOFLOAT: check q6: equal: 512 elements
//--- tofloat.mlir
func.func @tofloat(%tp: !tile.ptr {tile.name = "t", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = bf16}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = bf16}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = bf16}, %q3: !tile.ptr {tile.name = "q3", tile.pointee = f16}, %q4: !tile.ptr {tile.name = "q4", tile.pointee = bf16}, %q5: !tile.ptr {tile.name = "q5", tile.pointee = i32}, %q6: !tile.ptr {tile.name = "q6", tile.pointee = i8}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %t = tile.load %tp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %c28 = arith.constant dense<28> : tensor<512xi64>
  %s = tile.shrsi %t, %c28 : tensor<512xi64>
  %w = arith.trunci %s : tensor<512xi64> to tensor<512xi32>
  %v = arith.trunci %t : tensor<512xi64> to tensor<512xi32>
  %y = arith.trunci %t : tensor<512xi64> to tensor<512xi8>
  %r0 = arith.sitofp %w : tensor<512xi32> to tensor<512xbf16>
  %r1 = arith.uitofp %w : tensor<512xi32> to tensor<512xbf16>
  %r2 = arith.sitofp %v : tensor<512xi32> to tensor<512xbf16>
  %r3 = arith.uitofp %v : tensor<512xi32> to tensor<512xf16>
  %r4 = arith.uitofp %y : tensor<512xi8> to tensor<512xbf16>
  %r5 = math.absi %v : tensor<512xi32>
  %r6 = math.absi %y : tensor<512xi8>
  tile.store %r0, %q0[%l] : tensor<512xbf16>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xbf16>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xbf16>, !tile.ptr, tensor<512xi32>
  tile.store %r3, %q3[%l] : tensor<512xf16>, !tile.ptr, tensor<512xi32>
  tile.store %r4, %q4[%l] : tensor<512xbf16>, !tile.ptr, tensor<512xi32>
  tile.store %r5, %q5[%l] : tensor<512xi32>, !tile.ptr, tensor<512xi32>
  tile.store %r6, %q6[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  return
}

// TOINT: check q0: equal: 512 elements
// TOINT: check q1: equal: 512 elements
// TOINT: check q2: equal: 512 elements
// TOINT: check q3: equal: 512 elements
// TOINT: check q4: equal: 512 elements
//--- toint.mlir
func.func @toint(%fp: !tile.ptr {tile.name = "f", tile.pointee = f32}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i8}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i8}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i16}, %q3: !tile.ptr {tile.name = "q3", tile.pointee = i16}, %q4: !tile.ptr {tile.name = "q4", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %f = tile.load %fp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xf32>
  %h = arith.truncf %f : tensor<512xf32> to tensor<512xbf16>
  %r0 = tile.fptosi %f : tensor<512xf32> -> tensor<512xi8>
  %r1 = tile.fptoui %f : tensor<512xf32> -> tensor<512xi8>
  %r2 = tile.fptosi %h : tensor<512xbf16> -> tensor<512xi16>
  %r3 = tile.fptoui %f : tensor<512xf32> -> tensor<512xi16>
  %r4 = tile.fptoui %f : tensor<512xf32> -> tensor<512xi32>
  tile.store %r0, %q0[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi8>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi16>, !tile.ptr, tensor<512xi32>
  tile.store %r3, %q3[%l] : tensor<512xi16>, !tile.ptr, tensor<512xi32>
  tile.store %r4, %q4[%l] : tensor<512xi32>, !tile.ptr, tensor<512xi32>
  return
}

// SCALARS: check q: equal: 4 elements
// SCALARS: check r: equal: 4 elements
//--- scalars.mlir
func.func @sc(%q: !tile.ptr {tile.name = "q", tile.pointee = f32}, %r: !tile.ptr {tile.name = "r", tile.pointee = i64}, %n: i64 {tile.name = "n"}, %f: f32 {tile.name = "f"}) attributes {kiln.form = "tile"} {
  %x = arith.sitofp %n : i64 to f32
  %u = arith.uitofp %n : i64 to f32
  tile.store %x, %q : f32, !tile.ptr
  %one = arith.constant 1 : i64
  %q1 = tile.ptr_add %q, %one x f32 : !tile.ptr, i64
  tile.store %u, %q1 : f32, !tile.ptr
  %w = arith.trunci %n : i64 to i32
  %q2 = tile.ptr_add %q1, %one x f32 : !tile.ptr, i64
  %b = arith.sitofp %w : i32 to bf16
  %b32 = arith.extf %b : bf16 to f32
  tile.store %b32, %q2 : f32, !tile.ptr
  %q3 = tile.ptr_add %q2, %one x f32 : !tile.ptr, i64
  %c = arith.uitofp %w : i32 to bf16
  %c32 = arith.extf %c : bf16 to f32
  tile.store %c32, %q3 : f32, !tile.ptr
  %y = tile.fptosi %f : f32 -> i64
  %a = math.absi %y : i64
  tile.store %a, %r : i64, !tile.ptr
  %r1 = tile.ptr_add %r, %one x i64 : !tile.ptr, i64
  %z = tile.fptoui %f : f32 -> i64
  tile.store %z, %r1 : i64, !tile.ptr
  %aw = math.absi %w : i32
  %aww = arith.extsi %aw : i32 to i64
  %r2 = tile.ptr_add %r1, %one x i64 : !tile.ptr, i64
  tile.store %aww, %r2 : i64, !tile.ptr
  %n8 = tile.fptosi %f : f32 -> i8
  %n8w = arith.extsi %n8 : i8 to i64
  %r3 = tile.ptr_add %r2, %one x i64 : !tile.ptr, i64
  tile.store %n8w, %r3 : i64, !tile.ptr
  return
}
