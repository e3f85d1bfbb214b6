// Loops count in 64 bits, signed and unsigned ones; loops over indices stay.
//
// RUN: kiln-opt %s --widen-loops | FileCheck %s

gpu.module @kernels {
// CHECK-LABEL: gpu.func @signed
// CHECK-DAG: %[[LO:.*]] = arith.extsi %arg0 : i32 to i64
// CHECK-DAG: %[[HI:.*]] = arith.extsi %arg1 : i32 to i64
// CHECK-DAG: %[[ST:.*]] = arith.extsi %arg2 : i32 to i64
// CHECK: scf.for %[[W:.*]] = %[[LO]] to %[[HI]] step %[[ST]] : i64 {
// CHECK-NEXT: %[[I:.*]] = arith.trunci %[[W]] : i64 to i32
// CHECK-NEXT: memref.store %[[I]]
gpu.func @signed(%lo: i32, %hi: i32, %st: i32, %m: memref<i32>) kernel {
  scf.for %i = %lo to %hi step %st : i32 {
    memref.store %i, %m[] : memref<i32>
  }
  gpu.return
}

// CHECK-LABEL: gpu.func @unsigned
// CHECK: arith.extui
// CHECK-NOT: scf.for unsigned
// CHECK: scf.for %{{.*}} : i64
gpu.func @unsigned(%lo: i32, %hi: i32, %st: i32, %m: memref<i32>) kernel {
  scf.for unsigned %i = %lo to %hi step %st : i32 {
    memref.store %i, %m[] : memref<i32>
  }
  gpu.return
}

// CHECK-LABEL: gpu.func @index
// CHECK-NOT: arith.ext
// CHECK: gpu.return
gpu.func @index(%lo: index, %hi: index, %m: memref<index>) kernel {
  scf.for %i = %lo to %hi step %hi {
    memref.store %i, %m[] : memref<index>
  }
  gpu.return
}
}
