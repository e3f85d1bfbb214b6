// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that plan on-chip memory and movement to and from it. One pass, one file.

#ifndef KILN_STAGING_PASSES_TD
#define KILN_STAGING_PASSES_TD

include "mlir/Pass/PassBase.td"

def StageMemoryPass : Pass<"stage-memory", "::mlir::gpu::GPUModuleOp"> {
  let summary = "move tiles between device memory and the chip by copies";
  let description = [{
    For machines that compute from a scratchpad: each `vector.transfer_read` from
    device memory becomes a buffer in `space`, a `tile.copy` into it and a read of
    the buffer; each `vector.transfer_write` the reverse. Loads, stores and atomics
    of tiles by element take offsets, masks and values from buffers. Copies are
    synchronous and in program order; a volatile access gets fences around it.
    Functions are marked `kiln.form = "staged"` afterwards.

    ```mlir
    %v = vector.transfer_read %global[%c0], %pad, %box {in_bounds = [true]} : ..
    // becomes
    %b = memref.alloc() : memref<64xf32, #tile.space<"spm">>
    tile.copy %global to %b [%l], [%h] fill %pad : ..
    %v = vector.transfer_read %b[%c0], %pad {in_bounds = [true]} : ..
    ```
  }];
  let options = [Option<"space", "space", "std::string", "\"spm\"", "the scratchpad's name">];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def BufferCarriedTilesPass : Pass<"buffer-carried-tiles", "::mlir::gpu::GPUModuleOp"> {
  let summary = "keep tiles that loops carry and branches give in buffers";
  let description = [{
    A tile that is an iteration argument of `scf.for` or `scf.while`, or a result of
    `scf.if`, becomes a buffer in `space` that is written where the value was
    passed on and read where it was taken up. Scalars stay as they are.
    A buffer that a branch of `scf.if` fills only to give it becomes the result's.

    ```mlir
    %r = scf.for .. iter_args(%acc = %zero) -> vector<64xf32> { .. scf.yield %next }
    // becomes
    vector.transfer_write %zero, %b[%c0] ..
    scf.for .. {
      %acc = vector.transfer_read %b[%c0] ..
      ..
      vector.transfer_write %next, %b[%c0] ..
    }
    %r = vector.transfer_read %b[%c0] ..
    ```
  }];
  let options = [Option<"space", "space", "std::string", "\"spm\"", "the scratchpad's name">];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def PlanContractionsPass : Pass<"plan-contractions", "::mlir::gpu::GPUModuleOp"> {
  let summary = "give matrix products to the target's unit for them";
  let description = [{
    A `tile.dot` for which the target's mapping has a contraction plan becomes a
    `tile.contract` of buffers for each native piece, in loops over columns inside
    loops over depth, so that a unit with a pipeline meets the same accumulator as
    late as possible. Operands that are in buffers already stay there, transposed
    ones are seen through a view where the unit reads columns. The accumulator is
    the buffer that the result goes to anyway, moved to the unit's space, so that a
    loop over depth adds in place. Other dots are left.

    ```mlir
    %d = tile.dot %a, %b, %acc ieee : vector<64x32xf16>, vector<32x64xf16> -> vector<64x64xf32>
    // becomes
    scf.for %k = %c0 to %c32 step %c16 {
      scf.for %n = %c0 to %c64 step %c16 {
        tile.contract %pa, %pb into %pc ieee : ..
    ```
  }];
  let statistics = [Statistic<"planned", "planned", "dots given to the unit">];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def PlaceBuffersPass : Pass<"place-buffers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "give every on-chip buffer its address";
  let description = [{
    Sets `tile.address` (bytes) on each `memref.alloc` in `space`, so that buffers
    whose lives overlap do not. A kernel that needs more than `capacity` bytes
    fails with a table of its buffers.

    ```mlir
    %b = memref.alloc() {tile.address = 4096 : i64} : memref<1024xf32, #tile.space<"spm">>
    ```
  }];
  let options = [Option<"space", "space", "std::string", "\"spm\"", "the scratchpad's name">,
                 Option<"capacity", "capacity", "int64_t", "262144", "bytes that there are">,
                 Option<"alignment", "alignment", "int64_t", "64", "bytes that addresses are a multiple of">];
  let statistics = [Statistic<"bytesUsed", "bytes-used", "highest address used">];
}

def ExpandCopiesPass : Pass<"expand-copies", "::mlir::gpu::GPUModuleOp"> {
  let summary = "turn copies into loops of loads and stores";
  let description = [{
    For targets without a copy engine: `tile.copy`, `tile.copy_gather` and
    `tile.copy_scatter` become loops over the elements, in row-major order. No
    element outside the box, and none whose mask is off, is touched.

    ```mlir
    tile.copy %global to %chip [%l], [%h] fill %z : ..
    // becomes, with the limits clamped to the tile
    scf.for %i = %c0 to %low { memref.store %z, %chip[%i] }
    scf.for %i = %low to %high { %v = memref.load %global[%i]  memref.store %v, %chip[%i] }
    scf.for %i = %high to %c1024 { memref.store %z, %chip[%i] }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

// The expansions turn whole-tile ops that native vectors cannot be cut out of
// into loops and ops that they can. They are here, and not with the slicing,
// because they put operands and results into on-chip buffers.
defvar expansionOptions = [
    Option<"space", "space", "std::string", "\"spm\"", "the scratchpad's name">,
    ListOption<"keep", "keep", "std::string", "ops that stay because the target has them, e.g. tile.gather">];

class ExpansionPass<string name> : Pass<name, "::mlir::gpu::GPUModuleOp"> {
  let options = expansionOptions;
  let dependentDialects = ["::kiln::tile::TileDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ExpandGathersPass : ExpansionPass<"expand-gathers"> {
  let summary = "gather from a tile element by element";
  let description = [{
    Source and indices are put into buffers, the elements fetched in a loop, and the
    result read back from a buffer of its own.

    ```mlir
    %t = tile.gather %x[%i] axis 0 : vector<64xf32>, vector<64xi32> -> vector<64xf32>
    // becomes
    scf.for %l = %c0 to %c64 step %c1 {
      %n = memref.load %indices[%l] : memref<64xi32, #tile.space<"spm">>
      %k = arith.index_cast %n : i32 to index
      %e = memref.load %source[%k] : memref<64xf32, #tile.space<"spm">>
      memref.store %e, %result[%l] : memref<64xf32, #tile.space<"spm">>
    }
    %t = vector.transfer_read %result[%c0] ..
    ```
  }];
}

def ExpandRunsPass : ExpansionPass<"expand-runs"> {
  let summary = "gather and scatter runs by a copy for each";
  let description = [{
    Indices and mask are put into buffers; a loop over the runs copies each between
    its place in device memory and its row of the tile's buffer. A run that is off is
    a copy of an empty box.

    ```mlir
    %t = tile.gather_runs %p + %o runs %r from %lo to %hi
        : !tile.ptr, vector<16xi64> -> vector<16x256xf16>
    // becomes
    scf.for %i = %c0 to %c16 step %c1 {
      %n = memref.load %indices[%i] : memref<16xi64, #tile.space<"spm">>
      %s = arith.addi %o, %n : i64
      %run = tile.view %p + %s strides [%one] : !tile.ptr
          -> memref<256xf16, strided<[?], offset: ?>, #tile.space<"global">>
      %row = memref.subview %buffer[%i, 0] [1, 256] [1, 1] : ..
      tile.copy %run to %row [%lo], [%hi] fill %zero : ..
    }
    %t = vector.transfer_read %buffer[%c0, %c0] ..
    ```
  }];
}

def ExpandHistogramsPass : ExpansionPass<"expand-histograms"> {
  let summary = "count the elements of a tile by value";
  let description = [{
    Up to 256 bins are counted one after the other, each by a compare of the whole
    tile and a sum. With more, each element is added to its bin in a loop.

    ```mlir
    %h = tile.histogram %x : vector<128xi32> -> vector<16xi32>
    // becomes
    scf.for %b = %c0 to %c16 step %c1 {
      %on = arith.cmpi eq, %x, %bin : vector<128xi32>
      %ones = arith.extui %on : vector<128xi1> to vector<128xi32>
      %n = tile.reduce %ones axis 0 : (vector<128xi32>) -> i32 { .. addi .. }
      memref.store %n, %bins[%b] : memref<16xi32, #tile.space<"spm">>
    }
    %h = vector.transfer_read %bins[%c0] ..
    ```
  }];
}

def ExpandMapsPass : ExpansionPass<"expand-maps"> {
  let summary = "apply a region to the elements of tiles";
  let description = [{
    A region of elementwise ops that takes one element at a time becomes those ops
    on whole tiles. Any other region becomes the body of a loop over groups of
    `pack` consecutive elements, in ascending order.

    ```mlir
    %r = tile.map %x pack 1 : (vector<64xi32>) -> vector<64xi32> {
    ^bb0(%a: i32):
      %b = arith.xori %a, %s : i32
      tile.yield %b : i32
    }
    // becomes
    %all = vector.broadcast %s : i32 to vector<64xi32>
    %r = arith.xori %x, %all : vector<64xi32>
    ```
  }];
}

def ExpandContractionsPass : ExpansionPass<"expand-contractions"> {
  let summary = "multiply tiles by a loop over k";
  let description = [{
    Every `tile.dot` that is left becomes a loop in ascending k that adds column k
    of the left times row k of the right operand to a buffer of sums, in the
    accumulator's type. Precisions that allow rounded operands get exact ones.

    ```mlir
    %d = tile.dot %a, %b, %c ieee : vector<64x32xf16>, vector<32x16xf16> -> vector<64x16xf32>
    // becomes
    scf.for %k = %c0 to %c32 step %c1 {
      %column = memref.subview %lhs[0, %k] [64, 1] [1, 1] ..
      %row = memref.subview %rhs[%k, 0] [1, 16] [1, 1] ..
      // both read, broadcast to 64x16 and extended, as %x and %y
      %sum = vector.transfer_read %sums[%c0, %c0] ..
      %product = arith.mulf %x, %y fastmath<contract> : vector<64x16xf32>
      %next = arith.addf %sum, %product fastmath<contract> : vector<64x16xf32>
      vector.transfer_write %next, %sums[%c0, %c0] ..
    }
    %d = vector.transfer_read %sums[%c0, %c0] ..
    ```
  }];
}

def ExpandInterleavesPass : ExpansionPass<"expand-interleaves"> {
  let summary = "put tiles together and take them apart through strided views";
  let description = [{
    The whole tile of `vector.interleave`, `deinterleave`, `extract`,
    `extract_strided_slice`, `insert` and `insert_strided_slice` lies in a buffer,
    and each part is written to, or read from, a `memref.subview` of it. A chain of
    insertions, as two tiles one after the other, shares one buffer.

    ```mlir
    %even, %odd = vector.deinterleave %x : vector<64xf32> -> vector<32xf32>
    // becomes
    %e = memref.subview %whole[0] [32] [2] : memref<64xf32> to memref<32xf32, strided<[2]>>
    %even = vector.transfer_read %e[%c0] ..
    %o = memref.subview %whole[1] [32] [2] : memref<64xf32> to memref<32xf32, strided<[2], offset: 1>>
    %odd = vector.transfer_read %o[%c0] ..
    ```
  }];
}

def ExpandReshapesPass : ExpansionPass<"expand-reshapes"> {
  let summary = "reshape tiles by looking at their buffers under another shape";
  let description = [{
    A `vector.shape_cast` that does more than to add and drop unit dimensions beside
    the rows reads the operand's buffer under the other shape. No element moves.

    ```mlir
    %y = vector.shape_cast %x : vector<4x8xf32> to vector<16x2xf32>
    // becomes
    %row = memref.collapse_shape %buffer [[0, 1]] : memref<4x8xf32> into memref<32xf32>
    %view = memref.expand_shape %row [[0, 1]] output_shape [16, 2] : memref<32xf32> into memref<16x2xf32>
    %y = vector.transfer_read %view[%c0, %c0] ..
    ```
  }];
}

def ExpandTransposesPass : ExpansionPass<"expand-transposes"> {
  let summary = "put tiles into buffers whose minor dimension a transpose moves";
  let description = [{
    Such a transpose reads columns, which slicing does from buffers. A transpose
    that moves unit dimensions only becomes a reshape.

    ```mlir
    %y = vector.transpose %x, [1, 0] : vector<16x64xf32> to vector<64x16xf32>
    // becomes
    vector.transfer_write %x, %buffer[%c0, %c0] ..
    %z = vector.transfer_read %buffer[%c0, %c0] ..
    %y = vector.transpose %z, [1, 0] : vector<16x64xf32> to vector<64x16xf32>
    ```
  }];
}

def ExpandConstantsPass : ExpansionPass<"expand-constants"> {
  let summary = "make constant tiles whose elements differ";
  let description = [{
    Integers at equal distances are computed from lane numbers. Other constants lie in
    a buffer, into which each run of equal elements is written; a constant with more
    than `most-runs` of them is refused.

    ```mlir
    %c = arith.constant dense<[1.0, 2.0, 2.0, 2.0]> : vector<4xf32>
    // becomes
    %b = memref.alloc() : memref<4xf32, #tile.space<"spm">>
    memref.store %one, %b[%c0] : memref<4xf32, #tile.space<"spm">>
    %part = memref.subview %b[1] [3] [1] : ..
    vector.transfer_write %twos, %part[%c0] ..
    %c = vector.transfer_read %b[%c0] ..
    ```
  }];
  let options = !listconcat(expansionOptions, [
      Option<"mostRuns", "most-runs", "uint64_t", "1024", "runs of equal elements that are written one by one">]);
}

def ExpandDotScaledPass : ExpansionPass<"expand-dot-scaled"> {
  let summary = "multiply scaled operands in f32";
  let description = [{
    Each operand of a `tile.dot_scaled` becomes a tile of f32: unpacked where two e2m1
    share a byte, decoded, and multiplied by its scales, which are repeated along K.
    What is left is a `tile.dot`.

    ```mlir
    %d = tile.dot_scaled %a e2m1, %b e2m1, %c : vector<4x32xi8>, vector<32x8xi8> -> vector<4x8xf32>
    // becomes
    %low = arith.andi %a, %fifteen : vector<4x32xi8>
    %high = tile.shrui %a, %four : vector<4x32xi8>
    %elements = vector.interleave %low, %high : vector<4x32xi8> -> vector<4x64xi8>
    // sign, exponent and fraction moved to their places in an f32, as %x; %b in the same way
    %d = tile.dot %x, %y, %c ieee : vector<4x64xf32>, vector<64x8xf32> -> vector<4x8xf32>
    ```
  }];
}

def ExpandElementOpsPass : ExpansionPass<"expand-element-ops"> {
  let summary = "turn what is done element by element into loops over scalars";
  let description = [{
    Atomics, volatile accesses, accesses with a pointer for each lane, assertions
    and printing take whole tiles in kernel form. Here their tiles go through
    buffers in `space`, and a loop over the elements, in ascending order, does the
    same with scalars. A lane whose mask is off is skipped. Every `tile.print`
    becomes `tile.print_element`. Atomics with one pointer and offsets stay where
    `keep` names them.

    ```mlir
    %old = tile.atomic_rmw add relaxed device %v, %p[%offs] mask %m : tensor<64xi32>, ..
    // becomes, with %bv, %bo and %bm holding the operands
    scf.for %i = %c0 to %c64 step %c1 {
      scf.if %on {
        %q = tile.ptr_add %p, %off x i32 : !tile.ptr, i32
        %o = tile.atomic_rmw add relaxed device %x, %q : i32, !tile.ptr
        memref.store %o, %result[%i]
      } else { .. }
    }
    ```
  }];
}

#endif // KILN_STAGING_PASSES_TD
