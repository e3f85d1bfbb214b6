// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every tool asks of a path before it reads it.

#ifndef KILN_CORE_TOOLS_INPUTFILE_H
#define KILN_CORE_TOOLS_INPUTFILE_H

#include "kiln/Result.h"
#include "llvm/ADT/StringRef.h"

namespace kiln::tools {

/// An error for a path that could be read without end, such as /dev/zero. "-" is
/// standard input.
Result<void> checkInputFile(llvm::StringRef path);

} // namespace kiln::tools

#endif // KILN_CORE_TOOLS_INPUTFILE_H
