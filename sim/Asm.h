// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text form of programs. One instruction a line: the mnemonic, operands
// separated by commas in the order of the row in Isa.def, and "if p<n>" where
// it is masked. Registers are r0-r31, v0-v31, p0-p7; a memory operand is
// [r1+16]; fields are name=value. A line may begin with "label:", and a branch
// target may be such a label. Comments begin with ';'.
//
//   again: vld.f32 v1, [r4+0] if p0
//          sem.post eng=vp, sem=3, count=1
//          bne r1, r2, again

#ifndef KILN_SIM_ASM_H
#define KILN_SIM_ASM_H

#include "sim/Isa.h"
#include "sim/Program.h"

namespace kiln::npu {

/// A program from text; its source locations are the lines of the text.
/// Errors name the line.
Result<Program> assemble(std::string_view text);

/// Text that assembles to the same words.
std::string disassemble(const Program &program);

} // namespace kiln::npu

#endif // KILN_SIM_ASM_H
