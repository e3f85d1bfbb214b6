// 64-bit integer tiles in 32 bits, where value ranges allow it, and only there.
//
// RUN: kiln-opt %s --narrow-wide-integers --canonicalize --cse | FileCheck %s

gpu.module @kernels {
// CHECK-LABEL: gpu.func @sums(
// CHECK-NOT: vector<8xi64>
// CHECK: gpu.return
gpu.func @sums(%x: vector<8xi16>, %p: !tile.ptr, %o: vector<8xi32>) kernel {
  %k = arith.constant dense<1000> : vector<8xi64>
  %w = arith.extsi %x : vector<8xi16> to vector<8xi64>
  %s = arith.addi %w, %k : vector<8xi64>
  %m = arith.muli %s, %k : vector<8xi64>
  %f = arith.sitofp %m : vector<8xi64> to vector<8xf32>
  %c = arith.cmpi slt, %m, %k : vector<8xi64>
  tile.store %f, %p[%o] mask %c : vector<8xf32>, !tile.ptr, vector<8xi32>
  gpu.return
}

// A launch fact bounds an argument.
// CHECK-LABEL: gpu.func @facts(
// CHECK: %[[W:.*]] = vector.broadcast %arg1 : i64 to vector<8xi64>
// CHECK: %[[N:.*]] = arith.muli %{{.*}} : vector<8xi32>
// CHECK: arith.sitofp %[[N]] : vector<8xi32>
// CHECK: arith.sitofp %{{.*}} : vector<8xi64>
gpu.func @facts(%n: i64 {tile.range = array<i64: 0, 2147483>}, %w: i64, %p: !tile.ptr, %o: vector<8xi32>) kernel {
  %k = arith.constant dense<1000> : vector<8xi64>
  %a = vector.broadcast %n : i64 to vector<8xi64>
  %b = vector.broadcast %w : i64 to vector<8xi64>
  %x = arith.muli %a, %k : vector<8xi64>
  %y = arith.muli %b, %k : vector<8xi64>
  %f = arith.sitofp %x : vector<8xi64> to vector<8xf32>
  %g = arith.sitofp %y : vector<8xi64> to vector<8xf32>
  %s = arith.addf %f, %g : vector<8xf32>
  tile.store %s, %p[%o] : vector<8xf32>, !tile.ptr, vector<8xi32>
  gpu.return
}

// A sum of two 32-bit numbers has 33 bits; the comparison of such numbers is one
// of words.
// CHECK-LABEL: gpu.func @borders(
// CHECK: %[[S:.*]] = arith.addi %{{.*}}, %{{.*}} : vector<8xi64>
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : vector<8xi32>
// CHECK: tile.store %[[S]]
gpu.func @borders(%x: vector<8xi32>, %y: vector<8xi32>, %p: !tile.ptr, %o: vector<8xi32>) kernel {
  %a = arith.extsi %x : vector<8xi32> to vector<8xi64>
  %b = arith.extsi %y : vector<8xi32> to vector<8xi64>
  %s = arith.addi %a, %b : vector<8xi64>
  %c = arith.cmpi ult, %a, %b : vector<8xi64>
  tile.store %s, %p[%o] mask %c : vector<8xi64>, !tile.ptr, vector<8xi32>
  gpu.return
}

// A quotient of the least word by -1 is no word; a remainder is one. What a
// division gives is known once it is one of words.
// CHECK-LABEL: gpu.func @divisions(
// CHECK-DAG: tile.divsi %{{.*}} : vector<8xi64>
// CHECK-DAG: tile.remsi %{{.*}} : vector<8xi32>
// CHECK-DAG: arith.sitofp %{{.*}} : vector<8xi32> to vector<8xf32>
// CHECK: gpu.return
gpu.func @divisions(%x: vector<8xi32>, %y: vector<8xi32>, %p: !tile.ptr, %q: !tile.ptr, %o: vector<8xi32>) kernel {
  %a = arith.extsi %x : vector<8xi32> to vector<8xi64>
  %b = arith.extsi %y : vector<8xi32> to vector<8xi64>
  %d = tile.divsi %a, %b : vector<8xi64>
  %r = tile.remsi %a, %b : vector<8xi64>
  %f = arith.sitofp %r : vector<8xi64> to vector<8xf32>
  tile.store %d, %p[%o] : vector<8xi64>, !tile.ptr, vector<8xi32>
  tile.store %f, %q[%o] : vector<8xf32>, !tile.ptr, vector<8xi32>
  gpu.return
}

// Unsigned division and shifts to the right take the sign for a bit of the value.
// CHECK-LABEL: gpu.func @unsigned(
// CHECK-DAG: tile.divui %{{.*}} : vector<8xi64>
// CHECK-DAG: tile.shrui %{{.*}} : vector<8xi64>
// CHECK-DAG: tile.divui %{{.*}} : vector<8xi32>
// CHECK-DAG: tile.shrsi %{{.*}} : vector<8xi32>
// CHECK: gpu.return
gpu.func @unsigned(%x: vector<8xi32>, %y: vector<8xi16>, %p: !tile.ptr, %o: vector<8xi32>) kernel {
  %a = arith.extsi %x : vector<8xi32> to vector<8xi64>
  %b = arith.extui %y : vector<8xi16> to vector<8xi64>
  %d = tile.divui %a, %b : vector<8xi64>
  %s = tile.shrui %a, %b : vector<8xi64>
  %e = tile.divui %b, %b : vector<8xi64>
  %t = tile.shrsi %a, %b : vector<8xi64>
  tile.store %d, %p[%o] : vector<8xi64>, !tile.ptr, vector<8xi32>
  tile.store %s, %p[%o] : vector<8xi64>, !tile.ptr, vector<8xi32>
  tile.store %e, %p[%o] : vector<8xi64>, !tile.ptr, vector<8xi32>
  tile.store %t, %p[%o] : vector<8xi64>, !tile.ptr, vector<8xi32>
  gpu.return
}

// CHECK-LABEL: gpu.func @shifts(
// CHECK-DAG: tile.shli %{{.*}} : vector<8xi32>
// CHECK-DAG: tile.shli %{{.*}} : vector<8xi64>
// CHECK: gpu.return
gpu.func @shifts(%y: vector<8xi8>, %p: !tile.ptr, %o: vector<8xi32>) kernel {
  %b = arith.extui %y : vector<8xi8> to vector<8xi64>
  %fits = arith.constant dense<23> : vector<8xi64>
  %not = arith.constant dense<24> : vector<8xi64>
  %s = tile.shli %b, %fits : vector<8xi64>
  %t = tile.shli %b, %not : vector<8xi64>
  tile.store %s, %p[%o] : vector<8xi64>, !tile.ptr, vector<8xi32>
  tile.store %t, %p[%o] : vector<8xi64>, !tile.ptr, vector<8xi32>
  gpu.return
}

// Offsets that fit are cut; an access extends them itself. Flags that hold in 64
// bits do not stay.
// CHECK-LABEL: gpu.func @offsets(
// CHECK: %[[O:.*]] = arith.addi %{{.*}}, %{{.*}} : vector<8xi32>
// CHECK: tile.load %{{.*}}[%[[O]]] : !tile.ptr, vector<8xi32> -> vector<8xf32>
gpu.func @offsets(%y: vector<8xi8>, %p: !tile.ptr, %o: vector<8xi32>) kernel {
  %a = arith.extsi %y : vector<8xi8> to vector<8xi64>
  %k = arith.constant dense<100> : vector<8xi64>
  %b = arith.addi %a, %k overflow<nsw> : vector<8xi64>
  %x = tile.load %p[%b] : !tile.ptr, vector<8xi64> -> vector<8xf32>
  tile.store %x, %p[%o] : vector<8xf32>, !tile.ptr, vector<8xi32>
  gpu.return
}

// Nothing is known of what memory holds, and scalars are no tiles.
// CHECK-LABEL: gpu.func @unknown(
// CHECK: arith.addi %{{.*}}, %{{.*}} : vector<8xi64>
// CHECK: arith.addi %{{.*}}, %{{.*}} : i64
gpu.func @unknown(%p: !tile.ptr, %o: vector<8xi32>, %s: i16) kernel {
  %x = tile.load %p[%o] : !tile.ptr, vector<8xi32> -> vector<8xi64>
  %y = arith.addi %x, %x : vector<8xi64>
  tile.store %y, %p[%o] : vector<8xi64>, !tile.ptr, vector<8xi32>
  %t = arith.extsi %s : i16 to i64
  %u = arith.addi %t, %t : i64
  tile.store %u, %p : i64, !tile.ptr
  gpu.return
}
}
