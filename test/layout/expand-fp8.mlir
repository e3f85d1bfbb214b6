// An fp8 number that is only moved is eight bits.
//
// RUN: kiln-opt %s --expand-fp8 | FileCheck %s

#spm = #tile.space<"spm">
gpu.module @kernels {
// CHECK-LABEL: gpu.func @moves
// CHECK-DAG: arith.constant 56 : i8
// CHECK-DAG: arith.constant dense<-8> : vector<4xi8>
// CHECK: memref.alloc() : memref<4xi8, #tile.space<"spm">>
// CHECK: %[[V:.*]] = vector.load %{{.*}} : memref<4xi8, #tile.space<"spm">>, vector<4xi8>
// CHECK: vector.broadcast %{{.*}} : i8 to vector<4xi8>
// CHECK: arith.select %{{.*}} : vector<4xi1>, vector<4xi8>
// CHECK-NOT: arith.bitcast
// CHECK: arith.addi
// CHECK-NOT: f8E
gpu.func @moves(%m: memref<4xi8>, %on: vector<4xi1>) kernel {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f8E4M3FN
  %least = arith.constant dense<-256.0> : vector<4xf8E4M3FN>
  %b = memref.alloc() : memref<4xf8E4M3FN, #spm>
  vector.store %least, %b[%c0] : memref<4xf8E4M3FN, #spm>, vector<4xf8E4M3FN>
  %v = vector.load %b[%c0] : memref<4xf8E4M3FN, #spm>, vector<4xf8E4M3FN>
  %ones = vector.broadcast %one : f8E4M3FN to vector<4xf8E4M3FN>
  %s = arith.select %on, %v, %ones : vector<4xi1>, vector<4xf8E4M3FN>
  %bits = arith.bitcast %s : vector<4xf8E4M3FN> to vector<4xi8>
  %twice = arith.addi %bits, %bits : vector<4xi8>
  vector.store %twice, %m[%c0] : memref<4xi8>, vector<4xi8>
  gpu.return
}
}
