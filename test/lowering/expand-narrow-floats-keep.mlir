// Formats that the target has stay; conversions to and from the others go
// through f32.
//
// RUN: kiln-opt %s --expand-narrow-floats=keep=f16,bf16 | FileCheck %s

gpu.module @kernels {
// CHECK-LABEL: gpu.func @stays
// CHECK: arith.addf %{{.*}} : vector<4xf16>
// CHECK: arith.truncf %{{.*}} : vector<4xf32> to vector<4xf16>
// CHECK-NOT: arith.bitcast
// CHECK: gpu.return
gpu.func @stays(%a: vector<4xf16>, %x: vector<4xf32>, %m: memref<4xf16>) kernel {
  %c0 = arith.constant 0 : index
  %s = arith.addf %a, %a : vector<4xf16>
  %n = tile.cast %x nearest : vector<4xf32> -> vector<4xf16>
  %p = vector.interleave %s, %n : vector<4xf16> -> vector<8xf16>
  %q, %r = vector.deinterleave %p : vector<8xf16> -> vector<4xf16>
  vector.store %q, %m[%c0] : memref<4xf16>, vector<4xf16>
  gpu.return
}

// CHECK-LABEL: gpu.func @goes
// CHECK: arith.extf %{{.*}} : vector<4xf16> to vector<4xf32>
// CHECK-NOT: bitcast {{.*}}xf16
// CHECK: arith.bitcast %{{.*}} : vector<4xi8> to vector<4xf8E5M2>
gpu.func @goes(%a: vector<4xf16>, %m: memref<4xf8E5M2>) kernel {
  %c0 = arith.constant 0 : index
  %c = tile.cast %a nearest : vector<4xf16> -> vector<4xf8E5M2>
  vector.store %c, %m[%c0] : memref<4xf8E5M2>, vector<4xf8E5M2>
  gpu.return
}

// Rounded toward zero by bits; the conversion at the end is exact.
// CHECK-LABEL: gpu.func @toward_zero
// CHECK-NOT: xi16
// CHECK: arith.truncf %{{.*}} : vector<4xf32> to vector<4xbf16>
gpu.func @toward_zero(%x: vector<4xf32>, %m: memref<4xbf16>) kernel {
  %c0 = arith.constant 0 : index
  %c = tile.cast %x toward_zero : vector<4xf32> -> vector<4xbf16>
  vector.store %c, %m[%c0] : memref<4xbf16>, vector<4xbf16>
  gpu.return
}
}
