// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mirror ops for pointers, block pointers, descriptors and access to memory.

#ifndef KILN_TRITON_MEMORY_OPS_TD
#define KILN_TRITON_MEMORY_OPS_TD

include "core/triton/TritonDialect.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

//===-- pointers -----------------------------------------------------------===//

class Triton_CastOp<string mnemonic> : Triton_Op<mnemonic, [SameOperandsAndResultShape]> {
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

def Triton_IntToPtrOp : Triton_CastOp<"int_to_ptr"> {
  let summary = "the pointer with a given address";
  let description = [{
    ```mlir
    %p = tt.int_to_ptr %a : i64 -> !tt.ptr<f32>
    ```
  }];
  let arguments = (ins Triton_Ints:$src);
  let results = (outs Triton_Ptrs:$result);
}

def Triton_PtrToIntOp : Triton_CastOp<"ptr_to_int"> {
  let summary = "the address in a pointer";
  let description = [{
    ```mlir
    %a = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
    ```
  }];
  let arguments = (ins Triton_Ptrs:$src);
  let results = (outs Triton_Ints:$result);
}

def Triton_BitcastOp : Triton_CastOp<"bitcast"> {
  let summary = "the same bits, or the same address, under another type";
  let description = [{
    ```mlir
    %q = tt.bitcast %p : tensor<256x!tt.ptr<i1>> -> tensor<256x!tt.ptr<i8>>
    ```
  }];
  let arguments = (ins Triton_Value:$src);
  let results = (outs Triton_Value:$result);
}

def Triton_AddPtrOp : Triton_Op<"addptr", [AllTypesMatch<["ptr", "result"]>,
                                           SameOperandsAndResultShape]> {
  let summary = "advance pointers by a number of elements";
  let description = [{
    ```mlir
    %q = tt.addptr %p, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    ```
  }];
  let arguments = (ins Triton_Ptrs:$ptr, Triton_Ints:$offset);
  let results = (outs Triton_Ptrs:$result);
  let assemblyFormat = "$ptr `,` $offset attr-dict `:` type($result) `,` type($offset)";
}

//===-- accesses through pointers ------------------------------------------===//

defvar cacheArgs = (ins
    DefaultValuedAttr<Triton_Cache, "::kiln::triton::Cache::None">:$cache,
    DefaultValuedAttr<Triton_Evict, "::kiln::triton::Evict::Normal">:$evict);

def Triton_LoadOp : Triton_Op<"load", [AttrSizedOperandSegments,
    TypesMatchWith<"result has the pointee type", "ptr", "result", "pointeeOf($_self)">,
    TypesMatchWith<"mask has the shape of the pointers", "ptr", "mask", "maskFor($_self)",
                   "!getMask() || std::equal_to<>()">,
    TypesMatchWith<"other has the pointee type", "ptr", "other", "pointeeOf($_self)",
                   "!getOther() || std::equal_to<>()">]> {
  let summary = "read through pointers";
  let description = [{
    Through a block pointer, `boundaryCheck` lists the dimensions that are
    checked and `padding` says what lies outside.

    ```mlir
    %v = tt.load %p, %m, %z evictionPolicy = evict_last : tensor<64x!tt.ptr<f32>>
    %w = tt.load %b {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<8x8xf16>>
    ```
  }];
  let arguments = !con((ins AnyTypeOf<[Triton_Ptrs, Triton_BlockPtr]>:$ptr, Optional<Triton_Bools>:$mask,
      Optional<Triton_Value>:$other,
      DefaultValuedAttr<DenseI32ArrayAttr, "::llvm::ArrayRef<int32_t>{}">:$boundaryCheck,
      OptionalAttr<Triton_Padding>:$padding), cacheArgs,
      (ins DefaultValuedAttr<BoolAttr, "false">:$isVolatile));
  let results = (outs Triton_Value:$result);
  let assemblyFormat = [{
    $ptr (`,` $mask^)? (`,` $other^)?
    oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    attr-dict `:` type($ptr)
  }];
}

def Triton_StoreOp : Triton_Op<"store", [
    TypesMatchWith<"value has the pointee type", "ptr", "value", "pointeeOf($_self)">,
    TypesMatchWith<"mask has the shape of the pointers", "ptr", "mask", "maskFor($_self)",
                   "!getMask() || std::equal_to<>()">]> {
  let summary = "write through pointers";
  let description = [{
    ```mlir
    tt.store %p, %v, %m cacheModifier = cs : tensor<64x!tt.ptr<f32>>
    ```
  }];
  let arguments = !con((ins AnyTypeOf<[Triton_Ptrs, Triton_BlockPtr]>:$ptr, Triton_Value:$value,
      Optional<Triton_Bools>:$mask,
      DefaultValuedAttr<DenseI32ArrayAttr, "::llvm::ArrayRef<int32_t>{}">:$boundaryCheck), cacheArgs,
      (ins UnitAttr:$ignore_cta));
  let assemblyFormat = [{
    $ptr `,` $value (`,` $mask^)?
    oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    attr-dict `:` type($ptr)
  }];
}

def Triton_AtomicRmwOp : Triton_Op<"atomic_rmw", [SameOperandsAndResultShape]> {
  let summary = "change memory atomically and give the old value";
  let description = [{
    ```mlir
    %o = tt.atomic_rmw fadd, relaxed, gpu, %p, %v, %m : (!tt.ptr<f32>, f32, i1) -> f32
    ```
  }];
  let arguments = (ins Triton_Atomic:$atomic_rmw_op, Triton_Ptrs:$ptr, Triton_Value:$val,
                       Optional<Triton_Bools>:$mask, Triton_Order:$sem, Triton_Scope:$scope);
  let results = (outs Triton_Value:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Triton_AtomicCasOp : Triton_Op<"atomic_cas", [SameOperandsAndResultShape]> {
  let summary = "compare and swap atomically and give the old value";
  let description = [{
    ```mlir
    %o = tt.atomic_cas acq_rel, gpu, %p, %c, %v : (!tt.ptr<i32>, i32, i32) -> i32
    ```
  }];
  let arguments = (ins Triton_Ptrs:$ptr, Triton_Value:$cmp, Triton_Value:$val, Triton_Order:$sem,
                       Triton_Scope:$scope);
  let results = (outs Triton_Value:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict `:` functional-type(operands, $result)
  }];
}

def Triton_AtomicPollOp : Triton_Op<"atomic_poll"> {
  let summary = "wait until memory has the expected value";
  let description = [{
    Printed since 3.9. The result is false where the timeout ran out first.

    ```mlir
    %ok = tt.atomic_poll acquire, gpu, %p, %e timeout %t : !tt.ptr<i32>, i32 -> i1
    ```
  }];
  let arguments = (ins Triton_Order:$sem, Triton_Scope:$scope, Triton_Ptrs:$ptr, Triton_Value:$expected,
                       Optional<I64>:$timeout);
  let results = (outs Triton_Bools:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $expected (`timeout` $timeout^)? attr-dict `:`
    type($ptr) `,` type($expected) `->` type($result)
  }];
}

def Triton_GridDependencyWaitOp : Triton_Op<"grid_dependency_wait"> {
  let summary = "wait for the grids that this one depends on";
  let description = [{
    Printed since 3.9.

    ```mlir
    tt.grid_dependency_wait
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Triton_GridDependencyLaunchOp : Triton_Op<"grid_dependency_launch_dependents"> {
  let summary = "let the grids that depend on this one start";
  let description = [{
    Printed since 3.9.

    ```mlir
    tt.grid_dependency_launch_dependents
    ```
  }];
  let assemblyFormat = "attr-dict";
}

//===-- block pointers (gone from the text since 3.6's own passes) ---------===//

def Triton_MakeTensorPtrOp : Triton_Op<"make_tensor_ptr", [AttrSizedOperandSegments]> {
  let summary = "a pointer to a block of a strided tensor";
  let description = [{
    ```mlir
    %b = tt.make_tensor_ptr %p, [%m, %n], [%s, %c1], [%i, %j] {order = array<i32: 1, 0>} : <tensor<8x8xf16>>
    ```
  }];
  let arguments = (ins Triton_ScalarPtr:$base, Variadic<I64>:$shape, Variadic<I64>:$strides,
                       Variadic<I32>:$offsets, DenseI32ArrayAttr:$order);
  let results = (outs Triton_BlockPtr:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Triton_AdvanceOp : Triton_Op<"advance", [AllTypesMatch<["ptr", "result"]>]> {
  let summary = "move a block pointer";
  let description = [{
    ```mlir
    %c = tt.advance %b, [%c0, %c64] : <tensor<8x8xf16>>
    ```
  }];
  let arguments = (ins Triton_BlockPtr:$ptr, Variadic<I32>:$offsets);
  let results = (outs Triton_BlockPtr:$result);
  let assemblyFormat = "$ptr `,` `[` $offsets `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===-- descriptors --------------------------------------------------------===//

def Triton_MakeDescOp : Triton_Op<"make_tensor_descriptor", [AttrSizedOperandSegments]> {
  let summary = "describe a strided tensor in memory";
  let description = [{
    ```mlir
    %d = tt.make_tensor_descriptor %p, [%m, %n], [%s, %c1] : <f16>, <tensor<8x64xf16>>
    ```
  }];
  let arguments = (ins Triton_ScalarPtr:$base, Variadic<I32>:$shape, Variadic<I64>:$strides,
                       DefaultValuedAttr<Triton_Padding, "::kiln::triton::Padding::Zero">:$padding);
  let results = (outs Triton_DescType:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` type($base) `,` type($result)
  }];
  let hasVerifier = 1;
}

def Triton_DescLoadOp : Triton_Op<"descriptor_load"> {
  let summary = "read a block of a described tensor";
  let description = [{
    ```mlir
    %t = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<tensor<8x64xf16>> -> tensor<8x64xf16>
    ```
  }];
  let arguments = !con((ins Triton_DescType:$desc, Variadic<I32>:$indices), cacheArgs);
  let results = (outs Triton_NumberTensor:$result);
  let assemblyFormat = [{
    $desc `[` $indices `]` oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    attr-dict `:` qualified(type($desc)) `->` type($result)
  }];
}

def Triton_DescStoreOp : Triton_Op<"descriptor_store"> {
  let summary = "write a block of a described tensor";
  let description = [{
    ```mlir
    tt.descriptor_store %d[%i, %j], %t : !tt.tensordesc<tensor<8x64xf16>>, tensor<8x64xf16>
    ```
  }];
  let arguments = (ins Triton_DescType:$desc, Triton_NumberTensor:$src, Variadic<I32>:$indices);
  let assemblyFormat = [{
    $desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)
  }];
}

def Triton_DescReduceOp : Triton_Op<"descriptor_reduce"> {
  let summary = "combine a tensor into a block of a described tensor";
  let description = [{
    ```mlir
    tt.descriptor_reduce add, %d[%i, %j], %t : !tt.tensordesc<tensor<8x64xf16>>, tensor<8x64xf16>
    ```
  }];
  let arguments = (ins Triton_DescReduce:$kind, Triton_DescType:$desc, Triton_NumberTensor:$src,
                       Variadic<I32>:$indices);
  let assemblyFormat = [{
    $kind `,` $desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)
  }];
}

def Triton_DescGatherOp : Triton_Op<"descriptor_gather"> {
  let summary = "read rows of a described tensor by their numbers";
  let description = [{
    ```mlir
    %t = tt.descriptor_gather %d[%rows, %y]
        : (!tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32>, i32) -> tensor<32x64xf16>
    ```
  }];
  let arguments = (ins Triton_DescType:$desc, Triton_IntTensor:$x_offsets, I32:$y_offset);
  let results = (outs Triton_NumberTensor:$result);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` attr-dict `:` functional-type(operands, results)
  }];
}

def Triton_DescScatterOp : Triton_Op<"descriptor_scatter"> {
  let summary = "write rows of a described tensor by their numbers";
  let description = [{
    ```mlir
    tt.descriptor_scatter %d[%rows, %y], %t
        : !tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32>, i32, tensor<32x64xf16>
    ```
  }];
  let arguments = (ins Triton_DescType:$desc, Triton_IntTensor:$x_offsets, I32:$y_offset,
                       Triton_NumberTensor:$src);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($x_offsets) `,`
    type($y_offset) `,` type($src)
  }];
}

#endif // KILN_TRITON_MEMORY_OPS_TD
