// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses and reports element by element, as loops over scalars.
//
// RUN: kiln-opt %s --expand-element-ops | FileCheck %s

gpu.module @kernels {
// CHECK-LABEL: gpu.func @atomic(
// CHECK-SAME: %[[P:.*]]: !tile.ptr, %[[O:[^:]*]]: vector<64xi32>, %[[V:[^:]*]]: vector<64xf32>, %[[M:[^:]*]]: vector<64xi1>)
// CHECK: %[[R:.*]] = memref.alloc() : memref<64xf32, #tile.space<"spm">>
// CHECK: %[[BV:.*]] = memref.alloc() : memref<64xf32, #tile.space<"spm">>
// CHECK: vector.transfer_write %[[V]], %[[BV]]
// CHECK: %[[BO:.*]] = memref.alloc() : memref<64xi32, #tile.space<"spm">>
// CHECK: vector.transfer_write %[[O]], %[[BO]]
// CHECK: %[[BM:.*]] = memref.alloc() : memref<64xi8, #tile.space<"spm">>
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c64
// CHECK: %[[BYTE:.*]] = memref.load %[[BM]][%[[I]]]
// CHECK: %[[ON:.*]] = arith.cmpi ne, %[[BYTE]]
// CHECK: %[[X:.*]] = scf.if %[[ON]] -> (f32) {
// CHECK: %[[VALUE:.*]] = memref.load %[[BV]][%[[I]]]
// CHECK: %[[OFF:.*]] = memref.load %[[BO]][%[[I]]]
// CHECK: %[[Q:.*]] = tile.ptr_add %[[P]], %[[OFF]] x f32 : !tile.ptr, i32
// CHECK: %[[OLD:.*]] = tile.atomic_rmw fadd relaxed device %[[VALUE]], %[[Q]] : f32, !tile.ptr
// CHECK: scf.yield %[[OLD]]
// CHECK: } else {
// CHECK: scf.yield %cst
// CHECK: memref.store %[[X]], %[[R]][%[[I]]]
// CHECK: vector.transfer_read %[[R]]
gpu.func @atomic(%p: !tile.ptr, %o: vector<64xi32>, %v: vector<64xf32>, %m: vector<64xi1>) kernel {
  %old = tile.atomic_rmw fadd relaxed device %v, %p[%o] mask %m : vector<64xf32>, !tile.ptr, vector<64xi32>
  tile.assert %m, "on" : vector<64xi1>
  %s = arith.addf %old, %old : vector<64xf32>
  gpu.return
}

// A pointer for each lane; a masked scalar; pointers as elements.
// CHECK-LABEL: gpu.func @accesses(
// CHECK-SAME: %[[T:.*]]: vector<4x!tile.ptr>, %[[P:.*]]: !tile.ptr, %[[C:.*]]: i1)
// CHECK: memref.alloc() : memref<4x!tile.ptr, #tile.space<"spm">>
// CHECK: scf.for
// CHECK: %[[Q:.*]] = memref.load %{{.*}} : memref<4x!tile.ptr, #tile.space<"spm">>
// CHECK: %[[X:.*]] = tile.load %[[Q]] : !tile.ptr -> i64
// CHECK: tile.int_to_ptr %[[X]]
// CHECK: scf.if %[[C]]
// CHECK-NEXT: %[[A:.*]] = tile.ptr_to_int %[[P]]
// CHECK-NEXT: tile.store volatile %[[A]], %[[P]] : i64, !tile.ptr
gpu.func @accesses(%t: vector<4x!tile.ptr>, %p: !tile.ptr, %c: i1) kernel {
  %x = tile.load %t : vector<4x!tile.ptr> -> vector<4x!tile.ptr>
  tile.store volatile %p, %p mask %c : !tile.ptr, !tile.ptr
  gpu.return
}

// One line for each element, operand by operand.
// CHECK-LABEL: gpu.func @print(
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c2{{.*}} step
// CHECK: scf.for %[[J:.*]] = %c0{{.*}} to %c4{{.*}} step
// CHECK: %[[X:.*]] = memref.load %{{.*}}[%[[I]], %[[J]]]
// CHECK: tile.print_element "x: (operand 0) " hex unsigned %[[X]] at[%[[I]], %[[J]]] : i32
// CHECK: tile.print_element "x: (operand 1) " hex %{{.*}} at[] : f32
// CHECK: tile.print_element "only" at[]
gpu.func @print(%x: vector<2x4xi32>, %f: f32) kernel {
  tile.print "x: " hex %x, %f : vector<2x4xi32>, f32 {isSigned = array<i32: 0, 1>}
  tile.print "only" alone
  gpu.return
}

// What copies can do is left to stage-memory, plain scalars to the target.
// CHECK-LABEL: gpu.func @others(
// CHECK: tile.load %arg0[%arg1]
// CHECK: tile.load volatile %arg0 : !tile.ptr -> i32
gpu.func @others(%p: !tile.ptr, %o: vector<64xi32>) kernel {
  %x = tile.load %p[%o] : !tile.ptr, vector<64xi32> -> vector<64xf32>
  %s = tile.load volatile %p : !tile.ptr -> i32
  gpu.return
}
}
