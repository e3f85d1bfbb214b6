// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that lay tiles out on native vectors. One pass, one file.

#ifndef KILN_LAYOUT_PASSES_TD
#define KILN_LAYOUT_PASSES_TD

include "mlir/Pass/PassBase.td"

def SliceToNativePass : Pass<"slice-to-native", "::mlir::gpu::GPUModuleOp"> {
  let summary = "cut whole-tile ops into loops over native vectors";
  let description = [{
    Ops with one iteration domain are fused into one loop nest, whose body works
    on vectors of at most `lanes` elements along the minor dimension. Values that
    cross from one nest to another live in buffers in `space`; cheap ones are
    computed again. Reductions accumulate by lane in ascending order and fold the
    lanes at the end.

    ```mlir
    %s = arith.addf %a, %b : vector<1024xf32>
    // becomes
    scf.for %i = %c0 to %c1024 step %c128 {
      %x = vector.load %bufA[%i] : memref<1024xf32, #tile.space<"spm">>, vector<128xf32>
      ..
    }
    ```
  }];
  let options = [Option<"space", "space", "std::string", "\"spm\"", "the scratchpad's name">,
                 Option<"lanes", "lanes", "int64_t", "128", "elements of a native vector">];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

#endif // KILN_LAYOUT_PASSES_TD
