// Functions of f32 over random bits: of every size, with NaN, infinities and
// subnormals. The reference computes in double; the target states its ulps.
//
// RUN: split-file %s %t
// RUN: for f in exp exp2 expm1 log log2 log1p sin cos tanh erf sqrt rsqrt floor ceil trunc round roundeven; do \
// RUN:   sed s/FUNCTION/$f/ %t/unary.mlir > %t/$f.mlir && \
// RUN:   kiln run %t/$f.mlir --target=npu --check --grid=64 --arg p=randint=-2147483648..2147483647:i32[8192] --arg q=zeros:f32[8192] | grep 'check q' && \
// RUN:   kiln run %t/$f.mlir --target=npu --check --grid=64 --arg p=randint=1056964608..1086324736:i32[8192] --arg q=zeros:f32[8192] | grep 'check q' || exit 1; \
// RUN: done | FileCheck %s
// RUN: kiln run %t/divide.mlir --target=npu --check --grid=64 --arg p=randint=-2147483648..2147483647:i32[8192] --arg d=randint=0..2147483647:i32[8192] --arg q=zeros:f32[8192] | FileCheck %s --check-prefix=DIVIDE
// RUN: kiln run %t/divide.mlir --target=npu --check --grid=64 --arg p=randint=0..8388607:i32[8192] --arg d=randint=1056964608..1086324736:i32[8192] --arg q=zeros:f32[8192] | FileCheck %s --check-prefix=DIVIDE
// RUN: kiln run %t/bits.mlir --target=npu --check --grid=64 --arg p=randint=-2147483648..2147483647:i32[8192] --arg q=zeros:i32[8192] | FileCheck %s --check-prefix=BITS
// CHECK-COUNT-34: check q: {{equal|within}}
// DIVIDE: check q: equal: 8192 elements
// BITS: check q: equal: 8192 elements

//--- unary.mlir
func.func @unary(%p: !tile.ptr {tile.name = "p", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %i = tile.program_id x : i32
  %c = arith.constant 128 : i32
  %first = arith.muli %i, %c : i32
  %firsts = tile.broadcast %first : i32 -> tensor<128xi32>
  %r = tile.range 0 to 128 : tensor<128xi32>
  %l = arith.addi %firsts, %r : tensor<128xi32>
  %b = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi32>
  %x = arith.bitcast %b : tensor<128xi32> to tensor<128xf32>
  %y = math.FUNCTION %x : tensor<128xf32>
  tile.store %y, %q[%l] : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  return
}

//--- divide.mlir
func.func @divide(%p: !tile.ptr {tile.name = "p", tile.pointee = i32}, %d: !tile.ptr {tile.name = "d", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %i = tile.program_id x : i32
  %c = arith.constant 128 : i32
  %first = arith.muli %i, %c : i32
  %firsts = tile.broadcast %first : i32 -> tensor<128xi32>
  %r = tile.range 0 to 128 : tensor<128xi32>
  %l = arith.addi %firsts, %r : tensor<128xi32>
  %a = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi32>
  %b = tile.load %d[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi32>
  %x = arith.bitcast %a : tensor<128xi32> to tensor<128xf32>
  %y = arith.bitcast %b : tensor<128xi32> to tensor<128xf32>
  %z = arith.divf %x, %y : tensor<128xf32>
  tile.store %z, %q[%l] : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  return
}

// Counts of bits, of 32 and of 8; extrema that keep NaN.
//--- bits.mlir
func.func @bits(%p: !tile.ptr {tile.name = "p", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %i = tile.program_id x : i32
  %c = arith.constant 128 : i32
  %first = arith.muli %i, %c : i32
  %firsts = tile.broadcast %first : i32 -> tensor<128xi32>
  %r = tile.range 0 to 128 : tensor<128xi32>
  %l = arith.addi %firsts, %r : tensor<128xi32>
  %b = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi32>
  %n = arith.trunci %b : tensor<128xi32> to tensor<128xi8>
  %a0 = math.ctpop %b : tensor<128xi32>
  %a1 = math.ctlz %b : tensor<128xi32>
  %a2 = math.cttz %b : tensor<128xi32>
  %n0 = math.ctpop %n : tensor<128xi8>
  %n1 = math.ctlz %n : tensor<128xi8>
  %n2 = math.cttz %n : tensor<128xi8>
  %n01 = arith.muli %n0, %n1 : tensor<128xi8>
  %n012 = arith.addi %n01, %n2 : tensor<128xi8>
  %w = arith.extsi %n012 : tensor<128xi8> to tensor<128xi32>
  %s1 = arith.muli %a0, %a1 : tensor<128xi32>
  %s2 = arith.muli %s1, %a2 : tensor<128xi32>
  %s3 = arith.addi %s2, %w : tensor<128xi32>
  %x = arith.bitcast %b : tensor<128xi32> to tensor<128xf32>
  %one = arith.constant dense<1.0> : tensor<128xf32>
  %hi = arith.maximumf %x, %one : tensor<128xf32>
  %k = tile.clamp %hi, %one, %x ignore : tensor<128xf32>
  %isnan = arith.cmpf uno, %hi, %hi : tensor<128xf32>
  %zero = arith.constant dense<0> : tensor<128xi32>
  %hb = arith.bitcast %k : tensor<128xf32> to tensor<128xi32>
  %safe = arith.select %isnan, %zero, %hb : tensor<128xi1>, tensor<128xi32>
  %s4 = arith.addi %s3, %safe : tensor<128xi32>
  tile.store %s4, %q[%l] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  return
}
