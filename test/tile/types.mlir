// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types and attributes: their text, and what is elided from it.
//
// RUN: kiln-opt %s | kiln-opt | FileCheck %s
// RUN: kiln-opt %s --emit-bytecode | kiln-opt | FileCheck %s

// CHECK-LABEL: func.func private @pointer_spaces(!tile.ptr, !tile.ptr, !tile.ptr<"scratch">)
func.func private @pointer_spaces(!tile.ptr, !tile.ptr<"global">, !tile.ptr<"scratch">)

// CHECK-LABEL: func.func private @pointer_tiles(tensor<2x4x!tile.ptr>, vector<8x!tile.ptr<"scratch">>)
func.func private @pointer_tiles(tensor<2x4x!tile.ptr>, vector<8x!tile.ptr<"scratch">>)

// CHECK-LABEL: func.func private @views(!tile.view<128x64xf16>, !tile.view<1xi8>, !tile.view<2x3x4x5xbf16>)
func.func private @views(!tile.view<128x64xf16>, !tile.view<1xi8>, !tile.view<2x3x4x5xbf16>)

// CHECK-LABEL: func.func private @spaces(memref<8xf32, #tile.space<"spm">>, memref<8xf32, strided<[?], offset: ?>, #tile.space<"global">>)
func.func private @spaces(memref<8xf32, #tile.space<"spm">>, memref<8xf32, strided<[?], offset: ?>, #tile.space<"global">>)
