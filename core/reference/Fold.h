// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions and scans by one well-known op, in typed loops. The order and
// every rounding are those of the general way.

#ifndef KILN_REFERENCE_FOLD_H
#define KILN_REFERENCE_FOLD_H

#include "core/reference/Indexing.h"
#include "core/reference/Instance.h"

namespace kiln::reference {

/// Folds `input` along an axis if the block is one well-known op on its two
/// arguments in order; false (and nothing done) otherwise. With `keepsAll` the
/// result has every intermediate value, else the last.
bool foldAxis(Instance &instance, const Step &step, const BlockPlan &block, const Datum &input,
              const AxisSplit &split, bool reverse, bool keepsAll, Datum &result);

} // namespace kiln::reference

#endif // KILN_REFERENCE_FOLD_H
