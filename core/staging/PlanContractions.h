// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass that needs a target's answers, not only its numbers.

#ifndef KILN_CORE_STAGING_PLANCONTRACTIONS_H
#define KILN_CORE_STAGING_PLANCONTRACTIONS_H

#include "kiln/Target.h"
#include "mlir/Pass/Pass.h"

namespace kiln::staging {

/// plan-contractions with the contraction plans of `target`.
std::unique_ptr<mlir::Pass> createPlanContractionsPass(const Target &target);

} // namespace kiln::staging

#endif // KILN_CORE_STAGING_PLANCONTRACTIONS_H
