// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --interpret=LEVEL runs the kernel as it is after a phase, checks it, and prints what it prints.
//
// DEFINE: %{fits} = kiln run %s --target=npu --kernel=fits --arg arg0=randn:f32[8]
// RUN: %{fits} --interpret=tile --check | FileCheck %s --check-prefix=FITS
// RUN: %{fits} --interpret=kernel-form --check | FileCheck %s --check-prefix=FITS
// RUN: %{fits} --interpret=staged --check | FileCheck %s --check-prefix=FITS
// FITS: pid (0, 0, 0) idx () end: 7
// FITS-NEXT: fits on reference, at level '{{tile|kernel-form|staged}}' of npu, grid 1x1x1
// FITS-NEXT: check arg0: equal: 8 elements
//
// RUN: %python %S/fails.py kiln run %s --target=npu --kernel=too_large --arg arg0=zeros:f32[1048576] \
// RUN:   --interpret=native | FileCheck %s --check-prefix=LARGE
// LARGE: kiln: error: {{.*}}'too_large' needs {{[0-9]+}} bytes of 'spm'
// LARGE: kiln: error: cannot lower the kernel to 'native'

func.func @fits(%p: !tile.ptr {tile.name = "arg0", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 8 : tensor<8xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<8xi32> -> tensor<8xf32>
  %y = arith.addf %x, %x : tensor<8xf32>
  tile.store %y, %p[%l] : tensor<8xf32>, !tile.ptr, tensor<8xi32>
  %end = arith.constant 7 : i32
  tile.print " end: " %end : i32
  return
}

func.func @too_large(%p: !tile.ptr {tile.name = "arg0", tile.pointee = f32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 1048576 : tensor<1048576xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<1048576xi32> -> tensor<1048576xf32>
  %y = arith.addf %x, %x : tensor<1048576xf32>
  tile.store %y, %p[%l] : tensor<1048576xf32>, !tile.ptr, tensor<1048576xi32>
  return
}
