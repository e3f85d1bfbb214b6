// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Predecoding: operand lists become register sets once, not at every step.

#include "sim/State.h"

namespace kiln::npu {
namespace {

uint8_t resourceOf(RegClass cls, int64_t reg) { return uint8_t(cls == RegClass::Predicate ? numRegisters + reg : reg); }

void addOperand(Decoded &d, const Operand &operand, int64_t value) {
  bool reads = operand.access != Access::Write;
  bool writes = operand.access != Access::Read;
  if (operand.cls == RegClass::Scalar) {
    d.scalarReads |= reads ? 1u << value : 0;
    d.scalarWrites |= writes ? 1u << value : 0;
  } else if (operand.cls != RegClass::Imm) {
    if (reads)
      d.reads[d.numReads++] = resourceOf(operand.cls, value);
    if (writes)
      d.write = int8_t(resourceOf(operand.cls, value));
  }
}

} // namespace

std::vector<Decoded> decodeAll(const std::vector<uint64_t> &words) {
  std::vector<Decoded> code(words.size());
  for (size_t i = 0; i < words.size(); ++i) {
    auto in = decode(words[i]);
    if (!in)
      continue;
    Decoded &d = code[i];
    d.in = *in;
    d.info = &instrInfo(in->op);
    d.engine = engineOf(*in);
    for (unsigned k = 0; k < d.info->operands.size(); ++k)
      addOperand(d, d.info->operands[k], operandValue(*in, k));
    if (in->masked())
      d.reads[d.numReads++] = resourceOf(RegClass::Predicate, in->predicate());
    d.scalarReads &= ~1u; // r0 is always ready
    d.scalarWrites &= ~1u;
  }
  return code;
}

} // namespace kiln::npu
