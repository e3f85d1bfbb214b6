// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole mirror dialect, for TableGen.

include "core/triton/TritonMemoryOps.td"
include "core/triton/TritonOps.td"
