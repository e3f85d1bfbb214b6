// RUN: kiln-read-triton %s | FileCheck %s
// RUN: kiln-read-triton %s --no-fp-fusion | FileCheck %s --check-prefix=APART

// Sums and products may be contracted, unless that is switched off.
// APART-LABEL: func.func @fusion(
// APART: arith.mulf %arg1, %arg2 : f32
// APART: arith.addf %{{.*}}, %arg3 : f32
// CHECK-LABEL: func.func @fusion(
// CHECK: arith.mulf %arg1, %arg2 fastmath<contract> : f32
// CHECK: arith.addf %{{.*}}, %arg3 fastmath<contract> : f32
// CHECK: arith.subf %{{.*}}, %arg1 fastmath<contract> : f32
// CHECK: arith.divf %{{.*}}, %arg1 : f32
// CHECK: math.exp %{{.*}} : f32
tt.func public @fusion(%p: !tt.ptr<f32>, %x: f32, %y: f32, %z: f32) {
  %a = arith.mulf %x, %y : f32
  %b = arith.addf %a, %z : f32
  %c = arith.subf %b, %x fastmath<fast> : f32
  %d = arith.divf %c, %x fastmath<fast> : f32
  %e = math.exp %d fastmath<afn> : f32
  tt.store %p, %e : !tt.ptr<f32>
  tt.return
}

// Whatever the text promises, integers wrap.
// CHECK-LABEL: func.func @wrap(
// CHECK: arith.addi %arg1, %arg2 : i32
// CHECK: arith.muli %{{.*}}, %arg2 : i32
tt.func public @wrap(%p: !tt.ptr<i32>, %x: i32, %y: i32) {
  %a = arith.addi %x, %y overflow<nsw> : i32
  %b = arith.muli %a, %y overflow<nsw, nuw> : i32
  tt.store %p, %b : !tt.ptr<i32>
  tt.return
}

// CHECK-LABEL: func.func @total(
// CHECK: tile.divsi
// CHECK: tile.divui
// CHECK: tile.remsi
// CHECK: tile.remui
// CHECK: tile.shli
// CHECK: tile.shrsi
// CHECK: tile.shrui
// CHECK: tile.fptosi %arg3 : f32 -> i32
// CHECK: tile.fptoui %arg3 : f32 -> i32
tt.func public @total(%p: !tt.ptr<i32>, %x: i32, %y: i32, %f: f32) {
  %a = arith.divsi %x, %y : i32
  %b = arith.divui %a, %y : i32
  %c = arith.remsi %b, %y : i32
  %d = arith.remui %c, %y : i32
  %e = arith.shli %d, %y overflow<nsw> : i32
  %g = arith.shrsi %e, %y : i32
  %h = arith.shrui %g, %y : i32
  %i = arith.fptosi %f : f32 to i32
  %j = arith.fptoui %f : f32 to i32
  %k = arith.addi %h, %i : i32
  %l = arith.addi %k, %j : i32
  tt.store %p, %l : !tt.ptr<i32>
  tt.return
}

// CHECK-LABEL: func.func @float_casts(
// CHECK: %[[F:.*]] = tile.load %arg0
// CHECK: %[[H:.*]] = arith.truncf %[[F]] : f32 to f16
// CHECK: tile.store %[[H]], %arg1
// CHECK: tile.store %[[H]], %arg1
// CHECK: tile.cast %[[F]] toward_zero : f32 -> f16
// CHECK: %[[E:.*]] = tile.cast %[[F]] nearest : f32 -> f8E4M3FN
// CHECK: tile.cast %[[E]] nearest : f8E4M3FN -> f32
// CHECK: arith.extf %[[H]] : f16 to f32
// CHECK: tile.cast %[[H]] nearest : f16 -> bf16
// CHECK: tile.cast %[[F]] toward_zero : f32 -> bf16
tt.func public @float_casts(%p: !tt.ptr<f32>, %q: !tt.ptr<f16>, %r: !tt.ptr<f8E4M3FN>, %s: !tt.ptr<bf16>) {
  %f = tt.load %p : !tt.ptr<f32>
  %a = arith.truncf %f : f32 to f16
  tt.store %q, %a : !tt.ptr<f16>
  %b = tt.fp_to_fp %f, rounding = rtne : f32 -> f16
  tt.store %q, %b : !tt.ptr<f16>
  %c = tt.fp_to_fp %f, rounding = rtz : f32 -> f16
  tt.store %q, %c : !tt.ptr<f16>
  %d = tt.fp_to_fp %f, rounding = rtne : f32 -> f8E4M3FN
  tt.store %r, %d : !tt.ptr<f8E4M3FN>
  %e = tt.fp_to_fp %d : f8E4M3FN -> f32
  tt.store %p, %e : !tt.ptr<f32>
  %g = tt.fp_to_fp %a : f16 -> f32
  tt.store %p, %g : !tt.ptr<f32>
  %h = tt.fp_to_fp %a, rounding = rtne : f16 -> bf16
  tt.store %s, %h : !tt.ptr<bf16>
  %i = arith.truncf %f toward_zero : f32 to bf16
  tt.store %s, %i : !tt.ptr<bf16>
  tt.return
}

// CHECK-LABEL: func.func @exact(
// CHECK: %[[A:.*]] = math.sqrt %arg1 : f32
// CHECK: %[[B:.*]] = arith.divf %[[A]], %arg2 : f32
// CHECK: %[[C:.*]] = tile.clamp %[[B]], %arg1, %arg2 ignore : f32
// CHECK: tile.clamp %[[C]], %arg1, %arg2 propagate : f32
// CHECK: %{{.*}}, %[[H:.*]] = arith.mului_extended %arg3, %arg3 : i32
// CHECK: tile.store %[[H]], %arg4
// CHECK: arith.bitcast %arg1 : f32 to i32
tt.func public @exact(%p: !tt.ptr<f32>, %x: f32, %y: f32, %n: i32, %o: !tt.ptr<i32>) {
  %a = tt.precise_sqrt %x : f32
  %b = tt.precise_divf %a, %y : f32
  %c = tt.clampf %b, %x, %y, propagateNan = none : f32
  %d = tt.clampf %c, %x, %y, propagateNan = all : f32
  tt.store %p, %d : !tt.ptr<f32>
  %e = tt.mulhiui %n, %n : i32
  tt.store %o, %e : !tt.ptr<i32>
  %f = tt.bitcast %x : f32 -> i32
  tt.store %o, %f : !tt.ptr<i32>
  tt.return
}

// Library functions with an op of their own; the others are carried.
// CHECK-LABEL: func.func @library(
// CHECK: math.tanh
// CHECK: math.erf
// CHECK: math.powf
// CHECK: math.roundeven
// CHECK: arith.remf
// CHECK: arith.divf
// CHECK: tile.extern_call pure "__nv_j0f"(%{{.*}}) {tile.hint_library = "lib"} : (f32) -> f32
// CHECK: math.exp %{{.*}} : f64
// CHECK: tile.extern_call "tick"(%{{.*}}) : (f32) -> f32
tt.func public @library(%p: !tt.ptr<f32>, %q: !tt.ptr<f64>) {
  %x = tt.load %p : !tt.ptr<f32>
  %y = tt.load %q : !tt.ptr<f64>
  %a = tt.extern_elementwise %x {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_tanhf"} : (f32) -> f32
  %b = tt.extern_elementwise %a {libname = "", libpath = "", pure = true, symbol = "__nv_erff"} : (f32) -> f32
  %c = tt.extern_elementwise %b, %x {libname = "", libpath = "", pure = true, symbol = "__nv_powf"} : (f32, f32) -> f32
  %d = tt.extern_elementwise %c {libname = "", libpath = "", pure = true, symbol = "__ocml_rint_f32"} : (f32) -> f32
  %e = tt.extern_elementwise %d, %x {libname = "", libpath = "", pure = true, symbol = "__nv_fmodf"} : (f32, f32) -> f32
  %f = tt.extern_elementwise %e, %x {libname = "", libpath = "", pure = true, symbol = "__nv_fdiv_rn"} : (f32, f32) -> f32
  %g = tt.extern_elementwise %f {libname = "lib", libpath = "", pure = true, symbol = "__nv_j0f"} : (f32) -> f32
  %h = tt.extern_elementwise %y {libname = "", libpath = "", pure = true, symbol = "__nv_exp"} : (f64) -> f64
  %i = tt.extern_elementwise %g {libname = "", libpath = "", pure = false, symbol = "tick"} : (f32) -> f32
  tt.store %p, %i : !tt.ptr<f32>
  tt.store %q, %h : !tt.ptr<f64>
  tt.return
}

// CHECK-LABEL: func.func @assembly(
// CHECK: %[[A:.*]]:2 = tile.inline_asm pure "two $0, $1, $2;" "=r,=r,r" pack 2(%{{.*}}) : (tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>)
// CHECK: tile.inline_asm "none $0;" "=r" pack 1() : () -> i32
// CHECK: tile.store %[[A]]#0, %arg0[%[[A]]#1]
tt.func public @assembly(%p: !tt.ptr<i32>) {
  %x = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %a:2 = tt.elementwise_inline_asm "two $0, $1, $2;" {constraints = "=r,=r,r", packed_element = 2 : i32, pure = true} %x : tensor<64xi32> -> tensor<64xi32>, tensor<64xi32>
  %b = tt.elementwise_inline_asm "none $0;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  %q = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %r = tt.addptr %q, %a#1 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  tt.store %r, %a#0 : tensor<64x!tt.ptr<i32>>
  tt.store %p, %b : !tt.ptr<i32>
  tt.return
}

// Functions of integers, and tests of floats that give integers.
// CHECK-LABEL: func.func @library_integers(
// CHECK: math.ctpop %arg1 : i32
// CHECK: arith.maxui %{{.*}}, %arg1 : i32
// CHECK: %[[N:.*]] = math.isnan %arg2 : f32
// CHECK: arith.extui %[[N]] : i1 to i32
// CHECK: tile.extern_call pure "__nv_clzll"(%arg3) : (i64) -> i32
// CHECK: %[[M:.*]] = arith.mulf %arg2, %arg2 : f32
// CHECK: math.exp %[[M]] : f32
tt.func public @library_integers(%p: !tt.ptr<i32>, %x: i32, %f: f32, %l: i64, %o: !tt.ptr<f32>) {
  %a = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_popc"} : (i32) -> i32
  %b = tt.extern_elementwise %a, %x {libname = "", libpath = "", pure = true, symbol = "__nv_umax"} : (i32, i32) -> i32
  %c = tt.extern_elementwise %f {libname = "", libpath = "", pure = true, symbol = "__nv_isnanf"} : (f32) -> i32
  %d = tt.extern_elementwise %l {libname = "", libpath = "", pure = true, symbol = "__nv_clzll"} : (i64) -> i32
  %e = arith.addi %b, %c : i32
  %g = arith.addi %d, %e : i32
  tt.store %p, %g : !tt.ptr<i32>
  %h = tt.extern_elementwise %f, %f {libname = "", libpath = "", pure = true, symbol = "__nv_fmul_rn"} : (f32, f32) -> f32
  %i = tt.extern_elementwise %h {libname = "", libpath = "", pure = true, symbol = "__nv_fast_expf"} : (f32) -> f32
  tt.store %o, %i : !tt.ptr<f32>
  tt.return
}
