// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix product behind tile.dot, tile.dot_scaled and vector.contract.

#ifndef KILN_REFERENCE_CONTRACTION_H
#define KILN_REFERENCE_CONTRACTION_H

#include "core/reference/Instance.h"

namespace kiln::reference {

/// `batches` products of `rows` x `depth` by `depth` x `columns` matrices.
struct ProductShape {
  int64_t batches = 1, rows = 1, columns = 1, depth = 1;
};

/// accumulator + lhs * rhs: both operands are converted to the accumulator's
/// type, products are rounded to it and added to it in ascending depth.
/// Integers are signed and wrap. `operandError` is what a target may lose of an
/// operand product, relative to it.
Datum multiplyAdd(Instance &instance, const Datum &lhs, const Datum &rhs, const Datum &accumulator, ProductShape shape,
                  double operandError = 0);

} // namespace kiln::reference

#endif // KILN_REFERENCE_CONTRACTION_H
