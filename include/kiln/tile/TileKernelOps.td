// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of kernel form and below: whole tiles are vectors, memory is memrefs.

#ifndef KILN_TILE_KERNEL_OPS_TD
#define KILN_TILE_KERNEL_OPS_TD

include "kiln/tile/TileDialect.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"

def Tile_SpaceView : MemRefRankOf<[AnySignlessInteger, AnyFloat], [0, 1, 2, 3, 4, 5, 6, 7, 8]>;

def Tile_ViewOp : Tile_Op<"view", [Pure]> {
  let summary = "a strided memref over memory behind a pointer";
  let description = [{
    Element (i, j, ..) of the result is at `pointer` + `offset` + i * strides[0] +
    j * strides[1] + .. elements. The sizes are the memref's; strides and offset
    are run-time values, so that the memref's layout is dynamic.

    ```mlir
    %m = tile.view %p + %o strides [%s, %one] : !tile.ptr
        -> memref<64x32xf32, strided<[?, ?], offset: ?>, #tile.space<"global">>
    ```
  }];
  let arguments = (ins Tile_PtrType:$pointer, I64:$offset, Variadic<I64>:$strides);
  let results = (outs Tile_SpaceView:$result);
  let assemblyFormat = [{
    $pointer `+` $offset `strides` `[` $strides `]` attr-dict `:` type($pointer) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_WordsOp : Tile_Op<"words", [Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "the 32-bit words of a buffer of 64-bit integers";
  let description = [{
    The same bytes seen as words, in a new minor dimension of extent 2: the low word
    first, as memory has it. For machines whose vectors hold no 64-bit integers.

    ```mlir
    %w = tile.words %b : memref<4x64xi64, #tile.space<"spm">> -> memref<4x64x2xi32, #tile.space<"spm">>
    ```
  }];
  let arguments = (ins MemRefRankOf<[I64], [0, 1, 2, 3, 4, 5, 6, 7]>:$buffer);
  let results = (outs MemRefRankOf<[I32], [1, 2, 3, 4, 5, 6, 7, 8]>:$result);
  let assemblyFormat = "$buffer attr-dict `:` type($buffer) `->` type($result)";
  let builders = [OpBuilder<(ins "::mlir::Value":$buffer)>];
  let hasVerifier = 1;
}

def Tile_ToLayoutOp : Tile_Op<"to_layout", [Pure, SameOperandsAndResultType]> {
  let summary = "the same tile, laid out in another way";
  let description = [{
    The value is that of the operand. `assign-layouts` puts it where a tile is needed in
    another layout than it has; native and distributed form make it a move of elements.

    ```mlir
    %y = tile.to_layout %x : vector<64xf32> to #tile.layout<[64], element = [[1], [2], [4], [8], [16], [32]]>
    ```
  }];
  let arguments = (ins VectorOfAnyRankOf<[AnySignlessInteger, AnyFloat, Index, Tile_PtrType]>:$value,
                       Tile_LayoutAttr:$layout);
  let results = (outs VectorOfAnyRankOf<[AnySignlessInteger, AnyFloat, Index, Tile_PtrType]>:$result);
  let assemblyFormat = "$value `:` type($result) `to` qualified($layout) attr-dict";
  let hasVerifier = 1;
}

def Tile_BoxMaskOp : Tile_Op<"box_mask", [Pure, AttrSizedOperandSegments]> {
  let summary = "the mask that is true inside a box";
  let description = [{
    Lane (i, j, ..) is true where `low[d] <= i_d < high[d]` for every dimension d.
    Bounds outside the tile are legal; an empty box is all false.

    ```mlir
    %m = tile.box_mask [%l0, %l1], [%h0, %h1] : vector<64x32xi1>
    ```
  }];
  let arguments = (ins Variadic<I64>:$low, Variadic<I64>:$high);
  let results = (outs Tile_MaskTile:$result);
  let assemblyFormat = "`[` $low `]` `,` `[` $high `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tile_GatherRunsOp : Tile_Op<"gather_runs"> {
  let summary = "load runs of contiguous elements, each from where an index says";
  let description = [{
    The minor dimension of the result is a run; `runs` has an index for each, of its
    other dimensions. Element (i, .., j) is the one at `pointer` + `offset` +
    runs[i, ..] + j elements, where `low <= j < high` and mask[i, ..] is true. In the
    other lanes no memory is touched and the result is 0. Indices are sign-extended
    and summed in 64 bits.

    ```mlir
    %t = tile.gather_runs %p + %o runs %r from %lo to %hi mask %m
        : !tile.ptr, vector<16xi32>, vector<16xi1> -> vector<16x256xf16>
    ```
  }];
  let arguments = (ins Arg<Tile_PtrType, "", [MemRead]>:$pointer, I64:$offset, Tile_IntTile:$runs, I64:$low, I64:$high,
                       Optional<Tile_MaskTile>:$mask);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = [{
    $pointer `+` $offset `runs` $runs `from` $low `to` $high (`mask` $mask^)? attr-dict
    `:` type($pointer) `,` type($runs) (`,` type($mask)^)? `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_ScatterRunsOp : Tile_Op<"scatter_runs"> {
  let summary = "store runs of contiguous elements, each to where an index says";
  let description = [{
    The inverse of `tile.gather_runs`, run by run in ascending order: of runs that
    overlap the last one wins.

    ```mlir
    tile.scatter_runs %t to %p + %o runs %r from %lo to %hi
        : vector<16x256xf16>, !tile.ptr, vector<16xi32>
    ```
  }];
  let arguments = (ins Tile_AnyTile:$value, Arg<Tile_PtrType, "", [MemWrite]>:$pointer, I64:$offset, Tile_IntTile:$runs,
                       I64:$low, I64:$high, Optional<Tile_MaskTile>:$mask);
  let assemblyFormat = [{
    $value `to` $pointer `+` $offset `runs` $runs `from` $low `to` $high (`mask` $mask^)? attr-dict
    `:` type($value) `,` type($pointer) `,` type($runs) (`,` type($mask)^)?
  }];
  let hasVerifier = 1;
}

def Tile_CopyOp : Tile_Op<"copy", [AttrSizedOperandSegments]> {
  let summary = "move a box between two memory spaces";
  let description = [{
    Copies element by element where `low[d] <= i_d < high[d]`; source and target
    have the same shape and element type. With `fill`, target elements outside the
    box become that value; without it they stay, and no source element outside
    the box is touched in either case. One of the two sides is device memory, or
    both are on the chip.

    ```mlir
    tile.copy %global to %chip [%l0], [%h0] fill %z
        : memref<1024xf32, strided<[?], offset: ?>, #tile.space<"global">>,
          memref<1024xf32, #tile.space<"spm">>, f32
    ```
  }];
  let arguments = (ins Arg<Tile_SpaceView, "", [MemRead]>:$source, Arg<Tile_SpaceView, "", [MemWrite]>:$target,
                       Variadic<I64>:$low, Variadic<I64>:$high,
                       Optional<AnyTypeOf<[AnySignlessInteger, AnyFloat]>>:$fill);
  let assemblyFormat = [{
    $source `to` $target `[` $low `]` `,` `[` $high `]` (`fill` $fill^)? attr-dict
    `:` type($source) `,` type($target) (`,` type($fill)^)?
  }];
  let hasVerifier = 1;
}

def Tile_CopyGatherOp : Tile_Op<"copy_gather", [AttrSizedOperandSegments]> {
  let summary = "fetch elements by address into an on-chip buffer";
  let description = [{
    Element i of `target`, in row-major order, becomes the element at `pointer` plus
    element i of `offsets` (sign-extended, in elements). Where element i of `mask` is
    0 no memory is touched and the target takes `fill`, or 0 where there is none. The
    contents of `mask` are used up.

    ```mlir
    tile.copy_gather %p[%offs] mask %m fill %z to %b : !tile.ptr, memref<64xi32, #tile.space<"spm">>,
        memref<64xi8, #tile.space<"spm">>, f32, memref<64xf32, #tile.space<"spm">>
    ```
  }];
  let arguments = (ins Arg<Tile_PtrType, "", [MemRead]>:$pointer, Arg<Tile_SpaceView, "", [MemRead]>:$offsets,
                       Arg<Optional<Tile_SpaceView>, "", [MemRead, MemWrite]>:$mask,
                       Optional<AnyTypeOf<[AnySignlessInteger, AnyFloat]>>:$fill,
                       Arg<Tile_SpaceView, "", [MemWrite]>:$target);
  let assemblyFormat = [{
    $pointer `[` $offsets `]` (`mask` $mask^)? (`fill` $fill^)? `to` $target attr-dict
    `:` custom<GatherTypes>(ref($mask), ref($fill), type($pointer), type($offsets), type($mask), type($fill),
                            type($target))
  }];
  let hasVerifier = 1;
}

def Tile_CopyScatterOp : Tile_Op<"copy_scatter"> {
  let summary = "store elements of an on-chip buffer by address";
  let description = [{
    The inverse of `tile.copy_gather`, in ascending order of elements.

    ```mlir
    tile.copy_scatter %b to %p[%offs] mask %m : memref<64xf32, #tile.space<"spm">>, !tile.ptr,
        memref<64xi32, #tile.space<"spm">>, memref<64xi8, #tile.space<"spm">>
    ```
  }];
  let arguments = (ins Arg<Tile_SpaceView, "", [MemRead]>:$source, Arg<Tile_PtrType, "", [MemWrite]>:$pointer,
                       Arg<Tile_SpaceView, "", [MemRead]>:$offsets,
                       Arg<Optional<Tile_SpaceView>, "", [MemRead, MemWrite]>:$mask);
  let assemblyFormat = [{
    $source `to` $pointer `[` $offsets `]` (`mask` $mask^)? attr-dict
    `:` type($source) `,` type($pointer) `,` type($offsets) (`,` type($mask)^)?
  }];
  let hasVerifier = 1;
}

def Tile_ContractOp : Tile_Op<"contract"> {
  let summary = "add the product of two buffers to a third";
  let description = [{
    `accumulator[m, n] += lhs[m, k] * rhs[k, n]`, for each element one chain of
    products in ascending k that starts with what the accumulator holds. The
    staged form of `tile.dot`; the three buffers do not overlap.

    ```mlir
    tile.contract %a, %b into %c tf32
        : memref<64x16xf32, #tile.space<"spm">>, memref<16x16xf32, #tile.space<"spm">>,
          memref<64x16xf32, #tile.space<"acc">>
    ```
  }];
  let arguments = (ins Arg<Tile_SpaceView, "", [MemRead]>:$lhs, Arg<Tile_SpaceView, "", [MemRead]>:$rhs,
                       Arg<Tile_SpaceView, "", [MemRead, MemWrite]>:$accumulator, Tile_Precision:$precision);
  let assemblyFormat = [{
    $lhs `,` $rhs `into` $accumulator $precision attr-dict `:` type($lhs) `,` type($rhs) `,` type($accumulator)
  }];
  let hasVerifier = 1;
}

def Tile_CopyAtomicRmwOp : Tile_Op<"copy_atomic_rmw", [AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "atomic operations on elements by address, from on-chip buffers";
  let description = [{
    The buffer form of `tile.atomic_rmw`: element i of `values`, in row-major order,
    is combined into the element at `pointer` plus element i of `offsets`
    (sign-extended, in elements), in ascending order of i. With `old`, element i of it
    becomes what memory held before, or 0 where element i of `mask` is 0. The contents
    of `mask` are used up.

    ```mlir
    tile.copy_atomic_rmw add relaxed device %v to %p[%offs] mask %m old %o
        : memref<64xi32, #tile.space<"spm">>, !tile.ptr, memref<64xi32, #tile.space<"spm">>,
          memref<64xi8, #tile.space<"spm">>, memref<64xi32, #tile.space<"spm">>
    ```
  }];
  let arguments = (ins Tile_Atomic:$kind, Tile_Ordering:$ordering, Tile_Scope:$scope,
                       Tile_SpaceView:$values, Tile_PtrType:$pointer, Tile_SpaceView:$offsets,
                       Optional<Tile_SpaceView>:$mask, Optional<Tile_SpaceView>:$old);
  let assemblyFormat = [{
    $kind $ordering $scope $values `to` $pointer `[` $offsets `]` (`mask` $mask^)? (`old` $old^)? attr-dict
    `:` type($values) `,` type($pointer) `,` type($offsets)
    `` custom<OptionalTypes>(ref($mask), ref($old), type($mask), type($old))
  }];
  let hasVerifier = 1;
}

def Tile_CopyAtomicCasOp : Tile_Op<"copy_atomic_cas", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "compare and swap of elements by address, from on-chip buffers";
  let description = [{
    The buffer form of `tile.atomic_cas`; addresses, order, `mask` and `old` are as in
    `tile.copy_atomic_rmw`, but `old` is always there.

    ```mlir
    tile.copy_atomic_cas acq_rel device %cmp, %new to %p[%offs] old %o
        : memref<64xi32, #tile.space<"spm">>, memref<64xi32, #tile.space<"spm">>, !tile.ptr,
          memref<64xi32, #tile.space<"spm">>, memref<64xi32, #tile.space<"spm">>
    ```
  }];
  let arguments = (ins Tile_Ordering:$ordering, Tile_Scope:$scope, Tile_SpaceView:$compare,
                       Tile_SpaceView:$values, Tile_PtrType:$pointer, Tile_SpaceView:$offsets,
                       Optional<Tile_SpaceView>:$mask, Tile_SpaceView:$old);
  let assemblyFormat = [{
    $ordering $scope $compare `,` $values `to` $pointer `[` $offsets `]` (`mask` $mask^)? `old` $old attr-dict
    `:` type($compare) `,` type($values) `,` type($pointer) `,` type($offsets)
    `` custom<OptionalTypes>(ref($mask), ref($old), type($mask), type($old))
  }];
  let hasVerifier = 1;
}

def Tile_PrintElementOp : Tile_Op<"print_element", [MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "send one line to the host";
  let description = [{
    What a `tile.print` does for one element: program id and `indices`, `prefix`,
    the value. Integers print as signed unless `unsigned` is there; `hex` prints
    bits. Without a value the line ends behind the prefix.

    ```mlir
    tile.print_element "x: " hex %v at [%i, %j] : i32
    ```
  }];
  let arguments = (ins StrAttr:$prefix, UnitAttr:$hex, UnitAttr:$isUnsigned, Optional<Tile_Element>:$value,
                       Variadic<Index>:$indices);
  let assemblyFormat = [{
    $prefix (`hex` $hex^)? (`unsigned` $isUnsigned^)? ($value^)? `at` `[` $indices `]` attr-dict (`:` type($value)^)?
  }];
}

#endif // KILN_TILE_KERNEL_OPS_TD
