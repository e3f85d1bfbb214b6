// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that never ends: the host's time runs out before the count of cycles.
//
// RUN: %python %root/test/tools/fails.py kiln run %s --target=npu --timeout=1 --max-steps=1000000000000 --arg p=ones:i32[1] | FileCheck %s
// CHECK: kiln: error: kernel 'spin': program instance (0, 0, 0): RESOURCE_LIMIT at pc {{[0-9]+}} on {{.*}}: simulating the launch took more than 1000 ms of the host's time [{{.*}}run-timeout.mlir:{{[0-9]+}}

func.func @spin(%p: !tile.ptr {tile.name = "p", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %zero = arith.constant 0 : i32
  scf.while : () -> () {
    %x = tile.load %p : !tile.ptr -> i32
    %go = arith.cmpi ne, %x, %zero : i32
    scf.condition(%go)
  } do {
    %one = arith.constant 1 : i32
    tile.store %one, %p : i32, !tile.ptr
    scf.yield
  }
  return
}
