// What has no form in 32-bit words.
//
// RUN: kiln-opt %s --split-wide-integers -split-input-file -verify-diagnostics

gpu.module @kernels {
gpu.func @float(%a: memref<8xi64, #tile.space<"spm">>, %b: memref<8xf64, #tile.space<"spm">>) kernel {
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%c0] : memref<8xi64, #tile.space<"spm">>, vector<8xi64>
  // expected-error @below {{'arith.sitofp' of 'vector<8xi64>' giving 'vector<8xf64>' has no form in 32-bit words, and the target has no vectors of 64-bit integers}}
  %y = arith.sitofp %x : vector<8xi64> to vector<8xf64>
  vector.store %y, %b[%c0] : memref<8xf64, #tile.space<"spm">>, vector<8xf64>
  gpu.return
}
}

// -----

// Lane numbers may have fewer than 64 bits on such a machine.
gpu.module @kernels {
gpu.func @lanes(%a: memref<8xi64, #tile.space<"spm">>) kernel {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  scf.if %true {
    %x = vector.load %a[%c0] : memref<8xi64, #tile.space<"spm">>, vector<8xi64>
    // expected-error @below {{'arith.index_cast' of 'vector<8xi64>' giving 'vector<8xindex>' has no form in 32-bit words}}
    %y = arith.index_cast %x : vector<8xi64> to vector<8xindex>
  }
  gpu.return
}
}

// -----

gpu.module @kernels {
gpu.func @masked(%a: memref<8xi64, #tile.space<"global">>) kernel {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'vector.load' of 'memref<8xi64, #tile.space<"global">>', 'index' giving 'vector<8xi64>' has no form in 32-bit words}}
  %x = vector.load %a[%c0] : memref<8xi64, #tile.space<"global">>, vector<8xi64>
  vector.store %x, %a[%c0] : memref<8xi64, #tile.space<"global">>, vector<8xi64>
  gpu.return
}
}

// -----

gpu.module @kernels {
gpu.func @reduced(%a: memref<8xi64, #tile.space<"spm">>) kernel {
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%c0] : memref<8xi64, #tile.space<"spm">>, vector<8xi64>
  // expected-error @below {{'tile.reduce' of 'vector<8xi64>' giving 'i64' has no form in 32-bit words}}
  %s = tile.reduce %x axis 0 : (vector<8xi64>) -> i64 {
  ^bb0(%p: i64, %q: i64):
    %t = arith.addi %p, %q : i64
    tile.yield %t : i64
  }
  memref.store %s, %a[%c0] : memref<8xi64, #tile.space<"spm">>
  gpu.return
}
}
