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

#endif // KILN_STAGING_PASSES_TD
