// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layout pass that needs a target's answers, not only its numbers.

#ifndef KILN_CORE_LAYOUT_ASSIGNLAYOUTS_H
#define KILN_CORE_LAYOUT_ASSIGNLAYOUTS_H

#include "kiln/Mapping.h"
#include "mlir/Pass/Pass.h"

namespace kiln::layout {

/// assign-layouts with the dimensions and anchors of a target.
std::unique_ptr<mlir::Pass> createAssignLayoutsPass(const Mapping &mapping);

/// The row-major layout of a tile over hardware dimensions, filled in their order; a
/// fixed dimension that the tile does not fill repeats elements.
LinearLayout rowMajorLayout(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<HardwareDim> dims);

} // namespace kiln::layout

#endif // KILN_CORE_LAYOUT_ASSIGNLAYOUTS_H
