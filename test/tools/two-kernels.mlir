// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file with two kernels: all of them, or one with its facts.
//
// RUN: kiln compile %s --emit=tile | FileCheck %s --check-prefixes=FIRST,SECOND
// RUN: kiln compile %s --emit=tile --kernel first --fact n=4 | FileCheck %s --check-prefixes=FACT,ONE
// RUN: kiln compile %s --emit=launch-info --kernel second --fact n%%16 | FileCheck %s --check-prefix=INFO
// RUN: rm -rf %t.dump && kiln compile %s -o %t.kiln --dump-to=%t.dump
// RUN: FileCheck %s --check-prefix=FIRST < %t.dump/first/00-tile.mlir
// RUN: FileCheck %s --check-prefix=SECOND < %t.dump/second/00-tile.mlir

// FIRST: func.func @first
// FACT: func.func @first({{.*}}tile.value = 4 : i64
// ONE-NOT: func.func @second
// INFO: "kernel": "second"
// INFO-NOT: "kernel"
func.func @first(%p: !tile.ptr {tile.name = "p", tile.pointee = i32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  tile.store %n, %p : i32, !tile.ptr
  return
}

// SECOND: func.func @second
func.func @second(%p: !tile.ptr {tile.name = "p", tile.pointee = i32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %twice = arith.addi %n, %n : i32
  tile.store %twice, %p : i32, !tile.ptr
  return
}
