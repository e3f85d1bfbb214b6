// RUN: kiln-read-triton %s --split-input-file --verify-diagnostics

// expected-error @below {{'tt.func' op 'f' returns a value; expected a kernel without results}}
tt.func public @f(%x: i32) -> i32 {
  tt.return %x : i32
}

// -----

// expected-error @below {{'tt.func' op has an argument 'arg0' of type 'tensor<4xi32>'; expected a scalar, a pointer or a descriptor}}
tt.func public @f(%x: tensor<4xi32>) {
  tt.return
}

// -----

// expected-error @below {{'tt.func' op has a block pointer as argument 'arg0'}}
tt.func public @f(%x: !tt.ptr<tensor<4xi32>>) {
  tt.return
}

// -----

// expected-error @below {{'tt.func' op expected 2 extents and 2 strides as the arguments behind the descriptor 'arg0'}}
tt.func public @f(%d: !tt.tensordesc<tensor<4x4xf32>>, %m: i32, %n: i32, %s: f32) {
  tt.return
}

// -----

// expected-error @below {{'tt.func' op symbol declaration cannot have public visibility; the reader takes}}
tt.func public @f(i32)

// -----

// expected-error @below {{the text has no public 'tt.func', which would be a kernel}}
module {
  tt.func private @f() {
    tt.return
  }
}

// -----

tt.func public @f(%x: i32, %y: i32) {
  // expected-error @below {{'arith.floordivsi' op is not part of what Triton prints for a kernel, or is not supported}}
  %z = arith.floordivsi %x, %y : i32
  tt.return
}

// -----

tt.func public @f(%x: index, %y: index) {
  tt.return
}
// expected-error @-3 {{has an argument 'arg0' of type 'index'}}

// -----

tt.func public @f(%x: i32) {
  %i = arith.index_cast %x : i32 to index
  // expected-error @below {{'arith.divsi' op expected integers of a fixed width but got 'index'}}
  %z = arith.divsi %i, %i : index
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{'arith.constant' op expected numbers in the text but got dense_resource}}
  %c = arith.constant dense_resource<blob> : tensor<4xf32>
  tt.return
}

// -----

tt.func public @f(%x: f32) {
  // expected-error @below {{'arith.truncf' op rounds 'upward'; expected 'to_nearest_even' or 'toward_zero'}}
  %c = arith.truncf %x upward : f32 to f16
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>, %x: i32) {
  // expected-error @below {{'tt.atomic_rmw' op expected values of type 'f32' for '!tt.ptr<f32>' but got 'i32'}}
  %c = tt.atomic_rmw add, relaxed, gpu, %p, %x : (!tt.ptr<f32>, i32) -> i32
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<!tt.ptr<f32>>, %x: !tt.ptr<f32>) {
  // expected-error @below {{'tt.atomic_rmw' op of pointers is not supported; convert them with 'tt.ptr_to_int'}}
  %c = tt.atomic_rmw exch, relaxed, gpu, %p, %x : (!tt.ptr<!tt.ptr<f32>>, !tt.ptr<f32>) -> !tt.ptr<f32>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<!tt.ptr<f32>>, %x: !tt.ptr<f32>) {
  // expected-error @below {{'tt.atomic_cas' op of pointers is not supported; convert them with 'tt.ptr_to_int'}}
  %c = tt.atomic_cas relaxed, gpu, %p, %x, %x : (!tt.ptr<!tt.ptr<f32>>, !tt.ptr<f32>, !tt.ptr<f32>) -> !tt.ptr<f32>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %x: i32, %t: i64) {
  // expected-error @below {{'tt.atomic_poll' op has a timeout, which is not supported; poll without one}}
  %c = tt.atomic_poll acquire, gpu, %p, %x timeout %t : !tt.ptr<i32>, i32 -> i1
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error @below {{'tt.atomic_poll' op expected to poll an integer but got 'f32'}}
  %c = tt.atomic_poll acquire, gpu, %p, %x : !tt.ptr<f32>, f32 -> i1
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %x: i32) {
  // expected-error @below {{'tt.atomic_poll' op expected a result of type i1 but got 'tensor<1xi1>'}}
  %c = tt.atomic_poll acquire, gpu, %p, %x : !tt.ptr<i32>, i32 -> tensor<1xi1>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %x: i32) {
  // expected-error @below {{'tt.splat' op expected a result with elements of type 'i32' but got 'f32'}}
  %c = tt.splat %x : i32 -> tensor<4xf32>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %x: i32) {
  %c = tt.splat %x : i32 -> tensor<4x2xi32>
  // expected-error @below {{'tt.broadcast' op expected extents of 1 or of the result for 'tensor<4x4xi32>' but got 'tensor<4x2xi32>'}}
  %d = tt.broadcast %c : tensor<4x2xi32> -> tensor<4x4xi32>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %x: i32) {
  %c = tt.splat %p : !tt.ptr<i32> -> tensor<4x2x!tt.ptr<i32>>
  // expected-error @below {{'tt.reshape' op expected as many elements in the result as in 'tensor<4x2x!tt.ptr<i32>>' but got 'tensor<4x4x!tt.ptr<i32>>'}}
  %d = tt.reshape %c : tensor<4x2x!tt.ptr<i32>> -> tensor<4x4x!tt.ptr<i32>>
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  %c = tt.splat %x : i32 -> tensor<4xi32>
  // expected-error @below {{'tt.expand_dims' op expected an axis from 0 to 1 but got 2}}
  %d = tt.expand_dims %c {axis = 2 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  %c = tt.splat %x : i32 -> tensor<4xi32>
  // expected-error @below {{'tt.expand_dims' op expected a unit dimension at 0 of 'tensor<4xi32>' but got 'tensor<4x1xi32>'}}
  %d = tt.expand_dims %c {axis = 0 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  %c = tt.splat %x : i32 -> tensor<4xi32>
  // expected-error @below {{'tt.unsplat' op expected a tensor of one element but got 'tensor<4xi32>'}}
  %d = tt.unsplat %c : tensor<4xi32>
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  %c = tt.splat %x : i32 -> tensor<4xi32>
  // expected-error @below {{'tt.gather' op expected an axis of 'tensor<4xi32>' but got 1}}
  %d = tt.gather %c[%c] {axis = 1 : i32} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  // expected-error @below {{'tt.make_range' op expected a 1-D tensor of 8 elements for 0 to 8 but got 'tensor<4xi32>'}}
  %c = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<4xi32>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>) {
  %c = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  // expected-error @below {{'tt.reduce' op of elements of type '!tt.ptr<f32>' is not supported; expected numbers}}
  %r = "tt.reduce"(%c) <{axis = 0 : i32}> ({
  ^bb0(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>):
    tt.reduce.return %a : !tt.ptr<f32>
  }) : (tensor<4x!tt.ptr<f32>>) -> !tt.ptr<f32>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>, %x: i64) {
  %c = tt.splat %x : i64 -> tensor<4xi64>
  // expected-error @below {{'tt.map_elementwise' op giving elements of type '!tt.ptr<f32>' is not supported; expected numbers}}
  %r = "tt.map_elementwise"(%c) <{pack = 1 : i32}> ({
  ^bb0(%a: i64):
    %q = tt.int_to_ptr %a : i64 -> !tt.ptr<f32>
    tt.map_elementwise.return %q : !tt.ptr<f32>
  }) : (tensor<4xi64>) -> tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  %c = tt.splat %x : i32 -> tensor<4xi32>
  // expected-error @below {{'tt.reduce' op of elements of type '!tt.ptr<f32>' is not supported; expected numbers}}
  %r = "tt.reduce"(%c) <{axis = 0 : i32}> ({
  ^bb0(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>):
    tt.reduce.return %a : !tt.ptr<f32>
  }) : (tensor<4xi32>) -> i32
  tt.return
}

// -----

tt.func public @f() {
  // expected-error @below {{'tt.scan' op has no operands}}
  "tt.scan"() <{axis = 0 : i32, reverse = false}> ({
  ^bb0:
    tt.scan.return
  }) : () -> ()
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  %c = tt.splat %x : i32 -> tensor<4xi32>
  // expected-error @below {{'tt.reduce' op expected a region that ends in its return}}
  %r = "tt.reduce"(%c) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    ub.unreachable
  }) : (tensor<4xi32>) -> i32
  tt.return
}

// -----

tt.func public @f(%m: i1, %p: !tt.ptr<f32>) {
  // expected-error @below {{'llvm.intr.assume' op with operand bundles is not supported}}
  llvm.intr.assume %m ["cold"(%m : i1)] : i1
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %s: i64) {
  // expected-error @below {{'tt.make_tensor_descriptor' op pads with NaN, which elements of type 'i32' do not have}}
  %d = tt.make_tensor_descriptor %p, [%n], [%s] {padding = 2 : i32} : <i32>, <tensor<4xi32>>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %s: i64) {
  // expected-error @below {{'tt.make_tensor_descriptor' op expected a pointer to 'f32' but got '!tt.ptr<i32>'}}
  %d = tt.make_tensor_descriptor %p, [%n], [%s] : <i32>, <tensor<4xf32>>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %s: i64) {
  %d = tt.make_tensor_descriptor %p, [%n], [%s] : <i32>, <tensor<4xi32>>
  // expected-error @below {{'tt.descriptor_load' op expected 1 indices for '!tt.tensordesc<tensor<4xi32>>' but got 2}}
  %t = tt.descriptor_load %d[%n, %n] : !tt.tensordesc<tensor<4xi32>> -> tensor<4xi32>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %s: i64) {
  %d = tt.make_tensor_descriptor %p, [%n], [%s] : <i32>, <tensor<4xi32>>
  // expected-error @below {{'tt.descriptor_load' op expected a tensor with the elements of '!tt.tensordesc<tensor<4xi32>>' but got 'tensor<8xi32>'}}
  %t = tt.descriptor_load %d[%n] : !tt.tensordesc<tensor<4xi32>> -> tensor<8xi32>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %s: i64) {
  %d = tt.make_tensor_descriptor %p, [%n], [%s] : <i32>, <tensor<4xi32>>
  %t = tt.splat %n : i32 -> tensor<4xi32>
  // expected-error @below {{'tt.descriptor_reduce' op has the kind 'none', which combines nothing}}
  tt.descriptor_reduce none, %d[%n], %t : !tt.tensordesc<tensor<4xi32>>, tensor<4xi32>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %s: i64) {
  // expected-error @below {{'tt.make_tensor_descriptor' op expected 1 entries per list for a block of type 'tensor<4xi32>' but got 2}}
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : <i32>, <tensor<4xi32>>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %s: i64) {
  %b = tt.make_tensor_ptr %p, [%s], [%s], [%n] {order = array<i32: 0>} : <tensor<4xi32>>
  // expected-error @below {{'tt.load' op checks dimension 1 of 'tensor<4xi32>'}}
  %v = tt.load %b {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<4xi32>>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %s: i64, %m: tensor<4xi1>) {
  tt.return
}
// expected-error @-3 {{has an argument 'arg3'}}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %s: i64) {
  %m = arith.constant dense<true> : tensor<4xi1>
  %b = tt.make_tensor_ptr %p, [%s], [%s], [%n] {order = array<i32: 0>} : <tensor<4xi32>>
  // expected-error @below {{'tt.load' op through a block pointer takes no mask; use 'boundaryCheck'}}
  %v = tt.load %b, %m : !tt.ptr<tensor<4xi32>>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %s: i64) {
  %m = arith.constant dense<true> : tensor<4xi1>
  %v = arith.constant dense<1> : tensor<4xi32>
  %b = tt.make_tensor_ptr %p, [%s], [%s], [%n] {order = array<i32: 0>} : <tensor<4xi32>>
  // expected-error @below {{'tt.store' op through a block pointer takes no mask; use 'boundaryCheck'}}
  tt.store %b, %v, %m : !tt.ptr<tensor<4xi32>>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %s: i64) {
  %b = tt.make_tensor_ptr %p, [%s], [%s], [%n] {order = array<i32: 0>} : <tensor<4xi32>>
  // expected-error @below {{'tt.load' op through a block pointer cannot be volatile; use a tensor of pointers}}
  %v = tt.load %b {isVolatile = true} : !tt.ptr<tensor<4xi32>>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<i32>) {
  // expected-error @below {{'tt.bitcast' op turns '!tt.ptr<i32>' into 'i64'; use 'tt.int_to_ptr' or 'tt.ptr_to_int'}}
  %i = tt.bitcast %p : !tt.ptr<i32> -> i64
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  // expected-error @below {{'tt.bitcast' op expected types of one width but got 'i32' and 'f16'}}
  %i = tt.bitcast %x : i32 -> f16
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  // expected-error @below {{'tt.int_to_ptr' op expected an address of 64 bits but got 'i32'}}
  %i = tt.int_to_ptr %x : i32 -> !tt.ptr<f32>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.ptr_to_int' op expected an address of 64 bits but got 'i32'}}
  %i = tt.ptr_to_int %p : !tt.ptr<f32> -> i32
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  // expected-error @below {{'tt.splat' op has a tile of more than 1048576 elements, or of none: 'tensor<2097152xi32>'}}
  %t = tt.splat %x : i32 -> tensor<2097152xi32>
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  // expected-error @below {{'tt.splat' op has a tile of dynamic shape or with a layout: 'tensor<?xi32>'}}
  %t = tt.splat %x : i32 -> tensor<?xi32>
  tt.return
}

// -----

// expected-error @below {{'tt.func' op has a pointer into address space 3 where only 1 is supported: '!tt.ptr<f32, 3>'}}
tt.func public @f(%p: !tt.ptr<f32, 3>) {
  tt.return
}

// -----

// expected-error @below {{'tt.func' op has integers of 128 bits; expected 1 to 64: 'i128'}}
tt.func public @f(%x: i128) {
  tt.return
}

// -----

// expected-error @below {{'tt.func' op has a type that tile form does not know: 'memref<4xf32>'}}
tt.func public @f(%x: memref<4xf32>) {
  tt.return
}

// -----

tt.func public @f() {
  tt.return
}
// expected-error @below {{'arith.constant' op stands beside the kernels; expected 'tt.func' only}}
arith.constant 1 : i32

// -----

tt.func public @f(%x: i32) {
  // expected-error @below {{'tt.call' op calls 'g', which has no body in this text}}
  tt.call @g(%x) : (i32) -> ()
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  // expected-error @below {{'tt.call' op does not match the signature of 'g', '(f32) -> ()'}}
  tt.call @g(%x) : (i32) -> ()
  tt.return
}
tt.func private @g(%x: f32) {
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  tt.call @g(%x) : (i32) -> ()
  tt.return
}
tt.func private @g(%x: i32) {
  tt.call @h(%x) : (i32) -> ()
  tt.return
}
tt.func private @h(%x: i32) {
  // expected-error @below {{'tt.call' op calls 'g', which is already running; recursion is not supported, use a loop}}
  tt.call @g(%x) : (i32) -> ()
  tt.return
}

// -----

tt.func public @f(%x: i32) {
  %t = tt.splat %x : i32 -> tensor<4xi32>
  // expected-error @below {{'scf.execute_region' op has a region of 2 blocks; expected one}}
  scf.execute_region {
    cf.br ^next
  ^next:
    scf.yield
  }
  tt.return
}

// -----

tt.func public @f(%x: i1) {
  cf.cond_br %x, ^a, ^b
^a:
  tt.return
^b:
  // expected-error @below {{'ub.unreachable' op ends a block; expected a branch or a return}}
  ub.unreachable
}

// -----

tt.func public @f(%x: i32) {
  // expected-error @below {{expected a pointer to an integer, a float, a pointer or a tensor but got 'index'; the reader takes the 'ttir' stage of Triton 3.6 to 3.9, as printed}}
  %p = tt.int_to_ptr %x : i64 -> !tt.ptr<index>
  tt.return
}

// -----

// expected-error @below {{expected a block of integers or floats but got elements of type 'index'}}
tt.func public @f(%x: !tt.tensordesc<4xindex>) {
  tt.return
}

// -----

// expected-error @below {{expected a block of static shape with integers or floats but got 'tensor<?xf32>'}}
tt.func public @f(%x: !tt.tensordesc<tensor<?xf32>>) {
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
  // expected-error @below {{expected a pointer to a tensor but got '!tt.ptr<f32>'}}
  %b = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <f32>
  tt.return
}

// -----

tt.func public @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.return' op expected to return () but got ('!tt.ptr<f32>')}}
  tt.return %p : !tt.ptr<f32>
}

// -----

tt.func public @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{custom op 'tt.no_such_op' is unknown}}
  tt.no_such_op %p
  tt.return
}

// -----

// What the mirror leaves open, the ops of tile decide.
tt.func public @f(%p: !tt.ptr<f32>) {
  %a = arith.constant dense<0.0> : tensor<16x16xf32>
  %b = arith.constant dense<0.0> : tensor<32x16xf32>
  // expected-error @below {{'tile.dot' op expected [B x] M x K times [B x] K x N giving [B x] M x N}}
  // expected-note @below {{}}
  %d = tt.dot %a, %b, %a : tensor<16x16xf32> * tensor<32x16xf32> -> tensor<16x16xf32>
  tt.return
}
