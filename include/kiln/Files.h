// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole files in and out, with errors that carry the path and the reason.

#ifndef KILN_FILES_H
#define KILN_FILES_H

#include "kiln/Result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kiln {

Result<std::vector<uint8_t>> readFile(const std::string &path);

/// That writeFile can write to this path: asked before work whose result goes
/// there. Leaves no file.
Result<void> requireWritable(const std::string &path);

/// Writes beside the file and renames, so that a reader sees the old bytes or
/// the new ones, never a part. Something that is no regular file (a pipe, a
/// terminal) is written in place.
Result<void> writeFile(const std::string &path, std::span<const uint8_t> bytes);

} // namespace kiln

#endif // KILN_FILES_H
