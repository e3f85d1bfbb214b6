// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compile keys: equal keys mean equal code, so a cache may look artifacts up by
// them. Whatever decides the bytes of the code belongs into the key.

#ifndef KILN_CORE_PIPELINE_COMPILEKEY_H
#define KILN_CORE_PIPELINE_COMPILEKEY_H

#include "core/pipeline/Compiler.h"
#include "kiln/LaunchInfo.h"

namespace kiln {

/// 64 hexadecimal digits: SHA-256 over the version of the compiler, target and
/// its version, kernel, how the text was read, the facts of every variant in
/// order, and the text. `info` has kernel, target and arguments.
std::string compileKey(const LaunchInfo &info, const FactSets &variants, const CompileOptions &options);

} // namespace kiln

#endif // KILN_CORE_PIPELINE_COMPILEKEY_H
