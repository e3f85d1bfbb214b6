// RUN: kiln-opt %s --expand-lane-reductions --split-input-file --verify-diagnostics

gpu.module @kernels {
gpu.func @lanes(%v: vector<4x3xi32>, %m: memref<3xi32>) kernel {
  // expected-error @+1 {{a reduction of 'vector<4x3xi32>' cannot be expanded; expected one dimension}}
  %r = tile.reduce %v axis 0 : (vector<4x3xi32>) -> vector<3xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  }
  %c0 = arith.constant 0 : index
  vector.store %r, %m[%c0] : memref<3xi32>, vector<3xi32>
  gpu.return
}
}

// -----

gpu.module @kernels {
gpu.func @branch(%v: vector<4xi32>, %m: memref<i32>) kernel {
  %r = tile.reduce %v axis 0 : (vector<4xi32>) -> i32 {
  ^bb0(%a: i32, %b: i32):
    %p = arith.cmpi slt, %a, %b : i32
    // expected-error @+1 {{'scf.if' in a combiner cannot be applied to vectors yet}}
    %c = scf.if %p -> i32 {
      scf.yield %a : i32
    } else {
      scf.yield %b : i32
    }
    tile.yield %c : i32
  }
  memref.store %r, %m[] : memref<i32>
  gpu.return
}
}
