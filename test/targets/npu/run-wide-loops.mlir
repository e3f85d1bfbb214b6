// Tiles of i64 in reductions, scans, loops and branches, through masks, columns and
// 64-bit offsets, against the reference.
//
// RUN: split-file %s %t
// RUN: %python %S/wide_inputs.py %t
// RUN: kiln run %t/red.mlir --target=npu --check --arg a=@%t/a.npy --arg q=zeros:i64[512] --arg r=zeros:i64[3] --arg n=-5000000000 | FileCheck %s --check-prefix=RED
// RUN: kiln run %t/rows.mlir --target=npu --check --arg a=@%t/a.npy --arg q=zeros:i64[512] --arg r=zeros:i64[32] --arg u=zeros:i64[512] | FileCheck %s --check-prefix=ROWS
// RUN: kiln run %t/rows.mlir --target=npu --interpret=native --check --arg a=@%t/a.npy --arg q=zeros:i64[512] --arg r=zeros:i64[32] --arg u=zeros:i64[512] | FileCheck %s --check-prefix=ROWS
// RUN: kiln run %t/carried.mlir --target=npu --check --arg a=@%t/a.npy --arg q=zeros:i64[512] --arg n=77 | FileCheck %s --check-prefix=CARRIED
// RUN: kiln run %t/offsets.mlir --target=npu --check --arg x=arange:i64[2000] --arg i=arange:i64[64] --arg q=zeros:i64[64] --arg s=31 | FileCheck %s --check-prefix=OFFSETS

// RED: check q: equal: 512 elements
// RED: check r: equal: 3 elements
//--- red.mlir
func.func @red(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %q: !tile.ptr {tile.name = "q", tile.pointee = i64}, %r: !tile.ptr {tile.name = "r", tile.pointee = i64}, %n: i64 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %s = tile.reduce %a axis 0 : (tensor<512xi64>) -> i64 {
  ^bb0(%x: i64, %y: i64):
    %z = arith.addi %x, %y : i64
    tile.yield %z : i64
  }
  %m, %i = tile.reduce %a, %l axis 0 : (tensor<512xi64>, tensor<512xi32>) -> (i64, i32) {
  ^bb0(%x: i64, %xi: i32, %y: i64, %yi: i32):
    %gt = arith.cmpi sgt, %x, %y : i64
    %z = arith.select %gt, %x, %y : i64
    %zi = arith.select %gt, %xi, %yi : i32
    tile.yield %z, %zi : i64, i32
  }
  %nn = tile.broadcast %n : i64 -> tensor<512xi64>
  %w = arith.addi %a, %nn : tensor<512xi64>
  %c = tile.scan %w axis 0 : (tensor<512xi64>) -> tensor<512xi64> {
  ^bb0(%x: i64, %y: i64):
    %z = arith.addi %x, %y : i64
    tile.yield %z : i64
  }
  tile.store %c, %q[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %s, %r : i64, !tile.ptr
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %r1 = tile.ptr_add %r, %one x i64 : !tile.ptr, i64
  %r2 = tile.ptr_add %r, %two x i64 : !tile.ptr, i64
  tile.store %m, %r1 : i64, !tile.ptr
  %iw = arith.extsi %i : i32 to i64
  tile.store %iw, %r2 : i64, !tile.ptr
  return
}

// ROWS: check q: equal: 512 elements
// ROWS: check r: equal: 32 elements
// ROWS: check u: equal: 512 elements
//--- rows.mlir
func.func @rows(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %q: !tile.ptr {tile.name = "q", tile.pointee = i64}, %r: !tile.ptr {tile.name = "r", tile.pointee = i64}, %u: !tile.ptr {tile.name = "u", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 16 : tensor<16xi32>
  %c = tile.range 0 to 32 : tensor<32xi32>
  %l1 = tile.reshape %l : tensor<16xi32> -> tensor<16x1xi32>
  %c1 = tile.reshape %c : tensor<32xi32> -> tensor<1x32xi32>
  %k = arith.constant dense<32> : tensor<16x1xi32>
  %lk = arith.muli %l1, %k : tensor<16x1xi32>
  %lb = tile.broadcast %lk : tensor<16x1xi32> -> tensor<16x32xi32>
  %cb = tile.broadcast %c1 : tensor<1x32xi32> -> tensor<16x32xi32>
  %o = arith.addi %lb, %cb : tensor<16x32xi32>
  %a = tile.load %ap[%o] : !tile.ptr, tensor<16x32xi32> -> tensor<16x32xi64>
  %s = tile.reduce %a axis 1 : (tensor<16x32xi64>) -> tensor<16xi64> {
  ^bb0(%x: i64, %y: i64):
    %z = arith.maxsi %x, %y : i64
    tile.yield %z : i64
  }
  %t = tile.reduce %a axis 0 : (tensor<16x32xi64>) -> tensor<32xi64> {
  ^bb0(%x: i64, %y: i64):
    %z = arith.addi %x, %y : i64
    tile.yield %z : i64
  }
  %s1 = tile.reshape %s : tensor<16xi64> -> tensor<16x1xi64>
  %sb = tile.broadcast %s1 : tensor<16x1xi64> -> tensor<16x32xi64>
  %d = arith.subi %a, %sb : tensor<16x32xi64>
  %e = tile.scan %d axis 1 reverse : (tensor<16x32xi64>) -> tensor<16x32xi64> {
  ^bb0(%x: i64, %y: i64):
    %z = arith.minui %x, %y : i64
    tile.yield %z : i64
  }
  %tr = tile.transpose %a [1, 0] : tensor<16x32xi64> -> tensor<32x16xi64>
  %l2 = tile.reshape %l : tensor<16xi32> -> tensor<1x16xi32>
  %c2 = tile.reshape %c : tensor<32xi32> -> tensor<32x1xi32>
  %k2 = arith.constant dense<16> : tensor<32x1xi32>
  %ck = arith.muli %c2, %k2 : tensor<32x1xi32>
  %lb2 = tile.broadcast %l2 : tensor<1x16xi32> -> tensor<32x16xi32>
  %cb2 = tile.broadcast %ck : tensor<32x1xi32> -> tensor<32x16xi32>
  %o2 = arith.addi %lb2, %cb2 : tensor<32x16xi32>
  tile.store %e, %q[%o] : tensor<16x32xi64>, !tile.ptr, tensor<16x32xi32>
  tile.store %t, %r[%c] : tensor<32xi64>, !tile.ptr, tensor<32xi32>
  tile.store %tr, %u[%o2] : tensor<32x16xi64>, !tile.ptr, tensor<32x16xi32>
  return
}

// CARRIED: check q: equal: 512 elements
//--- carried.mlir
func.func @carried(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %q: !tile.ptr {tile.name = "q", tile.pointee = i64}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 200 : tensor<200xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %nn = tile.broadcast %n : i32 -> tensor<200xi32>
  %m = arith.cmpi slt, %l, %nn : tensor<200xi32>
  %big = arith.constant dense<-81985529216486896> : tensor<200xi64>
  %a = tile.load %ap[%l] mask %m other %big : !tile.ptr, tensor<200xi32> -> tensor<200xi64>
  %three = arith.constant dense<3> : tensor<200xi64>
  %s = scf.for %i = %zero to %n step %one iter_args(%acc = %a) -> (tensor<200xi64>) : i32 {
    %x = arith.muli %acc, %three : tensor<200xi64>
    %iw = arith.extsi %i : i32 to i64
    %ib = tile.broadcast %iw : i64 -> tensor<200xi64>
    %y = arith.addi %x, %ib : tensor<200xi64>
    scf.yield %y : tensor<200xi64>
  }
  %p = arith.cmpi sgt, %n, %one : i32
  %t = scf.if %p -> (tensor<200xi64>) {
    %y = arith.xori %s, %a : tensor<200xi64>
    scf.yield %y : tensor<200xi64>
  } else {
    scf.yield %s : tensor<200xi64>
  }
  %w:2 = scf.while (%v = %t, %j = %zero) : (tensor<200xi64>, i32) -> (tensor<200xi64>, i32) {
    %more = arith.cmpi slt, %j, %n : i32
    scf.condition(%more) %v, %j : tensor<200xi64>, i32
  } do {
  ^bb0(%v: tensor<200xi64>, %j: i32):
    %y = arith.subi %v, %three : tensor<200xi64>
    %j1 = arith.addi %j, %one : i32
    scf.yield %y, %j1 : tensor<200xi64>, i32
  }
  tile.store %w#0, %q[%l] mask %m : tensor<200xi64>, !tile.ptr, tensor<200xi32>
  return
}

// OFFSETS: check q: equal: 64 elements
//--- offsets.mlir
func.func @offsets(%xp: !tile.ptr {tile.name = "x", tile.pointee = i64}, %ip: !tile.ptr {tile.name = "i", tile.pointee = i64}, %q: !tile.ptr {tile.name = "q", tile.pointee = i64}, %s: i64 {tile.name = "s"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %i = tile.load %ip[%l] : !tile.ptr, tensor<64xi32> -> tensor<64xi64>
  %sb = tile.broadcast %s : i64 -> tensor<64xi64>
  %o = arith.muli %i, %sb : tensor<64xi64>
  %lim = arith.constant dense<50> : tensor<64xi32>
  %m = arith.cmpi slt, %l, %lim : tensor<64xi32>
  %x = tile.load %xp[%o] mask %m other %sb : !tile.ptr, tensor<64xi64> -> tensor<64xi64>
  tile.store %x, %q[%i] mask %m : tensor<64xi64>, !tile.ptr, tensor<64xi64>
  return
}
