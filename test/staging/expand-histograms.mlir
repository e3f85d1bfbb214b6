// Few bins: a compare of the whole tile for each; many: a loop over elements.
//
// RUN: kiln-opt %s --expand-histograms | FileCheck %s
// RUN: kiln-opt %s --expand-histograms=keep=tile.histogram | FileCheck %s --check-prefix=KEPT

// KEPT-COUNT-2: tile.histogram
gpu.module @kernels {
// CHECK-LABEL: gpu.func @few
// CHECK-SAME: %[[X:[^:]*]]: vector<128xi8>, %[[M:[^:]*]]: vector<128xi1>
// CHECK: %[[BINS:.*]] = memref.alloc() : memref<16xi16
// CHECK: %[[WIDE:.*]] = arith.extui %[[X]] : vector<128xi8> to vector<128xi32>
// CHECK: scf.for %[[B:[^ ]*]] =
// CHECK: %[[ALL:.*]] = vector.broadcast
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[WIDE]], %[[ALL]]
// CHECK: %[[ON:.*]] = arith.andi %[[IS]], %[[M]]
// CHECK: %[[ONES:.*]] = arith.extui %[[ON]]
// CHECK: %[[N:.*]] = tile.reduce %[[ONES]] axis 0
// CHECK: %[[COUNT:.*]] = arith.trunci %[[N]] : i32 to i16
// CHECK: memref.store %[[COUNT]], %[[BINS]][%[[B]]]
gpu.func @few(%x: vector<128xi8>, %mask: vector<128xi1>, %m: memref<16xi16>) kernel {
  %c0 = arith.constant 0 : index
  %h = tile.histogram %x mask %mask : vector<128xi8>, vector<128xi1> -> vector<16xi16>
  vector.transfer_write %h, %m[%c0] {in_bounds = [true]} : vector<16xi16>, memref<16xi16>
  gpu.return
}

// CHECK-LABEL: gpu.func @many
// CHECK: %[[BINS:.*]] = memref.alloc() : memref<257xi32
// CHECK: %[[VALUES:.*]] = memref.alloc() : memref<8xi32
// CHECK: vector.transfer_write %{{.*}}, %[[BINS]]
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: %[[V:.*]] = memref.load %[[VALUES]][%[[I]]]
// CHECK: %[[BIN:.*]] = arith.index_castui %[[V]]
// CHECK: %[[END:.*]] = arith.constant 257 : index
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[BIN]], %[[END]]
// CHECK: scf.if %[[IN]]
// CHECK: %[[OLD:.*]] = memref.load %[[BINS]][%[[BIN]]]
// CHECK: %[[NEW:.*]] = arith.addi %[[OLD]]
// CHECK: memref.store %[[NEW]], %[[BINS]][%[[BIN]]]
gpu.func @many(%x: vector<8xi32>, %m: memref<257xi32>) kernel {
  %c0 = arith.constant 0 : index
  %h = tile.histogram %x : vector<8xi32> -> vector<257xi32>
  vector.transfer_write %h, %m[%c0] {in_bounds = [true]} : vector<257xi32>, memref<257xi32>
  gpu.return
}
}
