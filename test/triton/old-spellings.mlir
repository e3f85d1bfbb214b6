// RUN: kiln-read-triton %s | FileCheck %s
// RUN: kiln-read-triton %s --mirror | FileCheck %s --check-prefix=MIRROR

// Written by hand: block pointers are printed by Triton up to 3.6 before its own
// passes, `tt.cat` up to 3.8.

// MIRROR: tt.make_tensor_ptr %arg0, [%arg2, %arg3], [%arg3, %c1_i64], [%c0_i32, %c0_i32] {order = array<i32: 1, 0>} : <tensor<8x64xf16>>
// MIRROR: tt.load %{{.*}} {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<8x64xf16>>
// MIRROR: tt.advance %{{.*}}, [%c0_i32, %c64_i32] : <tensor<8x64xf16>>
// CHECK-LABEL: func.func @block_pointers(
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}}) -> (i32, i32, i32)
// CHECK: %[[V:.*]] = tile.make_view %arg0, [%arg2, %arg3], [%arg3, %{{.*}}] pad nan : !tile.ptr -> <8x64xf16>
// CHECK: %[[T:.*]] = tile.load_view %[[V]][%c0_i32, %[[A]]] : <8x64xf16> -> tensor<8x64xf16>
// Dimension 0 of the store is not checked: it has no bounds.
// CHECK: %[[O:.*]] = arith.extsi %[[B]] : i32 to i64
// CHECK: %[[S:.*]] = arith.muli %[[O]], %arg3 : i64
// CHECK: %[[P:.*]] = tile.ptr_add %arg1, %[[S]] x f16 : !tile.ptr, i64
// CHECK: %[[W:.*]] = tile.make_view %[[P]], [%c8_i64, %arg3], [%arg3, %{{.*}}] pad zero
// CHECK: tile.store_view %[[T]], %[[W]][%c0_i32, %[[C]]]
tt.func public @block_pointers(%p: !tt.ptr<f16>, %o: !tt.ptr<f16>, %m: i64, %n: i64, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %s1 = arith.constant 1 : i64
  %x = tt.make_tensor_ptr %p, [%m, %n], [%n, %s1], [%c0, %c0] {order = array<i32: 1, 0>} : <tensor<8x64xf16>>
  %y = tt.make_tensor_ptr %o, [%m, %n], [%n, %s1], [%c0, %c0] {order = array<i32: 1, 0>} : !tt.ptr<tensor<8x64xf16>>
  %l:2 = scf.for %i = %c0 to %k step %c1 iter_args(%a = %x, %b = %y) -> (!tt.ptr<tensor<8x64xf16>>, !tt.ptr<tensor<8x64xf16>>) : i32 {
    %v = tt.load %a {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<8x64xf16>>
    tt.store %b, %v {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<8x64xf16>>
    %c = tt.advance %a, [%c0, %c64] : <tensor<8x64xf16>>
    %d = tt.advance %b, [%c1, %c64] : !tt.ptr<tensor<8x64xf16>>
    scf.yield %c, %d : !tt.ptr<tensor<8x64xf16>>, !tt.ptr<tensor<8x64xf16>>
  }
  tt.return
}

// Advanced by one of two branches, then again.
// CHECK-LABEL: func.func @block_pointer_branch(
// CHECK: %[[S:.*]] = arith.select %arg2, %arg3, %c0_i32 : i32
// CHECK: %[[I:.*]] = arith.addi %[[S]], %arg3 : i32
// CHECK: tile.load_view %{{.*}}[%[[I]]] : <64xf16> -> tensor<64xf16>
tt.func public @block_pointer_branch(%p: !tt.ptr<f16>, %n: i64, %m: i1, %k: i32) {
  %c0 = arith.constant 0 : i32
  %s1 = arith.constant 1 : i64
  %x = tt.make_tensor_ptr %p, [%n], [%s1], [%c0] {order = array<i32: 0>} : <tensor<64xf16>>
  %y = scf.if %m -> (!tt.ptr<tensor<64xf16>>) {
    %a = tt.advance %x, [%k] : <tensor<64xf16>>
    scf.yield %a : !tt.ptr<tensor<64xf16>>
  } else {
    scf.yield %x : !tt.ptr<tensor<64xf16>>
  }
  %z = tt.advance %y, [%k] : <tensor<64xf16>>
  %v = tt.load %z {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<64xf16>>
  tt.store %z, %v {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<64xf16>>
  tt.return
}

// CHECK-LABEL: func.func @cat(
// CHECK: tile.cat %[[C:.*]], %[[C]] : tensor<64xi32> -> tensor<128xi32>
tt.func public @cat(%p: !tt.ptr<i32>) {
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %d = tt.cat %c, %c : tensor<64xi32> -> tensor<128xi32>
  %q = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  tt.store %q, %d : tensor<128x!tt.ptr<i32>>
  tt.return
}

// The default address space, written out.
// CHECK-LABEL: func.func @address_space(
// CHECK: tile.store %arg1, %arg0 : f32, !tile.ptr
tt.func public @address_space(%p: !tt.ptr<f32, 1>, %v: f32) {
  tt.store %p, %v : !tt.ptr<f32, 1>
  tt.return
}
