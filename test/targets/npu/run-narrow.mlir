// Narrow integers and loops at the end of their range, against the reference.
//
// RUN: split-file %s %t
// RUN: kiln run %t/shifts.mlir --target=npu --check --arg p=arange:i8[128] --arg q=zeros:i8[384] --arg n=3 | FileCheck %s --check-prefix=SHIFTS
// RUN: kiln run %t/shifts.mlir --target=npu --check --arg p=randint=-128..127:i8[128] --arg q=zeros:i8[384] --arg n=9 | FileCheck %s --check-prefix=SHIFTS
// RUN: kiln run %t/shifts.mlir --target=npu --check --arg p=randint=-128..127:i8[128] --arg q=zeros:i8[384] --arg n=-1 | FileCheck %s --check-prefix=SHIFTS
// RUN: kiln run %t/offsets.mlir --target=npu --check --arg p=arange:f32[64] --arg q=zeros:f32[64] | FileCheck %s --check-prefix=OFFSETS
// RUN: kiln run %t/loop.mlir --target=npu --check --arg p=zeros:i32[1] --arg lo=2147483600 --arg hi=2147483647 --arg st=20 | FileCheck %s --check-prefix=LOOP
// RUN: kiln run %t/loop.mlir --target=npu --check --arg p=zeros:i32[1] --arg lo=5 --arg hi=-5 --arg st=1 | FileCheck %s --check-prefix=LOOP
// SHIFTS: check q: equal: 384 elements
// RUN: kiln run %t/extended.mlir --target=npu --check --arg p=randint=-128..127:i8[128] --arg q=zeros:i32[128] --arg n=3 | FileCheck %s --check-prefix=EXTENDED
// EXTENDED: check q: equal: 128 elements
// OFFSETS: check q: equal: 64 elements
// LOOP: check p: equal: 1 elements

//--- shifts.mlir
func.func @shifts(%p: !tile.ptr {tile.name = "p", tile.pointee = i8}, %q: !tile.ptr {tile.name = "q", tile.pointee = i8}, %n: i8 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %c = arith.constant dense<128> : tensor<128xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi8>
  %k = tile.broadcast %n : i8 -> tensor<128xi8>
  %a = tile.shrui %x, %k : tensor<128xi8>
  %b = tile.shrsi %x, %k : tensor<128xi8>
  %d = tile.shli %x, %k : tensor<128xi8>
  %l2 = arith.addi %l, %c : tensor<128xi32>
  %l3 = arith.addi %l2, %c : tensor<128xi32>
  tile.store %a, %q[%l] : tensor<128xi8>, !tile.ptr, tensor<128xi32>
  tile.store %b, %q[%l2] : tensor<128xi8>, !tile.ptr, tensor<128xi32>
  tile.store %d, %q[%l3] : tensor<128xi8>, !tile.ptr, tensor<128xi32>
  return
}

// A shifted narrow value is in its type again before it is used as a wider one.
//--- extended.mlir
func.func @extended(%p: !tile.ptr {tile.name = "p", tile.pointee = i8}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %n: i8 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi8>
  %k = tile.broadcast %n : i8 -> tensor<128xi8>
  %a = tile.shli %x, %k : tensor<128xi8>
  %e = arith.extsi %a : tensor<128xi8> to tensor<128xi32>
  tile.store %e, %q[%l] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  return
}

//--- offsets.mlir
func.func @offsets(%p: !tile.ptr {tile.name = "p", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %t = arith.trunci %l : tensor<64xi32> to tensor<64xi8>
  %v = tile.load %p[%t] : !tile.ptr, tensor<64xi8> -> tensor<64xf32>
  tile.store %v, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}

//--- loop.mlir
func.func @loop(%p: !tile.ptr {tile.name = "p", tile.pointee = i32}, %lo: i32 {tile.name = "lo"}, %hi: i32 {tile.name = "hi"}, %st: i32 {tile.name = "st"}) attributes {kiln.form = "tile"} {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %z) -> (i32) : i32 {
    %b = arith.addi %a, %one : i32
    scf.yield %b : i32
  }
  tile.store %r, %p : i32, !tile.ptr
  return
}
