// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that lay tiles out on native vectors. One pass, one file.

#ifndef KILN_LAYOUT_PASSES_TD
#define KILN_LAYOUT_PASSES_TD

include "mlir/Pass/PassBase.td"

def AssignLayoutsPass : Pass<"assign-layouts", "::mlir::gpu::GPUModuleOp"> {
  let summary = "choose where the elements of each tile are";
  let description = [{
    Every op with tiles gets `tile.layouts`, the layouts of its tile results or of the
    tile that it writes. An op that has it already, or for which the target's mapping
    has an anchor, keeps that; any other takes the layout of its first operand that
    has one, else the row-major layout over the hardware dimensions in `dims`. What is
    cheap and without memory, and what only renames elements, follows its users: it
    is computed once in each layout that is asked for. A reduction gives the layout
    of its operand without the axis. A value that is needed in another layout goes
    through `tile.to_layout`. Carried values keep one layout.

    ```mlir
    %y = arith.addf %x, %c : vector<64xf32>   // %x: register, %c: a constant
    // becomes
    %y = arith.addf %x, %c {tile.layouts = [#tile.layout<[64], element = [[1], [2], [4], [8], [16], [32]]>]} : ..
    ```
  }];
  let options = [ListOption<"dims", "dims", "std::string", "hardware dimensions, NAME or NAME:EXTENT, in filling order">];
  let statistics = [Statistic<"conversions", "conversions", "tiles that are needed in a second layout">];
  let dependentDialects = ["::kiln::tile::TileDialect"];
}

def SliceToNativePass : Pass<"slice-to-native", "::mlir::gpu::GPUModuleOp"> {
  let summary = "cut whole-tile ops into loops over native vectors";
  let description = [{
    Ops with one iteration domain are fused into one loop nest, whose body works
    on vectors of at most `lanes` elements along the minor dimension, or of as many as
    the first hardware dimension of their layout has there, if that is less. Values that
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

def ExpandLaneReductionsPass : Pass<"expand-lane-reductions", "::mlir::gpu::GPUModuleOp"> {
  let summary = "reduce the lanes of native vectors by shifts and combinations";
  let description = [{
    A `tile.reduce` of 1-D vectors becomes log2(lanes) steps: step k combines each
    lane with the one 2^k after it, so that lane 0 ends with all of them in
    ascending order, as an associative combiner of any kind needs it. A reduction
    of one input by one of the ops named in `keep` stays: the target has it.

    ```mlir
    %s:2 = tile.reduce %v, %i axis 0 : (vector<4xf32>, vector<4xi32>) -> (f32, i32) { .. }
    // becomes, for each input and step
    %t = vector.shuffle %v, %v [1, 2, 3, 3] : vector<4xf32>, vector<4xf32>
    // the combiner on all lanes, and at the end
    %r = vector.extract %u[0] : f32 from vector<4xf32>
    ```
  }];
  let options = [ListOption<"keep", "keep", "std::string", "combiners that stay: arith.addf, or arith.addf:f32 for one element type">,
                 Option<"widerThan", "wider-than", "int64_t", "0",
                        "only those with an input whose elements have more bits than this">];
  let dependentDialects = ["::mlir::vector::VectorDialect"];
}

def ExpandLaneScansPass : Pass<"expand-lane-scans", "::mlir::gpu::GPUModuleOp"> {
  let summary = "scan the lanes of native vectors by shifts and combinations";
  let description = [{
    A `tile.scan` of 1-D vectors becomes log2(lanes) steps (Hillis and Steele, 1986):
    step k combines the lane 2^k before each lane with it, where there is one; with
    `reverse` the lane 2^k after it. A scan of one input by one of the ops named in
    `keep` stays: the target has it.

    ```mlir
    %s = tile.scan %v axis 0 : (vector<4xf32>) -> vector<4xf32> { .. }
    // becomes, for each step
    %t = vector.shuffle %v, %v [0, 0, 1, 2] : vector<4xf32>, vector<4xf32>
    // the combiner of %t and %v on all lanes, selected from lane 1 on
    ```
  }];
  let options = [ListOption<"keep", "keep", "std::string", "combiners that stay: arith.addf, or arith.addf:f32 for one element type">,
                 Option<"widerThan", "wider-than", "int64_t", "0",
                        "only those with an input whose elements have more bits than this">];
  let dependentDialects = ["::mlir::vector::VectorDialect", "::mlir::arith::ArithDialect"];
}

def SplitWideIntegersPass : Pass<"split-wide-integers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "compute with vectors of 64-bit integers in 32-bit words";
  let description = [{
    For targets whose vectors hold no 64-bit integers. Each native vector of i64
    becomes two of i32, the low and the high words, also where loops and branches
    carry it; scalars stay. Elements keep their eight bytes in memory: a buffer is
    read and written through its `tile.words`, whose words of one kind lie two words
    apart. Results are those of 64 bits for all operands. What has no form in words
    is an error with op, line and types; reductions and scans of lanes are expanded
    before.

    ```mlir
    %s = arith.addi %a, %b : vector<64xi64>
    // becomes
    %l = arith.addi %al, %bl : vector<64xi32>
    %c = arith.cmpi ult, %l, %al : vector<64xi32>
    %k = arith.extui %c : vector<64xi1> to vector<64xi32>
    %t = arith.addi %ah, %bh : vector<64xi32>
    %h = arith.addi %t, %k : vector<64xi32>
    ```
  }];
  let statistics = [Statistic<"splitOps", "split-ops", "ops that were split into words">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect", "::kiln::tile::TileDialect"];
}

def ExpandColumnsPass : Pass<"expand-columns", "::mlir::gpu::GPUModuleOp"> {
  let summary = "read and write columns of buffers element by element";
  let description = [{
    For targets without strided accesses: a 1-D `vector.transfer_read` or
    `transfer_write` along any dimension becomes a load or store for each lane.

    ```mlir
    %c = vector.transfer_read %b[%i, %j], %z {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : ..
    // becomes
    %x0 = memref.load %b[%i, %j]
    %x1 = memref.load %b[%i1, %j]
    %c = vector.from_elements %x0, %x1 : vector<2xf32>
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect"];
}

def ExpandFp8Pass : Pass<"expand-fp8", "::mlir::gpu::GPUModuleOp"> {
  let summary = "move fp8 numbers as bits";
  let description = [{
    Every fp8 type becomes i8: of scalars, vectors, memrefs and constants. For
    targets without such formats, after `expand-narrow-floats` has made all
    arithmetic and conversions integer ones.

    ```mlir
    %v = vector.load %b[%i] : memref<128xf8E5M2, #tile.space<"spm">>, vector<128xf8E5M2>
    %x = arith.bitcast %v : vector<128xf8E5M2> to vector<128xi8>
    // becomes
    %x = vector.load %b[%i] : memref<128xi8, #tile.space<"spm">>, vector<128xi8>
    ```
  }];
}

def ExpandPointerTilesPass : Pass<"expand-pointer-tiles", "::mlir::gpu::GPUModuleOp"> {
  let summary = "hold tiles of pointers as 64-bit integers";
  let description = [{
    For targets whose vectors hold no pointers: vectors and buffers of `!tile.ptr`
    become those of i64, `tile.ptr_add` of them arithmetic. Scalar pointers stay and
    are converted where they meet one.

    ```mlir
    %v = vector.broadcast %p : !tile.ptr to vector<64x!tile.ptr>
    // becomes
    %i = tile.ptr_to_int %p : !tile.ptr -> i64
    %v = vector.broadcast %i : i64 to vector<64xi64>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect", "::kiln::tile::TileDialect"];
}

#endif // KILN_LAYOUT_PASSES_TD
