// Atomics of every kind and type, on tiles and on scalars, against the reference.
// Offsets repeat, so that the order of lanes shows in the old values.
//
// RUN: split-file %s %t
// RUN: for kind in add max min umax umin and or xor xchg inc dec; do \
// RUN:   sed s/KIND/$kind/ %t/ints.mlir > %t/$kind.mlir && \
// RUN:   kiln run %t/$kind.mlir --target=npu --check --arg p=randint=-9..9:i32[8] --arg v=randint=-9..9:i32[128] --arg q=zeros:i32[132] --arg n=100 || exit 1; \
// RUN: done | FileCheck %s --check-prefix=INTS
// RUN: for kind in fadd fmax fmin xchg; do for type in f32 f16 bf16; do \
// RUN:   sed "s/KIND/$kind/;s/TYPE/$type/g" %t/floats.mlir > %t/$kind-$type.mlir && \
// RUN:   kiln run %t/$kind-$type.mlir --target=npu --check --arg p=randn:$type[8] --arg v=randn:$type[128] --arg q=zeros:$type[132] || exit 1; \
// RUN: done; done | FileCheck %s --check-prefix=FLOATS
// RUN: kiln run %t/cas.mlir --target=npu --check --arg p=randint=0..3:i32[8] --arg v=randint=0..3:i32[128] --arg q=zeros:i32[132] | FileCheck %s --check-prefix=CAS
// RUN: kiln run %t/narrow.mlir --target=npu --check --arg p=randint=-9..9:i16[8] --arg v=randint=-9..9:i16[128] --arg q=zeros:i16[128] | FileCheck %s --check-prefix=NARROW
// RUN: kiln run %t/scalars.mlir --target=npu --check --arg p=randint=-9..9:i64[4] --arg q=zeros:i64[4] --arg n=3 --arg on=1 | FileCheck %s --check-prefix=SCALARS
// RUN: kiln run %t/scalars.mlir --target=npu --check --arg p=randint=-9..9:i64[4] --arg q=zeros:i64[4] --arg n=3 --arg on=0 | FileCheck %s --check-prefix=SCALARS
// RUN: kiln run %t/volatile.mlir --target=npu --check --grid=6 --arg p=zeros:i32[1] --arg q=zeros:i32[6] | FileCheck %s --check-prefix=VOLATILE
//
// INTS-COUNT-11: check q: equal: 132 elements
// FLOATS-COUNT-12: check q: {{.*}}132 elements
// CAS: check q: equal: 132 elements
// NARROW: check q: equal: 128 elements
// SCALARS: check q: equal: 4 elements
// VOLATILE: check q: equal: 6 elements

//--- ints.mlir
func.func @ints(%p: !tile.ptr {tile.name = "p", tile.pointee = i32}, %v: !tile.ptr {tile.name = "v", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32}, %n: i32 {tile.name = "n"}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %seven = arith.constant dense<7> : tensor<128xi32>
  %o = arith.andi %l, %seven : tensor<128xi32>
  %nn = tile.broadcast %n : i32 -> tensor<128xi32>
  %m = arith.cmpi slt, %l, %nn : tensor<128xi32>
  %x = tile.load %v[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi32>
  %old = tile.atomic_rmw KIND relaxed device %x, %p[%o] mask %m : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  tile.store %old, %q[%l] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  %end = arith.constant 128 : i32
  %q2 = tile.ptr_add %q, %end x i32 : !tile.ptr, i32
  %one = tile.atomic_rmw KIND acq_rel device %n, %p : i32, !tile.ptr
  tile.store %one, %q2 : i32, !tile.ptr
  return
}

//--- floats.mlir
func.func @floats(%p: !tile.ptr {tile.name = "p", tile.pointee = TYPE}, %v: !tile.ptr {tile.name = "v", tile.pointee = TYPE}, %q: !tile.ptr {tile.name = "q", tile.pointee = TYPE}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %seven = arith.constant dense<7> : tensor<128xi32>
  %o = arith.andi %l, %seven : tensor<128xi32>
  %x = tile.load %v[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xTYPE>
  %old = tile.atomic_rmw KIND relaxed device %x, %p[%o] : tensor<128xTYPE>, !tile.ptr, tensor<128xi32>
  tile.store %old, %q[%l] : tensor<128xTYPE>, !tile.ptr, tensor<128xi32>
  %y = tile.load %v : !tile.ptr -> TYPE
  %one = tile.atomic_rmw KIND relaxed device %y, %p : TYPE, !tile.ptr
  %end = arith.constant 128 : i32
  %q2 = tile.ptr_add %q, %end x TYPE : !tile.ptr, i32
  tile.store %one, %q2 : TYPE, !tile.ptr
  return
}

// Half of the lanes swap; masked-off lanes give 0.
//--- cas.mlir
func.func @cas(%p: !tile.ptr {tile.name = "p", tile.pointee = i32}, %v: !tile.ptr {tile.name = "v", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %seven = arith.constant dense<7> : tensor<128xi32>
  %o = arith.andi %l, %seven : tensor<128xi32>
  %m = arith.cmpi ne, %l, %seven : tensor<128xi32>
  %x = tile.load %v[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi32>
  %old = tile.atomic_cas acq_rel device %x, %l, %p[%o] mask %m : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  tile.store %old, %q[%l] : tensor<128xi32>, !tile.ptr, tensor<128xi32>
  %c = arith.constant 128 : i32
  %q2 = tile.ptr_add %q, %c x i32 : !tile.ptr, i32
  %one = tile.atomic_cas relaxed device %c, %c, %p : i32, !tile.ptr
  tile.store %one, %q2 : i32, !tile.ptr
  return
}

// The machine swaps 16 bits but does not add them.
//--- narrow.mlir
func.func @narrow(%p: !tile.ptr {tile.name = "p", tile.pointee = i16}, %v: !tile.ptr {tile.name = "v", tile.pointee = i16}, %q: !tile.ptr {tile.name = "q", tile.pointee = i16}) attributes {kiln.form = "tile"} {
  %l = tile.range 0 to 128 : tensor<128xi32>
  %seven = arith.constant dense<7> : tensor<128xi32>
  %o = arith.andi %l, %seven : tensor<128xi32>
  %x = tile.load %v[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xi16>
  %a = tile.atomic_rmw add relaxed device %x, %p[%o] : tensor<128xi16>, !tile.ptr, tensor<128xi32>
  %b = tile.atomic_rmw umax relaxed device %x, %p[%o] : tensor<128xi16>, !tile.ptr, tensor<128xi32>
  %d = tile.atomic_rmw xchg relaxed device %x, %p[%o] : tensor<128xi16>, !tile.ptr, tensor<128xi32>
  %ab = arith.xori %a, %b : tensor<128xi16>
  %abd = arith.xori %ab, %d : tensor<128xi16>
  tile.store %abd, %q[%l] : tensor<128xi16>, !tile.ptr, tensor<128xi32>
  return
}

//--- scalars.mlir
func.func @scalars(%p: !tile.ptr {tile.name = "p", tile.pointee = i64}, %q: !tile.ptr {tile.name = "q", tile.pointee = i64}, %n: i64 {tile.name = "n"}, %on: i1 {tile.name = "on"}) attributes {kiln.form = "tile"} {
  %one = arith.constant 1 : i32
  %q1 = tile.ptr_add %q, %one x i64 : !tile.ptr, i32
  %q2 = tile.ptr_add %q1, %one x i64 : !tile.ptr, i32
  %q3 = tile.ptr_add %q2, %one x i64 : !tile.ptr, i32
  %a = tile.atomic_rmw add relaxed device %n, %p mask %on : i64, !tile.ptr
  %b = tile.atomic_rmw dec relaxed device %n, %p mask %on : i64, !tile.ptr
  %c = tile.atomic_rmw umin relaxed device %n, %p : i64, !tile.ptr
  %d = tile.atomic_cas acq_rel device %n, %c, %p mask %on : i64, !tile.ptr
  tile.store %a, %q : i64, !tile.ptr
  tile.store %b, %q1 : i64, !tile.ptr
  tile.store %c, %q2 : i64, !tile.ptr
  tile.store %d, %q3 : i64, !tile.ptr
  return
}

// Instance i waits for the others before it: on two cores they take turns.
//--- volatile.mlir
func.func @volatile(%p: !tile.ptr {tile.name = "p", tile.pointee = i32}, %q: !tile.ptr {tile.name = "q", tile.pointee = i32}) attributes {kiln.form = "tile"} {
  %i = tile.program_id x : i32
  %one = arith.constant 1 : i32
  scf.while : () -> () {
    %seen = tile.load volatile %p : !tile.ptr -> i32
    %wait = arith.cmpi ne, %seen, %i : i32
    scf.condition(%wait)
  } do {
    scf.yield
  }
  %qi = tile.ptr_add %q, %i x i32 : !tile.ptr, i32
  tile.store %i, %qi : i32, !tile.ptr
  tile.fence release device
  %next = arith.addi %i, %one : i32
  tile.store volatile %next, %p : i32, !tile.ptr
  return
}
