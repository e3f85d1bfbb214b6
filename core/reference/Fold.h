// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions and scans by one well-known op, in typed loops. The order and
// every rounding are those of the general way.

#ifndef KILN_REFERENCE_FOLD_H
#define KILN_REFERENCE_FOLD_H

#include "core/reference/Indexing.h"
#include "core/reference/Instance.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace kiln::reference {

/// Folds `input` along an axis in ascending order (descending with `reverse`),
/// from its first element on. With `keepsAll` the result has every
/// intermediate value, else the last. False, and nothing done, for element
/// types without a loop here (the fp8 formats).
bool foldByKind(mlir::vector::CombiningKind kind, const Datum &input, const AxisSplit &split, bool reverse,
                bool keepsAll, Datum &result);

/// The bounds of such a result, whatever order a target combines in.
void boundFold(Instance &instance, mlir::vector::CombiningKind kind, const Datum &input, const AxisSplit &split,
               bool reverse, bool keepsAll, Datum &result);

/// Both of the above if the block is one well-known op on its two arguments in
/// order; false, and nothing done, otherwise.
bool foldAxis(Instance &instance, const BlockPlan &block, const Datum &input, const AxisSplit &split, bool reverse,
              bool keepsAll, Datum &result);

} // namespace kiln::reference

#endif // KILN_REFERENCE_FOLD_H
