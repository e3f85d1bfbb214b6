// RUN: kiln-read-triton %s | FileCheck %s

// CHECK-LABEL: func.func @accesses(
// CHECK: %[[M:.*]] = arith.extsi %arg1 : i32 to i64
// CHECK: %[[N:.*]] = arith.extsi %arg2 : i32 to i64
// CHECK: %[[V:.*]] = tile.make_view %arg0, [%[[M]], %[[N]]], [%arg3, %{{.*}}] pad nan : !tile.ptr -> <8x64xf16>
// CHECK: %[[T:.*]] = tile.load_view %[[V]][%arg4, %{{.*}}] {tile.hint_cache = "cg", tile.hint_evict = "first"} : <8x64xf16> -> tensor<8x64xf16>
// CHECK: tile.store_view %[[T]], %[[V]][%{{.*}}, %arg4]
// CHECK: %[[W:.*]] = tile.make_view %arg0, [%[[M]], %[[N]]], [%arg3, %{{.*}}] pad zero : !tile.ptr -> <1x64xf16>
// CHECK: %[[G:.*]] = tile.gather_view %[[W]][%[[R:.*]], %arg4] : <1x64xf16>, tensor<8xi32> -> tensor<8x64xf16>
// CHECK: tile.scatter_view %[[G]], %[[W]][%[[R]], %arg4] : tensor<8x64xf16>, <1x64xf16>, tensor<8xi32>
tt.func public @accesses(%p: !tt.ptr<f16>, %m: i32, %n: i32, %s: i64, %i: i32) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %d = tt.make_tensor_descriptor %p, [%m, %n], [%s, %c1] {padding = 2 : i32} : <f16>, <tensor<8x64xf16>>
  %t = tt.descriptor_load %d[%i, %c0] cacheModifier = cg evictionPolicy = evict_first : !tt.tensordesc<tensor<8x64xf16>> -> tensor<8x64xf16>
  tt.descriptor_store %d[%c0, %i], %t : !tt.tensordesc<tensor<8x64xf16>>, tensor<8x64xf16>
  %e = tt.make_tensor_descriptor %p, [%m, %n], [%s, %c1] : <f16>, <tensor<1x64xf16>>
  %rows = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %g = tt.descriptor_gather %e[%rows, %i] : (!tt.tensordesc<tensor<1x64xf16>>, tensor<8xi32>, i32) -> tensor<8x64xf16>
  tt.descriptor_scatter %e[%rows, %i], %g : !tt.tensordesc<tensor<1x64xf16>>, tensor<8xi32>, i32, tensor<8x64xf16>
  tt.return
}

// The element type of the descriptor decides the kind, its sign included.
// CHECK-LABEL: func.func @reductions(
// CHECK: tile.reduce_view fadd
// CHECK-NEXT: tile.reduce_view fmin
// CHECK-NEXT: tile.reduce_view fmax
// CHECK-NEXT: tile.reduce_view add
// CHECK-NEXT: tile.reduce_view umin
// CHECK-NEXT: tile.reduce_view umax
// CHECK-NEXT: tile.reduce_view min
// CHECK-NEXT: tile.reduce_view max
// CHECK-NEXT: tile.reduce_view inc
// CHECK-NEXT: tile.reduce_view dec
// CHECK-NEXT: tile.reduce_view and
// CHECK-NEXT: tile.reduce_view or
// CHECK-NEXT: tile.reduce_view xor
tt.func public @reductions(%f: !tt.ptr<f16>, %u: !tt.ptr<i32>, %n: i32) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %x = arith.constant dense<1.0> : tensor<64xf16>
  %y = arith.constant dense<1> : tensor<64xi32>
  %a = tt.make_tensor_descriptor %f, [%n], [%c1] : <f16>, <tensor<64xf16>>
  %b = tt.make_tensor_descriptor %u, [%n], [%c1] : <i32>, <tensor<64xui32>>
  %c = tt.make_tensor_descriptor %u, [%n], [%c1] : <i32>, <tensor<64xsi32>>
  tt.descriptor_reduce add, %a[%c0], %x : !tt.tensordesc<tensor<64xf16>>, tensor<64xf16>
  tt.descriptor_reduce min, %a[%c0], %x : !tt.tensordesc<tensor<64xf16>>, tensor<64xf16>
  tt.descriptor_reduce max, %a[%c0], %x : !tt.tensordesc<tensor<64xf16>>, tensor<64xf16>
  tt.descriptor_reduce add, %b[%c0], %y : !tt.tensordesc<tensor<64xui32>>, tensor<64xi32>
  tt.descriptor_reduce min, %b[%c0], %y : !tt.tensordesc<tensor<64xui32>>, tensor<64xi32>
  tt.descriptor_reduce max, %b[%c0], %y : !tt.tensordesc<tensor<64xui32>>, tensor<64xi32>
  tt.descriptor_reduce min, %c[%c0], %y : !tt.tensordesc<tensor<64xsi32>>, tensor<64xi32>
  tt.descriptor_reduce max, %c[%c0], %y : !tt.tensordesc<tensor<64xsi32>>, tensor<64xi32>
  tt.descriptor_reduce inc, %b[%c0], %y : !tt.tensordesc<tensor<64xui32>>, tensor<64xi32>
  tt.descriptor_reduce dec, %b[%c0], %y : !tt.tensordesc<tensor<64xui32>>, tensor<64xi32>
  tt.descriptor_reduce and, %b[%c0], %y : !tt.tensordesc<tensor<64xui32>>, tensor<64xi32>
  tt.descriptor_reduce or, %b[%c0], %y : !tt.tensordesc<tensor<64xui32>>, tensor<64xi32>
  tt.descriptor_reduce xor, %b[%c0], %y : !tt.tensordesc<tensor<64xui32>>, tensor<64xi32>
  tt.return
}

// A descriptor made by the host is its base; extents and strides follow it.
// CHECK-LABEL: func.func @host(
// CHECK-SAME: %arg0: !tile.ptr {tile.descriptor = !tile.view<8x64xf16>, tile.name = "arg0", tile.pointee = f16}
// CHECK: %[[M:.*]] = arith.extsi %arg1 : i32 to i64
// CHECK: %[[N:.*]] = arith.extsi %arg2 : i32 to i64
// CHECK: tile.make_view %arg0, [%[[M]], %[[N]]], [%arg3, %arg4] pad zero : !tile.ptr -> <8x64xf16>
tt.func public @host(%d: !tt.tensordesc<tensor<8x64xf16>>, %m: i32, %n: i32, %s: i64, %t: i64, %i: i32) {
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<8x64xf16>> -> tensor<8x64xf16>
  tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<8x64xf16>>, tensor<8x64xf16>
  tt.return
}

// CHECK-LABEL: func.func @carried(
// CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}}) -> (!tile.view<64xf16>, !tile.view<64xf16>)
// CHECK: tile.load_view %[[X]]
// CHECK: scf.yield %[[Y]], %[[X]]
// CHECK: } {tile.hint_num_stages = 3 : i32}
tt.func public @carried(%p: !tt.ptr<f16>, %q: !tt.ptr<f16>, %n: i32, %m: i1) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %a = tt.make_tensor_descriptor %p, [%n], [%c1] : <f16>, <tensor<64xf16>>
  %b = tt.make_tensor_descriptor %q, [%n], [%c1] : <f16>, <tensor<64xf16>>
  %l:2 = scf.for %i = %c0 to %n step %c64 iter_args(%x = %a, %y = %b) -> (!tt.tensordesc<tensor<64xf16>>, !tt.tensordesc<tensor<64xf16>>) : i32 {
    %t = tt.descriptor_load %x[%i] : !tt.tensordesc<tensor<64xf16>> -> tensor<64xf16>
    tt.descriptor_store %y[%i], %t : !tt.tensordesc<tensor<64xf16>>, tensor<64xf16>
    scf.yield %y, %x : !tt.tensordesc<tensor<64xf16>>, !tt.tensordesc<tensor<64xf16>>
  } {tt.num_stages = 3 : i32}
  tt.return
}
