// RUN: kiln-read-triton %s | FileCheck %s

// Two early returns.
// CHECK-LABEL: func.func @early_returns(
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: } else {
// CHECK-NEXT: tile.store %arg1, %arg0
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: } else {
// CHECK-NEXT: tile.store %c0_i32, %arg0
tt.func public @early_returns(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %a = arith.cmpi eq, %n, %c0 : i32
  cf.cond_br %a, ^out, ^next
^out:
  tt.return
^next:
  tt.store %p, %n : !tt.ptr<i32>
  %b = arith.cmpi slt, %n, %c0 : i32
  cf.cond_br %b, ^out2, ^last
^out2:
  tt.return
^last:
  tt.store %p, %c0 : !tt.ptr<i32>
  tt.return
}

// A loop of branches, with a pointer in its block arguments.
// CHECK-LABEL: func.func @branch_loop(
// CHECK: scf.while (%[[U:.*]] = %c0_i64, %[[I:.*]] = %c0_i32) : (i64, i32) -> (i64, i32)
// CHECK: %[[M:.*]] = arith.cmpi slt, %[[I]], %arg1
// CHECK: scf.condition(%[[M]]) %[[U]], %[[I]]
// CHECK: ^bb0(%[[V:.*]]: i64, %[[J:.*]]: i32):
// CHECK: %[[P:.*]] = tile.ptr_add %arg0, %[[V]] x i32
// CHECK: tile.store %[[J]], %[[P]]
tt.func public @branch_loop(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%p, %c0 : !tt.ptr<i32>, i32)
^head(%q: !tt.ptr<i32>, %i: i32):
  %m = arith.cmpi slt, %i, %n : i32
  cf.cond_br %m, ^body, ^exit
^body:
  tt.store %q, %i : !tt.ptr<i32>
  %r = tt.addptr %q, %c1 : !tt.ptr<i32>, i32
  %j = arith.addi %i, %c1 : i32
  cf.br ^head(%r, %j : !tt.ptr<i32>, i32)
^exit:
  tt.return
}

// A switch with three ways out.
// CHECK-LABEL: func.func @switch(
// CHECK: %[[ONE:.*]] = arith.cmpi eq, %arg1, %c1_i32
// CHECK: %[[R:.*]] = scf.if %[[ONE]] -> (i32)
// CHECK: scf.yield %c5_i32
// CHECK: %[[TWO:.*]] = arith.cmpi eq, %arg1, %c2_i32
// CHECK: arith.select %[[TWO]], %c6_i32, %arg1
// CHECK: tile.store %[[R]], %arg0
tt.func public @switch(%p: !tt.ptr<i32>, %n: i32) {
  %c5 = arith.constant 5 : i32
  %c6 = arith.constant 6 : i32
  cf.switch %n : i32, [default: ^a(%n : i32), 1: ^a(%c5 : i32), 2: ^a(%c6 : i32)]
^a(%v: i32):
  tt.store %p, %v : !tt.ptr<i32>
  tt.return
}

// A loop without an end is kept, and so is a block that nothing reaches dropped.
// CHECK-LABEL: func.func @endless(
// CHECK: scf.while
// CHECK: tile.atomic_rmw add
// CHECK: scf.condition(%true)
tt.func public @endless(%p: !tt.ptr<i32>, %n: i32) {
  cf.br ^head
^head:
  %v = tt.atomic_rmw add, relaxed, gpu, %p, %n : (!tt.ptr<i32>, i32) -> i32
  cf.br ^head
^never:
  tt.return
}

// A callee that returns early, called through another, in a loop.
// CHECK-LABEL: func.func @calls(
// CHECK: scf.for
// CHECK: %[[U:.*]] = scf.if %{{.*}} -> (i64)
// CHECK: %[[P:.*]] = tile.ptr_add %arg0, %[[U]] x f32
// CHECK: tile.store %{{.*}}, %[[P]] : f32, !tile.ptr
// CHECK-NOT: func.func @twice
tt.func public @calls(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %q = tt.call @twice(%p, %i) : (!tt.ptr<f32>, i32) -> !tt.ptr<f32>
    %z = arith.constant 0.0 : f32
    tt.store %q, %z : !tt.ptr<f32>
  }
  tt.return
}
tt.func private @twice(%p: !tt.ptr<f32>, %n: i32) -> !tt.ptr<f32> attributes {noinline = true} {
  %a = tt.call @step(%p, %n) : (!tt.ptr<f32>, i32) -> !tt.ptr<f32>
  %b = tt.call @step(%a, %n) : (!tt.ptr<f32>, i32) -> !tt.ptr<f32>
  tt.return %b : !tt.ptr<f32>
}
tt.func private @step(%p: !tt.ptr<f32>, %n: i32) -> !tt.ptr<f32> attributes {noinline = true} {
  %c0 = arith.constant 0 : i32
  %m = arith.cmpi slt, %n, %c0 : i32
  cf.cond_br %m, ^back, ^on
^back:
  tt.return %p : !tt.ptr<f32>
^on:
  %q = tt.addptr %p, %n : !tt.ptr<f32>, i32
  tt.return %q : !tt.ptr<f32>
}

// CHECK-LABEL: func.func @if_pointers(
// CHECK: %[[B:.*]] = arith.select %arg2, %arg0, %arg1 : !tile.ptr
// CHECK: %[[U:.*]] = arith.select %arg2, %{{.*}}, %{{.*}} : i64
// CHECK: %[[P:.*]] = tile.ptr_add %[[B]], %[[U]] x f32
// CHECK: tile.store %arg3, %[[P]]
// CHECK: scf.if %arg2 {
// CHECK-NEXT: tile.store %arg3, %arg1
tt.func public @if_pointers(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %m: i1, %v: f32) {
  %r = scf.if %m -> (!tt.ptr<f32>) {
    %c4 = arith.constant 4 : i32
    %a = tt.addptr %p, %c4 : !tt.ptr<f32>, i32
    scf.yield %a : !tt.ptr<f32>
  } else {
    scf.yield %q : !tt.ptr<f32>
  }
  tt.store %r, %v : !tt.ptr<f32>
  scf.if %m {
    tt.store %q, %v : !tt.ptr<f32>
  }
  tt.return
}

// What no path defines may be anything.
// CHECK-LABEL: func.func @poison(
// CHECK: %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: tile.store %[[Z]], %arg0 : f32, !tile.ptr
// CHECK-NEXT: return
tt.func public @poison(%p: !tt.ptr<f32>, %m: i1) {
  %u = ub.poison : f32
  %q = ub.poison : !tt.ptr<f32>
  %r = ub.poison : tensor<4x!tt.ptr<f32>>
  %v = arith.select %m, %u, %u : f32
  %t = tt.splat %v : f32 -> tensor<4xf32>
  %n = arith.constant dense<false> : tensor<4xi1>
  tt.store %r, %t, %n : tensor<4x!tt.ptr<f32>>
  %s = arith.select %m, %p, %q : !tt.ptr<f32>
  tt.store %s, %v : !tt.ptr<f32>
  tt.return
}
