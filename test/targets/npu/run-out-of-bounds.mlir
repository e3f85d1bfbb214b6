// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access outside every buffer names the argument it belongs to, without the
// reference; figures come with what they leave out.
//
// RUN: not kiln run %s --target=npu --grid=2 --arg p=arange:f32[100] --arg q=zeros:f32[128] 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not kiln run %s --target=npu --arg p=arange:f32[64] --arg q=zeros:f32[60] 2>&1 | FileCheck %s --check-prefix=STORE
// RUN: kiln run %s --target=npu --arg p=arange:f32[64] --arg q=zeros:f32[64] --stats | FileCheck %s --check-prefix=STATS
// BEYOND: error: kernel 'copies': program instance (1, 0, 0): DRAM_OOB
// BEYOND-SAME: it begins at byte 256 of argument 'p', which has 400 bytes [k.py:3:4]
// STORE: error: kernel 'copies': program instance (0, 0, 0): DRAM_OOB
// STORE-SAME: it begins at byte 0 of argument 'q', which has 240 bytes [k.py:4:4]
// STATS: cycles
// STATS: not modelled: conflicts between engines for a superbank of spm

func.func @copies(%p: !tile.ptr {tile.name = "p", tile.pointee = f32},
    %q: !tile.ptr {tile.name = "q", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %c64 = arith.constant 64 : i32
  %pid = tile.program_id x : i32
  %base = arith.muli %pid, %c64 : i32
  %l = tile.range 0 to 64 : tensor<64xi32>
  %b = tile.broadcast %base : i32 -> tensor<64xi32>
  %o = arith.addi %b, %l : tensor<64xi32>
  %x = tile.load %p[%o] : !tile.ptr, tensor<64xi32> -> tensor<64xf32> loc("k.py":3:4)
  tile.store %x, %q[%o] : tensor<64xf32>, !tile.ptr, tensor<64xi32> loc("k.py":4:4)
  return
}
