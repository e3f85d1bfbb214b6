// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of kernel form and below: whole tiles are vectors, memory is memrefs.

#ifndef KILN_TILE_KERNEL_OPS_TD
#define KILN_TILE_KERNEL_OPS_TD

include "kiln/tile/TileDialect.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

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

#endif // KILN_TILE_KERNEL_OPS_TD
