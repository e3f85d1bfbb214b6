// A gather is a loop over elements; operands that are whole reads of buffers are
// used where they are.
//
// RUN: kiln-opt %s --expand-gathers | FileCheck %s
// RUN: kiln-opt %s --expand-gathers="keep=tile.gather space=acc" | FileCheck %s --check-prefix=KEPT

// KEPT-COUNT-3: tile.gather
#spm = #tile.space<"spm">
gpu.module @kernels {
// CHECK-LABEL: gpu.func @columns
// CHECK-SAME: %[[X:[^:]*]]: vector<8x4xf32>
// CHECK: %[[I:.*]] = memref.alloc() : memref<3x4xi32
// CHECK: %[[SOURCE:.*]] = memref.alloc() : memref<8x4xf32, #tile.space<"spm">>
// CHECK: vector.transfer_write %[[X]], %[[SOURCE]]
// CHECK: %[[RESULT:.*]] = memref.alloc() : memref<3x4xf32, #tile.space<"spm">>
// CHECK: scf.for %[[R:[^ ]*]] =
// CHECK: scf.for %[[C:[^ ]*]] =
// CHECK: %[[N:.*]] = memref.load %[[I]][%[[R]], %[[C]]]
// CHECK: %[[K:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: %[[E:.*]] = memref.load %[[SOURCE]][%[[K]], %[[C]]]
// CHECK: memref.store %[[E]], %[[RESULT]][%[[R]], %[[C]]]
// CHECK: vector.transfer_read %[[RESULT]]
// CHECK-NOT: tile.gather
// CHECK: gpu.return
gpu.func @columns(%x: vector<8x4xf32>, %m: memref<3x4xf32>) kernel {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i32
  %b = memref.alloc() : memref<3x4xi32, #spm>
  %i = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<3x4xi32, #spm>, vector<3x4xi32>
  %r = tile.gather %x[%i] axis 0 : vector<8x4xf32>, vector<3x4xi32> -> vector<3x4xf32>
  vector.transfer_write %r, %m[%c0, %c0] {in_bounds = [true, true]} : vector<3x4xf32>, memref<3x4xf32>
  gpu.return
}

// The indices' buffer changes before the loop reads it: they get one of their own.
// CHECK-LABEL: gpu.func @overwritten
// CHECK: %[[B:.*]] = memref.alloc() : memref<4xi32
// CHECK: %[[I:.*]] = vector.transfer_read %[[B]]
// CHECK: memref.alloc() : memref<4xf32
// CHECK: %[[OWN:.*]] = memref.alloc() : memref<4xi32
// CHECK: vector.transfer_write %[[I]], %[[OWN]]
// CHECK: memref.load %[[OWN]]
gpu.func @overwritten(%x: vector<4xf32>, %z: vector<4xi32>, %m: memref<4xf32>) kernel {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i32
  %b = memref.alloc() : memref<4xi32, #spm>
  %i = vector.transfer_read %b[%c0], %pad {in_bounds = [true]} : memref<4xi32, #spm>, vector<4xi32>
  vector.transfer_write %z, %b[%c0] {in_bounds = [true]} : vector<4xi32>, memref<4xi32, #spm>
  %r = tile.gather %x[%i] axis 0 : vector<4xf32>, vector<4xi32> -> vector<4xf32>
  vector.transfer_write %r, %m[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  gpu.return
}

// Booleans are bytes in buffers.
// CHECK-LABEL: gpu.func @booleans
// CHECK: %[[BYTE:.*]] = memref.load %{{.*}} : memref<4xi8
// CHECK: %[[BIT:.*]] = arith.cmpi ne, %[[BYTE]]
// CHECK: %[[OUT:.*]] = arith.extui %[[BIT]] : i1 to i8
// CHECK: memref.store %[[OUT]]
gpu.func @booleans(%x: vector<4xi1>, %i: vector<2xi64>, %m: memref<2xi8>) kernel {
  %c0 = arith.constant 0 : index
  %g = tile.gather %x[%i] axis 0 : vector<4xi1>, vector<2xi64> -> vector<2xi1>
  %r = arith.extui %g : vector<2xi1> to vector<2xi8>
  vector.transfer_write %r, %m[%c0] {in_bounds = [true]} : vector<2xi8>, memref<2xi8>
  gpu.return
}
}
