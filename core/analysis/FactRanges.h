// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Value ranges of a kernel, starting from what launch facts say.

#ifndef KILN_CORE_ANALYSIS_FACTRANGES_H
#define KILN_CORE_ANALYSIS_FACTRANGES_H

namespace mlir {
class DataFlowSolver;
} // namespace mlir

namespace kiln::analysis {

/// Loads integer range analysis, and what it needs, into `solver`. Arguments of
/// kernels start with the range that their attributes state.
void loadFactRanges(mlir::DataFlowSolver &solver);

} // namespace kiln::analysis

#endif // KILN_CORE_ANALYSIS_FACTRANGES_H
