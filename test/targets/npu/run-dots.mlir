// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products on the array, against the reference: extents that are no
// multiple of its size, accumulators that loops carry and change, operands read
// down their columns, no trips at all, batches.
//
// RUN: split-file %s %t
// RUN: kiln run %t/accumulate.mlir --target=npu --check --arg a=randn:f16[6144] --arg b=randn:f16[4608] --arg c=randn:f32[3072] | FileCheck %s
// RUN: kiln run %t/turned.mlir --target=npu --check --arg a=randn:bf16[816] --arg b=randn:bf16[960] --arg c=randn:f32[340] | FileCheck %s
// RUN: kiln run %t/integers.mlir --target=npu --check --arg a=randint=-128..127:i8[60000] --arg b=randint=-128..127:i8[200] --arg c=randint=-9..9:i32[300] | FileCheck %s
// RUN: kiln run %t/words.mlir --target=npu --check --arg a=randn:f32[64] --arg b=randn:f32[8192] --arg c=randn:f32[128] | FileCheck %s
// RUN: kiln run %t/narrow.mlir --target=npu --check --arg a=randn:f16[512] --arg b=randn:f16[256] --arg c=randn:f16[128] | FileCheck %s
// RUN: kiln run %t/never.mlir --target=npu --check --arg a=randn:f16[256] --arg b=randn:f16[256] --arg c=randn:f32[256] | FileCheck %s
// CHECK: check c: equal

//--- accumulate.mlir
func.func @accumulate(%a: !tile.ptr {tile.name = "a", tile.pointee = f16}, %b: !tile.ptr {tile.name = "b", tile.pointee = f16}, %c: !tile.ptr {tile.name = "c", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %zero = arith.constant dense<0.0> : tensor<64x48xf32>
  %cr0 = tile.range 0 to 64 : tensor<64xi32>
  %cr1 = tile.reshape %cr0 : tensor<64xi32> -> tensor<64x1xi32>
  %cld = arith.constant dense<48> : tensor<64x1xi32>
  %cr2 = arith.muli %cr1, %cld : tensor<64x1xi32>
  %cr3 = tile.broadcast %cr2 : tensor<64x1xi32> -> tensor<64x48xi32>
  %cc0 = tile.range 0 to 48 : tensor<48xi32>
  %cc1 = tile.reshape %cc0 : tensor<48xi32> -> tensor<1x48xi32>
  %cc2 = tile.broadcast %cc1 : tensor<1x48xi32> -> tensor<64x48xi32>
  %co0 = arith.addi %cr3, %cc2 : tensor<64x48xi32>
  %lo = arith.constant 0 : i32
  %hi = arith.constant 3 : i32
  %st = arith.constant 1 : i32
  %ka = arith.constant 32 : i32
  %kb = arith.constant 1536 : i32
  %r = scf.for %i = %lo to %hi step %st iter_args(%acc = %zero) -> (tensor<64x48xf32>) : i32 {
    %ia = arith.muli %i, %ka : i32
    %ib = arith.muli %i, %kb : i32
    %ar0 = tile.range 0 to 64 : tensor<64xi32>
    %ar1 = tile.reshape %ar0 : tensor<64xi32> -> tensor<64x1xi32>
    %ald = arith.constant dense<96> : tensor<64x1xi32>
    %ar2 = arith.muli %ar1, %ald : tensor<64x1xi32>
    %ar3 = tile.broadcast %ar2 : tensor<64x1xi32> -> tensor<64x32xi32>
    %ac0 = tile.range 0 to 32 : tensor<32xi32>
    %ac1 = tile.reshape %ac0 : tensor<32xi32> -> tensor<1x32xi32>
    %ac2 = tile.broadcast %ac1 : tensor<1x32xi32> -> tensor<64x32xi32>
    %ao0 = arith.addi %ar3, %ac2 : tensor<64x32xi32>
    %ab = tile.broadcast %ia : i32 -> tensor<64x32xi32>
    %ao = arith.addi %ao0, %ab : tensor<64x32xi32>
    %x = tile.load %a[%ao] : !tile.ptr, tensor<64x32xi32> -> tensor<64x32xf16>
    %br0 = tile.range 0 to 32 : tensor<32xi32>
    %br1 = tile.reshape %br0 : tensor<32xi32> -> tensor<32x1xi32>
    %bld = arith.constant dense<48> : tensor<32x1xi32>
    %br2 = arith.muli %br1, %bld : tensor<32x1xi32>
    %br3 = tile.broadcast %br2 : tensor<32x1xi32> -> tensor<32x48xi32>
    %bc0 = tile.range 0 to 48 : tensor<48xi32>
    %bc1 = tile.reshape %bc0 : tensor<48xi32> -> tensor<1x48xi32>
    %bc2 = tile.broadcast %bc1 : tensor<1x48xi32> -> tensor<32x48xi32>
    %bo0 = arith.addi %br3, %bc2 : tensor<32x48xi32>
    %bb = tile.broadcast %ib : i32 -> tensor<32x48xi32>
    %bo = arith.addi %bo0, %bb : tensor<32x48xi32>
    %y = tile.load %b[%bo] : !tile.ptr, tensor<32x48xi32> -> tensor<32x48xf16>
    %d = tile.dot %x, %y, %acc ieee : tensor<64x32xf16>, tensor<32x48xf16> -> tensor<64x48xf32>
    scf.yield %d : tensor<64x48xf32>
  }
  tile.store %r, %c[%co0] : tensor<64x48xf32>, !tile.ptr, tensor<64x48xi32>
  return
}

//--- turned.mlir
func.func @turned(%a: !tile.ptr {tile.name = "a", tile.pointee = bf16}, %b: !tile.ptr {tile.name = "b", tile.pointee = bf16}, %c: !tile.ptr {tile.name = "c", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %zero = arith.constant dense<0.0> : tensor<17x20xf32>
  %cr0 = tile.range 0 to 17 : tensor<17xi32>
  %cr1 = tile.reshape %cr0 : tensor<17xi32> -> tensor<17x1xi32>
  %cld = arith.constant dense<20> : tensor<17x1xi32>
  %cr2 = arith.muli %cr1, %cld : tensor<17x1xi32>
  %cr3 = tile.broadcast %cr2 : tensor<17x1xi32> -> tensor<17x20xi32>
  %cc0 = tile.range 0 to 20 : tensor<20xi32>
  %cc1 = tile.reshape %cc0 : tensor<20xi32> -> tensor<1x20xi32>
  %cc2 = tile.broadcast %cc1 : tensor<1x20xi32> -> tensor<17x20xi32>
  %co0 = arith.addi %cr3, %cc2 : tensor<17x20xi32>
  %init = tile.load %c[%co0] : !tile.ptr, tensor<17x20xi32> -> tensor<17x20xf32>
  %lo = arith.constant 0 : i32
  %hi = arith.constant 2 : i32
  %st = arith.constant 1 : i32
  %ka = arith.constant 24 : i32
  %kb = arith.constant 24 : i32
  %r = scf.for %i = %lo to %hi step %st iter_args(%acc = %init) -> (tensor<17x20xf32>) : i32 {
    %ia = arith.muli %i, %ka : i32
    %ib = arith.muli %i, %kb : i32
    %ar0 = tile.range 0 to 17 : tensor<17xi32>
    %ar1 = tile.reshape %ar0 : tensor<17xi32> -> tensor<17x1xi32>
    %ald = arith.constant dense<48> : tensor<17x1xi32>
    %ar2 = arith.muli %ar1, %ald : tensor<17x1xi32>
    %ar3 = tile.broadcast %ar2 : tensor<17x1xi32> -> tensor<17x24xi32>
    %ac0 = tile.range 0 to 24 : tensor<24xi32>
    %ac1 = tile.reshape %ac0 : tensor<24xi32> -> tensor<1x24xi32>
    %ac2 = tile.broadcast %ac1 : tensor<1x24xi32> -> tensor<17x24xi32>
    %ao0 = arith.addi %ar3, %ac2 : tensor<17x24xi32>
    %ab = tile.broadcast %ia : i32 -> tensor<17x24xi32>
    %ao = arith.addi %ao0, %ab : tensor<17x24xi32>
    %x = tile.load %a[%ao] : !tile.ptr, tensor<17x24xi32> -> tensor<17x24xbf16>
    %br0 = tile.range 0 to 20 : tensor<20xi32>
    %br1 = tile.reshape %br0 : tensor<20xi32> -> tensor<20x1xi32>
    %bld = arith.constant dense<48> : tensor<20x1xi32>
    %br2 = arith.muli %br1, %bld : tensor<20x1xi32>
    %br3 = tile.broadcast %br2 : tensor<20x1xi32> -> tensor<20x24xi32>
    %bc0 = tile.range 0 to 24 : tensor<24xi32>
    %bc1 = tile.reshape %bc0 : tensor<24xi32> -> tensor<1x24xi32>
    %bc2 = tile.broadcast %bc1 : tensor<1x24xi32> -> tensor<20x24xi32>
    %bo0 = arith.addi %br3, %bc2 : tensor<20x24xi32>
    %bb = tile.broadcast %ib : i32 -> tensor<20x24xi32>
    %bo = arith.addi %bo0, %bb : tensor<20x24xi32>
    %yt = tile.load %b[%bo] : !tile.ptr, tensor<20x24xi32> -> tensor<20x24xbf16>
    %y = tile.transpose %yt [1, 0] : tensor<20x24xbf16> -> tensor<24x20xbf16>
    %half = arith.constant dense<0.5> : tensor<17x20xf32>
    %acc2 = arith.mulf %acc, %half : tensor<17x20xf32>
    %d = tile.dot %x, %y, %acc2 ieee : tensor<17x24xbf16>, tensor<24x20xbf16> -> tensor<17x20xf32>
    scf.yield %d : tensor<17x20xf32>
  }
  tile.store %r, %c[%co0] : tensor<17x20xf32>, !tile.ptr, tensor<17x20xi32>
  return
}

//--- integers.mlir
func.func @integers(%a: !tile.ptr {tile.name = "a", tile.pointee = i8}, %b: !tile.ptr {tile.name = "b", tile.pointee = i8}, %c: !tile.ptr {tile.name = "c", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %zero = arith.constant dense<0> : tensor<300x1xi32>
  %cr0 = tile.range 0 to 300 : tensor<300xi32>
  %cr1 = tile.reshape %cr0 : tensor<300xi32> -> tensor<300x1xi32>
  %cld = arith.constant dense<1> : tensor<300x1xi32>
  %cr2 = arith.muli %cr1, %cld : tensor<300x1xi32>
  %cr3 = tile.broadcast %cr2 : tensor<300x1xi32> -> tensor<300x1xi32>
  %cc0 = tile.range 0 to 1 : tensor<1xi32>
  %cc1 = tile.reshape %cc0 : tensor<1xi32> -> tensor<1x1xi32>
  %cc2 = tile.broadcast %cc1 : tensor<1x1xi32> -> tensor<300x1xi32>
  %co0 = arith.addi %cr3, %cc2 : tensor<300x1xi32>
  %init = tile.load %c[%co0] : !tile.ptr, tensor<300x1xi32> -> tensor<300x1xi32>
  %lo = arith.constant 0 : i32
  %hi = arith.constant 2 : i32
  %st = arith.constant 1 : i32
  %ka = arith.constant 100 : i32
  %kb = arith.constant 100 : i32
  %r = scf.for %i = %lo to %hi step %st iter_args(%acc = %init) -> (tensor<300x1xi32>) : i32 {
    %ia = arith.muli %i, %ka : i32
    %ib = arith.muli %i, %kb : i32
    %ar0 = tile.range 0 to 300 : tensor<300xi32>
    %ar1 = tile.reshape %ar0 : tensor<300xi32> -> tensor<300x1xi32>
    %ald = arith.constant dense<200> : tensor<300x1xi32>
    %ar2 = arith.muli %ar1, %ald : tensor<300x1xi32>
    %ar3 = tile.broadcast %ar2 : tensor<300x1xi32> -> tensor<300x100xi32>
    %ac0 = tile.range 0 to 100 : tensor<100xi32>
    %ac1 = tile.reshape %ac0 : tensor<100xi32> -> tensor<1x100xi32>
    %ac2 = tile.broadcast %ac1 : tensor<1x100xi32> -> tensor<300x100xi32>
    %ao0 = arith.addi %ar3, %ac2 : tensor<300x100xi32>
    %ab = tile.broadcast %ia : i32 -> tensor<300x100xi32>
    %ao = arith.addi %ao0, %ab : tensor<300x100xi32>
    %x = tile.load %a[%ao] : !tile.ptr, tensor<300x100xi32> -> tensor<300x100xi8>
    %br0 = tile.range 0 to 100 : tensor<100xi32>
    %br1 = tile.reshape %br0 : tensor<100xi32> -> tensor<100x1xi32>
    %bld = arith.constant dense<1> : tensor<100x1xi32>
    %br2 = arith.muli %br1, %bld : tensor<100x1xi32>
    %br3 = tile.broadcast %br2 : tensor<100x1xi32> -> tensor<100x1xi32>
    %bc0 = tile.range 0 to 1 : tensor<1xi32>
    %bc1 = tile.reshape %bc0 : tensor<1xi32> -> tensor<1x1xi32>
    %bc2 = tile.broadcast %bc1 : tensor<1x1xi32> -> tensor<100x1xi32>
    %bo0 = arith.addi %br3, %bc2 : tensor<100x1xi32>
    %bb = tile.broadcast %ib : i32 -> tensor<100x1xi32>
    %bo = arith.addi %bo0, %bb : tensor<100x1xi32>
    %y = tile.load %b[%bo] : !tile.ptr, tensor<100x1xi32> -> tensor<100x1xi8>
    %d = tile.dot %x, %y, %acc ieee : tensor<300x100xi8>, tensor<100x1xi8> -> tensor<300x1xi32>
    scf.yield %d : tensor<300x1xi32>
  }
  tile.store %r, %c[%co0] : tensor<300x1xi32>, !tile.ptr, tensor<300x1xi32>
  return
}

//--- words.mlir
func.func @words(%a: !tile.ptr {tile.name = "a", tile.pointee = f32}, %b: !tile.ptr {tile.name = "b", tile.pointee = f32}, %c: !tile.ptr {tile.name = "c", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %zero = arith.constant dense<0.0> : tensor<1x128xf32>
  %cr0 = tile.range 0 to 1 : tensor<1xi32>
  %cr1 = tile.reshape %cr0 : tensor<1xi32> -> tensor<1x1xi32>
  %cld = arith.constant dense<128> : tensor<1x1xi32>
  %cr2 = arith.muli %cr1, %cld : tensor<1x1xi32>
  %cr3 = tile.broadcast %cr2 : tensor<1x1xi32> -> tensor<1x128xi32>
  %cc0 = tile.range 0 to 128 : tensor<128xi32>
  %cc1 = tile.reshape %cc0 : tensor<128xi32> -> tensor<1x128xi32>
  %cc2 = tile.broadcast %cc1 : tensor<1x128xi32> -> tensor<1x128xi32>
  %co0 = arith.addi %cr3, %cc2 : tensor<1x128xi32>
  %lo = arith.constant 0 : i32
  %hi = arith.constant 1 : i32
  %st = arith.constant 1 : i32
  %ka = arith.constant 64 : i32
  %kb = arith.constant 8192 : i32
  %r = scf.for %i = %lo to %hi step %st iter_args(%acc = %zero) -> (tensor<1x128xf32>) : i32 {
    %ia = arith.muli %i, %ka : i32
    %ib = arith.muli %i, %kb : i32
    %ar0 = tile.range 0 to 1 : tensor<1xi32>
    %ar1 = tile.reshape %ar0 : tensor<1xi32> -> tensor<1x1xi32>
    %ald = arith.constant dense<64> : tensor<1x1xi32>
    %ar2 = arith.muli %ar1, %ald : tensor<1x1xi32>
    %ar3 = tile.broadcast %ar2 : tensor<1x1xi32> -> tensor<1x64xi32>
    %ac0 = tile.range 0 to 64 : tensor<64xi32>
    %ac1 = tile.reshape %ac0 : tensor<64xi32> -> tensor<1x64xi32>
    %ac2 = tile.broadcast %ac1 : tensor<1x64xi32> -> tensor<1x64xi32>
    %ao0 = arith.addi %ar3, %ac2 : tensor<1x64xi32>
    %ab = tile.broadcast %ia : i32 -> tensor<1x64xi32>
    %ao = arith.addi %ao0, %ab : tensor<1x64xi32>
    %x = tile.load %a[%ao] : !tile.ptr, tensor<1x64xi32> -> tensor<1x64xf32>
    %br0 = tile.range 0 to 64 : tensor<64xi32>
    %br1 = tile.reshape %br0 : tensor<64xi32> -> tensor<64x1xi32>
    %bld = arith.constant dense<128> : tensor<64x1xi32>
    %br2 = arith.muli %br1, %bld : tensor<64x1xi32>
    %br3 = tile.broadcast %br2 : tensor<64x1xi32> -> tensor<64x128xi32>
    %bc0 = tile.range 0 to 128 : tensor<128xi32>
    %bc1 = tile.reshape %bc0 : tensor<128xi32> -> tensor<1x128xi32>
    %bc2 = tile.broadcast %bc1 : tensor<1x128xi32> -> tensor<64x128xi32>
    %bo0 = arith.addi %br3, %bc2 : tensor<64x128xi32>
    %bb = tile.broadcast %ib : i32 -> tensor<64x128xi32>
    %bo = arith.addi %bo0, %bb : tensor<64x128xi32>
    %y = tile.load %b[%bo] : !tile.ptr, tensor<64x128xi32> -> tensor<64x128xf32>
    %d = tile.dot %x, %y, %acc tf32 : tensor<1x64xf32>, tensor<64x128xf32> -> tensor<1x128xf32>
    scf.yield %d : tensor<1x128xf32>
  }
  tile.store %r, %c[%co0] : tensor<1x128xf32>, !tile.ptr, tensor<1x128xi32>
  return
}

//--- narrow.mlir
func.func @narrow(%a: !tile.ptr {tile.name = "a", tile.pointee = f16}, %b: !tile.ptr {tile.name = "b", tile.pointee = f16}, %c: !tile.ptr {tile.name = "c", tile.pointee = f16}) attributes {kiln.form = "tile"} {
  %zero = arith.constant dense<0.0> : tensor<16x8xf16>
  %cr0 = tile.range 0 to 16 : tensor<16xi32>
  %cr1 = tile.reshape %cr0 : tensor<16xi32> -> tensor<16x1xi32>
  %cld = arith.constant dense<8> : tensor<16x1xi32>
  %cr2 = arith.muli %cr1, %cld : tensor<16x1xi32>
  %cr3 = tile.broadcast %cr2 : tensor<16x1xi32> -> tensor<16x8xi32>
  %cc0 = tile.range 0 to 8 : tensor<8xi32>
  %cc1 = tile.reshape %cc0 : tensor<8xi32> -> tensor<1x8xi32>
  %cc2 = tile.broadcast %cc1 : tensor<1x8xi32> -> tensor<16x8xi32>
  %co0 = arith.addi %cr3, %cc2 : tensor<16x8xi32>
  %init = tile.load %c[%co0] : !tile.ptr, tensor<16x8xi32> -> tensor<16x8xf16>
  %lo = arith.constant 0 : i32
  %hi = arith.constant 2 : i32
  %st = arith.constant 1 : i32
  %ka = arith.constant 16 : i32
  %kb = arith.constant 128 : i32
  %r = scf.for %i = %lo to %hi step %st iter_args(%acc = %init) -> (tensor<16x8xf16>) : i32 {
    %ia = arith.muli %i, %ka : i32
    %ib = arith.muli %i, %kb : i32
    %ar0 = tile.range 0 to 16 : tensor<16xi32>
    %ar1 = tile.reshape %ar0 : tensor<16xi32> -> tensor<16x1xi32>
    %ald = arith.constant dense<32> : tensor<16x1xi32>
    %ar2 = arith.muli %ar1, %ald : tensor<16x1xi32>
    %ar3 = tile.broadcast %ar2 : tensor<16x1xi32> -> tensor<16x16xi32>
    %ac0 = tile.range 0 to 16 : tensor<16xi32>
    %ac1 = tile.reshape %ac0 : tensor<16xi32> -> tensor<1x16xi32>
    %ac2 = tile.broadcast %ac1 : tensor<1x16xi32> -> tensor<16x16xi32>
    %ao0 = arith.addi %ar3, %ac2 : tensor<16x16xi32>
    %ab = tile.broadcast %ia : i32 -> tensor<16x16xi32>
    %ao = arith.addi %ao0, %ab : tensor<16x16xi32>
    %x = tile.load %a[%ao] : !tile.ptr, tensor<16x16xi32> -> tensor<16x16xf16>
    %br0 = tile.range 0 to 16 : tensor<16xi32>
    %br1 = tile.reshape %br0 : tensor<16xi32> -> tensor<16x1xi32>
    %bld = arith.constant dense<8> : tensor<16x1xi32>
    %br2 = arith.muli %br1, %bld : tensor<16x1xi32>
    %br3 = tile.broadcast %br2 : tensor<16x1xi32> -> tensor<16x8xi32>
    %bc0 = tile.range 0 to 8 : tensor<8xi32>
    %bc1 = tile.reshape %bc0 : tensor<8xi32> -> tensor<1x8xi32>
    %bc2 = tile.broadcast %bc1 : tensor<1x8xi32> -> tensor<16x8xi32>
    %bo0 = arith.addi %br3, %bc2 : tensor<16x8xi32>
    %bb = tile.broadcast %ib : i32 -> tensor<16x8xi32>
    %bo = arith.addi %bo0, %bb : tensor<16x8xi32>
    %y = tile.load %b[%bo] : !tile.ptr, tensor<16x8xi32> -> tensor<16x8xf16>
    %d = tile.dot %x, %y, %acc ieee : tensor<16x16xf16>, tensor<16x8xf16> -> tensor<16x8xf16>
    scf.yield %d : tensor<16x8xf16>
  }
  tile.store %r, %c[%co0] : tensor<16x8xf16>, !tile.ptr, tensor<16x8xi32>
  return
}

//--- never.mlir
func.func @never(%a: !tile.ptr {tile.name = "a", tile.pointee = f16}, %b: !tile.ptr {tile.name = "b", tile.pointee = f16}, %c: !tile.ptr {tile.name = "c", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %cr0 = tile.range 0 to 16 : tensor<16xi32>
  %cr1 = tile.reshape %cr0 : tensor<16xi32> -> tensor<16x1xi32>
  %cld = arith.constant dense<16> : tensor<16x1xi32>
  %cr2 = arith.muli %cr1, %cld : tensor<16x1xi32>
  %cr3 = tile.broadcast %cr2 : tensor<16x1xi32> -> tensor<16x16xi32>
  %cc0 = tile.range 0 to 16 : tensor<16xi32>
  %cc1 = tile.reshape %cc0 : tensor<16xi32> -> tensor<1x16xi32>
  %cc2 = tile.broadcast %cc1 : tensor<1x16xi32> -> tensor<16x16xi32>
  %co0 = arith.addi %cr3, %cc2 : tensor<16x16xi32>
  %init = tile.load %c[%co0] : !tile.ptr, tensor<16x16xi32> -> tensor<16x16xf32>
  %lo = arith.constant 0 : i32
  %hi = arith.constant 0 : i32
  %st = arith.constant 1 : i32
  %ka = arith.constant 16 : i32
  %kb = arith.constant 256 : i32
  %r = scf.for %i = %lo to %hi step %st iter_args(%acc = %init) -> (tensor<16x16xf32>) : i32 {
    %ia = arith.muli %i, %ka : i32
    %ib = arith.muli %i, %kb : i32
    %ar0 = tile.range 0 to 16 : tensor<16xi32>
    %ar1 = tile.reshape %ar0 : tensor<16xi32> -> tensor<16x1xi32>
    %ald = arith.constant dense<16> : tensor<16x1xi32>
    %ar2 = arith.muli %ar1, %ald : tensor<16x1xi32>
    %ar3 = tile.broadcast %ar2 : tensor<16x1xi32> -> tensor<16x16xi32>
    %ac0 = tile.range 0 to 16 : tensor<16xi32>
    %ac1 = tile.reshape %ac0 : tensor<16xi32> -> tensor<1x16xi32>
    %ac2 = tile.broadcast %ac1 : tensor<1x16xi32> -> tensor<16x16xi32>
    %ao0 = arith.addi %ar3, %ac2 : tensor<16x16xi32>
    %ab = tile.broadcast %ia : i32 -> tensor<16x16xi32>
    %ao = arith.addi %ao0, %ab : tensor<16x16xi32>
    %x = tile.load %a[%ao] : !tile.ptr, tensor<16x16xi32> -> tensor<16x16xf16>
    %br0 = tile.range 0 to 16 : tensor<16xi32>
    %br1 = tile.reshape %br0 : tensor<16xi32> -> tensor<16x1xi32>
    %bld = arith.constant dense<16> : tensor<16x1xi32>
    %br2 = arith.muli %br1, %bld : tensor<16x1xi32>
    %br3 = tile.broadcast %br2 : tensor<16x1xi32> -> tensor<16x16xi32>
    %bc0 = tile.range 0 to 16 : tensor<16xi32>
    %bc1 = tile.reshape %bc0 : tensor<16xi32> -> tensor<1x16xi32>
    %bc2 = tile.broadcast %bc1 : tensor<1x16xi32> -> tensor<16x16xi32>
    %bo0 = arith.addi %br3, %bc2 : tensor<16x16xi32>
    %bb = tile.broadcast %ib : i32 -> tensor<16x16xi32>
    %bo = arith.addi %bo0, %bb : tensor<16x16xi32>
    %y = tile.load %b[%bo] : !tile.ptr, tensor<16x16xi32> -> tensor<16x16xf16>
    %d = tile.dot %x, %y, %acc ieee : tensor<16x16xf16>, tensor<16x16xf16> -> tensor<16x16xf32>
    scf.yield %d : tensor<16x16xf32>
  }
  tile.store %r, %c[%co0] : tensor<16x16xf32>, !tile.ptr, tensor<16x16xi32>
  return
}
