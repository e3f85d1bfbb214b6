// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel of which only a part is for this machine: f64 is not. Where a fact
// folds that part away the kernel compiles, but without a general variant.
//
// RUN: %python %root/test/tools/fails.py kiln compile %s --target=npu -o %t.kiln | FileCheck %s --check-prefix=PLAIN
// PLAIN: kiln: error: {{.*}}f64
// PLAIN-NOT: this was about
//
// RUN: %python %root/test/tools/fails.py kiln compile %s --target=npu -o %t.kiln --fact wide=0 | FileCheck %s --check-prefix=GENERAL
// GENERAL: kiln: error: {{.*}}f64
// GENERAL: kiln: error: {{.*}}this was about the general variant of 'either'
//
// RUN: %python %root/test/tools/fails.py kiln compile %s --target=npu -o %t.kiln --variant wide=0 --variant wide=1 | FileCheck %s --check-prefix=SECOND
// SECOND: kiln: error: {{.*}}f64
// SECOND: kiln: error: {{.*}}this was about the variant with wide=1 of 'either'
//
// RUN: kiln compile %s --target=npu -o %t.kiln --fact wide=0 --no-general
// RUN: kiln run %t.kiln --arg p=full=2:f32[1] --arg wide=0 --save p=%t.npy | FileCheck %s --check-prefix=VARIANT
// RUN: %python -c "import numpy; assert numpy.load(r'%t.npy')[0] == 4"
// RUN: %python %root/test/tools/fails.py kiln run %t.kiln --arg p=ones:f32[1] --arg wide=1 | FileCheck %s --check-prefix=REFUSED
// RUN: kiln run %s --target=npu --arg p=full=2:f32[1] --arg wide=0 --fact wide=0 --check | FileCheck %s --check-prefix=VARIANT
// VARIANT: variant 1 of 1, facts: {{.*}}wide=0
// REFUSED: kiln: error: argument 'wide': kernel 'either' states wide=0, expected the value 0 but got 1
//
// RUN: %python %root/test/tools/fails.py kiln run %s --target=npu --arg p=ones:f32[1] --arg wide=1 | FileCheck %s --check-prefix=NOTE
// NOTE: kiln: error: {{.*}}f64
// NOTE: kiln: note: this was compiled with the facts {{.*}}wide=1{{.*}}; --no-specialize leaves out what is derived from the arguments

func.func @either(%p: !tile.ptr {tile.name = "p", tile.pointee = f32}, %wide: i32 {tile.name = "wide"}) attributes {kiln.form = "tile"} {
  %zero = arith.constant 0 : i32
  %is_wide = arith.cmpi ne, %wide, %zero : i32
  %x = tile.load %p : !tile.ptr -> f32
  %y = scf.if %is_wide -> f32 {
    %w = arith.extf %x : f32 to f64
    %s = arith.mulf %w, %w : f64
    %n = arith.truncf %s : f64 to f32
    scf.yield %n : f32
  } else {
    %s = arith.mulf %x, %x : f32
    scf.yield %s : f32
  }
  tile.store %y, %p : f32, !tile.ptr
  return
}
