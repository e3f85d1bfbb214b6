// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions as text, by walking their operand lists.

#include "sim/Asm.h"

namespace kiln::npu {
namespace {

std::string operandText(const Operand &operand, int64_t value) {
  if (operand.slot != Slot::Imm)
    return "rvp"[size_t(operand.cls)] + std::to_string(value);
  switch (operand.imm) {
  case ImmKind::Signed:
  case ImmKind::Target:
  case ImmKind::Length:
    return std::to_string(value);
  default:
    break;
  }
  auto names = immNames(operand.imm);
  std::string text = size_t(value) < names.size() ? std::string(names[size_t(value)]) : std::to_string(value);
  return operand.name + "=" + text;
}

} // namespace

std::string disassemble(const Instr &in) {
  const InstrInfo &info = instrInfo(in.op);
  std::string text(info.mnemonic);
  for (unsigned i = 0; i < info.operands.size(); ++i) {
    const Operand &operand = info.operands[i];
    int64_t value = operandValue(in, i);
    text += i == 0 ? " " : ", ";
    if (operand.memory) {
      int64_t offset = operandValue(in, ++i);
      text += "[r" + std::to_string(value) + (offset < 0 ? "" : "+") + std::to_string(offset) + "]";
    } else {
      text += operandText(operand, value);
    }
  }
  if (in.masked())
    text += " if p" + std::to_string(in.predicate());
  return text;
}

std::string disassemble(const Program &program) {
  std::string text;
  for (uint64_t word : program.words) {
    auto in = decode(word);
    text += in ? disassemble(*in) : ".word " + std::to_string(word);
    text += '\n';
  }
  return text;
}

} // namespace kiln::npu
