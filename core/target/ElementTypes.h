// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a target computes with an element type: the one place where
// TargetInfo::elementTypes decides about a kernel.

#ifndef KILN_CORE_TARGET_ELEMENTTYPES_H
#define KILN_CORE_TARGET_ELEMENTTYPES_H

#include "kiln/Target.h"
#include "mlir/Pass/Pass.h"

namespace kiln {

/// Whether the target names the type. One that names none takes all.
bool listsElement(const TargetInfo &info, mlir::Type element);

/// Declines, by op and line, a kernel in kernel form with tiles of a type that
/// the target does not list and that the core does not make of others. The
/// target outlives the pass.
std::unique_ptr<mlir::Pass> createVerifyElementTypesPass(const TargetInfo &info);

} // namespace kiln

#endif // KILN_CORE_TARGET_ELEMENTTYPES_H
