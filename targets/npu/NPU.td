// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The npu dialect: the machine's instructions as SSA. One op, `npu.exec`,
// stands for every instruction and is verified against sim/Isa.def, so that an
// instruction added there needs no op here; the others are what an instruction
// table does not say: constants, control flow, order between engines.

#ifndef KILN_NPU_TD
#define KILN_NPU_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def NPU_Dialect : Dialect {
  let name = "npu";
  let cppNamespace = "::kiln::npu";
  let summary = "instructions of the sample NPU on virtual registers";
  let description = [{
    Values are registers of one of three classes. Control flow is a graph of
    blocks with arguments; `npu-allocate-registers` gives every value a number,
    and emission turns the ops into words in block order.
  }];
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
}

class NPU_Type<string name, string typeMnemonic> : TypeDef<NPU_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def NPU_SregType : NPU_Type<"Sreg", "sreg"> {
  let summary = "a 64-bit scalar register";
  let description = [{
    Holds integers sign-extended from their width, floats as the bits of an f32
    in the low half (sign-extended), i1 as 0 or 1, and addresses.

    ```mlir
    !npu.sreg
    ```
  }];
}

def NPU_VregType : NPU_Type<"Vreg", "vreg"> {
  let summary = "a vector register of 32-bit elements";
  let description = [{
    ```mlir
    !npu.vreg
    ```
  }];
}

def NPU_PregType : NPU_Type<"Preg", "preg"> {
  let summary = "a predicate register: one bit per element";
  let description = [{
    ```mlir
    !npu.preg
    ```
  }];
}

def NPU_Reg : AnyTypeOf<[NPU_SregType, NPU_VregType, NPU_PregType], "register">;

// The engines of sim/Isa.h that have a queue, by their names there.
def NPU_Engine : I32EnumAttr<"EngineKind", "an engine with an instruction queue", [
    I32EnumAttrCase<"dl", 1>, I32EnumAttrCase<"ds", 2>, I32EnumAttrCase<"dx", 3>,
    I32EnumAttrCase<"mx", 4>, I32EnumAttrCase<"mo", 5>, I32EnumAttrCase<"vp", 6>]> {
  let cppNamespace = "::kiln::npu";
}

class NPU_Op<string mnemonic, list<Trait> traits = []> : Op<NPU_Dialect, mnemonic, traits>;

def NPU_ExecOp : NPU_Op<"exec", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "one instruction of sim/Isa.def";
  let description = [{
    `operands` are the registers that the instruction reads, in the order of its
    row; `imms` the numbers of its immediate fields, in that order (zeros where
    the list is absent); results the registers that it writes. A vector
    instruction names its vector length in `vl`; emission sets it.

    ```mlir
    %z = npu.exec "vfadd" (%x, %y) vl 128 : (!npu.vreg, !npu.vreg) -> !npu.vreg
    %x = npu.exec "vld.f32" (%base) [4096] vl 128 : (!npu.sreg) -> !npu.vreg
    ```
  }];
  let arguments = (ins StrAttr:$mnemonic, Variadic<NPU_Reg>:$registers,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$imms, OptionalAttr<I64Attr>:$vl);
  let results = (outs Variadic<NPU_Reg>:$results);
  let assemblyFormat = [{
    $mnemonic `(` $registers `)` ($imms^)? (`vl` $vl^)? attr-dict `:` functional-type($registers, $results)
  }];
  let builders = [OpBuilder<(ins "::llvm::StringRef":$mnemonic, "::mlir::TypeRange":$results,
                                 "::mlir::ValueRange":$registers,
                                 CArg<"::llvm::ArrayRef<int64_t>", "{}">:$imms,
                                 CArg<"int64_t", "0">:$vl)>];
  let hasVerifier = 1;
}

def NPU_ConstOp : NPU_Op<"const", [Pure, ConstantLike]> {
  let summary = "a number in a scalar register";
  let description = [{
    Zero is the register that is always zero; any other number is one `li`, or
    `li` and `lih` where it needs more than 32 bits.

    ```mlir
    %c = npu.const 1024
    ```
  }];
  let arguments = (ins I64Attr:$value);
  let results = (outs NPU_SregType:$result);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}

def NPU_SyncOp : NPU_Op<"sync", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "one engine waits for what another was given so far";
  let description = [{
    A semaphore post on `from` and a wait on `to`: ops given to `to` after this
    start when all ops given to `from` before it have completed. The scalar core
    goes on at once.

    ```mlir
    npu.sync dl to vp
    ```
  }];
  let arguments = (ins NPU_Engine:$from, NPU_Engine:$to);
  let assemblyFormat = "$from `to` $to attr-dict";
}

def NPU_NextPidOp : NPU_Op<"next_pid", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "take the next program instance; -1 when there is none left";
  let description = [{
    ```mlir
    %pid = npu.next_pid : i64
    ```
  }];
  let results = (outs AnyTypeOf<[I64, NPU_SregType]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def NPU_ArgOp : NPU_Op<"arg", [Pure]> {
  let summary = "a launch parameter";
  let description = [{
    `offset` is its place, in bytes, in the parameter block that the launcher
    copies to the start of scalar memory; `size` is 1, 2, 4 or 8.

    ```mlir
    %n = npu.arg 24 size 4 : i32
    ```
  }];
  let arguments = (ins I64Attr:$offset, I64Attr:$size);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$offset `size` $size attr-dict `:` type($result)";
}

def NPU_BrOp : NPU_Op<"br", [Pure, Terminator, DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "go to a block";
  let description = [{
    ```mlir
    npu.br ^loop(%i : !npu.sreg)
    ```
  }];
  let arguments = (ins Variadic<NPU_Reg>:$arguments);
  let successors = (successor AnySuccessor:$target);
  let assemblyFormat = "$target (`(` $arguments^ `:` type($arguments) `)`)? attr-dict";
}

def NPU_CondBrOp : NPU_Op<"cond_br", [Pure, Terminator, AttrSizedOperandSegments,
                                      DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "go to one of two blocks";
  let description = [{
    To the first block where the register is not 0.

    ```mlir
    npu.cond_br %c, ^body, ^done(%x : !npu.vreg)
    ```
  }];
  let arguments = (ins NPU_SregType:$condition, Variadic<NPU_Reg>:$trueArguments,
                       Variadic<NPU_Reg>:$falseArguments);
  let successors = (successor AnySuccessor:$trueTarget, AnySuccessor:$falseTarget);
  let assemblyFormat = [{
    $condition `,` $trueTarget (`(` $trueArguments^ `:` type($trueArguments) `)`)? `,`
    $falseTarget (`(` $falseArguments^ `:` type($falseArguments) `)`)? attr-dict
  }];
}

def NPU_HaltOp : NPU_Op<"halt", [Terminator]> {
  let summary = "end of the program; the core drains its queues";
  let description = [{
    ```mlir
    npu.halt
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // KILN_NPU_TD
