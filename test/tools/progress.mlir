// Work of more than two seconds says what it is and how long it has taken.
//
// RUN: not kiln run %s --target=reference --timeout=3 --arg p=zeros:i32[1] --arg n=2000000000 2>&1 | FileCheck %s
// CHECK: kiln: interpreting 'long', 2 s so far
// CHECK-NOT: so far
// CHECK: kiln: error:

func.func @long(%p: !tile.ptr {tile.name = "p", tile.pointee = i32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %s = scf.for %i = %zero to %n step %one iter_args(%x = %zero) -> (i32) : i32 {
    %y = arith.addi %x, %i : i32
    scf.yield %y : i32
  }
  tile.store %s, %p : i32, !tile.ptr
  return
}
