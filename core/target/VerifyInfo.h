// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the core relies on in a target's data.

#ifndef KILN_CORE_TARGET_VERIFYINFO_H
#define KILN_CORE_TARGET_VERIFYINFO_H

#include "kiln/Result.h"
#include "kiln/Target.h"

namespace kiln {

/// An error names the field, its value and what is expected.
Result<void> verifyInfo(const TargetInfo &info);

} // namespace kiln

#endif // KILN_CORE_TARGET_VERIFYINFO_H
