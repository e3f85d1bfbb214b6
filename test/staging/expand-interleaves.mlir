// Parts of tiles are strided views of the buffer of the whole.
//
// RUN: kiln-opt %s --expand-interleaves --split-input-file | FileCheck %s
// RUN: kiln-opt %s --split-input-file \
// RUN:   --expand-interleaves=keep=vector.interleave,vector.insert_strided_slice,vector.extract,vector.insert \
// RUN:   | FileCheck %s --check-prefix=KEPT

gpu.module @kernels {
// CHECK-LABEL: gpu.func @interleave
// CHECK-SAME: %[[A:[^:]*]]: vector<4x8xf32>, %[[B:[^:]*]]: vector<4x8xf32>
// CHECK: %[[W:.*]] = memref.alloc() : memref<4x16xf32
// CHECK: %[[EVEN:.*]] = memref.subview %[[W]][0, 0] [4, 8] [1, 2]
// CHECK: vector.transfer_write %[[A]], %[[EVEN]]
// CHECK: %[[ODD:.*]] = memref.subview %[[W]][0, 1] [4, 8] [1, 2]
// CHECK: vector.transfer_write %[[B]], %[[ODD]]
// CHECK: vector.transfer_read %[[W]]
// KEPT: vector.interleave
gpu.func @interleave(%a: vector<4x8xf32>, %b: vector<4x8xf32>, %m: memref<4x16xf32>) kernel {
  %c0 = arith.constant 0 : index
  %r = vector.interleave %a, %b : vector<4x8xf32> -> vector<4x16xf32>
  vector.transfer_write %r, %m[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<4x16xf32>
  gpu.return
}
}

// -----

gpu.module @kernels {
// CHECK-LABEL: gpu.func @deinterleave
// CHECK: %[[E:.*]] = memref.subview %[[W:.*]][0] [8] [2]
// CHECK: %[[EVEN:.*]] = vector.transfer_read %[[E]]
// CHECK: %[[O:.*]] = memref.subview %[[W]][1] [8] [2]
// CHECK: %[[ODD:.*]] = vector.transfer_read %[[O]]
// CHECK: arith.subf %[[EVEN]], %[[ODD]]
// KEPT: memref.subview
gpu.func @deinterleave(%a: vector<16xf32>, %m: memref<8xf32>) kernel {
  %c0 = arith.constant 0 : index
  %x, %y = vector.deinterleave %a : vector<16xf32> -> vector<8xf32>
  %r = arith.subf %x, %y : vector<8xf32>
  vector.transfer_write %r, %m[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  gpu.return
}
}

// -----

gpu.module @kernels {
// One buffer for a chain that starts from nothing.
// CHECK-LABEL: gpu.func @cat
// CHECK-SAME: %[[A:[^:]*]]: vector<2x8xf32>, %[[B:[^:]*]]: vector<2x8xf32>
// CHECK: %[[W:.*]] = memref.alloc() : memref<4x8xf32
// CHECK-NOT: memref.alloc
// CHECK: %[[FIRST:.*]] = memref.subview %[[W]][0, 0] [2, 8] [1, 1]
// CHECK: vector.transfer_write %[[A]], %[[FIRST]]
// CHECK: %[[SECOND:.*]] = memref.subview %[[W]][2, 0] [2, 8] [1, 1]
// CHECK: vector.transfer_write %[[B]], %[[SECOND]]
// CHECK: vector.transfer_read %[[W]]
// KEPT-COUNT-2: vector.insert_strided_slice
gpu.func @cat(%a: vector<2x8xf32>, %b: vector<2x8xf32>, %m: memref<4x8xf32>) kernel {
  %c0 = arith.constant 0 : index
  %p = ub.poison : vector<4x8xf32>
  %s = vector.insert_strided_slice %a, %p {offsets = [0, 0], strides = [1, 1]} : vector<2x8xf32> into vector<4x8xf32>
  %r = vector.insert_strided_slice %b, %s {offsets = [2, 0], strides = [1, 1]} : vector<2x8xf32> into vector<4x8xf32>
  vector.transfer_write %r, %m[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<4x8xf32>
  gpu.return
}
}

// -----

gpu.module @kernels {
// CHECK-LABEL: gpu.func @parts
// CHECK-SAME: %[[X:[^:]*]]: vector<4x8xi1>, %[[I:[^:]*]]: index
// CHECK: %[[W:.*]] = memref.alloc() : memref<4x8xi8
// CHECK: %[[BYTE:.*]] = memref.load %[[W]][%[[I]], %{{.*}}]
// CHECK: %[[BIT:.*]] = arith.cmpi ne, %[[BYTE]]
// CHECK: memref.subview %{{.*}}[%[[I]], 0] [1, 8] [1, 1]
// CHECK: memref.subview %{{.*}}[1, 2] [2, 3] [1, 1]
// CHECK: arith.extui %[[BIT]] : i1 to i8
// CHECK: memref.store
// KEPT: vector.extract
// KEPT: vector.extract
// KEPT: vector.insert
gpu.func @parts(%x: vector<4x8xi1>, %i: index, %m: memref<8xi8>, %n: memref<2x3xi8>) kernel {
  %c0 = arith.constant 0 : index
  %e = vector.extract %x[%i, 3] : i1 from vector<4x8xi1>
  %row = vector.extract %x[%i] : vector<8xi1> from vector<4x8xi1>
  %box = vector.extract_strided_slice %x {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]}
      : vector<4x8xi1> to vector<2x3xi1>
  %changed = vector.insert %e, %row[%i] : i1 into vector<8xi1>
  %r = arith.extui %changed : vector<8xi1> to vector<8xi8>
  %s = arith.extui %box : vector<2x3xi1> to vector<2x3xi8>
  vector.transfer_write %r, %m[%c0] {in_bounds = [true]} : vector<8xi8>, memref<8xi8>
  vector.transfer_write %s, %n[%c0, %c0] {in_bounds = [true, true]} : vector<2x3xi8>, memref<2x3xi8>
  gpu.return
}
}
