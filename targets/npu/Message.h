// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On an instruction that tells the host something: what it stands for.

#ifndef KILN_TARGETS_NPU_MESSAGE_H
#define KILN_TARGETS_NPU_MESSAGE_H

#include "sim/Program.h"
#include "targets/npu/NPU.h"

namespace kiln::npu {

inline constexpr llvm::StringLiteral messageAttrName = "npu.message";

void addMessage(ExecOp op, const Message &message);

/// None where the op has no message, or not a whole one.
std::optional<Message> messageOf(ExecOp op);

} // namespace kiln::npu

#endif // KILN_TARGETS_NPU_MESSAGE_H
