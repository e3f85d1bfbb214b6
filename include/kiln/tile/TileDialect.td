// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tile dialect, its types, attributes and the constraints that its ops
// share. docs/semantics.md is the meaning of every op.

#ifndef KILN_TILE_DIALECT_TD
#define KILN_TILE_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/Interfaces/DataLayoutInterfaces.td"
include "mlir/IR/EnumAttr.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let cppNamespace = "::kiln::tile";
  let summary = "what one program instance does to tiles";
  let description = [{
    A kernel in the tile dialect is a function over scalars, pointers and tiles
    (static-shape tensors) that runs once per program instance of a 3-D grid.
    Elementwise work is `arith` and `math` on tensors, control flow is `scf`;
    `tile` adds memory access through pointers, masks, contraction, reduction,
    scan, shape changes, and integer arithmetic without undefined results.

    Most ops take tensors (tile form) as well as vectors (kernel form); the few
    that belong to kernel form alone say so.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let hasConstantMaterializer = 1;
  let hasRegionArgAttrVerify = 1;
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

class Tile_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Tile_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def Tile_PtrType : Tile_Type<"Ptr", "ptr", [VectorElementTypeInterface, MemRefElementTypeInterface,
    DeclareTypeInterfaceMethods<DataLayoutTypeInterface, ["getTypeSizeInBits", "getABIAlignment"]>]> {
  let summary = "an opaque 64-bit address in device memory";
  let description = [{
    A pointer carries no element type; the op that accesses memory names it.
    `space` is the memory space, `global` where it is not written.

    ```mlir
    !tile.ptr
    !tile.ptr<"scratch">
    ```
  }];
  let parameters = (ins StringRefParameter<"memory space", "\"global\"">:$space);
  let hasCustomAssemblyFormat = 1;
}

def Tile_ViewType : Tile_Type<"View", "view"> {
  let summary = "a strided array in memory, accessed in blocks of one shape";
  let description = [{
    The result of `tile.make_view`: base, extents and strides are run-time
    values, the block that one access moves has a static shape and element type.

    ```mlir
    !tile.view<128x64xf16>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
}

def Tile_SpaceAttr : AttrDef<Tile_Dialect, "Space"> {
  let mnemonic = "space";
  let summary = "a memory space, by the name that the target gives it";
  let description = [{
    The memory space of a memref in kernel form and below. `global` is device
    memory on every target; other names are those of the target's `info()`.

    ```mlir
    memref<1024xf32, #tile.space<"global">>
    ```
  }];
  let parameters = (ins StringRefParameter<"name of the space">:$name);
  let assemblyFormat = "`<` $name `>`";
}

def Tile_LayoutAttr : AttrDef<Tile_Dialect, "Layout"> {
  let mnemonic = "layout";
  let summary = "where the elements of a tile are in the hardware";
  let description = [{
    A linear map over GF(2), see kiln/LinearLayout.h: the tile's extents (rounded up
    to powers of two), then for each hardware dimension the coordinates by which each
    bit of its index moves. Here a register holds two columns side by side, the
    lanes of a warp cover 16 of them in two rows, and registers repeat that downwards:

    ```mlir
    #tile.layout<[8, 16], register = [[0, 1], [2, 0], [4, 0]], lane = [[0, 2], [0, 4], [0, 8], [1, 0]]>
    ```
  }];
  let parameters = (ins AttrParameter<"::kiln::LinearLayout", "the map", "const ::kiln::LinearLayout &">:$layout);
  let hasCustomAssemblyFormat = 1;
}

// A lowering below tile may use a bare arith division, remainder, shift or
// float-to-int only where its operands are proved to be in range.
def Tile_ProofKind : I32EnumAttr<"ProofKind", "why a partial op cannot be undefined here", [
    I32EnumAttrCase<"Range", 0, "range">, I32EnumAttrCase<"Guard", 1, "guard">,
    I32EnumAttrCase<"Const", 2, "const">]> {
  let cppNamespace = "::kiln::tile";
}

class Tile_Enum<string name, string text, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, text, cases> {
  let cppNamespace = "::kiln::tile";
}

def Tile_Axis : Tile_Enum<"Axis", "a dimension of the grid", [
    I32EnumAttrCase<"X", 0, "x">, I32EnumAttrCase<"Y", 1, "y">, I32EnumAttrCase<"Z", 2, "z">]>;
def Tile_Padding : Tile_Enum<"Padding", "what a read outside a view gives", [
    I32EnumAttrCase<"Zero", 0, "zero">, I32EnumAttrCase<"Nan", 1, "nan">]>;
def Tile_Atomic : Tile_Enum<"Atomic", "a read-modify-write operation", [
    I32EnumAttrCase<"And", 0, "and">, I32EnumAttrCase<"Or", 1, "or">,
    I32EnumAttrCase<"Xor", 2, "xor">, I32EnumAttrCase<"Add", 3, "add">,
    I32EnumAttrCase<"FAdd", 4, "fadd">, I32EnumAttrCase<"Max", 5, "max">,
    I32EnumAttrCase<"Min", 6, "min">, I32EnumAttrCase<"UMax", 7, "umax">,
    I32EnumAttrCase<"UMin", 8, "umin">, I32EnumAttrCase<"FMax", 9, "fmax">,
    I32EnumAttrCase<"FMin", 10, "fmin">, I32EnumAttrCase<"Xchg", 11, "xchg">,
    I32EnumAttrCase<"Inc", 12, "inc">, I32EnumAttrCase<"Dec", 13, "dec">]>;
def Tile_Ordering : Tile_Enum<"Ordering", "memory ordering of an atomic", [
    I32EnumAttrCase<"Relaxed", 0, "relaxed">, I32EnumAttrCase<"Acquire", 1, "acquire">,
    I32EnumAttrCase<"Release", 2, "release">, I32EnumAttrCase<"AcqRel", 3, "acq_rel">]>;
def Tile_Scope : Tile_Enum<"Scope", "who sees an atomic in order", [
    I32EnumAttrCase<"Program", 0, "program">, I32EnumAttrCase<"Device", 1, "device">,
    I32EnumAttrCase<"System", 2, "system">]>;
def Tile_Rounding : Tile_Enum<"Rounding", "rounding of a float conversion", [
    I32EnumAttrCase<"Nearest", 0, "nearest">, I32EnumAttrCase<"Zero", 1, "toward_zero">]>;
def Tile_NanRule : Tile_Enum<"NanRule", "what a NaN operand does", [
    I32EnumAttrCase<"Ignore", 0, "ignore">, I32EnumAttrCase<"Propagate", 1, "propagate">]>;
def Tile_Precision : Tile_Enum<"Precision", "how a dot may round its operands", [
    I32EnumAttrCase<"Ieee", 0, "ieee">, I32EnumAttrCase<"Tf32", 1, "tf32">,
    I32EnumAttrCase<"Tf32x3", 2, "tf32x3">, I32EnumAttrCase<"Bf16x3", 3, "bf16x3">,
    I32EnumAttrCase<"Bf16x6", 4, "bf16x6">]>;
def Tile_ScaledFormat : Tile_Enum<"ScaledFormat", "element format of a scaled dot operand", [
    I32EnumAttrCase<"E4M3", 0, "e4m3">, I32EnumAttrCase<"E5M2", 1, "e5m2">,
    I32EnumAttrCase<"E2M3", 2, "e2m3">, I32EnumAttrCase<"E3M2", 3, "e3m2">,
    I32EnumAttrCase<"E2M1", 4, "e2m1">, I32EnumAttrCase<"BF16", 5, "bf16">,
    I32EnumAttrCase<"FP16", 6, "fp16">]>;

// Tiles are static-shape tensors in tile form and vectors in kernel form.
class Tile_TileOf<list<Type> elements, string text>
    : Type<Or<[StaticShapeTensorOf<elements>.predicate, VectorOfAnyRankOf<elements>.predicate]>,
           "tile of " # text>;
def Tile_Element : AnyTypeOf<[AnySignlessInteger, AnyFloat, Tile_PtrType]>;
def Tile_AnyTile : Tile_TileOf<[AnySignlessInteger, AnyFloat, Index, Tile_PtrType], "any element type">;
def Tile_IntTile : Tile_TileOf<[AnySignlessInteger], "integers">;
def Tile_FloatTile : Tile_TileOf<[AnyFloat], "floats">;
def Tile_MaskTile : Tile_TileOf<[I1], "i1">;
def Tile_PtrTile : Tile_TileOf<[Tile_PtrType], "pointers">;
def Tile_Value : AnyTypeOf<[Tile_Element, Tile_AnyTile], "scalar or tile">;
def Tile_Int : AnyTypeOf<[AnySignlessInteger, Tile_IntTile], "integer or tile of integers">;
def Tile_Float : AnyTypeOf<[AnyFloat, Tile_FloatTile], "float or tile of floats">;
def Tile_Mask : AnyTypeOf<[I1, Tile_MaskTile], "i1 or tile of i1">;
def Tile_Pointers : AnyTypeOf<[Tile_PtrType, Tile_PtrTile], "pointer or tile of pointers">;

class Tile_Op<string mnemonic, list<Trait> traits = []> : Op<Tile_Dialect, mnemonic, traits>;

#endif // KILN_TILE_DIALECT_TD
