// RUN: kiln-opt %s --expand-constants=most-runs=2 --verify-diagnostics

gpu.module @kernels {
gpu.func @many(%m: memref<4xf16>) kernel {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{a constant tile with 3 runs of equal elements, but at most 2 are written one by one; load it from memory}}
  %c = arith.constant dense<[1.0, 2.0, 2.0, 1.0]> : vector<4xf16>
  vector.transfer_write %c, %m[%c0] {in_bounds = [true]} : vector<4xf16>, memref<4xf16>
  gpu.return
}
}
