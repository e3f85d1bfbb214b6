// RUN: kiln-read-triton %s | FileCheck %s

// CHECK-LABEL: func.func @reduce(
// CHECK: %[[R:.*]]:2 = tile.reduce %{{.*}}, %{{.*}} axis 0 : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32) {
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: i32, %[[C:.*]]: f32, %[[D:.*]]: i32):
// CHECK: %[[M:.*]] = arith.cmpf ogt, %[[A]], %[[C]]
// CHECK: %[[V:.*]] = arith.select %[[M]], %[[A]], %[[C]]
// CHECK: %[[W:.*]] = arith.select %[[M]], %[[B]], %[[D]]
// CHECK-NEXT: tile.yield %[[V]], %[[W]] : f32, i32
// CHECK: tile.store %[[R]]#1, %arg1
tt.func public @reduce(%p: !tt.ptr<f32>, %o: !tt.ptr<i32>) {
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %x = arith.sitofp %i : tensor<64xi32> to tensor<64xf32>
  %r:2 = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: i32, %c: f32, %d: i32):
    %m = arith.cmpf ogt, %a, %c : f32
    %v = arith.select %m, %a, %c : f32
    %w = arith.select %m, %b, %d : i32
    tt.reduce.return %v, %w : f32, i32
  }) : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32)
  tt.store %p, %r#0 : !tt.ptr<f32>
  tt.store %o, %r#1 : !tt.ptr<i32>
  tt.return
}

// CHECK-LABEL: func.func @scan(
// CHECK: tile.scan %{{.*}} axis 0 reverse : (tensor<64xi32>) -> tensor<64xi32> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
// CHECK-NEXT: %[[S:.*]] = tile.divsi %[[A]], %[[B]]
// CHECK-NEXT: tile.yield %[[S]] : i32
tt.func public @scan(%o: !tt.ptr<i32>) {
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %r = "tt.scan"(%i) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.divsi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<64xi32>) -> tensor<64xi32>
  %q = tt.splat %o : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  tt.store %q, %r : tensor<64x!tt.ptr<i32>>
  tt.return
}

// Branches inside the region become scf, as everywhere.
// CHECK-LABEL: func.func @map(
// CHECK: tile.map %{{.*}}, %{{.*}} pack 1 : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
// CHECK: %[[L:.*]] = arith.cmpi slt, %[[A]], %[[B]]
// CHECK: %[[R:.*]] = scf.if %[[L]] -> (i32)
// CHECK: tile.yield %[[R]] : i32
tt.func public @map(%o: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m1 = arith.constant -1 : i32
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %j = tt.make_range {end = 65 : i32, start = 1 : i32} : tensor<64xi32>
  %z = "tt.map_elementwise"(%i, %j) <{pack = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %l = arith.cmpi slt, %a, %b : i32
    cf.cond_br %l, ^bb2(%m1 : i32), ^bb1
  ^bb1:
    %e = arith.cmpi eq, %a, %b : i32
    cf.cond_br %e, ^bb2(%c0 : i32), ^bb2(%c1 : i32)
  ^bb2(%r: i32):
    tt.map_elementwise.return %r : i32
  }) : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  %q = tt.splat %o : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  tt.store %q, %z : tensor<64x!tt.ptr<i32>>
  tt.return
}

// CHECK-LABEL: func.func @histogram(
// CHECK: tile.histogram %{{.*}} mask %{{.*}} : tensor<64xi32>, tensor<64xi1> -> tensor<16xi32>
// CHECK: tile.histogram %{{.*}} : tensor<64xi32> -> tensor<16xi32>
tt.func public @histogram(%o: !tt.ptr<i32>, %n: i32) {
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %t = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %i, %t : tensor<64xi32>
  %h = tt.histogram %i, %m : tensor<64xi32> -> tensor<16xi32>
  %g = tt.histogram %i : tensor<64xi32> -> tensor<16xi32>
  %s = arith.addi %h, %g : tensor<16xi32>
  %q = tt.splat %o : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  tt.store %q, %s : tensor<16x!tt.ptr<i32>>
  tt.return
}

// The precision matters for f32 operands only.
// CHECK-LABEL: func.func @dots(
// CHECK: tile.dot %[[A:.*]], %[[A]], %[[A]] tf32
// CHECK: tile.dot %{{.*}} ieee {tile.hint_imprecise_sums = 32 : i64} : tensor<16x16xf16>
// CHECK: tile.dot %[[A]], %[[A]], %{{.*}} ieee
// CHECK: tile.dot %[[A]], %[[A]], %{{.*}} bf16x6
tt.func public @dots(%p: !tt.ptr<f32>, %q: !tt.ptr<f16>) {
  %a0 = tt.splat %p : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
  %b0 = tt.splat %q : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %a = tt.load %a0 : tensor<16x16x!tt.ptr<f32>>
  %b = tt.load %b0 : tensor<16x16x!tt.ptr<f16>>
  %c = tt.dot %a, %a, %a, inputPrecision = tf32 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  %d = tt.dot %b, %b, %c, inputPrecision = tf32 {maxNumImpreciseAcc = 32 : i32} : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %e = tt.dot %a, %a, %d : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  %f = tt.dot %a, %a, %e, inputPrecision = bf16x6 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  tt.store %a0, %f : tensor<16x16x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: func.func @scaled_dots(
// CHECK: tile.dot_scaled %{{.*}} scale %[[S:.*]] e2m1, %{{.*}} scale %[[S]] e2m1, %{{.*}} {lhsNotPackedAlongK, tile.hint_fast_math} : tensor<16x64xi8>, tensor<32x2xi8>, tensor<32x32xi8>, tensor<32x2xi8> -> tensor<32x32xf32>
tt.func public @scaled_dots(%p: !tt.ptr<f32>, %q: !tt.ptr<i8>) {
  %o = tt.splat %p : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %c = tt.load %o : tensor<32x32x!tt.ptr<f32>>
  %x0 = tt.splat %q : !tt.ptr<i8> -> tensor<16x64x!tt.ptr<i8>>
  %y0 = tt.splat %q : !tt.ptr<i8> -> tensor<32x32x!tt.ptr<i8>>
  %s0 = tt.splat %q : !tt.ptr<i8> -> tensor<32x2x!tt.ptr<i8>>
  %x = tt.load %x0 : tensor<16x64x!tt.ptr<i8>>
  %y = tt.load %y0 : tensor<32x32x!tt.ptr<i8>>
  %s = tt.load %s0 : tensor<32x2x!tt.ptr<i8>>
  %d = tt.dot_scaled %x scale %s, %y scale %s, %c lhs = e2m1 rhs = e2m1 {fastMath = true, lhs_k_pack = false} : tensor<16x64xi8>, tensor<32x2xi8> * tensor<32x32xi8>, tensor<32x2xi8> -> tensor<32x32xf32>
  tt.store %o, %d : tensor<32x32x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: func.func @host(
// CHECK: tile.print " i: " hex %{{.*}}, %arg0 : tensor<64xi32>, !tile.ptr {isSigned = array<i32: 1, 0>}
// CHECK-NEXT: tile.print " here" alone {isSigned = array<i32>}
// CHECK-NEXT: tile.assert %arg2, "m must hold" : i1
// CHECK-NEXT: tile.assume %arg2
// CHECK-NEXT: return
tt.func public @host(%p: !tt.ptr<f32>, %n: i32, %m: i1) {
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  tt.print " i: " {hex = true, isSigned = array<i32: 1, 0>} : %i, %p : tensor<64xi32>, !tt.ptr<f32>
  tt.print " here" {hex = false, isSigned = array<i32>}
  tt.assert %m, "m must hold" : i1
  llvm.intr.assume %m : i1
  gpu.barrier
  tt.return
}
