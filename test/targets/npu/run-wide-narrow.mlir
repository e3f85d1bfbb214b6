// Tiles of i64 that hold 32-bit numbers: what is done in 32 bits and what must not
// be, at the borders of the words, against the reference.
//
// RUN: split-file %s %t
// RUN: %python %S/wide_inputs.py %t
// RUN: kiln run %t/words.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] --arg q2=zeros:i64[512] --arg q3=zeros:i64[512] | FileCheck %s --check-prefix=WORDS
// RUN: kiln run %t/products.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] --arg q2=zeros:i64[512] --arg q3=zeros:i64[512] | FileCheck %s --check-prefix=PRODUCTS
// RUN: kiln run %t/quotients.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] | FileCheck %s --check-prefix=QUOTIENTS
// RUN: kiln run %t/positive.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] --arg q2=zeros:f32[512] | FileCheck %s --check-prefix=POSITIVE
// RUN: kiln run %t/counts.mlir --target=npu --check --arg a=@%t/a.npy --arg b=@%t/b.npy --arg q0=zeros:i64[512] --arg q1=zeros:i64[512] --arg q2=zeros:i64[512] --arg q3=zeros:f32[512] | FileCheck %s --check-prefix=COUNTS

// WORDS: check q0: equal: 512 elements
// WORDS: check q1: equal: 512 elements
// WORDS: check q2: equal: 512 elements
// WORDS: check q3: equal: 512 elements
//--- words.mlir
func.func @words(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i64}, %q3: !tile.ptr {tile.name = "q3", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %wa = arith.trunci %a : tensor<512xi64> to tensor<512xi32>
  %wb = arith.trunci %b : tensor<512xi64> to tensor<512xi32>
  %x = arith.extsi %wa : tensor<512xi32> to tensor<512xi64>
  %y = arith.extsi %wb : tensor<512xi32> to tensor<512xi64>
  %c0 = arith.cmpi slt, %x, %y : tensor<512xi64>
  %r0 = arith.extui %c0 : tensor<512xi1> to tensor<512xi64>
  %c1 = arith.cmpi uge, %x, %y : tensor<512xi64>
  %r1 = arith.extui %c1 : tensor<512xi1> to tensor<512xi64>
  %r2 = arith.maxui %x, %y : tensor<512xi64>
  %r3 = arith.minsi %x, %y : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r3, %q3[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}

// PRODUCTS: check q0: equal: 512 elements
// PRODUCTS: check q1: equal: 512 elements
// PRODUCTS: check q2: equal: 512 elements
// PRODUCTS: check q3: equal: 512 elements
//--- products.mlir
func.func @products(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i64}, %q3: !tile.ptr {tile.name = "q3", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %wa = arith.trunci %a : tensor<512xi64> to tensor<512xi32>
  %wb = arith.trunci %b : tensor<512xi64> to tensor<512xi32>
  %x = arith.extsi %wa : tensor<512xi32> to tensor<512xi64>
  %y = arith.extsi %wb : tensor<512xi32> to tensor<512xi64>
  %u = arith.extui %wa : tensor<512xi32> to tensor<512xi64>
  %v = arith.extui %wb : tensor<512xi32> to tensor<512xi64>
  %r0 = arith.muli %x, %y : tensor<512xi64>
  %r1 = arith.muli %u, %v : tensor<512xi64>
  %r2 = arith.muli %x, %v : tensor<512xi64>
  %r3 = arith.addi %x, %y : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r3, %q3[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}

// QUOTIENTS: check q0: equal: 512 elements
// QUOTIENTS: check q1: equal: 512 elements
//--- quotients.mlir
func.func @quotients(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %wa = arith.trunci %a : tensor<512xi64> to tensor<512xi32>
  %wb = arith.trunci %b : tensor<512xi64> to tensor<512xi32>
  %x = arith.extsi %wa : tensor<512xi32> to tensor<512xi64>
  %y = arith.extsi %wb : tensor<512xi32> to tensor<512xi64>
  %r0 = tile.divsi %x, %y : tensor<512xi64>
  %r1 = tile.remsi %x, %y : tensor<512xi64>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  return
}

// POSITIVE: check q0: equal: 512 elements
// POSITIVE: check q1: equal: 512 elements
// POSITIVE: check q2: equal: 512 elements
//--- positive.mlir
func.func @positive(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %wa = arith.trunci %a : tensor<512xi64> to tensor<512xi32>
  %wb = arith.trunci %b : tensor<512xi64> to tensor<512xi32>
  %x = arith.extsi %wa : tensor<512xi32> to tensor<512xi64>
  %y = arith.extsi %wb : tensor<512xi32> to tensor<512xi64>
  %m = arith.constant dense<2147483647> : tensor<512xi64>
  %u = arith.andi %x, %m : tensor<512xi64>
  %v = arith.andi %y, %m : tensor<512xi64>
  %r0 = tile.divui %u, %v : tensor<512xi64>
  %r1 = tile.remui %u, %v : tensor<512xi64>
  %r2 = arith.uitofp %u : tensor<512xi64> to tensor<512xf32>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xf32>, !tile.ptr, tensor<512xi32>
  return
}

// COUNTS: check q0: equal: 512 elements
// COUNTS: check q1: equal: 512 elements
// COUNTS: check q2: equal: 512 elements
// COUNTS: check q3: equal: 512 elements
//--- counts.mlir
func.func @counts(%ap: !tile.ptr {tile.name = "a", tile.pointee = i64}, %bp: !tile.ptr {tile.name = "b", tile.pointee = i64}, %q0: !tile.ptr {tile.name = "q0", tile.pointee = i64}, %q1: !tile.ptr {tile.name = "q1", tile.pointee = i64}, %q2: !tile.ptr {tile.name = "q2", tile.pointee = i64}, %q3: !tile.ptr {tile.name = "q3", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 512 : tensor<512xi32>
  %a = tile.load %ap[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %b = tile.load %bp[%l] : !tile.ptr, tensor<512xi32> -> tensor<512xi64>
  %wa = arith.trunci %a : tensor<512xi64> to tensor<512xi32>
  %wb = arith.trunci %b : tensor<512xi64> to tensor<512xi32>
  %x = arith.extsi %wa : tensor<512xi32> to tensor<512xi64>
  %y = arith.extsi %wb : tensor<512xi32> to tensor<512xi64>
  %m = arith.constant dense<127> : tensor<512xi64>
  %n = arith.andi %b, %m : tensor<512xi64>
  %k = arith.constant dense<31> : tensor<512xi64>
  %few = arith.andi %b, %k : tensor<512xi64>
  %one = arith.trunci %a : tensor<512xi64> to tensor<512xi1>
  %bit = arith.extui %one : tensor<512xi1> to tensor<512xi64>
  %r0 = tile.shrsi %x, %n : tensor<512xi64>
  %r1 = tile.shli %bit, %few : tensor<512xi64>
  %r2 = math.absi %x : tensor<512xi64>
  %r3 = arith.sitofp %x : tensor<512xi64> to tensor<512xf32>
  tile.store %r0, %q0[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r1, %q1[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r2, %q2[%l] : tensor<512xi64>, !tile.ptr, tensor<512xi32>
  tile.store %r3, %q3[%l] : tensor<512xf32>, !tile.ptr, tensor<512xi32>
  return
}
