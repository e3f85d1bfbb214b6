// Accesses that no copy of a box can make go by element: a stride of two, a mask
// that is no box, and a transpose through memory. Checked against the reference.
//
// RUN: split-file %s %t
// RUN: kiln run %t/strided.mlir --target=npu --check --arg p=arange:f32[128] --arg q=zeros:f32[64] | FileCheck %s --check-prefix=STRIDED
// RUN: kiln run %t/residual.mlir --target=npu --check --arg p=arange:i32[200] --arg q=zeros:i32[200] --arg n=77 | FileCheck %s --check-prefix=RESIDUAL
// RUN: kiln run %t/transpose.mlir --target=npu --check --arg p=arange:f32[256] --arg q=zeros:f32[256] | FileCheck %s --check-prefix=TRANSPOSE
// STRIDED: check q: equal: 64 elements
// RESIDUAL: check q: equal: 200 elements
// TRANSPOSE: check q: equal: 256 elements

//--- strided.mlir
func.func @strided(%p: !tile.ptr {tile.name = "p", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 64 : tensor<64xi32>
  %two = arith.constant dense<2> : tensor<64xi32>
  %o = arith.muli %l, %two : tensor<64xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
  tile.store %x, %q[%l] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
  return
}

//--- residual.mlir
func.func @residual(%p: !tile.ptr {tile.name = "p", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 200 : tensor<200xi32>
  %nn = tile.broadcast %n : i32 -> tensor<200xi32>
  %one = arith.constant dense<1> : tensor<200xi32>
  %zero = arith.constant dense<0> : tensor<200xi32>
  %low = arith.andi %l, %one : tensor<200xi32>
  %odd = arith.cmpi ne, %low, %zero : tensor<200xi32>
  %in = arith.cmpi slt, %l, %nn : tensor<200xi32>
  %m = arith.ori %odd, %in : tensor<200xi1>
  %x = tile.load %p[%l] mask %m other %nn : !tile.ptr, tensor<200xi32> -> tensor<200xi32>
  tile.store %x, %q[%l] mask %odd : tensor<200xi32>, !tile.ptr, tensor<200xi32>
  return
}

//--- transpose.mlir
func.func @transpose(%p: !tile.ptr {tile.name = "p", tile.pointee = f32}, %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %r = tile.range 0 to 32 : tensor<32xi32>
  %c = tile.range 0 to 8 : tensor<8xi32>
  %eight = arith.constant dense<8> : tensor<32x1xi32>
  %wide = arith.constant dense<32> : tensor<8x1xi32>
  %r1 = tile.reshape %r : tensor<32xi32> -> tensor<32x1xi32>
  %c1 = tile.reshape %c : tensor<8xi32> -> tensor<1x8xi32>
  %r8 = arith.muli %r1, %eight : tensor<32x1xi32>
  %rb = tile.broadcast %r8 : tensor<32x1xi32> -> tensor<32x8xi32>
  %cb = tile.broadcast %c1 : tensor<1x8xi32> -> tensor<32x8xi32>
  %from = arith.addi %rb, %cb : tensor<32x8xi32>
  %x = tile.load %p[%from] : !tile.ptr, tensor<32x8xi32> -> tensor<32x8xf32>
  %two = arith.constant dense<2.0> : tensor<32x8xf32>
  %y = arith.mulf %x, %two : tensor<32x8xf32>
  %t = tile.transpose %y [1, 0] : tensor<32x8xf32> -> tensor<8x32xf32>
  %c2 = tile.reshape %c : tensor<8xi32> -> tensor<8x1xi32>
  %c32 = arith.muli %c2, %wide : tensor<8x1xi32>
  %r2 = tile.reshape %r : tensor<32xi32> -> tensor<1x32xi32>
  %cb2 = tile.broadcast %c32 : tensor<8x1xi32> -> tensor<8x32xi32>
  %rb2 = tile.broadcast %r2 : tensor<1x32xi32> -> tensor<8x32xi32>
  %to = arith.addi %cb2, %rb2 : tensor<8x32xi32>
  tile.store %t, %q[%to] : tensor<8x32xf32>, !tile.ptr, tensor<8x32xi32>
  return
}
