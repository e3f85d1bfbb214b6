// RUN: kiln-read-triton %s | FileCheck %s

// CHECK-LABEL: func.func @hints(
// CHECK: tile.range 0 to 64 {tile.hint_contiguity = dense<64> : tensor<1xi32>}
// CHECK: tile.load %arg0[%{{.*}}] mask %{{.*}} other %{{.*}} {tile.hint_cache = "ca", tile.hint_divisibility = dense<16> : tensor<1xi32>, tile.hint_evict = "last"}
// CHECK: tile.store %{{.*}}, %arg0[%{{.*}}] mask %{{.*}} {tile.hint_cache = "cs", tile.hint_divisibility = dense<16> : tensor<1xi32>, tile.hint_evict = "first"}
tt.func public @hints(%p: !tt.ptr<f32>, %n: i32) {
  %c = tt.make_range {end = 64 : i32, start = 0 : i32, tt.contiguity = dense<64> : tensor<1xi32>} : tensor<64xi32>
  %t = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %c, %t : tensor<64xi32>
  %z = arith.constant dense<1.0> : tensor<64xf32>
  %q = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %r = tt.addptr %q, %c {tt.divisibility = dense<16> : tensor<1xi32>} : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %r, %m, %z cacheModifier = ca evictionPolicy = evict_last : tensor<64x!tt.ptr<f32>>
  tt.store %r, %v, %m cacheModifier = cs evictionPolicy = evict_first : tensor<64x!tt.ptr<f32>>
  tt.return
}

// Without a mask nothing selects `other`; a volatile load stays one.
// CHECK-LABEL: func.func @scalars(
// CHECK: %[[V:.*]] = tile.load %arg0 mask %arg1 other %arg2 : !tile.ptr -> f32
// CHECK: %[[W:.*]] = tile.load volatile %arg0 : !tile.ptr -> f32
// CHECK: tile.load volatile %arg0 : !tile.ptr -> f32
// CHECK: %[[S:.*]] = arith.addf %[[V]], %[[W]]
// CHECK: tile.store %[[S]], %arg0 mask %arg1 : f32, !tile.ptr
tt.func public @scalars(%p: !tt.ptr<f32>, %m: i1, %z: f32) {
  %v = tt.load %p, %m, %z : !tt.ptr<f32>
  %w = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  %x = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  %s = arith.addf %v, %w : f32
  tt.store %p, %s, %m : !tt.ptr<f32>
  tt.return
}

// CHECK-LABEL: func.func @bools(
// CHECK-SAME: tile.pointee = i1
// CHECK: tile.load %arg0[%{{.*}}] : !tile.ptr, tensor<64xi32> -> tensor<64xi1>
// CHECK: tile.store %{{.*}}, %arg0[%{{.*}}] : tensor<64xi1>
tt.func public @bools(%p: !tt.ptr<i1>) {
  %q = tt.splat %p : !tt.ptr<i1> -> tensor<64x!tt.ptr<i1>>
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %r = tt.addptr %q, %c : tensor<64x!tt.ptr<i1>>, tensor<64xi32>
  %v = tt.load %r : tensor<64x!tt.ptr<i1>>
  tt.store %r, %v : tensor<64x!tt.ptr<i1>>
  tt.return
}

// CHECK-LABEL: func.func @atomics(
// CHECK: tile.atomic_rmw and relaxed device %arg2, %arg0 mask %arg4 : i32, !tile.ptr
// CHECK-NEXT: %{{.*}} = tile.atomic_rmw or acquire program %arg2, %arg0 : i32, !tile.ptr
// CHECK-NEXT: %{{.*}} = tile.atomic_rmw xor release system %arg2, %arg0 : i32, !tile.ptr
// CHECK-NEXT: %{{.*}} = tile.atomic_rmw add acq_rel device %arg2, %arg0 : i32, !tile.ptr
// CHECK-NEXT: %{{.*}} = tile.atomic_rmw fadd acq_rel device %arg3, %arg1 : f32, !tile.ptr
// CHECK-NEXT: %{{.*}} = tile.atomic_rmw max acq_rel device
// CHECK-NEXT: %{{.*}} = tile.atomic_rmw min acq_rel device
// CHECK-NEXT: %{{.*}} = tile.atomic_rmw umax acq_rel device
// CHECK-NEXT: %{{.*}} = tile.atomic_rmw umin acq_rel device
// CHECK-NEXT: %{{.*}} = tile.atomic_rmw xchg acq_rel device %arg3, %arg1 : f32, !tile.ptr
// CHECK-NEXT: %{{.*}} = tile.atomic_cas acq_rel device %arg2, %{{.*}}, %arg0 : i32, !tile.ptr
tt.func public @atomics(%p: !tt.ptr<i32>, %f: !tt.ptr<f32>, %x: i32, %y: f32, %m: i1) {
  %true = arith.constant true
  %a = tt.atomic_rmw and, relaxed, gpu, %p, %x, %m : (!tt.ptr<i32>, i32, i1) -> i32
  %b = tt.atomic_rmw or, acquire, cta, %p, %x, %true : (!tt.ptr<i32>, i32, i1) -> i32
  %c = tt.atomic_rmw xor, release, sys, %p, %x : (!tt.ptr<i32>, i32) -> i32
  %d = tt.atomic_rmw add, acq_rel, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
  %e = tt.atomic_rmw fadd, acq_rel, gpu, %f, %y : (!tt.ptr<f32>, f32) -> f32
  %g = tt.atomic_rmw max, acq_rel, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
  %h = tt.atomic_rmw min, acq_rel, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
  %i = tt.atomic_rmw umax, acq_rel, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
  %j = tt.atomic_rmw umin, acq_rel, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
  %k = tt.atomic_rmw exch, acq_rel, gpu, %f, %y : (!tt.ptr<f32>, f32) -> f32
  %l = tt.atomic_cas acq_rel, gpu, %p, %x, %d : (!tt.ptr<i32>, i32, i32) -> i32
  tt.return
}

// CHECK-LABEL: func.func @atomic_tile(
// CHECK: tile.atomic_rmw fadd relaxed device %[[V:.*]], %arg0[%[[C:.*]]] mask %{{.*}} : tensor<64xf32>, !tile.ptr, tensor<64xi32>
// CHECK: tile.atomic_cas relaxed device %[[V]], %{{.*}}, %arg0[%[[C]]] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
tt.func public @atomic_tile(%p: !tt.ptr<f32>, %n: i32) {
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %t = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %c, %t : tensor<64xi32>
  %q = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %r = tt.addptr %q, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = arith.sitofp %c : tensor<64xi32> to tensor<64xf32>
  %o = tt.atomic_rmw fadd, relaxed, gpu, %r, %v, %m : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
  %d = tt.atomic_cas relaxed, gpu, %r, %v, %o : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  tt.return
}
