// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program ids, pointers, and every access to memory in tile form.

#ifndef KILN_TILE_MEMORY_OPS_TD
#define KILN_TILE_MEMORY_OPS_TD

include "kiln/tile/TileDialect.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Tile_GridOp<string mnemonic>
    : Tile_Op<mnemonic, [Pure, DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let arguments = (ins Tile_Axis:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}

def Tile_ProgramIdOp : Tile_GridOp<"program_id"> {
  let summary = "index of this program instance along one grid axis";
  let description = [{
    At least 0 and below `tile.num_programs` of the same axis.

    ```mlir
    %pid = tile.program_id x : i32
    ```
  }];
}

def Tile_NumProgramsOp : Tile_GridOp<"num_programs"> {
  let summary = "extent of the grid along one axis";
  let description = [{
    At least 1 and at most 2^31 - 1.

    ```mlir
    %n = tile.num_programs y : i32
    ```
  }];
}

def Tile_PtrAddOp : Tile_Op<"ptr_add", [Pure, AllTypesMatch<["pointer", "result"]>]> {
  let summary = "advance a pointer by a number of elements";
  let description = [{
    The address plus `offset` times the byte size of `elementType`, modulo 2^64;
    i1 elements take one byte. A narrower offset is sign-extended. With a tile
    of pointers, `offset` is a tile of the same shape.

    ```mlir
    %q = tile.ptr_add %p, %row x f32 : !tile.ptr, i64
    ```
  }];
  let arguments = (ins Tile_Pointers:$pointer, Tile_Int:$offset, TypeAttr:$elementType);
  let results = (outs Tile_Pointers:$result);
  let assemblyFormat = "$pointer `,` $offset `x` $elementType attr-dict `:` type($pointer) `,` type($offset)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Tile_PtrToIntOp : Tile_Op<"ptr_to_int", [Pure]> {
  let summary = "the address in a pointer, as an i64";
  let description = [{
    ```mlir
    %a = tile.ptr_to_int %p : !tile.ptr -> i64
    ```
  }];
  let arguments = (ins Tile_Pointers:$pointer);
  let results = (outs Tile_Int:$result);
  let assemblyFormat = "$pointer attr-dict `:` type($pointer) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_IntToPtrOp : Tile_Op<"int_to_ptr", [Pure]> {
  let summary = "the pointer with a given address";
  let description = [{
    ```mlir
    %p = tile.int_to_ptr %a : i64 -> !tile.ptr
    ```
  }];
  let arguments = (ins Tile_Int:$address);
  let results = (outs Tile_Pointers:$result);
  let assemblyFormat = "$address attr-dict `:` type($address) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

defvar accessText = [{
    The address of a lane is `pointer` plus its element of `offsets` (sign-extended
    to 64 bits) times the byte size of the accessed element; without `offsets`,
    `pointer` is either the one address of a scalar access or a tile with an address
    per lane. A lane whose `mask` is false touches no memory. i1 occupies one byte:
    it is read as "not 0" and written as 0 or 1.
}];

// Pointer, optional offsets, optional mask: what every access through pointers has.
class Tile_AccessOp<string mnemonic, list<Trait> traits = []>
    : Tile_Op<mnemonic, !listconcat(traits, [AttrSizedOperandSegments])> {
  let hasVerifier = 1;
}

def Tile_LoadOp : Tile_AccessOp<"load", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "read a scalar or a tile through a pointer";
  let description = accessText # [{
    A masked-off lane gives its element of `other`, or 0 where there is none. A
    volatile load is neither merged nor removed nor moved over other accesses.

    ```mlir
    %v = tile.load %p[%offs] mask %m other %z : !tile.ptr, tensor<64xi32> -> tensor<64xf32>
    %s = tile.load %p : !tile.ptr -> i32
    ```
  }];
  let arguments = (ins Tile_Pointers:$pointer, Optional<Tile_IntTile>:$offsets,
                       Optional<Tile_Mask>:$mask, Optional<Tile_Value>:$other,
                       UnitAttr:$isVolatile);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    (`volatile` $isVolatile^)? $pointer (`[` $offsets^ `]`)? (`mask` $mask^)? (`other` $other^)?
    attr-dict `:` custom<LoadTypes>(ref($offsets), ref($mask), ref($other), type($pointer), type($offsets),
                                      type($mask), type($other), type($result))
  }];
  let hasCanonicalizer = 1;
}

def Tile_StoreOp : Tile_AccessOp<"store", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "write a scalar or a tile through a pointer";
  let description = accessText # [{
    Lanes with equal addresses leave the value of one of them.

    ```mlir
    tile.store %v, %p[%offs] mask %m : tensor<64xf32>, !tile.ptr, tensor<64xi32>
    ```
  }];
  let arguments = (ins Tile_Value:$value, Tile_Pointers:$pointer, Optional<Tile_IntTile>:$offsets,
                       Optional<Tile_Mask>:$mask, UnitAttr:$isVolatile);
  let assemblyFormat = [{
    (`volatile` $isVolatile^)? $value `,` $pointer (`[` $offsets^ `]`)? (`mask` $mask^)?
    attr-dict `:` custom<StoreTypes>(ref($offsets), ref($mask), type($value), type($pointer), type($offsets),
                                       type($mask))
  }];
  let hasCanonicalizer = 1;
}

def Tile_AtomicRmwOp : Tile_AccessOp<"atomic_rmw", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "replace memory by a function of it, atomically; give the old value";
  let description = accessText # [{
    Each lane is one atomic operation; lanes take effect in ascending order of
    their index as far as this program instance can tell. A masked-off lane
    gives 0. `fmax` and `fmin` ignore a NaN operand; `inc` and `dec` are
    the wrapping increment and decrement: `inc` goes from the operand to 0, `dec` from 0 to the operand.

    ```mlir
    %old = tile.atomic_rmw add relaxed device %v, %p[%offs] mask %m
        : tensor<64xi32>, !tile.ptr, tensor<64xi32>
    ```
  }];
  let arguments = (ins Tile_Atomic:$kind, Tile_Ordering:$ordering, Tile_Scope:$scope,
                       Tile_Value:$value, Tile_Pointers:$pointer, Optional<Tile_IntTile>:$offsets,
                       Optional<Tile_Mask>:$mask);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $kind $ordering $scope $value `,` $pointer (`[` $offsets^ `]`)? (`mask` $mask^)?
    attr-dict `:` custom<AtomicTypes>(ref($offsets), ref($mask), type($value), type($pointer), type($offsets),
                                        type($mask), type($result))
  }];
}

def Tile_AtomicCasOp : Tile_AccessOp<"atomic_cas", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "compare and swap, atomically; give the old value";
  let description = accessText # [{
    Where memory equals `compare` bit for bit it becomes `value`.

    ```mlir
    %old = tile.atomic_cas acq_rel device %cmp, %new, %p : i32, !tile.ptr
    ```
  }];
  let arguments = (ins Tile_Ordering:$ordering, Tile_Scope:$scope, Tile_Value:$compare,
                       Tile_Value:$value, Tile_Pointers:$pointer, Optional<Tile_IntTile>:$offsets,
                       Optional<Tile_Mask>:$mask);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $ordering $scope $compare `,` $value `,` $pointer (`[` $offsets^ `]`)? (`mask` $mask^)?
    attr-dict `:` custom<CasTypes>(ref($offsets), ref($mask), type($compare), type($value), type($pointer),
                                     type($offsets), type($mask), type($result))
  }];
}

def Tile_FenceOp : Tile_Op<"fence", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "order all earlier accesses of this program instance before all later ones";
  let description = [{
    ```mlir
    tile.fence acq_rel device
    ```
  }];
  let arguments = (ins Tile_Ordering:$ordering, Tile_Scope:$scope);
  let assemblyFormat = "$ordering $scope attr-dict";
}

def Tile_MakeViewOp : Tile_Op<"make_view", [Pure, AttrSizedOperandSegments]> {
  let summary = "describe a strided array in memory";
  let description = [{
    `extents` and `strides` (in elements) have one entry per dimension of the
    view. Reads outside the extents give the padding, writes there do nothing.

    ```mlir
    %v = tile.make_view %p, [%m, %n], [%sm, %sn] pad zero : !tile.ptr -> !tile.view<128x64xf16>
    ```
  }];
  let arguments = (ins Tile_PtrType:$pointer, Variadic<I64>:$extents, Variadic<I64>:$strides,
                       Tile_Padding:$padding);
  let results = (outs Tile_ViewType:$result);
  let assemblyFormat = [{
    $pointer `,` `[` $extents `]` `,` `[` $strides `]` `pad` $padding attr-dict
    `:` type($pointer) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_LoadViewOp : Tile_Op<"load_view", [MemoryEffects<[MemRead]>]> {
  let summary = "read the block of a view that starts at the given coordinates";
  let description = [{
    Lanes outside the view's extents give its padding and touch no memory. The
    result may drop or add unit dimensions of the block.

    ```mlir
    %t = tile.load_view %v[%i, %j] : !tile.view<128x64xf16> -> tensor<128x64xf16>
    ```
  }];
  let arguments = (ins Tile_ViewType:$view, Variadic<I32>:$indices);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = "$view `[` $indices `]` attr-dict `:` type($view) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_StoreViewOp : Tile_Op<"store_view", [MemoryEffects<[MemWrite]>]> {
  let summary = "write a block of a view";
  let description = [{
    Lanes outside the view's extents are not written.

    ```mlir
    tile.store_view %t, %v[%i, %j] : tensor<128x64xf16>, !tile.view<128x64xf16>
    ```
  }];
  let arguments = (ins Tile_AnyTile:$value, Tile_ViewType:$view, Variadic<I32>:$indices);
  let assemblyFormat = "$value `,` $view `[` $indices `]` attr-dict `:` type($value) `,` type($view)";
  let hasVerifier = 1;
}

def Tile_ReduceViewOp : Tile_Op<"reduce_view", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "combine a tile into a block of a view, each element atomically";
  let description = [{
    Relaxed, device scope. Lanes outside the view's extents do nothing.

    ```mlir
    tile.reduce_view fadd %t, %v[%i, %j] : tensor<32x64xf16>, !tile.view<32x64xf16>
    ```
  }];
  let arguments = (ins Tile_Atomic:$kind, Tile_AnyTile:$value, Tile_ViewType:$view, Variadic<I32>:$indices);
  let assemblyFormat = "$kind $value `,` $view `[` $indices `]` attr-dict `:` type($value) `,` type($view)";
  let hasVerifier = 1;
}

def Tile_GatherViewOp : Tile_Op<"gather_view", [MemoryEffects<[MemRead]>]> {
  let summary = "read rows of a view by their numbers";
  let description = [{
    Row r of the result is row `rows[r]` of the 2-D view from column `column` on.
    A row or column outside the extents gives the padding.

    ```mlir
    %t = tile.gather_view %v[%rows, %y] : !tile.view<1x64xf16>, tensor<32xi32> -> tensor<32x64xf16>
    ```
  }];
  let arguments = (ins Tile_ViewType:$view, Tile_IntTile:$rows, I32:$column);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = [{
    $view `[` $rows `,` $column `]` attr-dict `:` type($view) `,` type($rows) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_ScatterViewOp : Tile_Op<"scatter_view", [MemoryEffects<[MemWrite]>]> {
  let summary = "write rows of a view by their numbers";
  let description = [{
    The inverse of `tile.gather_view`; rows and columns outside are not written.

    ```mlir
    tile.scatter_view %t, %v[%rows, %y] : tensor<32x64xf16>, !tile.view<1x64xf16>, tensor<32xi32>
    ```
  }];
  let arguments = (ins Tile_AnyTile:$value, Tile_ViewType:$view, Tile_IntTile:$rows, I32:$column);
  let assemblyFormat = [{
    $value `,` $view `[` $rows `,` $column `]` attr-dict `:` type($value) `,` type($view) `,` type($rows)
  }];
  let hasVerifier = 1;
}

#endif // KILN_TILE_MEMORY_OPS_TD
