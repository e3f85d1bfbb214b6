// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mirror ops for functions, shapes, arithmetic, contraction and reduction.

#ifndef KILN_TRITON_OPS_TD
#define KILN_TRITON_OPS_TD

include "core/triton/TritonDialect.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===-- functions ----------------------------------------------------------===//

def Triton_FuncOp : Triton_Op<"func", [AffineScope, AutomaticAllocationScope, FunctionOpInterface,
                                       IsolatedFromAbove, HasParent<"::mlir::ModuleOp">]> {
  let summary = "a kernel, if public, or a function that kernels call";
  let description = [{
    ```mlir
    tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
      tt.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return isExternal() ? nullptr : &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    bool isDeclaration() { return isExternal(); }
  }];
  let hasCustomAssemblyFormat = 1;
}

def Triton_CallOp : Triton_Op<"call"> {
  let summary = "call a function of the module";
  let description = [{
    ```mlir
    %r:2 = tt.call @f(%x, %a) : (f32, f32) -> (f32, f32)
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$operands);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, $results)";
}

def Triton_ReturnOp : Triton_Op<"return", [Pure, HasParent<"FuncOp">, ReturnLike, Terminator]> {
  let summary = "end of a function";
  let description = [{
    ```mlir
    tt.return %a, %b : f32, f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$srcs);
  let assemblyFormat = "attr-dict ($srcs^ `:` type($srcs))?";
  let hasVerifier = 1;
}

//===-- program and shape --------------------------------------------------===//

class Triton_GridOp<string mnemonic> : Triton_Op<mnemonic> {
  let arguments = (ins Triton_Axis:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}

def Triton_GetProgramIdOp : Triton_GridOp<"get_program_id"> {
  let summary = "index of this program instance";
  let description = [{
    ```mlir
    %pid = tt.get_program_id x : i32
    ```
  }];
}

def Triton_GetNumProgramsOp : Triton_GridOp<"get_num_programs"> {
  let summary = "extent of the grid";
  let description = [{
    ```mlir
    %n = tt.get_num_programs y : i32
    ```
  }];
}

def Triton_MakeRangeOp : Triton_Op<"make_range"> {
  let summary = "the integers from start up to end";
  let description = [{
    ```mlir
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    ```
  }];
  let arguments = (ins I32Attr:$start, I32Attr:$end);
  let results = (outs Triton_IntTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

class Triton_ReshapingOp<string mnemonic> : Triton_Op<mnemonic> {
  let results = (outs Triton_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

def Triton_SplatOp : Triton_ReshapingOp<"splat"> {
  let summary = "a tensor with one value everywhere";
  let description = [{
    ```mlir
    %t = tt.splat %s : f32 -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Triton_Element:$src);
}

def Triton_UnsplatOp : Triton_Op<"unsplat", [
    TypesMatchWith<"result is the element type", "src", "result", "::mlir::getElementTypeOrSelf($_self)">]> {
  let summary = "the element of a tensor that has just one";
  let description = [{
    ```mlir
    %s = tt.unsplat %t : tensor<1xf32>
    ```
  }];
  let arguments = (ins Triton_Tensor:$src);
  let results = (outs Triton_Element:$result);
  let assemblyFormat = "$src attr-dict `:` type($src)";
}

def Triton_ExpandDimsOp : Triton_ReshapingOp<"expand_dims"> {
  let summary = "insert a unit dimension";
  let description = [{
    ```mlir
    %t = tt.expand_dims %x {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    ```
  }];
  let arguments = (ins Triton_Tensor:$src, I32Attr:$axis);
}

def Triton_BroadcastOp : Triton_ReshapingOp<"broadcast"> {
  let summary = "repeat a tensor along its unit dimensions";
  let description = [{
    ```mlir
    %t = tt.broadcast %x : tensor<64x1xi32> -> tensor<64x32xi32>
    ```
  }];
  let arguments = (ins Triton_Tensor:$src);
}

def Triton_ReshapeOp : Triton_Op<"reshape"> {
  let summary = "the same elements under another shape";
  let description = [{
    ```mlir
    %t = tt.reshape %x allow_reorder : tensor<64xi32> -> tensor<8x8xi32>
    ```
  }];
  let arguments = (ins Triton_Tensor:$src, UnitAttr:$allow_reorder, UnitAttr:$efficient_layout);
  let results = (outs Triton_Tensor:$result);
  let assemblyFormat = [{
    $src (`allow_reorder` $allow_reorder^)? (`efficient_layout` $efficient_layout^)? attr-dict
    `:` type($src) `->` type($result)
  }];
}

def Triton_TransOp : Triton_ReshapingOp<"trans"> {
  let summary = "permute dimensions";
  let description = [{
    ```mlir
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Triton_Tensor:$src, DenseI32ArrayAttr:$order);
}

class Triton_PairOp<string mnemonic> : Triton_Op<mnemonic, [AllTypesMatch<["lhs", "rhs"]>]> {
  let arguments = (ins Triton_Tensor:$lhs, Triton_Tensor:$rhs);
  let results = (outs Triton_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
}

def Triton_JoinOp : Triton_PairOp<"join"> {
  let summary = "put two tensors side by side in a new minor dimension";
  let description = [{
    ```mlir
    %t = tt.join %a, %b : tensor<64xf32> -> tensor<64x2xf32>
    ```
  }];
}

def Triton_CatOp : Triton_PairOp<"cat"> {
  let summary = "append one tensor to another";
  let description = [{
    Printed up to 3.8.

    ```mlir
    %t = tt.cat %a, %b : tensor<64xf32> -> tensor<128xf32>
    ```
  }];
}

def Triton_SplitOp : Triton_Op<"split", [AllTypesMatch<["outLHS", "outRHS"]>]> {
  let summary = "take a tensor with a minor dimension of 2 apart";
  let description = [{
    ```mlir
    %a, %b = tt.split %t : tensor<64x2xf32> -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Triton_Tensor:$src);
  let results = (outs Triton_Tensor:$outLHS, Triton_Tensor:$outRHS);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($outLHS)";
}

def Triton_GatherOp : Triton_Op<"gather"> {
  let summary = "pick elements of a tensor by index";
  let description = [{
    ```mlir
    %t = tt.gather %x[%i] {axis = 0 : i32} : (tensor<8x4xf32>, tensor<8x4xi32>) -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Triton_Tensor:$src, Triton_IntTensor:$indices, I32Attr:$axis, UnitAttr:$efficient_layout);
  let results = (outs Triton_Tensor:$result);
  let assemblyFormat = "$src `[` $indices `]` attr-dict `:` functional-type(operands, results)";
}

//===-- arithmetic ---------------------------------------------------------===//

def Triton_FpToFpOp : Triton_Op<"fp_to_fp", [SameOperandsAndResultShape]> {
  let summary = "convert between float formats";
  let description = [{
    ```mlir
    %y = tt.fp_to_fp %x, rounding = rtne : tensor<64xf32> -> tensor<64xf8E4M3FN>
    ```
  }];
  let arguments = (ins Triton_Floats:$src, OptionalAttr<Triton_Rounding>:$rounding);
  let results = (outs Triton_Floats:$result);
  let assemblyFormat = "$src attr-dict (`,` `rounding` `=` $rounding^)? `:` type($src) `->` type($result)";
}

def Triton_ClampFOp : Triton_Op<"clampf", [SameOperandsAndResultType]> {
  let summary = "limit floats to an interval";
  let description = [{
    ```mlir
    %y = tt.clampf %x, %lo, %hi, propagateNan = none : tensor<64xf32>
    ```
  }];
  let arguments = (ins Triton_Floats:$x, Triton_Floats:$min, Triton_Floats:$max, Triton_NanRule:$propagateNan);
  let results = (outs Triton_Floats:$result);
  let assemblyFormat = "$x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict `:` type($result)";
}

def Triton_PreciseSqrtOp : Triton_Op<"precise_sqrt", [SameOperandsAndResultType]> {
  let summary = "correctly rounded square root";
  let description = [{
    ```mlir
    %y = tt.precise_sqrt %x : tensor<64xf32>
    ```
  }];
  let arguments = (ins Triton_Floats:$x);
  let results = (outs Triton_Floats:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def Triton_PreciseDivFOp : Triton_Op<"precise_divf", [SameOperandsAndResultType]> {
  let summary = "correctly rounded quotient";
  let description = [{
    ```mlir
    %q = tt.precise_divf %x, %y : tensor<64xf32>
    ```
  }];
  let arguments = (ins Triton_Floats:$x, Triton_Floats:$y);
  let results = (outs Triton_Floats:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def Triton_MulhiUIOp : Triton_Op<"mulhiui", [SameOperandsAndResultType]> {
  let summary = "upper half of an unsigned product";
  let description = [{
    ```mlir
    %h = tt.mulhiui %x, %y : tensor<64xi32>
    ```
  }];
  let arguments = (ins Triton_Ints:$x, Triton_Ints:$y);
  let results = (outs Triton_Ints:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def Triton_ExternElementwiseOp : Triton_Op<"extern_elementwise"> {
  let summary = "apply a library function to each element";
  let description = [{
    ```mlir
    %y = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_tanhf"}
        : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<Triton_Value>:$srcs, StrAttr:$libname, StrAttr:$libpath, StrAttr:$symbol,
                       BoolAttr:$pure);
  let results = (outs Triton_Value:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, $result)";
}

def Triton_InlineAsmOp : Triton_Op<"elementwise_inline_asm"> {
  let summary = "apply assembly text to packs of elements";
  let description = [{
    ```mlir
    %y = tt.elementwise_inline_asm "brev.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true}
        %x : tensor<64xi32> -> tensor<64xi32>
    ```
  }];
  let arguments = (ins StrAttr:$asm_string, StrAttr:$constraints, BoolAttr:$pure, I32Attr:$packed_element,
                       Variadic<Triton_Value>:$args);
  let results = (outs Variadic<Triton_Value>:$result);
  let assemblyFormat = "$asm_string attr-dict ($args^ `:` type($args))? `->` type($result)";
}

//===-- contraction, reduction, scan ---------------------------------------===//

def Triton_DotOp : Triton_Op<"dot", [AllTypesMatch<["c", "d"]>]> {
  let summary = "matrix product added to an accumulator";
  let description = [{
    ```mlir
    %d = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<16x32xf32> * tensor<32x16xf32> -> tensor<16x16xf32>
    ```
  }];
  let arguments = (ins Triton_NumberTensor:$a, Triton_NumberTensor:$b, Triton_NumberTensor:$c,
                       DefaultValuedAttr<Triton_Precision, "::kiln::triton::Precision::Ieee">:$inputPrecision,
                       DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc);
  let results = (outs Triton_NumberTensor:$d);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`,` `inputPrecision` `=` $inputPrecision^)? attr-dict `:`
    type($a) `*` type($b) `->` type($d)
  }];
}

def Triton_DotScaledOp : Triton_Op<"dot_scaled", [AttrSizedOperandSegments, AllTypesMatch<["c", "d"]>]> {
  let summary = "matrix product of block-scaled operands";
  let description = [{
    ```mlir
    %d = tt.dot_scaled %a scale %sa, %b scale %sb, %c lhs = e4m3 rhs = e4m3 {fastMath = false}
        : tensor<64x128xf8E4M3FN>, tensor<64x4xi8> * tensor<128x64xf8E4M3FN>, tensor<64x4xi8> -> tensor<64x64xf32>
    ```
  }];
  let arguments = (ins Triton_NumberTensor:$a, Triton_NumberTensor:$b, Triton_NumberTensor:$c,
                       Optional<Triton_NumberTensor>:$a_scale, Optional<Triton_NumberTensor>:$b_scale,
                       Triton_ScaledFormat:$a_elem_type, Triton_ScaledFormat:$b_elem_type, BoolAttr:$fastMath,
                       DefaultValuedAttr<BoolAttr, "true">:$lhs_k_pack,
                       DefaultValuedAttr<BoolAttr, "true">:$rhs_k_pack);
  let results = (outs Triton_NumberTensor:$d);
  let assemblyFormat = [{
    $a (`scale` $a_scale^)? `,` $b (`scale` $b_scale^)? `,` $c `lhs` `=` $a_elem_type `rhs` `=` $b_elem_type
    attr-dict `:` type($a) (`,` type($a_scale)^)? `*` type($b) (`,` type($b_scale)^)? `->` type($d)
  }];
}

// Printed in generic form, because they hold a region.
class Triton_CombiningOp<string mnemonic> : Triton_Op<mnemonic, [SingleBlock]> {
  let regions = (region SizedRegion<1>:$combineOp);
}

class Triton_RegionReturnOp<string mnemonic> : Triton_Op<mnemonic, [Pure, Terminator, ReturnLike]> {
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "($result^ `:` type($result))? attr-dict";
}

def Triton_ReduceOp : Triton_CombiningOp<"reduce"> {
  let summary = "combine elements along an axis";
  let description = [{
    ```mlir
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<64xf32>) -> f32
    ```
  }];
  let arguments = (ins Variadic<Triton_Tensor>:$srcs, I32Attr:$axis);
  let results = (outs Variadic<Triton_Value>:$result);
}

def Triton_ReduceReturnOp : Triton_RegionReturnOp<"reduce.return"> {
  let summary = "end of a reduction's combiner";
  let description = [{
    ```mlir
    tt.reduce.return %c : f32
    ```
  }];
}

def Triton_ScanOp : Triton_CombiningOp<"scan"> {
  let summary = "running combination along an axis";
  let description = [{
    ```mlir
    %s = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.scan.return %c : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<Triton_Tensor>:$srcs, I32Attr:$axis, BoolAttr:$reverse);
  let results = (outs Variadic<Triton_Tensor>:$result);
}

def Triton_ScanReturnOp : Triton_RegionReturnOp<"scan.return"> {
  let summary = "end of a scan's combiner";
  let description = [{
    ```mlir
    tt.scan.return %c : f32
    ```
  }];
}

def Triton_MapElementwiseOp : Triton_Op<"map_elementwise"> {
  let summary = "apply a scalar region to packs of elements";
  let description = [{
    ```mlir
    %r = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
    ^bb0(%a: i32):
      tt.map_elementwise.return %a : i32
    }) : (tensor<64xi32>) -> tensor<64xi32>
    ```
  }];
  let arguments = (ins Variadic<Triton_Tensor>:$srcs, I32Attr:$pack);
  let results = (outs Variadic<Triton_Tensor>:$result);
  let regions = (region AnyRegion:$scalarOp);
}

def Triton_MapReturnOp : Triton_RegionReturnOp<"map_elementwise.return"> {
  let summary = "end of a map's region";
  let description = [{
    ```mlir
    tt.map_elementwise.return %a : i32
    ```
  }];
}

def Triton_HistogramOp : Triton_Op<"histogram", [
    TypesMatchWith<"mask has the shape of the source", "src", "mask", "maskFor($_self)",
                   "!getMask() || std::equal_to<>()">]> {
  let summary = "count the values of a tensor";
  let description = [{
    ```mlir
    %h = tt.histogram %x, %m : tensor<256xi32> -> tensor<64xi32>
    ```
  }];
  let arguments = (ins Triton_IntTensor:$src, Optional<Triton_Bools>:$mask);
  let results = (outs Triton_IntTensor:$result);
  let assemblyFormat = "$src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)";
}

//===-- host ---------------------------------------------------------------===//

def Triton_PrintOp : Triton_Op<"print"> {
  let summary = "send values to the host as text";
  let description = [{
    ```mlir
    tt.print " x: " {hex = false, isSigned = array<i32: 1>} : %x : tensor<64xi32>
    ```
  }];
  let arguments = (ins StrAttr:$prefix, BoolAttr:$hex, Variadic<Triton_Value>:$args,
                       OptionalAttr<DenseI32ArrayAttr>:$isSigned);
  let assemblyFormat = "$prefix attr-dict (`:` $args^ `:` type($args))?";
}

def Triton_AssertOp : Triton_Op<"assert"> {
  let summary = "stop the launch where a condition is false";
  let description = [{
    ```mlir
    tt.assert %c, "n must be even" : tensor<64xi1>
    ```
  }];
  let arguments = (ins Triton_Bools:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
}

#endif // KILN_TRITON_OPS_TD
