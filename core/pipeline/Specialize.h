// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch facts put into a kernel: values are folded into the code, the rest
// become attributes of the arguments for the analyses further down.

#ifndef KILN_CORE_PIPELINE_SPECIALIZE_H
#define KILN_CORE_PIPELINE_SPECIALIZE_H

#include "kiln/Facts.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/LLVM.h"

#include <vector>

namespace kiln {

/// Facts of one variant each, in the order in which variants are tried.
using FactSets = std::vector<std::vector<Fact>>;

/// Each set in canonical form, beside what the kernel's text states. A set that
/// says nothing new is left out. Facts that contradict each other or the text
/// are an error, and so is a variant that an earlier one hides.
Result<FactSets> canonicalFacts(mlir::FunctionOpInterface kernel, mlir::ArrayRef<ArgumentInfo> signature,
                                const FactSets &sets);

/// Makes a kernel in tile form rely on canonical facts, beside what its text
/// states.
///
///   func @k(%n: i32, %s: i32)       // n=4, s%16
///   func @k(%n: i32 {tile.value = 4 : i64}, %s: i32 {tile.multiple_of = 16 : i64})
///     ... every use of %n is `arith.constant 4 : i32`
void applyFacts(mlir::FunctionOpInterface kernel, mlir::ArrayRef<Fact> facts);

} // namespace kiln

#endif // KILN_CORE_PIPELINE_SPECIALIZE_H
