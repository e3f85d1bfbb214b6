// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes from tile form to kernel form. One pass, one file.

#ifndef KILN_LOWERING_PASSES_TD
#define KILN_LOWERING_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileToKernelPass : Pass<"convert-tile-to-kernel", "::mlir::ModuleOp"> {
  let summary = "turn tile form into kernel form, access by element";
  let description = [{
    Every function in tile form becomes a `gpu.func` in a `gpu.module`, tensors
    become vectors of the same shape, and the shape ops of `tile` become those of
    `vector`. Accesses through pointers stay `tile.load` and `tile.store`, now on
    vectors: the rung of the access ladder that is always right. A later
    `select-access-rungs` finds better ones.

    ```mlir
    %c = tile.range 0 to 64 : tensor<64xi32>
    // becomes
    %s = vector.step : vector<64xindex>
    %c = arith.index_cast %s : vector<64xindex> to vector<64xi32>
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::vector::VectorDialect",
                           "::mlir::arith::ArithDialect"];
}

def LowerViewsPass : Pass<"lower-views", "::mlir::gpu::GPUModuleOp"> {
  let summary = "turn accesses of views into accesses through pointers";
  let description = [{
    A `!tile.view` becomes its parts: pointer, extents, strides, and whether it pads
    with NaN; loops, branches and selects carry the parts. An access of a block
    becomes `tile.load`, `tile.store` or `tile.atomic_rmw` with an offset and a mask
    for each lane, computed in 64 bits; `select-access-rungs` then finds the strided
    access in it again, under the same rules as for any other.

    ```mlir
    %v = tile.make_view %p, [%m], [%s] pad zero : !tile.ptr -> !tile.view<64xf32>
    %x = tile.load_view %v[%i] : !tile.view<64xf32> -> vector<64xf32>
    // becomes, for o[k] = k * s and q[k] = 0 <= i + k < m
    %u = arith.muli %i64, %s : i64
    %a = tile.ptr_add %p, %u x f32 : !tile.ptr, i64
    %x = tile.load %a[%o] mask %q : !tile.ptr, vector<64xi64> -> vector<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def SelectAccessRungsPass : Pass<"select-access-rungs", "::mlir::gpu::GPUModuleOp"> {
  let summary = "lift element accesses to strided views where that is provably the same";
  let description = [{
    Offsets and masks of each access are analysed as affine functions of the lane
    coordinates. An access whose offsets are affine becomes a `tile.view` with a
    `vector.transfer_read` or `transfer_write`; a mask that is a box becomes
    `tile.box_mask`. Where exactness depends on a value that is known only at run
    time, both versions are made under an `scf.if`. With `runs`, what is contiguous
    along the minor dimension only, from places that are not affine, becomes
    `tile.gather_runs` or `tile.scatter_runs`. The rest stays as it was. With `remarks`, one remark per access tells its rung and the reason.

    ```mlir
    %v = tile.load %p[%offs] mask %m : !tile.ptr, vector<64xi32> -> vector<64xf32>
    // becomes, for offs = 64 * pid + lane and m = offs < n
    %mem = tile.view %p + %first strides [%one] : !tile.ptr
        -> memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>
    %box = tile.box_mask [%zero], [%rest] : vector<64xi1>
    %v = vector.transfer_read %mem[%c0], %pad, %box {in_bounds = [true]}
        : memref<64xf32, strided<[?], offset: ?>, #tile.space<"global">>, vector<64xf32>
    ```
  }];
  let options = [Option<"remarks", "remarks", "bool", "false", "emit a remark for each access">,
                 Option<"copyDimensions", "copy-dimensions", "int64_t", "0",
                        "dimensions of the target's copy engine, which moves boxes with a minor stride of 1; "
                        "0: there is none, any strided access will do">,
                 Option<"boxes", "boxes", "bool", "false",
                        "accesses with a mask that is not a box stay by element, as staging needs it">,
                 Option<"runs", "runs", "bool", "false", "gather and scatter runs of contiguous elements as such">];
  let statistics = [Statistic<"stridedAccesses", "strided-accesses", "accesses on a strided rung">,
                    Statistic<"runAccesses", "run-accesses", "accesses by runs">,
                    Statistic<"elementAccesses", "element-accesses", "accesses left by element">];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def WidenLoopsPass : Pass<"widen-loops", "::mlir::gpu::GPUModuleOp"> {
  let summary = "count loops in 64 bits";
  let description = [{
    A loop whose bounds have 32 bits or fewer counts in 64 bits, so that the step
    after the last iteration cannot wrap around and start it again. Unsigned loops
    become signed ones.

    ```mlir
    scf.for %i = %lo to %hi step %st : i32 {
    // becomes
    scf.for %w = %lo64 to %hi64 step %st64 : i64 {
      %i = arith.trunci %w : i64 to i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def NarrowWideIntegersPass : Pass<"narrow-wide-integers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "compute 64-bit integer tiles in 32 bits where that is provably the same";
  let description = [{
    Where value ranges prove that a tile of i64 holds nothing but 32-bit numbers, the
    op that makes it works on their low words, and the result is sign-extended. So do
    comparisons and conversions to floats of such tiles; offsets of accesses are cut to
    32 bits. Every result stays the same, bit for bit. Scalars are left alone.

    ```mlir
    %w = arith.extsi %x : vector<64xi8> to vector<64xi64>
    %s = arith.addi %w, %w : vector<64xi64>
    // becomes
    %n = arith.extsi %x : vector<64xi8> to vector<64xi32>
    %t = arith.addi %n, %n : vector<64xi32>
    %s = arith.extsi %t : vector<64xi32> to vector<64xi64>
    ```
  }];
  let statistics = [Statistic<"narrowed", "narrowed", "ops and offsets that were narrowed">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def VerifyKernelFormPass : Pass<"verify-kernel-form", "::mlir::gpu::GPUModuleOp"> {
  let summary = "check that kernels keep to kernel form";
  let description = [{
    Changes nothing. Fails at the first op that is not in the closed list of kernel
    form (docs/kernel-form.md), that is about threads, or that is undefined for some
    operands without `tile.proof`; at a region of several blocks, a tensor, a view,
    a transfer that may be out of bounds, and memory of elements that are no whole
    bytes. Functions have to be marked `kiln.form = "kernel"`.

    ```mlir
    %t = gpu.thread_id x
    // error: 'gpu.thread_id' is about threads; a kernel in kernel form runs once for each program instance
    ```
  }];
}

def ExpandAtomicsPass : Pass<"expand-atomics", "::mlir::gpu::GPUModuleOp"> {
  let summary = "atomics that a target lacks become compare and swap";
  let description = [{
    Atomics on tiles become loops over their lanes, in ascending order; so do those on
    buffers and those of one scalar that `keep` does not name. A scalar operation
    becomes a loop around `tile.atomic_cas` of integers, the one operation that a
    target must have. `keep` lists operations by name and element type; compare and swap of
    buffers is `cas`. `keep-scalars` lists those that stay where they are on one scalar
    without a mask, while buffers and tiles still become loops over such scalars.

    ```mlir
    %old = tile.atomic_rmw inc relaxed device %v, %p : i32, !tile.ptr
    // becomes
    %old = scf.while (%guess = %zero) : (i32) -> i32 {
      %next = // 0 where %guess >= %v, else %guess + 1
      %seen = tile.atomic_cas relaxed device %guess, %next, %p : i32, !tile.ptr
      %differs = arith.cmpi ne, %seen, %guess : i32
      scf.condition(%differs) %seen : i32
    } do { .. }
    ```
  }];
  let options = [ListOption<"keep", "keep", "std::string",
                            "operations of buffers and scalars that stay, e.g. add:i32 or cas:f32">,
                 ListOption<"keepScalars", "keep-scalars", "std::string",
                            "operations of one scalar without a mask that stay">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ExpandTotalArithmeticPass : Pass<"expand-total-arithmetic", "::mlir::gpu::GPUModuleOp"> {
  let summary = "turn ops with a result for every operand into guarded ops of arith";
  let description = [{
    Integer division, remainder, shifts and float-to-integer conversions of `tile`
    become those of `arith`, whose operands are replaced first where the result
    would be undefined; `tile.proof = "guard"` says so. `tile.clamp` becomes a
    maximum and a minimum. On scalars and vectors.

    ```mlir
    %q = tile.divui %a, %b : i32
    // becomes
    %z = arith.cmpi eq, %b, %c0 : i32
    %s = arith.select %z, %c1, %b : i32
    %d = arith.divui %a, %s {tile.proof = "guard"} : i32
    %q = arith.select %z, %ones, %d : i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExpandNarrowFloatsPass : Pass<"expand-narrow-floats", "::mlir::gpu::GPUModuleOp"> {
  let summary = "compute with f16, bf16 and fp8 in f32";
  let description = [{
    Arithmetic on floats below 32 bits becomes arithmetic in f32 (`math.fma` in
    f64) between conversions, each result rounded once; conversions become integer
    arithmetic on the bits, with the rounding and overflow of docs/semantics.md.
    So do all `tile.cast`. What only moves floats stays. On scalars and vectors.

    Arithmetic on the formats of `keep` stays, too, and `arith.extf` and `truncf`
    convert between them and f32.

    ```mlir
    %s = arith.addf %a, %b : f16
    // becomes, where widen and narrow are integer arithmetic
    %s = narrow(arith.addf(widen(%a), widen(%b)))
    ```
  }];
  let options = [ListOption<"keep", "keep", "std::string", "narrow formats that the target computes with, e.g. f16">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif // KILN_LOWERING_PASSES_TD
