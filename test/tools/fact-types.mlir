// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of every integer type, folded: each store gets its constant.
//
// RUN: kiln compile %s --emit=tile --fact flag=1 --fact byte=-128 --fact short=-1 --fact word=-2147483648 --fact long=-9223372036854775808 | FileCheck %s
// CHECK: %arg1: i1 {tile.name = "flag", tile.value = 1 : i64}
// CHECK-SAME: %arg2: i8 {tile.name = "byte", tile.value = -128 : i64}
// CHECK-SAME: %arg5: i64 {tile.name = "long", tile.value = -9223372036854775808 : i64}
// CHECK-DAG: %[[FLAG:.*]] = arith.constant true
// CHECK-DAG: %[[BYTE:.*]] = arith.constant -128 : i8
// CHECK-DAG: %[[SHORT:.*]] = arith.constant -1 : i16
// CHECK-DAG: %[[WORD:.*]] = arith.constant -2147483648 : i32
// CHECK-DAG: %[[LONG:.*]] = arith.constant -9223372036854775808 : i64
// CHECK: tile.store %[[FLAG]]
// CHECK: tile.store %[[BYTE]]
// CHECK: tile.store %[[SHORT]]
// CHECK: tile.store %[[WORD]]
// CHECK: tile.store %[[LONG]]

// What is stated of them in the text is read back.
// RUN: kiln compile %s --emit=tile --fact flag=1 --fact byte=-128 --fact short=-1..5 --fact long%%6 -o %t.mlir
// RUN: kiln compile %t.mlir --target=cpu --emit=launch-info | FileCheck %s --check-prefix=INFO
// INFO: "preconditions": [
// INFO-NEXT: "flag=1",
// INFO-NEXT: "byte=-128",
// INFO-NEXT: "short=-1..5",
// INFO-NEXT: "long%6"
// INFO-NEXT: ]

func.func @types(%p: !tile.ptr {tile.name = "p", tile.pointee = i64}, %flag: i1 {tile.name = "flag"}, %byte: i8 {tile.name = "byte"}, %short: i16 {tile.name = "short"}, %word: i32 {tile.name = "word"}, %long: i64 {tile.name = "long"}) attributes {kiln.form = "tile"} {
  tile.store %flag, %p : i1, !tile.ptr
  tile.store %byte, %p : i8, !tile.ptr
  tile.store %short, %p : i16, !tile.ptr
  tile.store %word, %p : i32, !tile.ptr
  tile.store %long, %p : i64, !tile.ptr
  return
}
