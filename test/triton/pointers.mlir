// RUN: kiln-read-triton %s | FileCheck %s

// An offset in i32 stays one i32 tensor, which wraps where the kernel's did.
// CHECK-LABEL: func.func @narrow(
// CHECK: %[[O:.*]] = arith.muli %{{.*}} : tensor<64xi32>
// CHECK: tile.load %arg0[%[[O]]] : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
tt.func public @narrow(%p: !tt.ptr<f32>, %s: i32) {
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %t = tt.splat %s : i32 -> tensor<64xi32>
  %o = arith.muli %c, %t : tensor<64xi32>
  %q = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %r = tt.addptr %q, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %r : tensor<64x!tt.ptr<f32>>
  tt.store %r, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// The same value in every lane goes to the uniform part, also when it is
// computed from such values.
// CHECK-LABEL: func.func @uniform(
// CHECK: %[[C:.*]] = tile.range 0 to 64
// CHECK: %[[D:.*]] = tile.divsi %arg1, %{{.*}} : i32
// CHECK: %[[U:.*]] = arith.extsi %[[D]] : i32 to i64
// CHECK: %[[P:.*]] = tile.ptr_add %arg0, %[[U]] x f32 : !tile.ptr, i64
// CHECK: tile.load %[[P]][%[[C]]] : !tile.ptr, tensor<64xi32>
// CHECK: tile.store %{{.*}}, %arg0[%[[C]]] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
tt.func public @uniform(%p: !tt.ptr<f32>, %s: i32) {
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %t = tt.splat %s : i32 -> tensor<64xi32>
  %k = arith.constant dense<3> : tensor<64xi32>
  %o = arith.divsi %t, %k : tensor<64xi32>
  %q = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %r = tt.addptr %q, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %w = tt.addptr %r, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %w : tensor<64x!tt.ptr<f32>>
  tt.store %r, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// Two varying offsets are added in i64, unless neither sum can leave i32.
// CHECK-LABEL: func.func @two_offsets(
// CHECK: %[[A:.*]] = arith.extsi %{{.*}} : tensor<64xi32> to tensor<64xi64>
// CHECK: %[[B:.*]] = arith.extsi %{{.*}} : tensor<64xi32> to tensor<64xi64>
// CHECK: %[[S:.*]] = arith.addi %[[A]], %[[B]] : tensor<64xi64>
// CHECK: tile.load %arg0[%[[S]]] : !tile.ptr, tensor<64xi64>
// CHECK: %[[N:.*]] = arith.addi %{{.*}} : tensor<64xi32>
// CHECK: tile.store %{{.*}}, %arg0[%[[N]]] : tensor<64xf32>, !tile.ptr, tensor<64xi32>
tt.func public @two_offsets(%p: !tt.ptr<f32>, %s: i32) {
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %t = tt.splat %s : i32 -> tensor<64xi32>
  %o = arith.muli %c, %t : tensor<64xi32>
  %q = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %r = tt.addptr %q, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %w = tt.addptr %r, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %w : tensor<64x!tt.ptr<f32>>
  %k = arith.constant dense<100> : tensor<64xi32>
  %d = arith.muli %c, %k : tensor<64xi32>
  %x = tt.addptr %q, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %y = tt.addptr %x, %d : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %y, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// A loop that steps by a splat carries the i64 scalar alone.
// CHECK-LABEL: func.func @loop(
// CHECK: %[[C:.*]] = tile.range 0 to 64
// CHECK: %[[L:.*]] = scf.for {{.*}} iter_args(%[[U:.*]] = %{{.*}}) -> (i64)
// CHECK: %[[P:.*]] = tile.ptr_add %arg0, %[[U]] x f32 : !tile.ptr, i64
// CHECK: tile.store %{{.*}}, %[[P]][%[[C]]]
// CHECK: %[[E:.*]] = arith.extsi %arg2 : i32 to i64
// CHECK: %[[N:.*]] = arith.addi %[[U]], %[[E]] : i64
// CHECK: scf.yield %[[N]] : i64
// CHECK: %[[Q:.*]] = tile.ptr_add %arg0, %[[L]] x f32
// CHECK: tile.store %{{.*}}, %[[Q]][%[[C]]]
tt.func public @loop(%p: !tt.ptr<f32>, %n: i32, %s: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %q = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %r = tt.addptr %q, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %t = tt.splat %s : i32 -> tensor<64xi32>
  %z = arith.constant dense<0.0> : tensor<64xf32>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r) -> (tensor<64x!tt.ptr<f32>>) : i32 {
    tt.store %a, %z : tensor<64x!tt.ptr<f32>>
    %b = tt.addptr %a, %t : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %b : tensor<64x!tt.ptr<f32>>
  }
  tt.store %l, %z : tensor<64x!tt.ptr<f32>>
  tt.return
}

// A varying step widens what the loop carries, seen only at the loop's end.
// CHECK-LABEL: func.func @loop_varying_step(
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args(%[[V:.*]] = %{{.*}}) -> (tensor<64xi64>)
// CHECK: tile.store %{{.*}}, %arg0[%[[V]]] : tensor<64xf32>, !tile.ptr, tensor<64xi64>
// CHECK: arith.addi %[[V]], %{{.*}} : tensor<64xi64>
tt.func public @loop_varying_step(%p: !tt.ptr<f32>, %n: i32, %s: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %q = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %z = arith.constant dense<0.0> : tensor<64xf32>
  scf.for %j = %c0 to %n step %c1 : i32 {
    %l = scf.for %i = %c0 to %n step %c1 iter_args(%a = %q) -> (tensor<64x!tt.ptr<f32>>) : i32 {
      tt.store %a, %z : tensor<64x!tt.ptr<f32>>
      %b = tt.addptr %a, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      scf.yield %b : tensor<64x!tt.ptr<f32>>
    }
  }
  tt.return
}

// CHECK-LABEL: func.func @while(
// CHECK: %[[L:.*]] = scf.while (%[[U:.*]] = %{{.*}}) : (i64) -> i64
// CHECK: %[[P:.*]] = tile.ptr_add %arg0, %[[U]] x i32 : !tile.ptr, i64
// CHECK: tile.load %[[P]] : !tile.ptr -> i32
// CHECK: scf.condition(%{{.*}}) %[[U]] : i64
// CHECK: %[[Q:.*]] = tile.ptr_add %arg0, %[[L]] x i32
// CHECK: tile.store %arg1, %[[Q]] : i32, !tile.ptr
tt.func public @while(%p: !tt.ptr<i32>, %s: i32) {
  %c0 = arith.constant 0 : i32
  %l = scf.while (%a = %p) : (!tt.ptr<i32>) -> !tt.ptr<i32> {
    %v = tt.load %a : !tt.ptr<i32>
    %m = arith.cmpi ne, %v, %c0 : i32
    scf.condition(%m) %a : !tt.ptr<i32>
  } do {
  ^bb0(%a: !tt.ptr<i32>):
    %b = tt.addptr %a, %s : !tt.ptr<i32>, i32
    scf.yield %b : !tt.ptr<i32>
  }
  tt.store %l, %s : !tt.ptr<i32>
  tt.return
}

// Two bases under one scalar condition are one base.
// CHECK-LABEL: func.func @scalar_select(
// CHECK: %[[S:.*]] = arith.select %arg2, %arg0, %arg1 : !tile.ptr
// CHECK: tile.load %[[S]][%{{.*}}] : !tile.ptr, tensor<64xi32>
tt.func public @scalar_select(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %m: i1) {
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %s = arith.select %m, %p, %q : !tt.ptr<f32>
  %r = tt.splat %s : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %a = tt.addptr %r, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %a : tensor<64x!tt.ptr<f32>>
  tt.store %a, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// Per lane, one base leaves offsets, two bases leave pointers.
// CHECK-LABEL: func.func @lane_select(
// CHECK: %[[O:.*]] = arith.select %{{.*}} : tensor<64xi1>, tensor<64xi64>
// CHECK: %[[T:.*]] = arith.select %{{.*}} : tensor<64xi1>, tensor<64x!tile.ptr>
// CHECK: tile.load %arg0[%[[O]]] : !tile.ptr, tensor<64xi64>
// CHECK: %[[M:.*]] = tile.ptr_add %[[T]], %{{.*}} x f32 : tensor<64x!tile.ptr>, tensor<64xi32>
// CHECK: tile.store %{{.*}}, %[[M]] mask %{{.*}} : tensor<64xf32>, tensor<64x!tile.ptr>
tt.func public @lane_select(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32) {
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %t = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %c, %t : tensor<64xi32>
  %x = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %y = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %a = tt.addptr %x, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %b = tt.addptr %a, %t : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %one = arith.select %m, %a, %b : tensor<64xi1>, tensor<64x!tt.ptr<f32>>
  %two = arith.select %m, %a, %y : tensor<64xi1>, tensor<64x!tt.ptr<f32>>
  %v = tt.load %one : tensor<64x!tt.ptr<f32>>
  %moved = tt.addptr %two, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %moved, %v, %m : tensor<64x!tt.ptr<f32>>
  tt.return
}

// A loop may turn one base into several, which the first round does not see.
// CHECK-LABEL: func.func @loop_two_bases(
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (tensor<64x!tile.ptr>)
// CHECK: tile.store %{{.*}}, %[[A]] : tensor<64xf32>, tensor<64x!tile.ptr>
tt.func public @loop_two_bases(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %t = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %c, %t : tensor<64xi32>
  %x = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %y = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %z = arith.constant dense<0.0> : tensor<64xf32>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<64x!tt.ptr<f32>>) : i32 {
    tt.store %a, %z : tensor<64x!tt.ptr<f32>>
    %b = arith.select %m, %a, %y : tensor<64xi1>, tensor<64x!tt.ptr<f32>>
    scf.yield %b : tensor<64x!tt.ptr<f32>>
  }
  tt.return
}

// CHECK-LABEL: func.func @loaded(
// CHECK-SAME: tile.pointee = !tile.ptr
// CHECK: %[[I:.*]] = tile.load %arg0[%{{.*}}] : !tile.ptr, tensor<64xi32> -> tensor<64xi64>
// CHECK: %[[Q:.*]] = tile.int_to_ptr %[[I]] : tensor<64xi64> -> tensor<64x!tile.ptr>
// CHECK: %[[R:.*]] = tile.ptr_add %[[Q]], %{{.*}} x f32 : tensor<64x!tile.ptr>, tensor<64xi32>
// CHECK: tile.load %[[R]] : tensor<64x!tile.ptr> -> tensor<64xf32>
// CHECK: %[[S:.*]] = tile.load %arg1 : !tile.ptr -> !tile.ptr
// CHECK: tile.store %{{.*}}, %[[S]][%{{.*}}]
tt.func public @loaded(%p: !tt.ptr<i64>, %pp: !tt.ptr<!tt.ptr<f32>>) {
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %x = tt.splat %p : !tt.ptr<i64> -> tensor<64x!tt.ptr<i64>>
  %a = tt.addptr %x, %c : tensor<64x!tt.ptr<i64>>, tensor<64xi32>
  %i = tt.load %a : tensor<64x!tt.ptr<i64>>
  %q = tt.int_to_ptr %i : tensor<64xi64> -> tensor<64x!tt.ptr<f32>>
  %r = tt.addptr %q, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %r : tensor<64x!tt.ptr<f32>>
  %s = tt.load %pp : !tt.ptr<!tt.ptr<f32>>
  %t = tt.splat %s : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  tt.store %t, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// Pointers to elements of another size: counted anew where that is exact.
// CHECK-LABEL: func.func @bitcast(
// CHECK: %[[TWO:.*]] = arith.constant dense<2> : tensor<64xi64>
// CHECK: %[[P:.*]] = tile.ptr_add %arg0, %{{.*}} x i32 : !tile.ptr, i64
// CHECK: %[[O:.*]] = arith.muli %{{.*}}, %[[TWO]] : tensor<64xi64>
// CHECK: %[[M:.*]] = tile.ptr_add %{{.*}} x i32 : tensor<64x!tile.ptr>, tensor<64xi32>
// CHECK: tile.load %{{.*}} : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
// CHECK: tile.load %[[P]][%[[O]]] : !tile.ptr, tensor<64xi64> -> tensor<64xi16>
// CHECK: tile.load %[[M]] : tensor<64x!tile.ptr> -> tensor<64xi64>
tt.func public @bitcast(%p: !tt.ptr<i32>, %s: i32) {
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %q = tt.addptr %p, %s : !tt.ptr<i32>, i32
  %x = tt.splat %q : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %a = tt.addptr %x, %c : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %same = tt.bitcast %a : tensor<64x!tt.ptr<i32>> -> tensor<64x!tt.ptr<f32>>
  %less = tt.bitcast %a : tensor<64x!tt.ptr<i32>> -> tensor<64x!tt.ptr<i16>>
  %more = tt.bitcast %a : tensor<64x!tt.ptr<i32>> -> tensor<64x!tt.ptr<i64>>
  %u = tt.load %same : tensor<64x!tt.ptr<f32>>
  %v = tt.load %less : tensor<64x!tt.ptr<i16>>
  %w = tt.load %more : tensor<64x!tt.ptr<i64>>
  tt.print "x" {hex = false, isSigned = array<i32: 0, 1, 1>} : %u, %v, %w : tensor<64xf32>, tensor<64xi16>, tensor<64xi64>
  tt.return
}

// CHECK-LABEL: func.func @addresses(
// CHECK: %[[A:.*]] = tile.ptr_add %{{.*}} x f32 : tensor<64x!tile.ptr>, tensor<64xi32>
// CHECK: tile.ptr_to_int %[[A]] : tensor<64x!tile.ptr> -> tensor<64xi64>
tt.func public @addresses(%p: !tt.ptr<f32>, %o: !tt.ptr<i64>) {
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %x = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %a = tt.addptr %x, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %i = tt.ptr_to_int %a : tensor<64x!tt.ptr<f32>> -> tensor<64xi64>
  %y = tt.splat %o : !tt.ptr<i64> -> tensor<64x!tt.ptr<i64>>
  tt.store %y, %i : tensor<64x!tt.ptr<i64>>
  tt.return
}

// Shape changes move the offsets.
// CHECK-LABEL: func.func @shapes(
// CHECK: %[[T:.*]] = tile.transpose %{{.*}} [1, 0] : tensor<8x8xi32> -> tensor<8x8xi32>
// CHECK: tile.load %arg0[%[[T]]] : !tile.ptr, tensor<8x8xi32>
// CHECK: %[[J:.*]] = tile.join %{{.*}} : tensor<64xi32> -> tensor<64x2xi32>
// CHECK: tile.load %arg0[%[[J]]] : !tile.ptr, tensor<64x2xi32>
// CHECK: %[[K:.*]] = tile.join %{{.*}} : tensor<64x!tile.ptr> -> tensor<64x2x!tile.ptr>
// CHECK: tile.store %{{.*}}, %[[K]] : tensor<64x2xf32>, tensor<64x2x!tile.ptr>
// CHECK: %{{.*}}, %[[R:.*]] = tile.split %[[J]]
// CHECK: tile.store %{{.*}}, %arg0[%[[R]]]
tt.func public @shapes(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %x = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %a = tt.addptr %x, %c : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %b = tt.reshape %a : tensor<64x!tt.ptr<f32>> -> tensor<8x8x!tt.ptr<f32>>
  %t = tt.trans %b {order = array<i32: 1, 0>} : tensor<8x8x!tt.ptr<f32>> -> tensor<8x8x!tt.ptr<f32>>
  %v = tt.load %t : tensor<8x8x!tt.ptr<f32>>
  %j = tt.join %a, %a : tensor<64x!tt.ptr<f32>> -> tensor<64x2x!tt.ptr<f32>>
  %w = tt.load %j : tensor<64x2x!tt.ptr<f32>>
  %y = tt.splat %o : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %k = tt.join %a, %y : tensor<64x!tt.ptr<f32>> -> tensor<64x2x!tt.ptr<f32>>
  tt.store %k, %w : tensor<64x2x!tt.ptr<f32>>
  %g, %h = tt.split %j : tensor<64x2x!tt.ptr<f32>> -> tensor<64x!tt.ptr<f32>>
  %e = arith.constant dense<0.0> : tensor<64xf32>
  tt.store %h, %e : tensor<64x!tt.ptr<f32>>
  tt.store %t, %v : tensor<8x8x!tt.ptr<f32>>
  tt.return
}

// A load through one address still names the offset of every lane.
// CHECK-LABEL: func.func @same_address(
// CHECK: %[[Z:.*]] = arith.constant dense<0> : tensor<64xi32>
// CHECK: tile.load %arg0[%[[Z]]] : !tile.ptr, tensor<64xi32>
tt.func public @same_address(%p: !tt.ptr<f32>) {
  %x = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %v = tt.load %x : tensor<64x!tt.ptr<f32>>
  tt.store %x, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// A condition that is the same in every lane is a scalar one.
// CHECK-LABEL: func.func @uniform_lane_select(
// CHECK: %[[S:.*]] = arith.select %arg2, %arg0, %arg1 : !tile.ptr
// CHECK: tile.load %[[S]][%{{.*}}] : !tile.ptr, tensor<64xi32>
tt.func public @uniform_lane_select(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %m: i1) {
  %t = tt.splat %m : i1 -> tensor<64xi1>
  %x = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %y = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %s = arith.select %t, %x, %y : tensor<64xi1>, tensor<64x!tt.ptr<f32>>
  %v = tt.load %s : tensor<64x!tt.ptr<f32>>
  tt.store %s, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}
