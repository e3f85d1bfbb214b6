// RUN: kiln-read-triton %s | FileCheck %s

// Written by hand: what Triton prints since 3.7 to 3.9.

// CHECK-LABEL: func.func @bare_descriptor(
// CHECK: %[[V:.*]] = tile.make_view %arg0, {{.*}} pad zero : !tile.ptr -> <8x64xf16>
// CHECK: %[[T:.*]] = tile.load_view %[[V]]
// CHECK: tile.store_view %[[T]], %[[V]]
tt.func public @bare_descriptor(%p: !tt.ptr<f16>, %m: i32, %n: i32, %s: i64) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %d = tt.make_tensor_descriptor %p, [%m, %n], [%s, %c1] : <f16>, <8x64xf16>
  %t = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<8x64xf16> -> tensor<8x64xf16>
  tt.descriptor_store %d[%c0, %c0], %t : !tt.tensordesc<8x64xf16>, tensor<8x64xf16>
  tt.return
}

// CHECK-LABEL: func.func @poll(
// CHECK: scf.while
// CHECK: %[[V:.*]] = tile.load volatile %arg0 : !tile.ptr -> i32
// CHECK: %[[N:.*]] = arith.cmpi ne, %[[V]], %arg1 : i32
// CHECK: scf.condition(%[[N]])
// CHECK: tile.fence acquire device
// CHECK: tile.store %true, %arg2 : i1, !tile.ptr
tt.func public @poll(%p: !tt.ptr<i32>, %e: i32, %o: !tt.ptr<i1>) {
  %ok = tt.atomic_poll acquire, gpu, %p, %e : !tt.ptr<i32>, i32 -> i1
  tt.store %o, %ok : !tt.ptr<i1>
  tt.return
}

// Launches are in order already.
// CHECK-LABEL: func.func @dependent_launch(
// CHECK-NEXT: tile.store %arg1, %arg0 : i32, !tile.ptr
// CHECK-NEXT: return
tt.func public @dependent_launch(%p: !tt.ptr<i32>, %e: i32) {
  tt.grid_dependency_wait
  tt.store %p, %e {ignore_cta} : !tt.ptr<i32>
  tt.grid_dependency_launch_dependents
  tt.return
}
