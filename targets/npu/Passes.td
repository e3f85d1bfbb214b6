// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of the npu target. One pass, one file.

#ifndef KILN_NPU_PASSES_TD
#define KILN_NPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def MapProgramsPass : Pass<"npu-map-programs", "::mlir::gpu::GPUModuleOp"> {
  let summary = "run program instances one after another on a core";
  let description = [{
    Wraps the body of a kernel in native form in a loop over the ids that the
    core is handed, so that any grid runs on any number of cores.

    ```mlir
    scf.while : () -> () {
      %pid = npu.next_pid : i64
      %more = arith.cmpi sge, %pid, %zero : i64
      scf.condition(%more)
    } do {
      // the body
      scf.yield
    }
    ```
  }];
  let dependentDialects = ["::kiln::npu::NPUDialect", "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect"];
}

def InsertSyncPass : Pass<"npu-insert-sync", "::mlir::gpu::GPUModuleOp"> {
  let summary = "order engines where they touch the same memory";
  let description = [{
    Copies run on the DMA engines and vector accesses on the vector engine, each
    in order, none in order with another. Where two accesses of one buffer (or of
    device memory inside one program instance) conflict and run on different
    engines, the later engine waits for the earlier one. What happens inside a
    loop is ordered before the loop and at the end of its body.

    ```mlir
    tile.copy %global to %buffer [%l], [%h] : ..   // dl
    npu.sync dl to vp
    %x = vector.load %buffer[%i] : ..              // vp
    ```
  }];
  let statistics = [Statistic<"syncs", "syncs", "waits inserted">];
  let dependentDialects = ["::kiln::npu::NPUDialect"];
}

def HoistInvariantsPass : Pass<"npu-hoist-invariants", "::mlir::gpu::GPUModuleOp"> {
  let summary = "compute what a loop does not change before it";
  let description = [{
    Moves instructions without effects whose operands are made outside a loop to
    the block in front of it, inner loops first. Each value then holds a register
    throughout the loop, so only so many are moved per class of registers.

    ```mlir
    ^loop(%i : !npu.sreg):
      %ones = npu.exec "vmsv" (%one) vl 128 : (!npu.sreg) -> !npu.vreg   // goes to the block before
    ```
  }];
  let statistics = [Statistic<"hoisted", "hoisted", "instructions moved">];
  let dependentDialects = ["::kiln::npu::NPUDialect"];
}

def SpillRegistersPass : Pass<"npu-spill-registers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "keep no more values in registers than there are";
  let description = [{
    Where more values of a class are alive than it has registers, the one whose next
    use is farthest is kept in memory: vectors and predicates in the scratchpad
    behind the buffers, scalars in scalar memory behind the words that scalar
    accesses use. It is stored where it is made and loaded right before each use. What
    comes from constants alone, and launch parameters, are made again instead.

    ```mlir
    %v = npu.exec "vfadd" (%x, %y) vl 128 : (!npu.vreg, !npu.vreg) -> !npu.vreg
    npu.exec "vst.i32" (%v, %zero) [8192] vl 128 : (!npu.vreg, !npu.sreg) -> ()
    ..
    %w = npu.exec "vld.i32" (%zero) [8192] vl 128 : (!npu.sreg) -> !npu.vreg
    ```
  }];
  let options = [Option<"registers", "registers", "int64_t", "31",
                        "registers of a class that may be used at once (the knob of the same name wins)">];
  let statistics = [Statistic<"spilled", "spilled", "values kept in memory">,
                    Statistic<"repeated", "repeated", "values made again at their uses">];
  let dependentDialects = ["::kiln::npu::NPUDialect"];
}

def AllocateRegistersPass : Pass<"npu-allocate-registers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "give every value of the npu dialect a register";
  let description = [{
    Colours values in dominance order, which is optimal for SSA, preferring the
    register of the block argument that a value is passed to. Sets `npu.regs` on
    every op that has results and on the function for block arguments. One
    register of each class stays free for the moves on control-flow edges. Constants,
    and predicates that hang on constants alone, are made again where they are used.

    ```mlir
    %z = npu.exec "vfadd" (%x, %y) vl 128 {npu.regs = array<i64: 3>} : ..
    ```
  }];
  let statistics = [Statistic<"scalarRegisters", "scalar-registers", "most scalar registers in use">,
                    Statistic<"vectorRegisters", "vector-registers", "most vector registers in use">];
  let dependentDialects = ["::kiln::npu::NPUDialect"];
}

#endif // KILN_NPU_PASSES_TD
