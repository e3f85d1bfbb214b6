// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mirror of the dialect that Triton prints: enough to parse every spelling of
// versions 3.6 to 3.9 and to hold it until it is converted to tile. Nothing is
// ever optimised in this form, so its ops carry no effects, folds or builders.
// Numbers of enum cases are those of the generic form of the text.

#ifndef KILN_TRITON_DIALECT_TD
#define KILN_TRITON_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def Triton_Dialect : Dialect {
  let name = "tt";
  let cppNamespace = "::kiln::triton";
  let summary = "what Triton prints, held between parsing and conversion";
  let description = [{
    Private to the reader. One function per kernel, values are scalars, tensors
    of scalars, pointers, tensors of pointers and descriptors.
  }];
  let useDefaultTypePrinterParser = 1;
}

class Triton_Type<string name, string typeMnemonic> : TypeDef<Triton_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Triton_PtrType : Triton_Type<"Ptr", "ptr"> {
  let summary = "a pointer to a scalar, or (in old texts) to a block of a tensor";
  let description = [{
    The address space is printed unless it is 1.

    ```mlir
    !tt.ptr<f32>
    !tt.ptr<f32, 3>
    !tt.ptr<tensor<32x64xf16>>
    ```
  }];
  let parameters = (ins "::mlir::Type":$pointee, "int64_t":$space);
  let hasCustomAssemblyFormat = 1;
}

def Triton_DescType : Triton_Type<"Desc", "tensordesc"> {
  let summary = "a tensor in memory that is accessed in blocks of one shape";
  let description = [{
    The block is written as a tensor type up to 3.7 and bare after it; both are
    one type here. Its element type may be a signed or unsigned integer.

    ```mlir
    !tt.tensordesc<tensor<128x64xf16>>
    !tt.tensordesc<128x64xf16>
    ```
  }];
  let parameters = (ins "::mlir::RankedTensorType":$block);
  let hasCustomAssemblyFormat = 1;
}

class Triton_Enum<string name, string text, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, text, cases> {
  let cppNamespace = "::kiln::triton";
}

def Triton_Axis : Triton_Enum<"Axis", "a dimension of the grid", [
    I32EnumAttrCase<"X", 0, "x">, I32EnumAttrCase<"Y", 1, "y">, I32EnumAttrCase<"Z", 2, "z">]>;
def Triton_Cache : Triton_Enum<"Cache", "a cache hint", [
    I32EnumAttrCase<"None", 1, "none">, I32EnumAttrCase<"CA", 2, "ca">, I32EnumAttrCase<"CG", 3, "cg">,
    I32EnumAttrCase<"WB", 4, "wb">, I32EnumAttrCase<"CS", 5, "cs">, I32EnumAttrCase<"WT", 6, "wt">,
    I32EnumAttrCase<"CV", 7, "cv">]>;
def Triton_Evict : Triton_Enum<"Evict", "an eviction hint", [
    I32EnumAttrCase<"Normal", 1, "evict_normal">, I32EnumAttrCase<"First", 2, "evict_first">,
    I32EnumAttrCase<"Last", 3, "evict_last">]>;
def Triton_Padding : Triton_Enum<"Padding", "what a read outside a block pointer's tensor gives", [
    I32EnumAttrCase<"Zero", 1, "zero">, I32EnumAttrCase<"Nan", 2, "nan">]>;
def Triton_Atomic : Triton_Enum<"Atomic", "a read-modify-write operation", [
    I32EnumAttrCase<"And", 1, "and">, I32EnumAttrCase<"Or", 2, "or">, I32EnumAttrCase<"Xor", 3, "xor">,
    I32EnumAttrCase<"Add", 4, "add">, I32EnumAttrCase<"FAdd", 5, "fadd">, I32EnumAttrCase<"Max", 6, "max">,
    I32EnumAttrCase<"Min", 7, "min">, I32EnumAttrCase<"UMax", 8, "umax">, I32EnumAttrCase<"UMin", 9, "umin">,
    I32EnumAttrCase<"Exch", 10, "exch">]>;
def Triton_DescReduce : Triton_Enum<"DescReduce", "how a descriptor reduction combines", [
    I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Add", 1, "add">, I32EnumAttrCase<"Min", 2, "min">,
    I32EnumAttrCase<"Max", 3, "max">, I32EnumAttrCase<"Inc", 4, "inc">, I32EnumAttrCase<"Dec", 5, "dec">,
    I32EnumAttrCase<"And", 6, "and">, I32EnumAttrCase<"Or", 7, "or">, I32EnumAttrCase<"Xor", 8, "xor">]>;
def Triton_Order : Triton_Enum<"Order", "memory ordering", [
    I32EnumAttrCase<"Relaxed", 1, "relaxed">, I32EnumAttrCase<"Acquire", 2, "acquire">,
    I32EnumAttrCase<"Release", 3, "release">, I32EnumAttrCase<"AcqRel", 4, "acq_rel">]>;
def Triton_Scope : Triton_Enum<"Scope", "who takes part in an ordering", [
    I32EnumAttrCase<"Gpu", 1, "gpu">, I32EnumAttrCase<"Cta", 2, "cta">, I32EnumAttrCase<"Sys", 3, "sys">]>;
def Triton_Rounding : Triton_Enum<"Rounding", "rounding of a float conversion", [
    I32EnumAttrCase<"Rtz", 0, "rtz">, I32EnumAttrCase<"Rtne", 1, "rtne">]>;
def Triton_NanRule : Triton_Enum<"NanRule", "what a NaN operand does", [
    I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"All", 0xFFFF, "all">]>;
def Triton_Precision : Triton_Enum<"Precision", "how a dot may round f32 operands", [
    I32EnumAttrCase<"Tf32", 0, "tf32">, I32EnumAttrCase<"Tf32x3", 1, "tf32x3">,
    I32EnumAttrCase<"Ieee", 2, "ieee">, I32EnumAttrCase<"Bf16x3", 3, "bf16x3">,
    I32EnumAttrCase<"Bf16x6", 4, "bf16x6">]>;
def Triton_ScaledFormat : Triton_Enum<"ScaledFormat", "element format of a scaled dot operand", [
    I32EnumAttrCase<"E4M3", 0, "e4m3">, I32EnumAttrCase<"E5M2", 1, "e5m2">, I32EnumAttrCase<"E2M3", 2, "e2m3">,
    I32EnumAttrCase<"E3M2", 3, "e3m2">, I32EnumAttrCase<"E2M1", 4, "e2m1">, I32EnumAttrCase<"BF16", 5, "bf16">,
    I32EnumAttrCase<"FP16", 6, "fp16">]>;

// A pointer to a scalar, a pointer to a block, and what may stand for either.
class Triton_PtrWhere<string condition, string text>
    : Type<And<[Triton_PtrType.predicate, CPred<condition>]>, text, "::kiln::triton::PtrType">;
def Triton_ScalarPtr : Triton_PtrWhere<"!::mlir::isa<::mlir::RankedTensorType>("
    "::mlir::cast<::kiln::triton::PtrType>($_self).getPointee())", "pointer to a scalar">;
def Triton_BlockPtr : Triton_PtrWhere<"::mlir::isa<::mlir::RankedTensorType>("
    "::mlir::cast<::kiln::triton::PtrType>($_self).getPointee())", "pointer to a block">;
class Triton_ScalarOrTensor<list<Type> elements, string text>
    : AnyTypeOf<!listconcat(elements, [RankedTensorOf<elements>]), text>;
def Triton_Ptrs : Triton_ScalarOrTensor<[Triton_ScalarPtr], "pointer or tensor of pointers">;
def Triton_Ints : Triton_ScalarOrTensor<[AnySignlessInteger], "integer or tensor of integers">;
def Triton_Floats : Triton_ScalarOrTensor<[AnyFloat], "float or tensor of floats">;
def Triton_Bools : Triton_ScalarOrTensor<[I1], "i1 or tensor of i1">;
def Triton_Element : AnyTypeOf<[AnySignlessInteger, AnyFloat, Triton_ScalarPtr], "integer, float or pointer">;
def Triton_Value : Triton_ScalarOrTensor<[AnySignlessInteger, AnyFloat, Triton_ScalarPtr], "scalar or tensor">;
def Triton_Tensor : RankedTensorOf<[AnySignlessInteger, AnyFloat, Triton_ScalarPtr]>;
def Triton_NumberTensor : RankedTensorOf<[AnySignlessInteger, AnyFloat]>;
def Triton_IntTensor : RankedTensorOf<[AnySignlessInteger]>;

class Triton_Op<string mnemonic, list<Trait> traits = []> : Op<Triton_Dialect, mnemonic, traits>;

#endif // KILN_TRITON_DIALECT_TD
