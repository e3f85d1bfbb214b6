// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The step from a target's entry level to its own dialect.

#ifndef KILN_CORE_TARGET_CONVERTTOTARGET_H
#define KILN_CORE_TARGET_CONVERTTOTARGET_H

#include "kiln/Target.h"
#include "mlir/Pass/Pass.h"

namespace kiln {

/// Applies `target`'s patterns; what they leave is declined by op and line.
std::unique_ptr<mlir::Pass> createConvertToTargetPass(const Target &target);

} // namespace kiln

#endif // KILN_CORE_TARGET_CONVERTTOTARGET_H
