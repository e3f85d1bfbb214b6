// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is checked of a text before MLIR's parser sees it. That parser recurses
// once per bracket and per alias, so a hostile text could exhaust the stack.

#ifndef KILN_TRITON_PRESCAN_H
#define KILN_TRITON_PRESCAN_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace kiln::triton {

inline constexpr size_t maxTextBytes = size_t(16) << 20;
inline constexpr unsigned maxNesting = 256;

struct PrescanError {
  unsigned line, column;
  std::string message;
};

/// The first thing in `text` that must not reach the parser: nothing but space,
/// more than `maxTextBytes`, bytes that are not text, brackets (of any kind) or
/// aliases nested deeper than `maxNesting`.
std::optional<PrescanError> prescan(llvm::StringRef text);

} // namespace kiln::triton

#endif // KILN_TRITON_PRESCAN_H
