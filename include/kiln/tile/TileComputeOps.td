// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape changes, total arithmetic, contraction, reduction, scan and the ops
// that report to the host. They work on tensors and on vectors.

#ifndef KILN_TILE_COMPUTE_OPS_TD
#define KILN_TILE_COMPUTE_OPS_TD

include "kiln/tile/TileDialect.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===-- shape ------------------------------------------------------------===//

def Tile_RangeOp : Tile_Op<"range", [Pure,
    DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let summary = "the integers start, start + 1, ... as a 1-D tile";
  let description = [{
    ```mlir
    %c = tile.range 0 to 1024 : tensor<1024xi32>
    ```
  }];
  let arguments = (ins I64Attr:$start, I64Attr:$end);
  let results = (outs Tile_IntTile:$result);
  let assemblyFormat = "$start `to` $end attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tile_BroadcastOp : Tile_Op<"broadcast", [Pure, DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let summary = "repeat a scalar, or a tile along its unit dimensions";
  let description = [{
    The source is a scalar or has the rank of the result, with each extent equal
    to the result's or 1.

    ```mlir
    %t = tile.broadcast %s : f32 -> tensor<4x8xf32>
    %u = tile.broadcast %r : tensor<1x8xf32> -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Tile_Value:$source);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_ReshapeOp : Tile_Op<"reshape", [Pure]> {
  let summary = "the same elements, in row-major order, under another shape";
  let description = [{
    With `any_order` the elements may come in any order (Triton's allow_reorder);
    the reference keeps row-major order.

    ```mlir
    %t = tile.reshape %x : tensor<64xf32> -> tensor<8x8xf32>
    ```
  }];
  let arguments = (ins Tile_AnyTile:$source, UnitAttr:$anyOrder);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = "(`any_order` $anyOrder^)? $source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_TransposeOp : Tile_Op<"transpose", [Pure]> {
  let summary = "permute the dimensions of a tile";
  let description = [{
    Dimension d of the result is dimension `order[d]` of the source.

    ```mlir
    %t = tile.transpose %x [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Tile_AnyTile:$source, DenseI64ArrayAttr:$order);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = "$source $order attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_JoinOp : Tile_Op<"join", [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "put two tiles side by side in a new minor dimension of extent 2";
  let description = [{
    ```mlir
    %t = tile.join %a, %b : tensor<64xf32> -> tensor<64x2xf32>
    ```
  }];
  let arguments = (ins Tile_AnyTile:$lhs, Tile_AnyTile:$rhs);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_SplitOp : Tile_Op<"split", [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "take a tile with a minor dimension of extent 2 apart";
  let description = [{
    ```mlir
    %a, %b = tile.split %t : tensor<64x2xf32> -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Tile_AnyTile:$source);
  let results = (outs Tile_AnyTile:$lhs, Tile_AnyTile:$rhs);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($lhs)";
  let hasVerifier = 1;
}

def Tile_CatOp : Tile_Op<"cat", [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "append one tile to another along the first dimension";
  let description = [{
    ```mlir
    %t = tile.cat %a, %b : tensor<64xf32> -> tensor<128xf32>
    ```
  }];
  let arguments = (ins Tile_AnyTile:$lhs, Tile_AnyTile:$rhs);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_UnsplatOp : Tile_Op<"unsplat", [Pure]> {
  let summary = "the element of a tile that has just one";
  let description = [{
    ```mlir
    %s = tile.unsplat %t : tensor<1xf32> -> f32
    ```
  }];
  let arguments = (ins Tile_AnyTile:$source);
  let results = (outs Tile_Element:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_GatherOp : Tile_Op<"gather", [Pure]> {
  let summary = "pick elements of a tile along one axis by index";
  let description = [{
    `result[.., i, ..] = source[.., indices[.., i, ..], ..]` along `axis`. Every
    index is in range; the reference reports one that is not.

    ```mlir
    %t = tile.gather %x[%i] axis 1 : tensor<8x64xf32>, tensor<8x64xi32> -> tensor<8x64xf32>
    ```
  }];
  let arguments = (ins Tile_AnyTile:$source, Tile_IntTile:$indices, I64Attr:$axis);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` `axis` $axis attr-dict `:` type($source) `,` type($indices) `->` type($result)
  }];
  let hasVerifier = 1;
}

//===-- arithmetic with a result for every operand -----------------------===//

class Tile_TotalBinaryOp<string mnemonic, list<Trait> traits = []>
    : Tile_Op<mnemonic, !listconcat([Pure, SameOperandsAndResultType], ElementwiseMappable.traits, traits)> {
  let arguments = (ins Tile_Int:$lhs, Tile_Int:$rhs);
  let results = (outs Tile_Int:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}

class Tile_TotalDivisionOp<string mnemonic>
    : Tile_TotalBinaryOp<mnemonic, [DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]>;

def Tile_DivSIOp : Tile_TotalDivisionOp<"divsi"> {
  let summary = "signed division, rounded toward zero";
  let description = [{
    x / 0 = -1; the least value divided by -1 is the least value.

    ```mlir
    %q = tile.divsi %a, %b : tensor<64xi32>
    ```
  }];
  let hasFolder = 1;
}

def Tile_DivUIOp : Tile_TotalDivisionOp<"divui"> {
  let summary = "unsigned division";
  let description = [{
    x / 0 has all bits set.

    ```mlir
    %q = tile.divui %a, %b : i32
    ```
  }];
  let hasFolder = 1;
}

def Tile_RemSIOp : Tile_TotalDivisionOp<"remsi"> {
  let summary = "signed remainder, with the sign of the dividend";
  let description = [{
    x % 0 = x; the least value modulo -1 is 0.

    ```mlir
    %r = tile.remsi %a, %b : tensor<64xi32>
    ```
  }];
  let hasFolder = 1;
}

def Tile_RemUIOp : Tile_TotalDivisionOp<"remui"> {
  let summary = "unsigned remainder";
  let description = [{
    x % 0 = x.

    ```mlir
    %r = tile.remui %a, %b : i32
    ```
  }];
  let hasFolder = 1;
}

def Tile_ShlIOp : Tile_TotalBinaryOp<"shli"> {
  let summary = "shift left";
  let description = [{
    The count is unsigned; a count of the width or more gives 0.

    ```mlir
    %s = tile.shli %a, %n : tensor<64xi32>
    ```
  }];
  let hasFolder = 1;
}

def Tile_ShrUIOp : Tile_TotalBinaryOp<"shrui"> {
  let summary = "shift right, filling with zeros";
  let description = [{
    The count is unsigned; a count of the width or more gives 0.

    ```mlir
    %s = tile.shrui %a, %n : tensor<64xi32>
    ```
  }];
  let hasFolder = 1;
}

def Tile_ShrSIOp : Tile_TotalBinaryOp<"shrsi"> {
  let summary = "shift right, filling with the sign";
  let description = [{
    The count is unsigned; a count of the width or more gives 0 or -1, by sign.

    ```mlir
    %s = tile.shrsi %a, %n : tensor<64xi32>
    ```
  }];
  let hasFolder = 1;
}

class Tile_FloatToIntOp<string mnemonic>
    : Tile_Op<mnemonic, !listconcat([Pure, SameOperandsAndResultShape], ElementwiseMappable.traits)> {
  let arguments = (ins Tile_Float:$source);
  let results = (outs Tile_Int:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
}

def Tile_FPToSIOp : Tile_FloatToIntOp<"fptosi"> {
  let summary = "float to signed integer, toward zero, saturating";
  let description = [{
    NaN gives 0; values out of range give the nearest representable integer.

    ```mlir
    %i = tile.fptosi %f : tensor<64xf32> -> tensor<64xi32>
    ```
  }];
}

def Tile_FPToUIOp : Tile_FloatToIntOp<"fptoui"> {
  let summary = "float to unsigned integer, toward zero, saturating";
  let description = [{
    NaN gives 0; values out of range give the nearest representable integer.

    ```mlir
    %i = tile.fptoui %f : f32 -> i8
    ```
  }];
}

def Tile_CastOp : Tile_Op<"cast", !listconcat([Pure, SameOperandsAndResultShape], ElementwiseMappable.traits)> {
  let summary = "convert between float formats with a stated rounding";
  let description = [{
    A value too large for f16, bf16 or f32 becomes infinite, or the largest finite
    value when rounding toward zero. A conversion to fp8 saturates: anything
    beyond, infinities too, becomes the largest finite value. NaN stays NaN.

    ```mlir
    %h = tile.cast %x nearest : tensor<64xf32> -> tensor<64xf8E4M3FN>
    ```
  }];
  let arguments = (ins Tile_Float:$source, Tile_Rounding:$rounding);
  let results = (outs Tile_Float:$result);
  let assemblyFormat = "$source $rounding attr-dict `:` type($source) `->` type($result)";
}

def Tile_ClampOp : Tile_Op<"clamp", !listconcat([Pure, SameOperandsAndResultType], ElementwiseMappable.traits)> {
  let summary = "limit a float to a closed interval";
  let description = [{
    `min(max(source, low), high)`. A NaN source gives NaN under `propagate` and
    `low` under `ignore`.

    ```mlir
    %y = tile.clamp %x, %lo, %hi ignore : tensor<64xf32>
    ```
  }];
  let arguments = (ins Tile_Float:$source, Tile_Float:$low, Tile_Float:$high, Tile_NanRule:$nan);
  let results = (outs Tile_Float:$result);
  let assemblyFormat = "$source `,` $low `,` $high $nan attr-dict `:` type($result)";
}

//===-- contraction ------------------------------------------------------===//

def Tile_DotOp : Tile_Op<"dot", [Pure, AllTypesMatch<["init", "result"]>]> {
  let summary = "matrix product added to an accumulator";
  let description = [{
    `lhs` is [B x] M x K, `rhs` [B x] K x N, `init` and the result [B x] M x N. The
    reference adds the products in ascending k in the accumulator's type; what
    other orders and `precision` may change is in docs/semantics.md.

    ```mlir
    %d = tile.dot %a, %b, %c ieee : tensor<64x32xf16>, tensor<32x16xf16> -> tensor<64x16xf32>
    ```
  }];
  let arguments = (ins Tile_AnyTile:$lhs, Tile_AnyTile:$rhs, Tile_AnyTile:$init, Tile_Precision:$precision);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $init $precision attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_DotScaledOp : Tile_Op<"dot_scaled", [Pure, AttrSizedOperandSegments,
    TypesMatchWith<"init and result have one type", "result", "init", "$_self">]> {
  let summary = "matrix product of block-scaled operands";
  let description = [{
    One e8m0 scale for each 32 (16 for e2m1 with e4m3 scales) elements along K:
    `lhsScale` is M x K/32, `rhsScale` N x K/32. e2m1 elements are packed two to an
    i8, along K or, without the flag, along M or N.

    ```mlir
    %d = tile.dot_scaled %a scale %sa e4m3, %b scale %sb e4m3, %c
        : tensor<64x128xf8E4M3FN>, tensor<64x4xi8>, tensor<128x64xf8E4M3FN>, tensor<64x4xi8>
        -> tensor<64x64xf32>
    ```
  }];
  let arguments = (ins Tile_AnyTile:$lhs, Optional<Tile_AnyTile>:$lhsScale, Tile_ScaledFormat:$lhsFormat,
                       Tile_AnyTile:$rhs, Optional<Tile_AnyTile>:$rhsScale, Tile_ScaledFormat:$rhsFormat,
                       Tile_AnyTile:$init, UnitAttr:$lhsNotPackedAlongK, UnitAttr:$rhsNotPackedAlongK);
  let results = (outs Tile_AnyTile:$result);
  let assemblyFormat = [{
    $lhs (`scale` $lhsScale^)? $lhsFormat `,` $rhs (`scale` $rhsScale^)? $rhsFormat `,` $init attr-dict
    `:` custom<DotScaledTypes>(ref($lhsScale), ref($rhsScale), type($lhs), type($lhsScale), type($rhs),
                               type($rhsScale)) `->` type($result)
  }];
  let hasVerifier = 1;
}

//===-- reduction and scan -----------------------------------------------===//

defvar combinerText = [{
    The region combines two elements of every input: its arguments are the
    accumulated elements of all inputs, then the next elements of all inputs.
}];

def Tile_ReduceOp : Tile_Op<"reduce", [RecursiveMemoryEffects, SingleBlock, SameVariadicOperandSize]> {
  let summary = "combine the elements of tiles along one axis";
  let description = combinerText # [{
    The accumulator starts as element 0 along `axis` and takes the others in
    ascending order in the reference; the combiner is associative, so a target
    may choose another order. The results lack the axis; reducing a 1-D tile
    gives scalars.

    ```mlir
    %m = tile.reduce %x axis 0 : (tensor<64xf32>) -> f32 {
    ^bb0(%a: f32, %b: f32):
      %r = arith.maxnumf %a, %b : f32
      tile.yield %r : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Tile_AnyTile>:$inputs, I64Attr:$axis);
  let results = (outs Variadic<Tile_Value>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    $inputs `axis` $axis attr-dict `:` functional-type($inputs, $results) $combiner
  }];
  let hasVerifier = 1;
}

def Tile_ScanOp : Tile_Op<"scan", [RecursiveMemoryEffects, SingleBlock, SameVariadicOperandSize]> {
  let summary = "running combination of the elements of tiles along one axis";
  let description = combinerText # [{
    Element i of a result combines elements 0 to i (with `reverse`, the last
    down to i, the accumulated side still coming first).

    ```mlir
    %s = tile.scan %x axis 0 reverse : (tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32, %b: f32):
      %r = arith.addf %a, %b : f32
      tile.yield %r : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Tile_AnyTile>:$inputs, I64Attr:$axis, UnitAttr:$reverse);
  let results = (outs Variadic<Tile_AnyTile>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    $inputs `axis` $axis (`reverse` $reverse^)? attr-dict `:` functional-type($inputs, $results) $combiner
  }];
  let hasVerifier = 1;
}

def Tile_MapOp : Tile_Op<"map", [RecursiveMemoryEffects, SingleBlock]> {
  let summary = "apply a scalar region to the elements of tiles";
  let description = [{
    The region sees `pack` consecutive elements of each input (all of the first
    input, then all of the second, ..) and yields as many for each result.

    ```mlir
    %r = tile.map %x, %y pack 1 : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32> {
    ^bb0(%a: i32, %b: i32):
      %c = arith.xori %a, %b : i32
      tile.yield %c : i32
    }
    ```
  }];
  let arguments = (ins Variadic<Tile_AnyTile>:$inputs, I64Attr:$pack);
  let results = (outs Variadic<Tile_AnyTile>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $inputs `pack` $pack attr-dict `:` functional-type($inputs, $results) $body
  }];
  let hasVerifier = 1;
}

def Tile_YieldOp : Tile_Op<"yield", [Pure, Terminator, ReturnLike, ParentOneOf<["ReduceOp", "ScanOp", "MapOp"]>]> {
  let summary = "end of a combiner or map region";
  let description = [{
    ```mlir
    tile.yield %r : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def Tile_HistogramOp : Tile_Op<"histogram", [Pure]> {
  let summary = "count how often each value occurs in a tile";
  let description = [{
    Bin b counts the lanes whose value is b; values outside the bins and
    masked-off lanes are not counted.

    ```mlir
    %h = tile.histogram %x mask %m : tensor<128xi32> -> tensor<16xi32>
    ```
  }];
  let arguments = (ins Tile_IntTile:$source, Optional<Tile_MaskTile>:$mask);
  let results = (outs Tile_IntTile:$result);
  let assemblyFormat = [{
    $source (`mask` $mask^)? attr-dict `:` type($source) (`,` type($mask)^)? `->` type($result)
  }];
  let hasVerifier = 1;
}

//===-- host, facts and foreign code -------------------------------------===//

def Tile_PrintOp : Tile_Op<"print", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "send values to the host as text";
  let description = [{
    One line per element, with program id and index; one line where there are no
    values, which is written `alone`. `hex` prints bit patterns.

    ```mlir
    tile.print "x: " hex %x : tensor<64xi32>
    tile.print "here" alone
    ```
  }];
  let arguments = (ins StrAttr:$prefix, UnitAttr:$hex, Variadic<Tile_Value>:$values,
                       OptionalAttr<DenseI32ArrayAttr>:$isSigned);
  let assemblyFormat = "$prefix (`hex` $hex^)? ($values^ `:` type($values)) : (`alone`)? attr-dict";
}

def Tile_AssertOp : Tile_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "stop the launch with a message where a lane is false";
  let description = [{
    ```mlir
    tile.assert %c, "x must not be negative" : tensor<64xi1>
    ```
  }];
  let arguments = (ins Tile_Mask:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
}

def Tile_AssumeOp : Tile_Op<"assume", [MemoryEffects<[MemWrite]>]> {
  let summary = "a fact that the kernel promises";
  let description = [{
    Lets analyses use the condition; the reference stops where it is false.

    ```mlir
    tile.assume %c
    ```
  }];
  let arguments = (ins I1:$condition);
  let assemblyFormat = "$condition attr-dict";
}

def Tile_ExternCallOp : Tile_Op<"extern_call", [ConditionallySpeculatable,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "apply a function of an external library to each element";
  let description = [{
    ```mlir
    %y = tile.extern_call pure "__nv_cyl_bessel_i0f"(%x) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins UnitAttr:$isPure, StrAttr:$symbol, Variadic<Tile_Value>:$operands);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    (`pure` $isPure^)? $symbol `(` $operands `)` attr-dict `:` functional-type($operands, $result)
  }];
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];
}

def Tile_InlineAsmOp : Tile_Op<"inline_asm", [ConditionallySpeculatable,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "assembly text of one target, applied to packs of elements";
  let description = [{
    Carried to the target; a target without such assembly declines it.

    ```mlir
    %y = tile.inline_asm pure "brev.b32 $0, $1;" "=r,r" pack 1 (%x) : (tensor<64xi32>) -> tensor<64xi32>
    ```
  }];
  let arguments = (ins UnitAttr:$isPure, StrAttr:$text, StrAttr:$constraints, I64Attr:$pack,
                       Variadic<Tile_Value>:$operands);
  let results = (outs Variadic<Tile_Value>:$results);
  let assemblyFormat = [{
    (`pure` $isPure^)? $text $constraints `pack` $pack `(` $operands `)` attr-dict
    `:` functional-type($operands, $results)
  }];
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];
}

#endif // KILN_TILE_COMPUTE_OPS_TD
