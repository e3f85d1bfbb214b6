// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/tools/InputFile.h"
#include "llvm/Support/FileSystem.h"

using namespace kiln;

Result<void> kiln::tools::checkInputFile(llvm::StringRef path) {
  llvm::sys::fs::file_status status;
  if (path == "-" || llvm::sys::fs::status(path, status) ||
      (status.type() != llvm::sys::fs::file_type::character_file &&
       status.type() != llvm::sys::fs::file_type::block_file))
    return {};
  return Error("cannot read '" + path.str() + "': it is a device, not a file");
}
