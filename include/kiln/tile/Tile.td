// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole tile dialect, for TableGen.

include "kiln/tile/TileComputeOps.td"
include "kiln/tile/TileKernelOps.td"
include "kiln/tile/TileMemoryOps.td"
