// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel's source line behind a location.

#ifndef KILN_TILE_SOURCELINE_H
#define KILN_TILE_SOURCELINE_H

#include "mlir/IR/Location.h"
#include <string>

namespace kiln::tile {

/// Where the user's own code is: of a call chain the outermost caller, since
/// the callee is often Triton's library; of a fused location the first part
/// that has a file. Null where there is none.
mlir::FileLineColLoc sourceLine(mlir::Location location);

/// "kernels.py:12:4", "kernels.py" of the whole file, or "" where there is none.
std::string describeSource(mlir::Location location);

} // namespace kiln::tile

#endif // KILN_TILE_SOURCELINE_H
